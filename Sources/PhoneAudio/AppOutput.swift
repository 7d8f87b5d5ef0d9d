internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import Realtime

/// The output of one of an app's haptic engines.
///
/// The mixer pulls this output together with all other outputs.
final class AppOutput: DeferredOutput, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the weak reference is only ever cleared, by its owner; everything
  // else is immutable or locked.

  /// The mixer, which owns the engine and therefore this output.
  ///
  /// Without the mixer, nothing is rendered.
  private weak var mixer: PhoneMixer?
  private let app: AppID
  /// Whether the system plays on this output.
  ///
  /// The system does not need permission to start.
  private let isSystems: Bool
  /// The source to pull, its number in the mixer, and the start time.
  private let run = Guarded<(source: any BlockSource, engine: Int, start: PhoneTime)?>(nil)

  /// False, because the output is pulled together with the mixer.
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
        .deviceUnavailable, subject: "mixer", detail: "The phone no longer exists.")
    }
    if !isSystems { try mixer.requirePermission(of: app) }
    if run.withLock({ $0 != nil }) {
      throw OutputError(.alreadyRunning, subject: "mixer", detail: "The output is running.")
    }
    source.prepare(sampleRate: mixer.sampleRate)
    guard let handle = RenderHandle(source) else {
      throw OutputError(
        .unsupportedConfiguration, subject: "mixer",
        detail: "The mixer accepts only haptic engines.")
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

  /// When the engine was started, in the phone's time; nil while it is not running.
  var startTime: PhoneTime? { run.withLock { $0?.start } }

  /// Frees everything that the engine's render side no longer uses.
  func collect() {
    let source = run.withLock { $0?.source }
    source?.collect()
  }
}
