/// Whether anything of a pattern can be felt or heard.
struct Audibility {
  /// One control over all its time.
  private struct Control {
    var start = Seconds.infinity
    var highest = -Double.infinity
  }

  private var events = 0
  private var firstHaptic = Seconds.infinity
  private var firstSound = Seconds.infinity
  private var intensity = Control()
  private var volume = Control()

  /// Takes an event into account.
  mutating func add(_ event: HapticEvent) {
    events += 1
    if event.type.isHaptic {
      if event.value(of: .hapticIntensity) ?? 1 > 0 { firstHaptic = min(firstHaptic, event.time) }
    } else {
      if event.value(of: .audioVolume) ?? 1 > 0 { firstSound = min(firstSound, event.time) }
    }
  }

  /// Takes a parameter or curve of `id` into account that begins at `time` and nowhere has more
  /// than `value`.
  mutating func add(_ id: DynamicParameter.ID, reaching value: Double, from time: Seconds) {
    switch id {
    case .hapticIntensityControl: Self.extend(&intensity, value, time)
    case .audioVolumeControl: Self.extend(&volume, value, time)
    case .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl,
      .hapticReleaseTimeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl:
      break
    }
  }

  /// Why nothing ever plays, or nil if something does.
  var silence: String? {
    if events == 0 { return "the pattern has no events, so nothing ever plays" }
    let playsHaptics = Self.plays(firstHaptic, under: intensity)
    let playsSounds = Self.plays(firstSound, under: volume)
    return playsHaptics || playsSounds
      ? nil : "nothing ever plays: every event, or the control over it, is at 0"
  }

  private static func extend(_ control: inout Control, _ value: Double, _ time: Seconds) {
    control.start = min(control.start, time)
    control.highest = max(control.highest, value)
  }

  private static func plays(_ first: Seconds, under control: Control) -> Bool {
    first < .infinity && !(control.start <= first && control.highest <= 0)
  }
}
