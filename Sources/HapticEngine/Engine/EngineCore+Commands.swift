internal import Dispatch
internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Starts player `id` at `time` of the engine, and wakes an engine that has shut itself down.
  ///
  /// On `lifecycle`, so that the engine cannot shut itself down in between.
  func startPlayer(_ id: Int, at time: Seconds) throws(EngineError) {
    try Self.check(time)
    let result: Result<Void, EngineError> = lifecycle.sync {
      self.result(of: .playRequested).flatMap { state.withLock { $0.start(id, at: time) } }
    }
    try result.get()
  }

  /// Plays `pattern` once, and gives the player up when it has finished; starts the engine.
  func playOnce(_ pattern: HapticPattern) throws(EngineError) {
    let id = try addPlayer(pattern)
    let result: Result<Void, EngineError> = lifecycle.sync {
      self.result(of: .startRequested).flatMap {
        state.withLock { state in
          state.players[id]?.isFireAndForget = true
          return state.start(id, at: 0)
        }
      }
    }
    if case .failure = result { giveUp(id) }
    try result.get()
  }

  /// Sends `action` for player `id`, to hold from `time` of the engine.
  ///
  /// - Throws: `EngineError` if the time is not valid, the engine does not run, or too many commands
  ///   are under way.
  func send(
    to id: Int, at time: Seconds,
    _ action: (UnsafeMutablePointer<RenderPlayer>) -> RenderCommand.Action
  ) throws(EngineError) {
    try Self.check(time)
    let result: Result<Void, EngineError> = state.withLock { state in
      unsafe state.send(to: id, at: time, action)
    }
    try result.get()
  }

  /// Sends `parameters` to player `id`, all or none; their times count from `time` of the engine.
  func sendParameters(
    _ parameters: [DynamicParameter], to id: Int, at time: Seconds
  ) throws(EngineError) {
    let result: Result<Void, EngineError> = state.withLock { state in
      if let run = state.run, run.room < parameters.count { return .failure(.tooManyCommands) }
      let base = time > 0 ? time : state.currentTime
      for parameter in parameters {
        let value = parameter.id.range.clamp(parameter.value)
        let control = parameter.id.controlIndex
        let result = unsafe state.send(
          to: id, at: parameter.time > 0 ? base + parameter.time : time
        ) { unsafe .send($0, control: control, .step(to: value, at: 0)) }
        if case .failure = result { return result }
      }
      return .success(())
    }
    try result.get()
  }

  /// Changes what is set on player `id`.
  func change(
    _ setting: PlayerRecord.Settings, of id: Int, _ change: (inout PlayerRecord) -> Void
  ) {
    state.withLock { state in
      guard var record = state.players[id] else { return }
      change(&record)
      record.unsent.insert(setting)
      state.players[id] = record
      state.run?.unsentSettings.insert(id)
      state.sendUnsent()
    }
  }

  static func check(_ time: Seconds) throws(EngineError) {
    guard time >= 0, time.isFinite else {
      throw EngineError(.invalidTime, "\(time) is not a time from 0 on")
    }
  }
}

extension EngineCore.State {
  /// Starts player `id` at `time` of the engine.
  mutating func start(_ id: Int, at time: Seconds) -> Result<Void, EngineError> {
    let result = unsafe send(to: id, at: time) { unsafe .start($0) }
    if case .success = result {
      players[id]?.startsSent += 1
      lastActivity = currentTime
    }
    return result
  }

  mutating func send(
    to id: Int, at time: Seconds,
    _ action: (UnsafeMutablePointer<RenderPlayer>) -> RenderCommand.Action
  ) -> Result<Void, EngineError> {
    guard let record = players[id] else {
      return .failure(
        EngineError(.invalidPatternPlayer, "the engine was reset; make the player anew"))
    }
    guard let render = unsafe record.render, run != nil else { return .failure(.notRunning) }
    // What could not be sent before is not overtaken.
    sendUnsent()
    let frame = frame(at: time)
    guard unsafe run?.send(action(render), at: frame) == true else {
      return .failure(.tooManyCommands)
    }
    return .success(())
  }

  /// Sends what could not be sent before, as far as there is room now.
  mutating func sendUnsent() {
    while let player = unsafe run?.unsentRemovals.last, unsafe run?.send(.remove(player)) == true {
      _ = unsafe run?.unsentRemovals.removeLast()
    }
    let gains = busGains
    if run?.areGainsUnsent == true, run?.send(.setGains(gains)) == true {
      run?.areGainsUnsent = false
    }
    guard let unsent = run?.unsentSettings, !unsent.isEmpty else { return }
    for id in unsent.sorted() where sendSettings(of: id) { run?.unsentSettings.remove(id) }
  }

  /// Sends what was set on player `id` and could not be sent yet; false if some still cannot.
  private mutating func sendSettings(of id: Int) -> Bool {
    guard let record = players[id], let render = unsafe record.render else { return true }
    let commands: [(PlayerRecord.Settings, RenderCommand.Action)] = unsafe [
      (.rate, .setRate(render, record.rate)), (.loop, .setLoop(render, record.loop)),
      (.isMuted, .setMuted(render, record.isMuted)),
    ]
    for (setting, command) in commands where record.unsent.contains(setting) {
      guard run?.send(command) == true else { return false }
      players[id]?.unsent.remove(setting)
    }
    return true
  }
}

extension EngineError {
  /// The engine is not running.
  static var notRunning: EngineError {
    EngineError(.engineNotRunning, "the engine is not running; start it first")
  }

  /// The render side has not carried out what it was sent before.
  static var tooManyCommands: EngineError {
    EngineError(
      .resourceNotAvailable,
      "more than \(RenderLink.commandCapacity) commands are under way; wait for some")
  }
}
