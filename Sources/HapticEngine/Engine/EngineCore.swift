internal import Dispatch
internal import Realtime
internal import Synchronization

/// The implementation of an engine, shared by the engine and its players.
///
/// Three kinds of threads use this class. Any thread may call the control functions, which change `state` under its
/// lock. The output's thread calls `render`, which uses only the renderer. Handlers are called on `callbacks`, in order
/// and without a lock held, so that they may call anything and take as long as they like. Memory that the render side
/// has finished with is collected elsewhere.
@safe
final class EngineCore: BlockSource, @unchecked Sendable {
  // SAFETY (unchecked Sendable): `renderer` is changed only by `prepare` and after the output has stopped. By the
  // contract of `BlockOutput`, nothing renders then. Everything else is immutable or locked.

  let output: any BlockOutput
  let configuration: EngineConfiguration
  let state = Guarded(State())
  /// The queue of the handlers, which are called in order, one at a time.
  let callbacks = DispatchQueue(label: "haptic-engine.callbacks")
  /// The queue on which the results of `start` and `stop` are delivered, in order.
  ///
  /// This queue is separate from the queue of the handlers, because a handler may wait for such a result.
  let answers = DispatchQueue(label: "haptic-engine.answers")
  /// The queue on which the engine is started and stopped, one call at a time.
  let lifecycle = DispatchQueue(label: "haptic-engine.lifecycle")
  /// Identifies the engine on whose `lifecycle` queue a thread is running.
  private static let lifecycleKey = DispatchSpecificKey<ObjectIdentifier>()
  /// The callers that are waiting until the output is no longer being opened.
  private let opening = DispatchGroup()
  /// The queue on which memory that the render side has finished with is collected, while a real-time output runs.
  let collection = DispatchQueue(label: "haptic-engine.collection")
  private(set) var renderer: UnsafeMutablePointer<Renderer>?

  init(output: any BlockOutput, configuration: EngineConfiguration) {
    self.output = output
    self.configuration = configuration
    unsafe renderer = nil
    lifecycle.setSpecific(key: Self.lifecycleKey, value: ObjectIdentifier(lifecycle))
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

  func ended() {
    // The output may hold its lock, so the work is deferred, but recorded immediately.
    let run = state.withLock { state -> Int? in
      if state.run != nil { state.isOutputOver = true }
      return state.life == .running ? state.runNumber : nil
    }
    if let run { handleLater(.outputEnded, ofRun: run) }
  }

  // MARK: Time

  /// The engine's time, in seconds, at which a command without a time takes effect.
  var currentTime: Seconds { state.withLock { $0.currentTime } }
}

extension EngineCore {
  /// The time, in seconds, after which an engine with automatic shutdown shuts down if nothing plays.
  ///
  /// Source: Core Haptics, `isAutoShutdownEnabled`: "approximately two minutes".
  static let idleSeconds: Seconds = 120

  /// Starts the engine and waits until it is running.
  ///
  /// - Throws: `EngineError` if the output cannot be opened, or the profile is not valid.
  func start() throws(EngineError) {
    try onLifecycle { () throws(EngineError) in try open() }
  }

  /// Stops or resets the engine for `event`, and waits until that is done.
  func stop(on event: EngineState.Event) { inTurn { take(event) } }

  /// Whether this thread is on `lifecycle`.
  private var isOnLifecycle: Bool {
    DispatchQueue.getSpecific(key: Self.lifecycleKey) == ObjectIdentifier(lifecycle)
  }

  /// Runs `body` on `lifecycle` and waits for it; runs `body` directly if the caller is already on that queue.
  ///
  /// Users' closures and objects are released on that queue, and their deinit may stop or start the engine.
  private func inTurn<Result>(_ body: () -> Result) -> Result {
    isOnLifecycle ? body() : lifecycle.sync(execute: body)
  }

  /// Stops the engine and waits until it has stopped.
  ///
  /// Does not wait for a device that another thread is opening. That attempt to open a device ends with an error, and
  /// so do the attempts that wait for their turn.
  func stop() {
    if isOnLifecycle { return take(.stopRequested) }
    let opened = state.withLock { state in
      state.stopsWaiting += 1
      return state.runNumber
    }
    // This is repeated, because the first call may come just before the output begins to open.
    while state.withLock({ $0.isOpening && $0.runNumber == opened }) {
      output.stop()
      _ = opening.wait(timeout: .now() + .milliseconds(Self.openingMilliseconds))
    }
    lifecycle.sync {
      state.withLock { $0.stopsWaiting -= 1 }
      take(.stopRequested)
    }
  }

  /// The interval, in milliseconds, at which an output that is still opening is stopped again.
  ///
  /// Our choice.
  private static let openingMilliseconds = 5

  /// Runs `body` on the queue where the engine is started and stopped, and waits for it.
  func onLifecycle(_ body: () throws(EngineError) -> Void) throws(EngineError) {
    // Uses a result, because `sync` does not support typed errors.
    let result: Result<Void, EngineError> = inTurn { Result(catching: body) }
    try result.get()
  }

  /// Changes settings that take effect immediately.
  func changeSettings(_ change: (inout EngineSettings) -> Void) {
    state.withLock { state in
      let sender = Sender.current
      let isOthers = state.run?.areGainsUnsent == true && state.gainsSender != sender
      state.gainsSender = isOthers ? nil : sender
      change(&state.settings)
      state.run?.areGainsUnsent = true
      state.sendUnsent()
      state.collectSoon()
    }
  }

