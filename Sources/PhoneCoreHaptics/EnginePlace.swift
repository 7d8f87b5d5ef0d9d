internal import AudioSession
internal import AudioSessionTesting
internal import HapticEngine
internal import PacedOutput
internal import PhoneRuntime
internal import Realtime

/// The phone and the app that an engine belongs to.
///
/// - Thread: any.
final class EnginePlace: Sendable {
  private let place: AppPlace<Void>

  /// Whether the engine's app is the app under test of the current phone.
  private let followsCurrent: Bool
  /// Whether the engine plays on the phone, and not on a game controller.
  private let isOnPhone: Bool

  init(
    _ owner: (runtime: PhoneRuntime, app: AppID), followsCurrent: Bool, isOnPhone: Bool = true
  ) {
    place = AppPlace(owner, ())
    self.followsCurrent = followsCurrent
    self.isOnPhone = isOnPhone
  }

  /// The runtime of the phone, and the app.
  var current: (runtime: PhoneRuntime, app: AppID) { place.owner }

  /// Whether another phone has become the current one since the engine was started.
  var isLeft: Bool {
    let session = AVAudioSession.sharedInstance().owner
    return followsCurrent && current.runtime !== session.runtime
  }

  /// Moves an engine to another app, unless it already belongs to that app.
  ///
  /// A running engine stops when it moves.
  func move(_ engine: HapticEngine, to next: (runtime: PhoneRuntime, app: AppID)) {
    // The engine stops before the move, because it may release objects of the app meanwhile.
    if place.isElsewhere(than: next) { engine.stop() }
    place.move(to: next) { _, former in
      if let former { former.runtime.remove(engine, of: former.app) }
      next.runtime.add(engine, of: next.app)
    }
  }

  /// Removes an engine that is released.
  func remove(_ engine: HapticEngine) {
    let (runtime, app) = current
    runtime.remove(engine, of: app)
  }

  /// Lists a haptic among those that the app has requested: `SimulatedPhone.haptics`.
  ///
  /// An app that is not running cannot request haptics, and the haptics of a game controller are not the phone's.
  func noteHaptic(_ name: String) {
    guard isOnPhone else { return }
    let (runtime, app) = current
    _ = try? runtime.perform(.resident(.playHaptic(name)), by: app)
  }
}

/// The output of an engine, which is chosen each time the engine is started.
///
/// By default, the engine runs in real time, and nobody listens unless `HAPTIC_OUTPUT` names an output. On a phone that
/// records haptics, the engine runs in the phone's time; see `SimulatedPhone.recordHaptics()`.
///
/// - Thread: any.
final class EngineOutput: BlockOutput {
  private let choose: @Sendable () -> (any BlockOutput)?
  private let current = Guarded<(any BlockOutput)?>(nil)

  /// Creates the output of an engine.
  ///
  /// - Parameter choose: returns the output of each start; nil for real time, where nobody listens.
  init(choose: @escaping @Sendable () -> (any BlockOutput)?) { self.choose = choose }

  var isRealTime: Bool { current.withLock { $0 }?.isRealTime ?? true }

  var statistics: OutputStatistics? { current.withLock { $0 }?.statistics }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    let output: any BlockOutput = choose() ?? NullOutput()
    current.withLock { $0 = output }
    try output.start(pulling: source, onStop: onStop)
  }

  func stop() { current.withLock { $0 }?.stop() }
}
