internal import Dispatch
public import Realtime
internal import Synchronization

/// Plays haptic patterns on an output.
///
/// An engine is made with an output, started, asked for players, and stopped. Several engines may
/// run at once, each with an output of its own. Handlers are called in order on a queue of the
/// engine's, never the main queue, and may call anything. Semantics are those of Core Haptics'
/// `CHHapticEngine`.
///
/// - Thread: any.        Realtime-safe: no; only what the output pulls is.
public final class HapticEngine: Sendable {
  let core: EngineCore

  /// An engine that plays on `output`.
  public init(output: any BlockOutput, configuration: EngineConfiguration = .init()) {
    core = EngineCore(output: output, configuration: configuration)
  }

  deinit { core.handleLater(.stoppedBecause(.engineDestroyed)) }

  /// What the engine can do, and the range and default of each parameter.
  public var capabilities: Capabilities { core.configuration.capabilities }

  /// The engine's time in seconds: what it has rendered, over all its runs.
  ///
  /// It stands still while the engine is stopped.
  public var currentTime: Seconds { core.currentTime }

  // MARK: Starting and stopping

  /// Opens the output and starts to render; returns when that is done.
  ///
  /// An engine that runs stays as it is.
  ///
  /// - Throws: `EngineError` with `serverInitFailed` and the output's words.
  public func start() throws(EngineError) { try core.handle(.startRequested) }

  /// Starts the engine and calls `completion`, whatever comes of it, on the engine's queue.
  public func start(completion: @escaping @Sendable (EngineError?) -> Void) {
    core.lifecycle.async { [core] in
      let result = core.startNow()
      core.callbacks.async {
        switch result {
        case .success: completion(nil)
        case .failure(let error): completion(error)
        }
      }
    }
  }

  /// Stops rendering and closes the output; players stop.
  ///
  /// Returns when that is done. The stopped handler is not called.
  public func stop() { core.stop() }

  /// Stops the engine and calls `completion` on the engine's queue.
  public func stop(completion: @escaping @Sendable (EngineError?) -> Void) {
    core.lifecycle.async { [core] in
      core.stopNow()
      core.callbacks.async { completion(nil) }
    }
  }

  /// Stops the engine as the system does, and calls the stopped handler with `reason`: how a
  /// simulated phone interrupts an engine, and how a test makes one fail.
  public func stop(because reason: StoppedReason) { core.stop(because: reason) }

  /// Resets the engine as a system whose haptic server has died: it stops, its players become
  /// invalid, its sounds are forgotten, and the reset handler is called.
  ///
  /// Settings stay.
  public func reset() { core.reset() }

  // MARK: Settings and handlers

  /// Called when the engine stops without having been told to.
  public var stoppedHandler: @Sendable (StoppedReason) -> Void {
    get { core.state.withLock { $0.handlers.stopped } }
    set {
      // The old one is let go of after the lock: it may own players, whose end needs it.
      var handler = newValue
      core.state.withLock { swap(&$0.handlers.stopped, &handler) }
    }
  }

  /// Called when the engine was reset: start it and make the players anew.
  public var resetHandler: @Sendable () -> Void {
    get { core.state.withLock { $0.handlers.reset } }
    set {
      var handler = newValue
      core.state.withLock { swap(&$0.handlers.reset, &handler) }
    }
  }

  /// Whether audio events stay silent; takes effect when the engine is started.
  ///
  /// Default false.
  public var playsHapticsOnly: Bool {
    get { core.state.withLock { $0.settings.playsHapticsOnly } }
    set { core.state.withLock { $0.settings.playsHapticsOnly = newValue } }
  }

  /// Whether haptic events stay silent; takes effect when the engine is started.
  ///
  /// Default false.
  public var playsAudioOnly: Bool {
    get { core.state.withLock { $0.settings.playsAudioOnly } }
    set { core.state.withLock { $0.settings.playsAudioOnly = newValue } }
  }

