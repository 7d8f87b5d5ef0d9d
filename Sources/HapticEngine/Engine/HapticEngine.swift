internal import Dispatch
public import Realtime
internal import Synchronization
internal import TextFormats

/// Plays haptic patterns on an output.
///
/// Create an engine with an output, start it, make players, and stop it. Several engines may run at the same time, each
/// with its own output. Handlers are called in order on a private queue of the engine, never on the main queue.
/// Handlers may call anything and take as long as they like, and so may the deinit of objects that they own. The
/// semantics are those of Core Haptics' `CHHapticEngine`.
///
/// - Thread: any. Realtime-safe: no, except the part that the output pulls.
public final class HapticEngine: Sendable {
  let core: EngineCore

  /// Creates an engine that plays on `output`.
  public init(output: any BlockOutput, configuration: EngineConfiguration = .init()) {
    core = EngineCore(output: output, configuration: configuration)
  }

  deinit {
    core.handleLater(.stoppedBecause(.engineDestroyed))
    core.endEvents()
  }

  /// The capabilities of the engine, and the range and default of each parameter.
  public var capabilities: Capabilities { core.configuration.capabilities }

  // MARK: Time

  /// The engine's time, in seconds, at which a command sent now without a time takes effect.
  ///
  /// On an output with a clock, such as a device, this time advances steadily, one block ahead of the frame that is
  /// due, so that every command has the same latency; `heardTime` lags behind by that latency. On an output that is
  /// pulled by hand, `currentTime` is the time rendered so far. It never goes backward, and stands still while the
  /// engine is stopped.
  public var currentTime: Seconds { core.currentTime }

  /// The engine's time, in seconds, of the frame that is heard now.
  ///
  /// On an output that is pulled by hand, `heardTime` is the time rendered so far.
  public var heardTime: Seconds {
    core.state.withLock { state in
      guard let run = state.run else { return state.timeBase }
      return state.time(of: run.heardFrame)
    }
  }

  /// Returns the time on `MonotonicClock`, in nanoseconds, at which the frame at the engine's `time` is heard.
  ///
  /// Use this time to align haptics with video, input, or another engine. It is as exact as the delay that the device
  /// reports. The result is nil while the output does not have a clock, that is, if the output is stopped, has not
  /// pulled a block yet, or is pulled by hand.
  public func nanoseconds(heardAt time: Seconds) -> Int64? {
    core.state.withLock { state in
      guard let run = state.run, let clock = run.clock else { return nil }
      let ahead = (time - state.time(of: clock.frame)) * 1e9
      guard ahead.magnitude < 9e18 else { return nil }
      return clock.time.heardNanoseconds.addingReportingOverflow(Int64(ahead)).partialValue
    }
  }

  /// Returns the engine's time, in seconds, of the frame that is heard at `nanoseconds` on `MonotonicClock`; nil under
  /// the same conditions as `nanoseconds(heardAt:)`.
  public func time(heardAtNanoseconds nanoseconds: Int64) -> Seconds? {
    core.state.withLock { state in
      guard let run = state.run, let clock = run.clock else { return nil }
      return state.time(of: clock.frame)
        + (Double(nanoseconds) - Double(clock.time.heardNanoseconds)) / 1e9
    }
  }

  /// The delay from rendering to hearing, in seconds, as far as the output knows it; 0 for an output without a clock.
  public var outputDelay: Seconds {
    core.state.withLock { state in
      guard let time = state.run?.clock?.time else { return 0 }
      return max(0, Double(time.heardNanoseconds - time.pulledNanoseconds) / 1e9)
    }
  }

  /// Makes all commands that `commands` sends to players of this engine take effect at one frame, as soon as possible.
  ///
  /// A batch takes effect as a whole, in one block: if one of its players is busy, the whole batch is delayed. Commands
  /// for a future time still take effect at that time. Nested batches are joined. A batch contains only the calling
  /// thread's commands; other threads' commands do not wait for the batch. If `commands` throws, the commands before
  /// the error take effect.
  ///
  /// ```swift
  /// try engine.batch {
  ///   left.playbackRate = 2
  ///   try left.start()
  ///   try right.start()
  /// }
  /// ```
  ///
  /// - Throws: the error that `commands` throws.
  public func batch<Failure: Error>(_ commands: () throws(Failure) -> Void) throws(Failure) {
    let sender = Sender.current
    core.state.withLock { $0.beginBatch(of: sender) }
    defer { core.state.withLock { $0.endBatch(of: sender) } }
    try commands()
  }

  // MARK: Levels

