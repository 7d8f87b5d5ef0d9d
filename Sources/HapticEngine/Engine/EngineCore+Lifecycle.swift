internal import Dispatch
internal import Realtime
internal import Synchronization

extension EngineCore {
  /// How long an engine with automatic shutdown waits while nothing is played.
  ///
  /// Source: Core Haptics, `isAutoShutdownEnabled`: "approximately two minutes".
  static let idleSeconds: Seconds = 120

  /// Takes `event` to the state machine and does what it says, in order.
  ///
  /// - Throws: `EngineError` if the machine refuses, or the output cannot be opened.
  func handle(_ event: EngineState.Event) throws(EngineError) {
    let result = lifecycle.sync { self.result(of: event) }
    try result.get()
  }

  /// Starts the engine, on `lifecycle`.
  func startNow() -> Result<Void, EngineError> { result(of: .startRequested) }

  /// Stops the engine, on `lifecycle`.
  func stopNow() {
    // Stopping is never refused.
    _ = result(of: .stopRequested)
  }

  /// Stops the engine and waits until it has stopped.
  func stop() { lifecycle.sync { stopNow() } }

  /// Stops the engine as the system does, and waits.
  func stop(because reason: StoppedReason) {
    lifecycle.sync { _ = result(of: .stoppedBecause(reason)) }
  }

  /// Resets the engine, and waits.
  func reset() { lifecycle.sync { _ = result(of: .serverReset) } }

  /// Changes settings that take effect at once.
  func changeSettings(_ change: (inout EngineSettings) -> Void) {
    state.withLock { state in
      change(&state.settings)
      state.sendGains(startingRun: false)
    }
  }

  /// How many events of the present run found no voice.
  var lostVoices: Int {
    state.withLock { state in
      guard let run = state.run else { return 0 }
      return unsafe run.link.counters.pointee.lostVoices.load(ordering: .relaxed)
    }
  }

  /// Takes `event` later, from a thread that must not wait.
  func handleLater(_ event: EngineState.Event) {
    lifecycle.async {
      // What is asked for in this way is never refused; there is no one to tell.
      _ = self.result(of: event)
    }
  }

  private func result(of event: EngineState.Event) -> Result<Void, EngineError> {
    for effect in state.withLock({ $0.machine.handle(event) }) {
      if case .failure(let error) = perform(effect) { return .failure(error) }
    }
    return .success(())
  }

  private func perform(_ effect: EngineState.Effect) -> Result<Void, EngineError> {
    switch effect {
    case .openOutput: return openOutput()
    case .closeOutput: closeOutput()
    case .notifyStopped(let reason):
      let handler = state.withLock { $0.handlers.stopped }
      callbacks.async { handler(reason) }
    case .invalidatePlayers:
      state.withLock {
        $0.players.removeAll()
        $0.sounds.removeAll()
      }
    case .notifyReset:
      let handler = state.withLock { $0.handlers.reset }
      callbacks.async { handler() }
    case .refuse(let code):
      return .failure(
        EngineError(
          code,
          code == .engineNotRunning
            ? "the engine is not running; start it first" : "the engine is starting already"))
    }
    return .success(())
  }

  private func openOutput() -> Result<Void, EngineError> {
    do throws(OutputError) {
      try output.start(pulling: self) { [weak self] error in
        self?.state.withLock { $0.outputError = error }
        self?.handleLater(.stoppedBecause(.systemError))
      }
    } catch {
      tearDown()
      state.withLock { $0.outputError = error }
      _ = result(of: .outputStartFailed)
      return .failure(EngineError(.serverInitFailed, error.description))
    }
    startTimer()
    return result(of: .outputStarted)
  }

  private func closeOutput() {
    timer?.cancel()
    timer = nil
    output.stop()
    collect()
    tearDown()
  }

  // MARK: The run

  func prepare(sampleRate: Double) {
    let run = EngineRun(profile: configuration.profile, sampleRate: sampleRate)
    state.withLock { state in
      state.run = run
      state.lastActivity = state.timeBase
      state.sendGains(startingRun: true)
      for id in state.players.keys.sorted() { addToRun(id, &state) }
    }
    unsafe setRenderer(run.renderer)
  }

  /// Ends the run: nothing renders any more.
  private func tearDown() {
    unsafe setRenderer(nil)
    let (run, completions) = state.withLock { state in
      let run = state.run
      state.timeBase = state.currentTime
      state.run = nil
      var completions: [@Sendable (EngineError?) -> Void] = []
      for id in state.players.keys.sorted() {
        if state.players[id]?.isActive == true, let handler = state.players[id]?.completion {
          completions.append(handler)
        }
        unsafe state.players[id]?.render = nil
        state.players[id]?.isActive = false
      }
      state.players = state.players.filter { !$0.value.isFireAndForget }
      return (run, completions)
    }
    run?.tearDown()
    callbacks.async { for completion in completions { completion(nil) } }
    notifyIfAllFinished()
  }

  /// Collects by itself while an output runs that does not do so.
  private func startTimer() {
    guard output.isRealTime else { return }
    let timer = DispatchSource.makeTimerSource(queue: callbacks)
    timer.schedule(deadline: .now(), repeating: .milliseconds(5), leeway: .milliseconds(2))
    timer.setEventHandler { [weak self] in self?.collect() }
    timer.resume()
    self.timer = timer
  }
}

extension EngineCore.State {
  /// Sends the gains that the mutes make.
  ///
  /// - Parameter startingRun: whether `playsHapticsOnly` and `playsAudioOnly` take effect now; they
  ///   do only when an engine starts.
  mutating func sendGains(startingRun: Bool) {
    if startingRun { runSettings = settings }
    let haptic = settings.isMutedForHaptics || runSettings.playsAudioOnly
    let audio = settings.isMutedForAudio || runSettings.playsHapticsOnly
    _ = run?.send(.setGains(haptic: haptic ? 0 : 1, audio: audio ? 0 : 1))
  }
}
