/// What happens to the haptic bus after all players have been summed: the actuator, where the
/// profile has one, then the profile's gain.
struct HapticBus {
  private var actuator: ActuatorFilter?
  private let gain: Float

  init(_ profile: Profile, sampleRate: Double) {
    actuator = profile.actuator.map { ActuatorFilter($0, sampleRate: sampleRate) }
    gain = Float(profile.gain)
  }

  /// How long the bus sounds after the last player has stopped, in frames.
  var ringFrames: Int { actuator?.ringFrames ?? 0 }

  /// Turns the sum of the frames `offset ..< offset + count` into the haptic bus; silence stays
  /// silence where nothing rings.
  @_noAllocation @_noLocks
  mutating func apply(to buses: inout BlockBuses, at offset: Int, count: Int) {
    if buses.hapticFrames <= offset && (actuator?.isSilent ?? true) { return }
    let samples = unsafe buses.haptic(upTo: offset + count) + offset
    unsafe actuator?.apply(samples, count: count)
    if gain == 1 { return }
    var index = 0
    while index < count {
      unsafe samples[index] *= gain
      index += 1
    }
  }
}