  /// The number of events in the current run that were dropped because no voice was free.
  var lostVoices: Int {
    state.withLock { state in
      guard let run = state.run else { return 0 }
      return unsafe run.link.counters.pointee.lostVoices.load(ordering: .relaxed)
    }
  }

  /// Handles `event` later, for a thread that must not wait.
  ///
  /// - Parameters:
  ///   - event: the event to handle.
  ///   - run: the run that the event concerns; nil for any run. The event is ignored once that run has ended.
  func handleLater(_ event: EngineState.Event, ofRun run: Int? = nil) {
    lifecycle.async {
      if let run, self.state.withLock({ $0.runNumber }) != run { return }
      self.take(event)
    }
  }

  /// Shuts the engine down if it is still idle.
  ///
  /// Runs on `lifecycle`, where players are started as well.
  func shutDownIfIdle() {
    // Checked and done under one lock, so that no player can be started in between.
    let effects = state.withLock { state in
      state.isIdleForTooLong() ? state.life.handle(.stoppedBecause(.idleTimeout)) : []
    }
    for effect in effects { perform(effect) }
  }

  /// Handles `event` and performs its effects, in order; runs on `lifecycle`.
  func take(_ event: EngineState.Event) {
    for effect in state.withLock({ $0.life.handle(event) }) { perform(effect) }
  }

  private func perform(_ effect: EngineState.Effect) {
    switch effect {
    case .closeOutput: closeOutput()
    case .notifyStopped(let reason):
      let handler = state.withLock { $0.handlers.stopped }
      callbacks.async { [self] in
        announce(.stopped(reason))
        handler(reason)
      }
    case .invalidatePlayers:
      // The players are released when the lock is free again, because their handlers may own players.
      let players = state.withLock { state in
        let players = state.players
        state.players = [:]
        return players
      }
      withExtendedLifetime(players) {}
    case .notifyReset:
      let handler = state.withLock { $0.handlers.reset }
      callbacks.async { [self] in
        announce(.reset)
        handler()
      }
    }
  }

  /// Opens the output unless the engine is running; runs on `lifecycle`.
  ///
  /// - Throws: `EngineError`; in this case the engine is stopped.
  func open() throws(EngineError) {
    if state.withLock({ $0.isOutputOver }) { take(.outputEnded) }
    if state.withLock({ $0.isRunning }) { return }
    // An idle engine is stopped as well, so that no player waits while the output is being opened.
    take(.stopRequested)
    do throws(ProfileError) {
      try configuration.profile.check { $0 }
    } catch {
      throw EngineError(.badParameterEntry, error.description)
    }
    let number = try beginOpening()
    defer { hasOpened() }
    let permission = state.withLock { $0.permission }
    do throws(OutputError) {
      try permission?()
      try output.start(pulling: self) { [weak self] error in
        self?.state.withLock { $0.outputError = error }
        self?.handleLater(.stoppedBecause(.systemError), ofRun: number)
      }
    } catch {
      tearDown()
      state.withLock { $0.outputError = error }
      let code: CoreHapticsError =
        error.kind == .notPermitted ? .operationNotPermitted : .serverInitFailed
      throw EngineError(code, error.description)
    }
    guard state.withLock({ $0.run != nil }) else {
      output.stop()
      throw EngineError(.serverInitFailed, "the output requests a rate that cannot be rendered")
    }
    if output.isRealTime {
      state.withLock { [collection] state in
        state.collector.begin(on: collection) { [weak self] in self?.collect() }
      }
    }
    take(.outputStarted)
    if state.withLock({ $0.isOutputOver }) { take(.outputEnded) }
  }

  /// Records that the output is being opened, and returns the number of its run.
  private func beginOpening() throws(EngineError) -> Int {
    try state.withLock { state throws(EngineError) in
      guard state.stopsWaiting == 0 else {
        throw EngineError(.serverInitFailed, "the engine was stopped before it had started")
      }
      state.isOpening = true
      opening.enter()
      state.runNumber += 1
      return state.runNumber
    }
  }

  private func hasOpened() {
    state.withLock { $0.isOpening = false }
    opening.leave()
  }

  private func closeOutput() {
    state.withLock { $0.collector.end() }
    if let output = output as? any DeferredOutput {
      collect()
      let ended = endRun()
      output.stop { ended.tearDown() }
    } else {
      output.stop()
      collect()
      tearDown()
    }
  }

  // MARK: The run

  func prepare(sampleRate: Double) {
    if !BlockLimits.sampleRates.contains(sampleRate) { return }
    unsafe renderer = makeRun(sampleRate: sampleRate).renderer
  }

  /// Ends the run when rendering has stopped.
  private func tearDown() { endRun().tearDown() }

  /// Ends the run for the control side, which does not send any commands to it afterward.
  ///
  /// - Returns: the parts of the run that the render side is still using.
  private func endRun() -> EndedRun {
    unsafe renderer = nil
    let ended = state.withLock { state in
      let run = state.run
      let gone = state.endRun()
      deliver(gone.completions)
      return EndedRun(run, gone)
    }
    notifyIfAllFinished()
    return ended
  }
}

/// The parts of an ended run that are kept until the render side has finished with them.
private final class EndedRun: @unchecked Sendable {
  // SAFETY (unchecked Sendable): immutable, and torn down once, when rendering has stopped.
  private let run: EngineRun?
  private let gone: GoneRecords

  init(_ run: EngineRun?, _ gone: GoneRecords) {
    self.run = run
    self.gone = gone
  }

  /// Frees the remainder of the run after rendering has stopped.
  func tearDown() {
    run?.tearDown()
    withExtendedLifetime(gone) {}
  }
}
