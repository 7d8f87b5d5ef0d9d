internal import Realtime
internal import Synchronization

/// Execution of commands.
///
/// Commands wait for their frame in one heap. What is due is carried out at once while there is credit;
/// otherwise it waits in a queue of its player, and players take turns, the one for which the least
/// work was done first: one that sends expensive commands by the hundred is late itself, and
/// others are not. What ends or silences something (`stop`, `pause`, `cancel`, a mute, the end of a
/// player) needs no credit. What a seek lets sound that had begun before is work like that of a
/// command: what is more than there is credit for comes in over the next frames. A batch is carried out
/// as a whole, at one frame.
///
/// None of this depends on where blocks end: credit is counted in frames.
extension Renderer {
  /// Takes the sent commands: at most as many commands as can be under way, so that a batch is taken whole.
  @_noAllocation @_noLocks
  mutating func takeCommands() {
    while let command = commands.pop() {
      if let player = unsafe command.action.player {
        unsafe player.pointee.account.commandIsPending(isStart: command.action.isStart)
      }
      var timed = command
      if timed.frame < now { timed.frame = now }
      pending.insert(timed)
      commandsTaken += 1
    }
  }

  /// Whether something waits for credit.
  var isWorkWaiting: Bool { @_noAllocation @_noLocks get { waiting.count > 0 || mayContinue } }

  /// Carries out what is due, as far as there is credit for it.
  @_noAllocation @_noLocks
  mutating func carryOutDue() {
    if pending.nextFrame <= now { takeDue() }
    while credit > 0 && isWorkWaiting {
      if waiting.isReady(engineQueue) {
        unsafe carryOutFirst(of: nil)
      } else if let player = unsafe nextPlayer() {
        credit -= CommandCost.ofTurn(playerCount: playerCount)
        unsafe workClock = max(workClock, player.pointee.turn.work)
        if unsafe waiting.isReady(player.pointee.turn.queue) {
          unsafe carryOutFirst(of: player)
        } else {
          let work = unsafe player.pointee.continueBegun(upTo: CommandCost.continuedAtOnce)
          unsafe charge(work, to: player)
        }
      } else {
        mayContinue = false
        return
      }
    }
  }

  // MARK: What is due

  /// Carries out what is due and need not wait, and lets the rest wait for its turn.
  @_noAllocation @_noLocks
  private mutating func takeDue() {
    // Nobody waits, and nothing is owed: what was done before counts for nothing.
    if !isWorkWaiting && credit == CommandCost.maximumCredit { workClock = mostWork }
    while pending.nextFrame <= now {
      let entry = pending.removeFirst()
      if entry.command.batch != 0 {
        takeBatch(entry)
      } else if goesAhead(entry) {
        carryOut(entry)
      } else if let player = unsafe entry.command.action.player {
        unsafe join(player)
        unsafe waiting.append(entry, to: &player.pointee.turn.queue)
      }
    }
  }

  /// Whether `entry` is carried out now, whatever waits.
  @_noAllocation @_noLocks
  private mutating func goesAhead(_ entry: PendingCommands.Entry) -> Bool {
    let action = entry.command.action
    guard let player = unsafe action.player else {
      // The gains of the buses: what waits for its batch is out of date now.
      dropWaiting(in: engineQueue, overtakenBy: action, sentBefore: entry.order)
      return true
    }
    if case .add = action { return true }
    if unsafe player.pointee.turn.queue.isEmpty {
      return unsafe (credit > 0 && waiting.count == 0) || (action.isHalt && mayHaltNow(player))
    }
    if !action.overtakes { return false }
    if unsafe !mayHaltNow(player) { return false }
    // What waits was looked through.
    unsafe player.pointee.turn.noteHalt(waiting.count / 64, at: now)
    unsafe dropWaiting(
      in: player.pointee.turn.queue, overtakenBy: action, sentBefore: entry.order)
    return true
  }

  /// Whether a halt of `player` needs no credit: not so where it has just been halted again and again.
  @_noAllocation @_noLocks
  private func mayHaltNow(_ player: UnsafeMutablePointer<RenderPlayer>) -> Bool {
    unsafe player.pointee.turn.workOnHalts(at: now) <= CommandCost.haltAllowance
  }

  /// Takes the batch that begins with `first`, all of which is due, and carries it out if nothing has
  /// to be done before it.
  @_noAllocation @_noLocks
  private mutating func takeBatch(_ first: PendingCommands.Entry) {
    let hasCredit = credit > 0 && waiting.count == 0
    var areHalts = true
    var entry = first
    var (batch, previous) = (-1, -1)
    while true {
      if let player = unsafe entry.command.action.player {
        if !entry.command.action.isHalt { areHalts = false }
        if unsafe !mayHaltNow(player) { areHalts = false }
        unsafe join(player)
        unsafe previous = waiting.append(
          entry, to: &player.pointee.turn.queue, batch: batch, after: previous)
      } else {
        previous = waiting.append(entry, to: &engineQueue, batch: batch, after: previous)
      }
      if batch < 0 { batch = previous }
      if pending.nextFrame > now || pending.nextBatch != first.command.batch { break }
      entry = pending.removeFirst()
    }
    if waiting.isReady(batch: batch) && (hasCredit || areHalts) { carryOut(batch: batch) }
  }

