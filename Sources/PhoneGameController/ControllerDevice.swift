internal import AudioSessionTesting
internal import Foundation
internal import PhoneCoreHaptics
internal import PhoneRuntime
internal import Realtime

/// A game controller of a phone: its actuators and the engines that play on them.
///
/// - Thread: any.
final class ControllerDevice: Sendable {
  /// An engine, which the device does not keep alive.
  private struct WeakEngine: @unchecked Sendable {
    // SAFETY (unchecked Sendable): engines are used on any thread.
    weak var engine: CHHapticEngine?
  }

  /// The phone, which holds its controllers.
  private struct WeakPhone: @unchecked Sendable {
    // SAFETY (unchecked Sendable): the phone is sendable, and the reference is only read.
    weak var phone: SimulatedPhone?
  }

  private struct State: HoldsUserValues {
    var isConnected = true
    var engines: [WeakEngine] = []
    /// The recordings of the engines by their places; nil if engines run in real time.
    var recordings: [GCHapticsLocality: SimulatedPhone.HapticRecording]?

    var userValues: any Sendable { engines }
  }

  /// The places that engines can be created for.
  let localities: Set<GCHapticsLocality>
  private let phone: WeakPhone
  private let state = UserGuarded(State())

  init(_ phone: SimulatedPhone, _ actuators: Set<GCHapticsLocality>) {
    self.phone = WeakPhone(phone: phone)
    let single = actuators.reduce(into: []) { $0.formUnion($1.actuators) } as Set<GCHapticsLocality>
    localities =
      single.isEmpty
      ? []
      : single.union([.all, .default]).union(
        [.handles, .triggers].filter { $0.actuators.isSubset(of: single) })
  }

  func makeEngine(at locality: GCHapticsLocality) -> CHHapticEngine? {
    guard localities.contains(locality), state.withLock({ $0.isConnected }),
      let phone = phone.phone
    else { return nil }
    let actuator = ControllerActuator(
      of: phone,
      isConnected: { [weak self] in self?.state.withLock { $0.isConnected } ?? false },
      recording: { [weak self] in self?.recording(at: locality) })
    let engine = CHHapticEngine(on: actuator)
    let held = WeakEngine(engine: engine)
    state.withLock { state in
      state.engines.removeAll { $0.engine == nil }
      state.engines.append(held)
    }
    return engine
  }

  func disconnect() {
    let engines = state.withLock { state in
      state.isConnected = false
      defer { state.engines = [] }
      return state.engines
    }
    for held in engines { held.engine?.disconnected() }
  }

  // MARK: Recording

  /// Lets engines that are started from now on run in the phone's time.
  func record() { state.withLock { $0.recordings = $0.recordings ?? [:] } }

  private func recording(at locality: GCHapticsLocality) -> SimulatedPhone.HapticRecording? {
    guard let now = phone.phone?.runtime.now else { return nil }
    return state.withLock { state in
      guard state.recordings != nil else { return nil }
      if let known = state.recordings?[locality] { return known }
      let new = SimulatedPhone.HapticRecording(from: now)
      state.recordings?[locality] = new
      return new
    }
  }

  /// Plays the engines up to a time.
  func timePasses(to time: PhoneTime) {
    let recordings = state.withLock { $0.recordings ?? [:] }
    for recording in recordings.values { recording.timePasses(to: time) }
  }

  /// Returns the sum of the signals of all engines that reach an actuator.
  func samples(at locality: GCHapticsLocality, from start: Double, to end: Double) -> [Float] {
    guard localities.contains(locality) else { return [] }
    let recordings = state.withLock { $0.recordings ?? [:] }
    let reaching = recordings.filter { $0.key.actuators.isSuperset(of: locality.actuators) }
    let signals = reaching.values.map { $0.samples(from: start, to: end).haptic }
    let count = signals.map(\.count).max() ?? 0
    return (0..<count).map { index in
      signals.reduce(0) { $0 + ($1.indices.contains(index) ? $1[index] : 0) }
    }
  }
}