  /// Whether levels are measured, which requires reading every sample once.
  ///
  /// The default is false.
  public var isMeteringEnabled: Bool {
    get { core.state.withLock { $0.settings.isMeteringEnabled } }
    set {
      core.state.withLock { state in
        state.settings.isMeteringEnabled = newValue
        unsafe state.run?.link.counters.pointee.meters.enable(newValue)
        // Measurements from before metering was enabled do not belong to the time since the last call.
        if newValue { _ = unsafe state.run?.link.counters.pointee.meters.take() }
      }
    }
  }

  /// Returns each bus's peaks since the last call to this method from any thread.
  ///
  /// They are zero while metering is disabled and while the engine is not running.
  public func takeLevels() -> BusLevels {
    core.state.withLock { state in
      guard state.settings.isMeteringEnabled, let run = state.run else { return BusLevels() }
      return unsafe run.link.counters.pointee.meters.take()
    }
  }

  // MARK: Starting and stopping

  /// Whether the engine is running, that is, its output is open and pulls blocks.
  public var isRunning: Bool { core.state.withLock { $0.isRunning } }

  /// Whether a player is playing or about to play.
  package var isPlaying: Bool {
    core.state.withLock { $0.run != nil && $0.players.values.contains { $0.isActive } }
  }

  /// Opens the output and starts rendering; returns when rendering has started.
  ///
  /// Does nothing if the engine is already running.
  ///
  /// - Throws: `EngineError` with `serverInitFailed` and the output's message; with `operationNotPermitted` if the
  ///   output's owner or the simulated phone does not let the engine start now; or with `badParameterEntry` for a
  ///   profile with values that are out of range.
  public func start() throws(EngineError) { try core.start() }

  /// Sets the check that every start of the engine must pass before the output is opened.
  ///
  /// - Parameter permission: called at every start, before the output is opened. If it throws `notPermitted`, the start
  ///   throws `operationNotPermitted`.
  package func requirePermission(_ permission: @escaping @Sendable () throws(OutputError) -> Void) {
    core.state.withLock { $0.permission = permission }
  }

  /// Sets the gains that a simulated phone applies to the buses, in addition to the engine's own mutes.
  ///
  /// Takes effect within 5 ms.
  ///
  /// - Parameters:
  ///   - haptic: the gain of the haptic bus, 0...1.
  ///   - audio: the gain of the audio bus, 0...1.
  package func setHostGains(haptic: Double, audio: Double) {
    let gains = BusGains(haptic: Float(haptic), audio: Float(audio))
    if core.state.withLock({ $0.settings.hostGains }) == gains { return }
    core.changeSettings { $0.hostGains = gains }
  }

  /// Starts the engine and calls `completion` with the result, on a private queue that is separate from the queue of
  /// the handlers.
  public func start(completion: @escaping @Sendable (EngineError?) -> Void) {
    core.lifecycle.async { [core] in
      do throws(EngineError) {
        try core.open()
        core.answers.async { completion(nil) }
      } catch {
        core.answers.async { completion(error) }
      }
    }
  }

  /// Stops rendering and closes the output; all players stop.
  ///
  /// Returns once the output is closed. The stopped handler is not called. If another thread is opening the output, the
  /// opening ends with an error, provided that the output supports this, as devices do. If the output is stopped or
  /// finished by a direct call, the engine stops in the same way; it can be started again.
  public func stop() { core.stop() }

  /// Stops the engine and calls `completion` on the same queue as `start(completion:)` does.
  ///
  /// The stop waits until earlier calls are done, including a start that is opening the output.
  public func stop(completion: @escaping @Sendable (EngineError?) -> Void) {
    core.lifecycle.async { [core] in
      core.take(.stopRequested)
      core.answers.async { completion(nil) }
    }
  }

  /// Stops the engine as the system does, and calls the stopped handler with `reason`.
  ///
  /// A simulated phone uses this method to interrupt an engine, and tests use it to make an engine fail.
  public func stop(because reason: StoppedReason) { core.stop(on: .stoppedBecause(reason)) }

  /// Resets the engine as after a crash of the haptic server.
  ///
  /// The engine stops, its players become invalid, its sounds are released, and the reset handler is called. Settings
  /// are kept.
  public func reset() { core.stop(on: .serverReset) }

  // MARK: Settings and handlers

  /// The handler that is called when the engine stops without a call to `stop()`.
  public var stoppedHandler: @Sendable (StoppedReason) -> Void {
    get { core.state.withLock { $0.handlers.stopped } }
    set {
      // The old handler is released after the lock: it may own players, and their deinit needs the lock.
      var handler = newValue
      core.state.withLock { swap(&$0.handlers.stopped, &handler) }
    }
  }

  /// The handler that is called after a reset; it should start the engine and create the players again.
  public var resetHandler: @Sendable () -> Void {
    get { core.state.withLock { $0.handlers.reset } }
    set {
      var handler = newValue
      core.state.withLock { swap(&$0.handlers.reset, &handler) }
    }
  }

