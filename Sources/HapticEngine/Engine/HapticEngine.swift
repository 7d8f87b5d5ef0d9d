internal import Dispatch
public import Realtime
internal import Synchronization
internal import TextFormats

/// Plays haptic patterns on an output.
///
/// An engine is made with an output, started, asked for players, and stopped. Several engines may
/// run at once, each with an output of its own. Handlers are called in order on a queue of the
/// engine's, never the main queue; they may call anything and take as long as they like. Semantics
/// are those of Core Haptics' `CHHapticEngine`.
///
/// - Thread: any.        Realtime-safe: no; only what the output pulls is.
public final class HapticEngine: Sendable {
  let core: EngineCore

  /// An engine that plays on `output`.
  public init(output: any BlockOutput, configuration: EngineConfiguration = .init()) {
    core = EngineCore(output: output, configuration: configuration)
  }

  deinit {
    core.handleLater(.stoppedBecause(.engineDestroyed))
    core.endEvents()
  }

  /// What the engine can do, and the range and default of each parameter.
  public var capabilities: Capabilities { core.configuration.capabilities }

  // MARK: Time

  /// The engine's time, in seconds, at which a command without a time takes effect that is sent now.
  ///
  /// On an output with a clock, such as a device, it goes on steadily, one block ahead of what is due
  /// to be rendered, so that every command takes as long to be heard; `heardTime` is behind it by that.
  /// On one that is pulled it is what has been rendered. It never goes back, and stands still while
  /// the engine is stopped.
  public var currentTime: Seconds { core.currentTime }

  /// The engine's time, in seconds, that is heard now.
  ///
  /// On an output that is pulled it is what has been rendered.
  public var heardTime: Seconds {
    core.state.withLock { state in
      guard let run = state.run else { return state.timeBase }
      return state.time(of: run.heardFrame)
    }
  }

  /// When the engine's `time`, in seconds, is heard: nanoseconds of `MonotonicClock`, to align haptics
  /// with video, input, or another engine.
  ///
  /// Nil while the output has no clock: it is stopped, has not pulled a block yet, or is pulled by
  /// hand. As exact as what the device says of its delay.
  public func nanoseconds(heardAt time: Seconds) -> Int64? {
    core.state.withLock { state in
      guard let run = state.run, let clock = run.clock else { return nil }
      let ahead = (time - state.time(of: clock.frame)) * 1e9
      guard ahead.magnitude < 9e18 else { return nil }
      return clock.time.heardNanoseconds.addingReportingOverflow(Int64(ahead)).partialValue
    }
  }

  /// The engine's time, in seconds, that is heard at `nanoseconds` of `MonotonicClock`; nil as for
  /// `nanoseconds(heardAt:)`.
  public func time(heardAtNanoseconds nanoseconds: Int64) -> Seconds? {
    core.state.withLock { state in
      guard let run = state.run, let clock = run.clock else { return nil }
      return state.time(of: clock.frame)
        + (Double(nanoseconds) - Double(clock.time.heardNanoseconds)) / 1e9
    }
  }

  /// How long it takes, in seconds, from rendering to hearing, as far as the output knows; 0 for one
  /// without a clock.
  public var outputDelay: Seconds {
    core.state.withLock { state in
      guard let time = state.run?.clock?.time else { return 0 }
      return max(0, Double(time.heardNanoseconds - time.pulledNanoseconds) / 1e9)
    }
  }

  /// Lets everything that `commands` asks of the players of this engine take effect at one frame, as soon
  /// as possible.
  ///
  /// A batch is carried out as a whole, by one block: where players of it have much to do before, all
  /// of it is late. Commands with a time of their own that is yet to be rendered keep it. Batches inside
  /// of each other are one. What other threads send meanwhile waits for the end of the batch, so keep it short. What
  /// was sent before `commands` throws takes effect.
  ///
  /// ```swift
  /// try engine.batch {
  ///   left.playbackRate = 2
  ///   try left.start()
  ///   try right.start()
  /// }
  /// ```
  ///
  /// - Throws: what `commands` throws.
  public func batch<Failure: Error>(_ commands: () throws(Failure) -> Void) throws(Failure) {
    try core.batch(commands)
  }

  // MARK: Levels

  /// Whether `takeLevels` measures: it costs a look at each sample.
  ///
  /// Default false.
  public var isMeteringEnabled: Bool {
    get { core.state.withLock { $0.settings.isMeteringEnabled } }
    set {
      core.state.withLock { state in
        state.settings.isMeteringEnabled = newValue
        unsafe state.run?.link.counters.pointee.meters.enable(newValue)
        // What was measured before is not since the last call.
        if newValue { _ = unsafe state.run?.link.counters.pointee.meters.take() }
      }
    }
  }

  /// The largest magnitudes that were rendered on each bus since the last call, of whoever made it.
  ///
  /// Zeros while metering is not enabled, and while the engine does not run.
  public func takeLevels() -> BusLevels {
    core.state.withLock { state in
      guard state.settings.isMeteringEnabled, let run = state.run else { return BusLevels() }
      return unsafe run.link.counters.pointee.meters.take()
    }
  }

  // MARK: Starting and stopping

  /// Whether the engine runs: its output is open and pulls it.
  public var isRunning: Bool { core.state.withLock { $0.machine.phase == .running } }

  /// Opens the output and starts to render; returns when that is done.
  ///
  /// An engine that runs stays as it is.
  ///
  /// - Throws: `EngineError` with `serverInitFailed` and the output's words.
  public func start() throws(EngineError) { try core.start() }

  /// Starts the engine and calls `completion`, whatever comes of it, on the engine's queue of
  /// answers, which is not that of its handlers.
  public func start(completion: @escaping @Sendable (EngineError?) -> Void) {
    core.lifecycle.async { [core] in
      do throws(EngineError) {
        try core.take(.startRequested)
        core.answers.async { completion(nil) }
      } catch {
        core.answers.async { completion(error) }
      }
    }
  }

  /// Stops rendering and closes the output; players stop.
  ///
  /// Returns when that is done. The stopped handler is not called.
  public func stop() { core.stop(on: .stopRequested) }

  /// Stops the engine and calls `completion` on the engine's queue of answers.
  public func stop(completion: @escaping @Sendable (EngineError?) -> Void) {
    core.lifecycle.async { [core] in
      core.takeUnrefused(.stopRequested)
      core.answers.async { completion(nil) }
    }
  }

  /// Stops the engine as the system does, and calls the stopped handler with `reason`: how a
  /// simulated phone interrupts an engine, and how a test makes one fail.
  public func stop(because reason: StoppedReason) { core.stop(on: .stoppedBecause(reason)) }

  /// Resets the engine as a system whose haptic server has died: it stops, its players become
  /// invalid, its sounds are forgotten, and the reset handler is called.
  ///
  /// Settings stay.
  public func reset() { core.stop(on: .serverReset) }

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
    set {
      core.state.withLock { state in
        state.settings.isAutoShutdownEnabled = newValue
        state.collectSoon()
      }
    }
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
    do throws(TextFileError) {
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

  /// What the output is and what has happened on it; nil for one that keeps no account.
  public var statistics: OutputStatistics? { core.output.statistics }

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