  /// Whether the haptic bus is silent.
  ///
  /// Takes effect at once, within 5 ms. Default false.
  public var isMutedForHaptics: Bool {
    get { core.state.withLock { $0.settings.isMutedForHaptics } }
    set { core.changeSettings { $0.isMutedForHaptics = newValue } }
  }

  /// Whether the audio bus is silent.
  ///
  /// Takes effect at once, within 5 ms. Default false.
  public var isMutedForAudio: Bool {
    get { core.state.withLock { $0.settings.isMutedForAudio } }
    set { core.changeSettings { $0.isMutedForAudio = newValue } }
  }

  /// Whether the engine stops, with the reason `idleTimeout`, when nothing was played for two
  /// minutes; a player that starts later starts it again.
  ///
  /// Default false.
  public var isAutoShutdownEnabled: Bool {
    get { core.state.withLock { $0.settings.isAutoShutdownEnabled } }
    set { core.state.withLock { $0.settings.isAutoShutdownEnabled = newValue } }
  }

  /// Calls `handler` once when no player plays any more; at once if none does.
  ///
  /// Players that start meanwhile are waited for. What the handler returns is done.
  public func notifyWhenPlayersFinished(
    _ handler: @escaping @Sendable (EngineError?) -> FinishedAction
  ) {
    core.state.withLock { $0.handlers.finished.append(handler) }
    core.notifyIfAllFinished()
  }

  // MARK: Players

  /// A player of `pattern`.
  ///
  /// - Throws: `EngineError` if a sound of the pattern is missing or too large, or there are too
  ///   many players.
  public func makePlayer(with pattern: HapticPattern) throws(EngineError) -> PatternPlayer {
    PatternPlayer(core: core, id: try core.addPlayer(pattern))
  }

  /// A player of `pattern` that can pause, seek, loop and change its speed.
  ///
  /// - Throws: `EngineError`, as `makePlayer(with:)`.
  public func makeAdvancedPlayer(
    with pattern: HapticPattern
  ) throws(EngineError) -> AdvancedPatternPlayer {
    AdvancedPatternPlayer(core: core, id: try core.addPlayer(pattern))
  }

  /// Plays `pattern` once, starting the engine if need be; there is no handle.
  ///
  /// - Throws: `EngineError`, as `start()` and `makePlayer(with:)`.
  public func play(_ pattern: HapticPattern) throws(EngineError) {
    try start()
    try core.playOnce(pattern)
  }

  /// Plays the AHAP file at `path` once, starting the engine if need be.
  ///
  /// - Throws: `EngineError` with `fileNotFound`, or `invalidPatternData` and every problem of the
  ///   file; and as `play(_:)`.
  public func playPattern(fromFile path: String) throws(EngineError) {
    let reading: AHAPReading
    do throws(PatternFileError) {
      reading = try AHAP.read(path: path)
    } catch {
      throw EngineError(.fileNotFound, error.description)
    }
    try play(reading.playable)
  }

  /// Plays the AHAP text in `data` once, starting the engine if need be.
  ///
  /// - Throws: `EngineError` with `invalidPatternData` and every problem of the data; and as
  ///   `play(_:)`.
  public func playPattern(from data: [UInt8]) throws(EngineError) {
    try play(AHAP.read(data, file: "data").playable)
  }

  // MARK: What happened

  /// How many events were left out because no voice was free, in the present run.
  public var lostVoices: Int { core.lostVoices }

  /// Why the output last failed; nil if it never did.
  public var outputError: OutputError? { core.state.withLock { $0.outputError } }
}

extension AHAPReading {
  /// The pattern, if there is one.
  fileprivate var playable: HapticPattern {
    get throws(EngineError) {
      guard let pattern else {
        throw EngineError(
          .invalidPatternData, diagnostics.map(\.description).joined(separator: "\n"))
      }
      return pattern
    }
  }
}
