internal import Dispatch
internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Starts player `id` at engine time `time`, after waking an engine that has shut down while idle.
  func startPlayer(_ id: Int, at time: Seconds) throws(EngineError) {
    try Self.check(time)
    // Only an idle engine is started here. This call does not wait for an engine that was stopped and is being started,
    // because a device may take a long time.
    let isIdle = try state.withLock { state throws(EngineError) in
      if state.life == .idle { return true }
      guard state.isRunning else { throw .notRunning }
      try state.start(id, at: time)
      return false
    }
    guard isIdle else { return }
    try onLifecycle { () throws(EngineError) in
      if state.withLock({ $0.life == .stopped }) { throw .notRunning }
      try open()
      try state.withLock { state throws(EngineError) in try state.start(id, at: time) }
    }
  }

  /// Plays `pattern` once, on a player that is released immediately.
  ///
  /// The engine must be running.
  func playOnce(_ pattern: HapticPattern) throws(EngineError) {
    let id = try addPlayer(pattern)
    defer { letGo(of: id) }
    try startPlayer(id, at: 0)
  }

  /// Sends `action` for player `id`, effective from engine time `time`.
  ///
  /// - Throws: `EngineError` if the time is not valid, the engine is not running, or too many commands are pending.
  func send(
    to id: Int, at time: Seconds,
    _ action: (UnsafeMutablePointer<RenderPlayer>) -> RenderCommand.Action
  ) throws(EngineError) {
    try Self.check(time)
    try state.withLock { state throws(EngineError) in
      unsafe try state.send(to: id, at: time, action)
    }
  }

  /// Halts player `id`.
  ///
  /// An immediate halt always succeeds; a halt at a later time requires room for the command.
  func halt(_ id: Int, _ halt: PlayerRecord.Halt, at time: Seconds) throws(EngineError) {
    try Self.check(time)
    try state.withLock { state throws(EngineError) in
      if state.isInFuture(time) {
        unsafe try state.send(to: id, at: time) { unsafe halt.action(for: $0) }
      } else {
        try state.haltNow(id, halt)
      }
    }
  }

  /// Sends all of `parameters` to player `id`, or none of them if there is not enough room.
  ///
  /// Their times are relative to engine time `time`.
  func sendParameters(
    _ parameters: [DynamicParameter], to id: Int, at time: Seconds
  ) throws(EngineError) {
    try state.withLock { state throws(EngineError) in
      try state.requireRoom(for: parameters.count, to: id)
      let base = time > 0 ? time : state.currentTime
      for parameter in parameters {
        let value = parameter.id.range.clamped(parameter.value)
        let control = parameter.id.controlIndex
        let start = parameter.time > 0 ? base + parameter.time : time
        unsafe try state.send(to: id, at: start) {
          unsafe .send($0, control: control, .step(to: value, at: 0))
        }
      }
    }
  }

  /// Sends `curve` to player `id`, to start at engine time `time`.
  func sendCurve(
    _ curve: ParameterCurve, to id: Int, at time: Seconds
  ) throws(EngineError) {
    var fromStart = curve
    fromStart.time = 0
    let segments = ControlSegment.segments(of: fromStart)
    try state.withLock { state throws(EngineError) in
      try state.requireRoom(for: 1, to: id)
      guard let sampleRate = state.run?.sampleRate else { throw .notRunning }
      // A curve does not change anything before its first point, so it starts there.
      let first = segments.first?.start ?? 0
      let start = first > 0 ? (time > 0 ? time : state.currentTime) + first : time
      let exact = (start - state.timeBase) * sampleRate
      // Commands take effect at whole frames, but the points of the curve keep their exact times between frames. A time
      // that differs from a frame only by rounding counts as that frame; the rounding error grows with the engine's
      // time.
      let rest = state.isInFuture(start) ? exact - Double(nearestFrame(exact)) : 0
      let fraction = rest.magnitude < snapFrames ? 0 : rest
      let (source, memory) = unsafe SentControl.curve(
        segments, from: first, sampleRate: sampleRate, fraction: fraction)
      unsafe state.run?.curves.insert(memory)
      unsafe try state.send(to: id, at: start) {
        unsafe .send($0, control: curve.id.controlIndex, source)
      }
    }
  }

  /// Changes the settings of player `id`, after making room for the voices that the change requires.
  func change(
    _ setting: PlayerRecord.Settings, of id: Int, _ change: (inout PlayerRecord) -> Void
  ) {
    makeRoom(id, for: change)
    state.withLock { state in
      guard var record = state.players[id] else { return }
      record.isSet(by: .current)
      change(&record)
      record.unsent.insert(setting)
      state.players[id] = record
      state.hasUnsent(id)
      state.sendUnsent()
    }
  }

  static func check(_ time: Seconds) throws(EngineError) {
    guard time >= 0, time.isFinite else {
      throw EngineError(.invalidTime, "the time is \(time); it must be 0 or later")
    }
  }
}

extension EngineCore.State {
  /// Whether engine time `time` has not been rendered yet.
  func isInFuture(_ time: Seconds) -> Bool {
    guard let run, time > timeBase else { return false }
    return nearestFrame((time - timeBase) * run.sampleRate) > run.frame
  }

  /// Starts player `id` at engine time `time`.
  mutating func start(_ id: Int, at time: Seconds) throws(EngineError) {
    unsafe try send(to: id, at: time) { unsafe .start($0) }
    players[id]?.startsSent += 1
  }

  /// Throws unless the next `count` commands for player `id` can all be sent.
  fileprivate mutating func requireRoom(for count: Int, to id: Int) throws(EngineError) {
    sendUnsent()
    guard let record = players[id] else { throw .playerOfBefore }
    guard let run, unsafe record.render != nil else { throw .notRunning }
    guard !record.hasUnsent, run.hasRoom(for: record, count: count) else {
      throw .tooManyCommands
    }
  }

