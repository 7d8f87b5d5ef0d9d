internal import Dispatch
internal import Realtime

/// The inside of an engine, which the engine and its players share.
///
/// Three kinds of threads meet here. Any thread calls the control functions; they change `state`
/// under its lock. The output's thread calls `render`, which touches only the renderer. Handlers are
/// called on `callbacks`, in order, with no lock held, so that they may call anything and take as long
/// as they like: what the render side is done with is collected elsewhere.
@safe
final class EngineCore: BlockSource, @unchecked Sendable {
  // SAFETY (unchecked Sendable): `renderer` is changed only by `prepare` and after the output has
  // stopped, when by the contract of `BlockOutput` nothing renders; all else is immutable or locked.

  /// What the lock protects.
  struct State: ~Copyable, @unchecked Sendable {
    // SAFETY (unchecked Sendable): its pointers are the control side's to free, and whoever has the
    // lock is the control side.

    var machine = EngineState()
    var run: EngineRun?
    /// How often the output was opened: what tells the present run from those before.
    var runNumber = 0
    /// The engine's time, in seconds, at the start of the present run.
    var timeBase: Seconds = 0
    var players: [Int: PlayerRecord] = [:]
    var lastID = 0
    /// When something was last played, in the engine's time.
    var lastActivity: Seconds = 0
    var settings = EngineSettings()
    /// The settings as they were when the present run started.
    var runSettings = EngineSettings()
    var handlers = EngineHandlers()
    /// Why the output last failed.
    var outputError: OutputError?
    /// How many batches of commands are open.
    var batchDepth = 0
    var collector = Collector()
  }

  let output: any BlockOutput
  let configuration: EngineConfiguration
  let state = Guarded(State())
  /// Where handlers are called: in order, one at a time.
  let callbacks = DispatchQueue(label: "haptic-engine.callbacks")
  /// Where the answers to `start` and `stop` are given, in order: not on the queue of the handlers, one
  /// of which may wait for such an answer.
  let answers = DispatchQueue(label: "haptic-engine.answers")
  /// Where the engine is started and stopped: one at a time.
  let lifecycle = DispatchQueue(label: "haptic-engine.lifecycle")
  /// Where what the render side is done with is collected, while a real-time output runs.
  let collection = DispatchQueue(label: "haptic-engine.collection")
  private var renderer: UnsafeMutablePointer<Renderer>?

  init(output: any BlockOutput, configuration: EngineConfiguration) {
    self.output = output
    self.configuration = configuration
    unsafe renderer = nil
  }

  deinit {
    let run = state.withLock { $0.run }
    run?.tearDown()
  }

  // MARK: The render side

  @_noAllocation @_noLocks
  func render(into block: BusBlock) {
    guard let renderer = unsafe renderer else {
      unsafe block.haptic.update(repeating: 0, count: block.frameCount)
      unsafe block.audioLeft.update(repeating: 0, count: block.frameCount)
      unsafe block.audioRight.update(repeating: 0, count: block.frameCount)
      return
    }
    unsafe renderer.pointee.render(into: block)
  }

  /// Gives the render side the renderer of a new run, or none.
  func setRenderer(_ renderer: UnsafeMutablePointer<Renderer>?) {
    unsafe self.renderer = renderer
  }

  // MARK: Time

  /// The engine's time in seconds at which a command without a time takes effect.
  var currentTime: Seconds { state.withLock { $0.currentTime } }
}

extension EngineCore.State {
  /// The engine's time at which a command without a time takes effect that is sent now.
  var currentTime: Seconds {
    mutating get {
      guard var run else { return timeBase }
      let frame = max(run.nextFrame(), run.clock == nil ? run.frame : 0)
      self.run = run
      return time(of: frame)
    }
  }

  /// The engine's time of `frame` of the present run.
  func time(of frame: Frame) -> Seconds {
    guard let run else { return timeBase }
    return timeBase + Double(frame) / run.sampleRate
  }

  /// The frame of the present run at which a command takes effect that is to hold from `time` of the
  /// engine: for a time that is past or 0, the next that is possible, or in a batch that of the batch.
  mutating func frame(at time: Seconds) -> Frame {
    guard let run else { return 0 }
    if isInFuture(time) { return nearestFrame((time - timeBase) * run.sampleRate) }
    if run.isBatching { return EngineRun.batchFrame }
    return self.run?.nextFrame() ?? 0
  }
}

/// What is set on an engine.
struct EngineSettings: Hashable, Sendable {
  /// Take effect when the engine is started.
  var playsHapticsOnly = false
  var playsAudioOnly = false
  /// Take effect at once.
  var isMutedForHaptics = false
  var isMutedForAudio = false
  var isAutoShutdownEnabled = false
  var isMeteringEnabled = false
}

/// The handlers of an engine.
struct EngineHandlers: Sendable {
  var stopped: @Sendable (StoppedReason) -> Void = { _ in }
  var reset: @Sendable () -> Void = {}
  /// Wait for all players to have finished.
  var finished: [@Sendable (EngineError?) -> FinishedAction] = []
  /// Who follows the engine's events, by number.
  var streams: [Int: AsyncStream<EngineEvent>.Continuation] = [:]
  private var lastStream = 0

  /// Adds a sequence of events.
  ///
  /// - Returns: its number.
  mutating func addStream(_ stream: AsyncStream<EngineEvent>.Continuation) -> Int {
    lastStream += 1
    streams[lastStream] = stream
    return lastStream
  }
}
