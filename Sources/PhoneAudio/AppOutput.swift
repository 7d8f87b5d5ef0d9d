internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import Realtime

/// The output of one haptic engine of an app: the mixer pulls it together with all others.
final class AppOutput: DeferredOutput, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the weak reference is only ever cleared, by its owner; all else is
  // immutable or locked.

  /// Owns the engine, and so this; without it nothing renders.
  private weak var mixer: PhoneMixer?
  private let app: AppID
  /// Whether the system plays on it, which needs no permission.
  private let isSystems: Bool
  /// What is pulled, its number at the mixer, and since when.
  private let run = Guarded<(source: any BlockSource, engine: Int, start: PhoneTime)?>(nil)

  /// Not by itself: what pulls the mixer pulls it.
  var isRealTime: Bool { false }

  init(_ mixer: PhoneMixer, of app: AppID, isSystems: Bool = false) {
    self.mixer = mixer
    self.app = app
    self.isSystems = isSystems
  }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    guard let mixer else {
      throw OutputError(
        .deviceUnavailable, subject: "mixer", detail: "The phone is there no more.")
    }
    if !isSystems { try mixer.requirePermission(of: app) }
    if run.withLock({ $0 != nil }) {
      throw OutputError(.alreadyRunning, subject: "mixer", detail: "The output is running.")
    }
    source.prepare(sampleRate: mixer.sampleRate)
    guard let handle = RenderHandle(source) else {
      throw OutputError(
        .unsupportedConfiguration, subject: "mixer", detail: "Only haptic engines are mixed.")
    }
    let engine = try mixer.attach(handle, of: app, isSystems: isSystems)
    let now = mixer.runtime?.now ?? .zero
    run.withLock { $0 = (source, engine, now) }
  }

  func stop() { stop {} }

  func stop(thenFreeing free: @escaping @Sendable () -> Void) {
    let stopped = run.withLock { run in
      defer { run = nil }
      return run
    }
    if let stopped, let mixer {
      mixer.detach(stopped.engine, of: app, isSystems: isSystems, thenFreeing: free)
    } else {
      free()
    }
  }

  /// When the engine was started, by the phone's time; nil while it does not run.
  var startTime: PhoneTime? { run.withLock { $0?.start } }

  /// Frees what the render side is done with.
  func collect() {
    let source = run.withLock { $0?.source }
    source?.collect()
  }
}