  /// Sends `action` for player `id`, effective from engine time `time`.
  mutating func send(
    to id: Int, at time: Seconds,
    _ action: (UnsafeMutablePointer<RenderPlayer>) -> RenderCommand.Action
  ) throws(EngineError) {
    // Earlier unsent commands must go first.
    sendUnsent()
    guard var record = players[id] else { throw .playerOfBefore }
    guard run != nil, let render = unsafe record.render else { throw .notRunning }
    let sender = Sender.current
    let moment = moment(at: time, from: sender)
    guard !record.hasUnsent,
      unsafe run?.sendCommand(action(render), at: moment, for: &record, from: sender) == true
    else { throw .tooManyCommands }
    players[id] = record
    collectSoon()
  }

  /// Halts player `id` as soon as possible, regardless of pending commands.
  mutating func haltNow(_ id: Int, _ halt: PlayerRecord.Halt) throws(EngineError) {
    guard var record = players[id] else { throw .playerOfBefore }
    guard run != nil, unsafe record.render != nil else { throw .notRunning }
    record.isSet(by: .current)
    record.unsentHalt = max(record.unsentHalt ?? halt, halt)
    players[id] = record
    hasUnsent(id)
    sendUnsent()
  }

  /// Records that player `id` has unsent commands.
  mutating func hasUnsent(_ id: Int) {
    run?.unsentPlayers.insert(id)
    collectSoon()
  }

  /// Sends earlier unsent commands, as far as there is room now.
  mutating func sendUnsent() {
    if run?.areGainsUnsent == true {
      let (gains, moment) = (busGains, moment(at: 0, from: gainsSender))
      if run?.sendGains(gains, at: moment, from: gainsSender) == true {
        run?.areGainsUnsent = false
      }
    }
    guard let unsent = run?.unsentPlayers, !unsent.isEmpty else { return }
    for id in unsent.sorted() where sendUnsent(of: id) { run?.unsentPlayers.remove(id) }
  }

  /// Sends unsent settings of player `id`; returns false if some still cannot be sent.
  private mutating func sendUnsent(of id: Int) -> Bool {
    guard var record = players[id], let render = unsafe record.render else { return true }
    defer { players[id] = record }
    if let loan = unsafe record.unsentVoices {
      // Additional voices do no harm if they arrive early, so they do not wait for a batch.
      let moment = moment(at: 0, from: nil)
      guard unsafe urgent(.setVoices(render, loan), at: moment, for: &record, nil)
      else { return false }
      unsafe record.unsentVoices = nil
    }
    let sender = record.unsentSender
    let moment = moment(at: 0, from: sender)
    let settings: [(PlayerRecord.Settings, RenderCommand.Action)] = unsafe [
      (.rate, .setRate(render, record.rate)), (.loopEnd, .setLoopEnd(render, record.loop.end)),
      (.repeats, .setRepeats(render, record.loop.repeats)),
      (.isMuted, .setMuted(render, record.isMuted)), (.master, .setMaster(render, record.master)),
    ]
    for (setting, command) in settings where record.unsent.contains(setting) {
      guard urgent(command, at: moment, for: &record, sender) else { return false }
      record.unsent.remove(setting)
    }
    if let halt = record.unsentHalt {
      guard unsafe urgent(halt.action(for: render), at: moment, for: &record, sender)
      else { return false }
      record.unsentHalt = nil
    }
    if record.isReleaseUnsent {
      // The last command for a player must not overtake the player's commands in open batches.
      if unsafe run?.isBatched(render) == true { return false }
      let moment = self.moment(at: 0, from: nil)
      unsafe run?.sendLifecycle(.release(render), at: moment, for: &record)
      record.isReleaseUnsent = false
    }
    return true
  }

  private mutating func urgent(
    _ action: RenderCommand.Action, at moment: CommandMoment, for record: inout PlayerRecord,
    _ sender: Sender?
  ) -> Bool {
    run?.sendCommand(action, at: moment, for: &record, from: sender, isUrgent: true) ?? true
  }

  // MARK: Batches

  /// Keeps the commands that `sender` sends from now on, until the sender ends the batch.
  mutating func beginBatch(of sender: Sender) {
    openBatches[sender, default: 0] += 1
    run?.beginBatch(of: sender)
  }

  /// Ends the batch of `sender`, and sends it unless it is nested in another batch.
  mutating func endBatch(of sender: Sender) {
    let depth = (openBatches[sender] ?? 1) - 1
    openBatches[sender] = depth > 0 ? depth : nil
    if depth > 0 { return }
    run?.endBatch(of: sender)
    sendUnsent()
    collectSoon()
  }
}

extension PlayerRecord.Halt {
  /// Returns the command for the render side.
  func action(for player: UnsafeMutablePointer<RenderPlayer>) -> RenderCommand.Action {
    switch self {
    case .pause: unsafe .pause(player)
    case .stop: unsafe .stop(player)
    case .cancel: unsafe .cancel(player)
    }
  }
}

extension EngineError {
  static var notRunning: EngineError {
    EngineError(.engineNotRunning, "the engine is not running; start it first")
  }

  /// The player was created before the engine's reset.
  static var playerOfBefore: EngineError {
    EngineError(.invalidPatternPlayer, "the engine was reset; create the player again")
  }

  /// The render side has not yet carried out earlier commands.
  static var tooManyCommands: EngineError {
    EngineError(
      .resourceNotAvailable,
      "too many commands: at most \(RenderLink.playerCapacity) of one player, and "
        + "\(RenderLink.sharedCapacity) in total, can be pending; wait until some have taken effect"
    )
  }
}
