internal import Dispatch
internal import Realtime
internal import Synchronization

/// The implementation of an engine, shared by the engine and its players.
///
/// Three kinds of threads meet here. Any thread calls the control functions; they change `state`
/// under its lock. The output's thread calls `render`, which touches only the renderer. Handlers are
/// called on `callbacks`, in order, with no lock held, so that they may call anything and take as long
/// as they like: what the render side is done with is collected elsewhere.
@safe
final class EngineCore: BlockSource, @unchecked Sendable {
  // SAFETY (unchecked Sendable): `renderer` is changed only by `prepare` and after the output has
  // stopped, when by the contract of `BlockOutput` nothing renders; all else is immutable or locked.

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
  /// Tells on which engine's `lifecycle` a thread is.
  private static let lifecycleKey = DispatchSpecificKey<ObjectIdentifier>()
  /// What waits for the end of an opening.
  private let opening = DispatchGroup()
  /// Where what the render side is done with is collected, while a real-time output runs.
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
    // The output may hold its lock: what is to be done is done later, but known at once.
    let run = state.withLock { state -> Int? in
      if state.run != nil { state.isOutputOver = true }
      return state.life == .running ? state.runNumber : nil
    }
    if let run { handleLater(.outputEnded, ofRun: run) }
  }

  // MARK: Time

  /// The engine's time in seconds at which a command without a time takes effect.
  var currentTime: Seconds { state.withLock { $0.currentTime } }
}

extension EngineCore {
  /// How long an engine with automatic shutdown waits while nothing is played.
  ///
  /// Source: Core Haptics, `isAutoShutdownEnabled`: "approximately two minutes".
  static let idleSeconds: Seconds = 120

  /// Starts the engine and waits until it runs.
  ///
  /// - Throws: `EngineError` if the output cannot be opened, or the profile is not valid.
  func start() throws(EngineError) {
    try onLifecycle { () throws(EngineError) in try open() }
  }

  /// Stops or resets the engine as `event` says, and waits until that is done.
  func stop(on event: EngineState.Event) { inTurn { take(event) } }

  /// Whether this thread is on `lifecycle`.
  private var isOnLifecycle: Bool {
    DispatchQueue.getSpecific(key: Self.lifecycleKey) == ObjectIdentifier(lifecycle)
  }

  /// Runs `body` on `lifecycle` and waits for it; at once on that queue itself.
  ///
  /// Closures and objects of users end there, and their deinit may stop or start the engine.
  private func inTurn<Result>(_ body: () -> Result) -> Result {
    isOnLifecycle ? body() : lifecycle.sync(execute: body)
  }

  /// Stops the engine, and waits until that is done, but not for a device that another thread opens: that
  /// opening, and those that wait for their turn, end with an error.
  func stop() {
    if isOnLifecycle { return take(.stopRequested) }
    let opened = state.withLock { state in
      state.stopsWaiting += 1
      return state.runNumber
    }
    // Again and again: the first call may come just before the output begins to open.
    while state.withLock({ $0.isOpening && $0.runNumber == opened }) {
      output.stop()
      _ = opening.wait(timeout: .now() + .milliseconds(Self.openingMilliseconds))
    }
    lifecycle.sync {
      state.withLock { $0.stopsWaiting -= 1 }
      take(.stopRequested)
    }
  }

  /// How long to wait before an output that still opens is stopped again, in milliseconds.
  ///
  /// Our choice.
  private static let openingMilliseconds = 5

  /// Runs `body` where the engine is started and stopped; waits for it.
  func onLifecycle(_ body: () throws(EngineError) -> Void) throws(EngineError) {
    // By way of a result, because `sync` does not know typed errors.
    let result: Result<Void, EngineError> = inTurn { Result(catching: body) }
    try result.get()
  }

  /// Changes settings that take effect at once.
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

  /// How many events of the present run found no voice.
  var lostVoices: Int {
    state.withLock { state in
      guard let run = state.run else { return 0 }
      return unsafe run.link.counters.pointee.lostVoices.load(ordering: .relaxed)
    }
  }

  /// Handles `event` later, for a thread that must not wait.
  ///
  /// - Parameters:
  ///   - event: what has happened.
  ///   - run: the run that it is about, after whose end it is ignored; nil for any.
  func handleLater(_ event: EngineState.Event, ofRun run: Int? = nil) {
    lifecycle.async {
      if let run, self.state.withLock({ $0.runNumber }) != run { return }
      self.take(event)
    }
  }

  /// Shuts the engine down if it is still idle, on `lifecycle`, where players are started.
  func shutDownIfIdle() {
    // Asked and done under one lock: no player can be started in between.
    let effects = state.withLock { state in
      state.isIdleForTooLong() ? state.life.handle(.stoppedBecause(.idleTimeout)) : []
    }
    for effect in effects { perform(effect) }
  }

  /// Handles `event` and performs its effects, in order; on `lifecycle`.
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
      // Let go of when the lock is free again: their handlers may own players.
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

  /// Opens the output, unless the engine runs; on `lifecycle`.
  ///
  /// - Throws: `EngineError`; the engine is stopped then.
  func open() throws(EngineError) {
    if state.withLock({ $0.isOutputOver }) { take(.outputEnded) }
    if state.withLock({ $0.isRunning }) { return }
    // One that was idle, too: until the output is open it is not waited for.
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
      throw EngineError(.serverInitFailed, "the output asks for a rate that cannot be rendered")
    }
    if output.isRealTime {
      state.withLock { [collection] state in
        state.collector.begin(on: collection) { [weak self] in self?.collect() }
      }
    }
    take(.outputStarted)
    if state.withLock({ $0.isOutputOver }) { take(.outputEnded) }
  }

  /// Notes that the output is opened from now on; returns the number of its run.
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

  /// Ends the run: nothing renders any more.
  private func tearDown() { endRun().tearDown() }

  /// Ends the run for the control side, after which nothing is sent any more.
  ///
  /// - Returns: what the render side still has of it.
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

/// What is left of a run that has ended, until the render side is done with it.
private final class EndedRun: @unchecked Sendable {
  // SAFETY (unchecked Sendable): immutable, and torn down once, when nothing renders it any more.
  private let run: EngineRun?
  private let gone: GoneRecords

  init(_ run: EngineRun?, _ gone: GoneRecords) {
    self.run = run
    self.gone = gone
  }

  /// Frees it; nothing renders any more.
  func tearDown() {
    run?.tearDown()
    withExtendedLifetime(gone) {}
  }
}
