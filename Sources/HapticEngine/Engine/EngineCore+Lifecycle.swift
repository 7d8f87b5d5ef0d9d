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

  /// Takes `event` later, from a thread that must not wait.
  ///
  /// - Parameters:
  ///   - event: what has happened.
  ///   - run: the run that it is about; it is nobody's when that run is over. Nil for any.
  func handleLater(_ event: EngineState.Event, ofRun run: Int? = nil) {
    lifecycle.async {
      if let run, self.state.withLock({ $0.runNumber }) != run { return }
      // What is asked for in this way is never refused; there is no one to tell.
      _ = self.result(of: event)
    }
  }

  /// Shuts the engine down if it is still idle, on `lifecycle`, where players are started.
  func shutDownIfIdle() {
    // Asked and done under one lock: no player can be started in between.
    let effects = state.withLock { state in
      state.isIdleForTooLong() ? state.machine.handle(.stoppedBecause(.idleTimeout)) : []
    }
    for effect in effects { _ = perform(effect) }
  }

  /// Takes `event` to the state machine, on `lifecycle`.
  func result(of event: EngineState.Event) -> Result<Void, EngineError> {
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
    case .refuse(let code):
      return .failure(
        code == .engineNotRunning
          ? .notRunning : EngineError(code, "the engine is starting already"))
    }
    return .success(())
  }

  private func openOutput() -> Result<Void, EngineError> {
    do throws(ProfileError) {
      try configuration.profile.check { $0 }
    } catch {
      _ = result(of: .outputStartFailed)
      return .failure(EngineError(.badParameterEntry, error.description))
    }
    let number = state.withLock { state in
      state.runNumber += 1
      return state.runNumber
    }
    do throws(OutputError) {
      try output.start(pulling: self) { [weak self] error in
        self?.state.withLock { $0.outputError = error }
        self?.handleLater(.stoppedBecause(.systemError), ofRun: number)
      }
    } catch {
      tearDown()
      state.withLock { $0.outputError = error }
      _ = result(of: .outputStartFailed)
      return .failure(EngineError(.serverInitFailed, error.description))
    }
    if output.isRealTime {
      state.withLock { [collection] state in
        state.collector.begin(on: collection) { [weak self] in self?.collect() }
      }
    }
    return result(of: .outputStarted)
  }

  private func closeOutput() {
    state.withLock { $0.collector.end() }
    output.stop()
    collect()
    tearDown()
  }

  // MARK: The run

  func prepare(sampleRate: Double) {
    unsafe setRenderer(makeRun(sampleRate: sampleRate).renderer)
  }

  /// Ends the run: nothing renders any more.
  private func tearDown() {
    unsafe setRenderer(nil)
    let (run, gone) = state.withLock { state in
      let run = state.run
      let gone = state.endRun()
      deliver(gone.completions)
      return (run, gone)
    }
    run?.tearDown()
    withExtendedLifetime(gone) {}
    notifyIfAllFinished()
  }
}

extension EngineCore.State {
  /// The gains that the mutes make.
  var busGains: BusGains {
    let haptic = settings.isMutedForHaptics || runSettings.playsAudioOnly
    let audio = settings.isMutedForAudio || runSettings.playsHapticsOnly
    return BusGains(haptic: haptic ? 0 : 1, audio: audio ? 0 : 1)
  }

  /// Forgets the run; all starts are over.
  fileprivate mutating func endRun() -> GoneRecords {
    var gone = GoneRecords()
    timeBase = currentTime
    run = nil
    for id in players.keys.sorted() {
      guard var record = players[id] else { continue }
      gone.completions += record.startsAreOver(record.startsSent)
      record.detach()
      if record.isReleased { gone.records.append(record) }
      players[id] = record.isReleased ? nil : record
    }
    return gone
  }
}