  /// A player that joins those that wait has no claim from before.
  @_noAllocation @_noLocks
  private func join(_ player: UnsafeMutablePointer<RenderPlayer>) {
    if unsafe player.pointee.turn.queue.isEmpty && player.pointee.turn.work < workClock {
      unsafe player.pointee.turn.work = workClock
    }
  }

  // MARK: Turns

  /// The player whose turn it is: the one with something to be done for which the least was done; of
  /// several, the one that was made first.
  @_noAllocation @_noLocks
  private func nextPlayer() -> UnsafeMutablePointer<RenderPlayer>? {
    var next: UnsafeMutablePointer<RenderPlayer>?
    var index = 0
    while index < playerCount {
      let player = unsafe players[index]
      index += 1
      if unsafe !waiting.isReady(player.pointee.turn.queue) && !player.pointee.isContinuing {
        continue
      }
      if let other = unsafe next {
        let (work, otherWork) = unsafe (player.pointee.turn.work, other.pointee.turn.work)
        if unsafe work > otherWork || (work == otherWork && player.pointee.id > other.pointee.id) {
          continue
        }
      }
      unsafe next = player
    }
    return unsafe next
  }

  /// Carries out the first command that waits for `player`, or the engine, and its batch with it.
  @_noAllocation @_noLocks
  private mutating func carryOutFirst(of player: UnsafeMutablePointer<RenderPlayer>?) {
    let queue = unsafe player?.pointee.turn.queue ?? engineQueue
    let batch = waiting.batch(atFrontOf: queue)
    if batch >= 0 {
      carryOut(batch: batch)
    } else if let entry = unsafe removeFirst(of: player) {
      carryOut(entry)
    }
  }

  /// Carries out all of `batch`, which is ready.
  @_noAllocation @_noLocks
  private mutating func carryOut(batch: Int) {
    var index = batch
    while index >= 0 {
      let next = waiting.nextOfBatch(index)
      // Those before it in its queue were of the batch, and are gone.
      if let entry = unsafe removeFirst(of: waiting.player(of: index)) { carryOut(entry) }
      index = next
    }
  }

  @_noAllocation @_noLocks
  private mutating func removeFirst(
    of player: UnsafeMutablePointer<RenderPlayer>?
  ) -> PendingCommands.Entry? {
    guard let player = unsafe player else { return waiting.removeFirst(of: &engineQueue) }
    return unsafe waiting.removeFirst(of: &player.pointee.turn.queue)
  }

  // MARK: Carrying out

  /// Carries out a command, charges it and reports that there is room for one more.
  @_noAllocation @_noLocks
  private mutating func carryOut(_ entry: PendingCommands.Entry) {
    let cost = CommandCost.of(
      entry.command.action, pendingCount: pending.count + waiting.count)
    // What is done without credit at a halt.
    if credit <= 0, entry.command.action.isHalt, let player = unsafe entry.command.action.player {
      unsafe player.pointee.turn.noteHalt(cost, at: now)
    }
    unsafe charge(cost, to: entry.command.action.player)
    perform(entry)
    noteDone(entry.command)
  }

  /// Notes `cost` units of work that were done for `player`, or the engine.
  @_noAllocation @_noLocks
  private mutating func charge(_ cost: Int, to player: UnsafeMutablePointer<RenderPlayer>?) {
    credit -= cost
    guard let player = unsafe player else { return }
    let work = unsafe max(player.pointee.turn.work, workClock) + cost
    unsafe player.pointee.turn.work = work
    if work > mostWork { mostWork = work }
  }

  @_noAllocation @_noLocks
  private func noteDone(_ command: RenderCommand) {
    if let player = unsafe command.action.player {
      unsafe player.pointee.account.commandIsDone(isUrgent: command.isUrgent)
    } else {
      unsafe counters.pointee.urgentDone.wrappingAdd(1, ordering: .relaxed)
    }
    unsafe counters.pointee.allDone.wrappingAdd(1, ordering: .releasing)
  }