  /// Whether audio events stay silent; takes effect when the engine is started.
  ///
  /// The default is false.
  public var playsHapticsOnly: Bool {
    get { core.state.withLock { $0.settings.playsHapticsOnly } }
    set { core.state.withLock { $0.settings.playsHapticsOnly = newValue } }
  }

  /// Whether haptic events stay silent; takes effect when the engine is started.
  ///
  /// The default is false.
  public var playsAudioOnly: Bool {
    get { core.state.withLock { $0.settings.playsAudioOnly } }
    set { core.state.withLock { $0.settings.playsAudioOnly = newValue } }
  }

  /// Whether the haptic bus is silent.
  ///
  /// Takes effect immediately, within 5 ms. The default is false.
  public var isMutedForHaptics: Bool {
    get { core.state.withLock { $0.settings.isMutedForHaptics } }
    set { core.changeSettings { $0.isMutedForHaptics = newValue } }
  }

  /// Whether the audio bus is silent.
  ///
  /// Takes effect immediately, within 5 ms. The default is false.
  public var isMutedForAudio: Bool {
    get { core.state.withLock { $0.settings.isMutedForAudio } }
    set { core.changeSettings { $0.isMutedForAudio = newValue } }
  }

  /// Whether the engine stops, with the reason `idleTimeout`, once nothing has been played for two minutes.
  ///
  /// The next player that starts also starts the engine. The default is false.
  public var isAutoShutdownEnabled: Bool {
    get { core.state.withLock { $0.settings.isAutoShutdownEnabled } }
    set {
      core.state.withLock { state in
        state.settings.isAutoShutdownEnabled = newValue
        state.collectSoon()
      }
    }
  }

  /// Calls `handler` once when all players have finished, or immediately if none is playing.
  ///
  /// Also waits for players that start in the meantime. The engine performs the action that the handler returns.
  public func notifyWhenPlayersFinished(
    _ handler: @escaping @Sendable (EngineError?) -> FinishedAction
  ) {
    core.state.withLock { $0.handlers.finished.append(handler) }
    core.notifyIfAllFinished()
  }

  // MARK: Players

  /// Creates a player of `pattern`.
  ///
  /// - Throws: `EngineError` if a sound of the pattern is missing or too large, or there are too
  ///   many players.
  public func makePlayer(with pattern: HapticPattern) throws(EngineError) -> PatternPlayer {
    PatternPlayer(core: core, id: try core.addPlayer(pattern))
  }

  /// Creates a player of `pattern` that can pause, seek, loop and change its speed.
  ///
  /// - Throws: `EngineError`, as `makePlayer(with:)` does.
  public func makeAdvancedPlayer(
    with pattern: HapticPattern
  ) throws(EngineError) -> AdvancedPatternPlayer {
    AdvancedPatternPlayer(core: core, id: try core.addPlayer(pattern))
  }

  /// Plays `pattern` once, starting the engine if necessary.
  ///
  /// - Throws: `EngineError`, as `start()` and `makePlayer(with:)` do.
  public func play(_ pattern: HapticPattern) throws(EngineError) {
    try start()
    try core.playOnce(pattern)
  }

  /// Plays the AHAP file at `path` once, starting the engine if necessary.
  ///
  /// - Throws: `EngineError` with `fileNotFound` for a file that does not exist; with `invalidPatternData` and every
  ///   problem in the file, or the reason why it cannot be read; and as `play(_:)` does.
  public func playPattern(fromFile path: String) throws(EngineError) {
    let reading: AHAPReading
    do throws(TextFileError) {
      reading = try AHAP.read(path: path)
    } catch {
      switch error {
      case .notFound: throw EngineError(.fileNotFound, error.description)
      case .notAFile, .notPermitted, .tooLarge, .changed, .failed:
        throw EngineError(.invalidPatternData, error.description)
      }
    }
    try play(reading.playable)
  }

  /// Plays the AHAP text in `data` once, starting the engine if necessary.
  ///
  /// - Throws: `EngineError` with `invalidPatternData` and every problem in the data; and as `play(_:)` does.
  public func playPattern(from data: [UInt8]) throws(EngineError) {
    try play(AHAP.read(data, file: "data").playable)
  }

  // MARK: What happened

  /// The statistics of the output; nil for an output that does not provide any.
  public var statistics: OutputStatistics? { core.output.statistics }

  /// The number of events in the current run that were dropped because no voice was free.
  public var lostVoices: Int { core.lostVoices }

  /// The most recent error of the output; nil if it never failed.
  public var outputError: OutputError? { core.state.withLock { $0.outputError } }
}

extension AHAPReading {
  /// The pattern, if the reading is free of errors.
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