  @_noAllocation @_noLocks
  private mutating func perform(_ entry: PendingCommands.Entry) {
    switch entry.command.action {
    case .add(let player):
      if playerCount < Self.playerCapacity {
        unsafe players[playerCount] = player
        playerCount += 1
        unsafe player.pointee.isAdded(at: now)
      }
    case .release(let player): unsafe player.pointee.release()
    case .cancel(let player):
      unsafe dropWaiting(
        in: player.pointee.turn.queue, overtakenBy: entry.command.action, sentBefore: entry.order)
      unsafe forgetPending(player, sentBefore: entry.order, settings: false)
      unsafe player.pointee.stop()
    case .start(let player):
      unsafe giveBackCurves(player)
      unsafe player.pointee.start()
    case .stop(let player): unsafe player.pointee.stop()
    case .pause(let player): unsafe player.pointee.pause()
    case .resume(let player):
      unsafe player.pointee.resume()
      if unsafe player.pointee.isContinuing { mayContinue = true }
    case .seek(let player, let time, let begun):
      unsafe player.pointee.seek(to: time, begun: begun)
      if unsafe player.pointee.isContinuing { mayContinue = true }
    case .setRate(let player, let rate): unsafe player.pointee.setRate(rate)
    case .setRepeats(let player, let repeats): unsafe player.pointee.setRepeats(repeats)
    case .setLoopEnd(let player, let end): unsafe player.pointee.setLoopEnd(end)
    case .setMuted(let player, let isMuted): unsafe player.pointee.setMuted(isMuted)
    case .setMaster(let player, let master): unsafe player.pointee.setMaster(master)
    case .setVoices(let player, let loan):
      unsafe player.pointee.exchangeVoices(with: loan)
      // SAFETY: the control side made the loan and knows what comes back on this stack.
      unsafe voicesBack.push(UnsafeMutableRawPointer(loan))
    case .send(let player, let control, let source):
      if let points = unsafe player.pointee.pattern.controls.sentPoints(of: control) {
        unsafe giveBack(points)
      }
      unsafe player.pointee.setSource(source, of: control)
    case .setGains(let gains):
      hapticGain.move(to: gains.haptic)
      audioGain.move(to: gains.audio)
    }
  }

  // MARK: Dropping

  /// Drops what waits in `queue`, was sent before `order`, and counts for nothing once `action` is
  /// carried out.
  @_noAllocation @_noLocks
  private mutating func dropWaiting(
    in queue: WaitingCommands.Queue, overtakenBy action: RenderCommand.Action,
    sentBefore order: UInt64
  ) {
    var index = waiting.first(of: queue)
    while index >= 0 {
      let entry = waiting.entry(at: index)
      let next = waiting.next(after: index)
      if entry.order < order, entry.command.action.isFutile(before: action),
        forget(entry.command.action, settings: true)
      {
        waiting.drop(index)
        noteDone(entry.command)
      }
      index = next
    }
  }

  /// Drops the commands for `player` that have not come to their frame and were sent before
  /// `order`; settings, which hold whatever a player does, only if `settings` says so.
  @_noAllocation @_noLocks
  mutating func forgetPending(
    _ player: UnsafeMutablePointer<RenderPlayer>, sentBefore order: UInt64, settings: Bool
  ) {
    if unsafe player.pointee.account.pendingCommands == 0 { return }
    var kept = 0
    var index = 0
    while index < pending.count {
      let entry = pending.entry(at: index)
      if unsafe entry.command.action.player == player, entry.order < order,
        forget(entry.command.action, settings: settings)
      {
        noteDone(entry.command)
      } else {
        pending.keep(index, at: kept)
        kept += 1
      }
      index += 1
    }
    pending.keepFirst(kept)
  }

  /// Does what a command that is dropped leaves to be done.
  ///
  /// - Returns: whether it can be dropped.
  @_noAllocation @_noLocks
  private mutating func forget(_ action: RenderCommand.Action, settings: Bool) -> Bool {
    switch action {
    case .send(_, _, let source):
      if let points = unsafe source.points { unsafe giveBack(points) }
      return true
    case .start(let player):
      unsafe player.pointee.account.startIsDropped(at: now)
      return true
    case .setVoices(_, let loan):
      // SAFETY: as where a loan is carried out.
      if settings { unsafe voicesBack.push(UnsafeMutableRawPointer(loan)) }
      return settings
    case .cancel, .stop, .pause, .resume, .seek: return true
    case .setRate, .setRepeats, .setLoopEnd, .setMuted, .setMaster: return settings
    case .add, .release, .setGains: return settings
    }
  }

  /// Gives back the curves that a player's controls still point to, and lets it forget them.
  @_noAllocation @_noLocks
  func giveBackCurves(_ player: UnsafeMutablePointer<RenderPlayer>) {
    var control = 0
    while control < ControlIndex.count {
      if let points = unsafe player.pointee.pattern.controls.sentPoints(of: control) {
        unsafe giveBack(points)
      }
      control += 1
    }
    unsafe player.pointee.forgetSent()
  }

  @_noAllocation @_noLocks
  private func giveBack(_ points: UnsafePointer<SentControl.Point>) {
    unsafe curvesBack.push(SentControl.loan(of: points))
  }
}
