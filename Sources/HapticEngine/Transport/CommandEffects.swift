internal import Synchronization

/// The effects of commands.
extension Renderer {
  /// Carries out a command, charges its cost, and reports that there is room for another command.
  @_noAllocation @_noLocks
  mutating func carryOut(_ entry: PendingCommands.Entry) {
    let action = entry.command.action
    let player = unsafe action.player
    var cost = CommandCost.of(action)
    if action.overtakes, unsafe (player?.pointee.account.pendingCommands ?? 2) > 1 {
      // All pending commands are examined.
      cost += pending.count / 32
      dropPending(before: action, sentBefore: entry.order)
    }
    // The cost of a halt without credit.
    if credit <= 0 && action.isHalt { unsafe player?.pointee.turn.noteHalt(cost, at: now) }
    unsafe charge(cost, to: player)
    perform(action)
    if !goesOn(entry.command) { noteDone(entry.command) }
  }

  /// Charges `cost` units of work that were done for `player`, or the engine.
  @_noAllocation @_noLocks
  private mutating func charge(_ cost: Int, to player: UnsafeMutablePointer<RenderPlayer>?) {
    credit -= cost
    unsafe player?.pointee.turn.charge(cost, at: now)
  }

  /// Returns whether `command` has left events to be continued.
  ///
  /// If so, these events are continued after the other commands that are due now.
  @_noAllocation @_noLocks
  private mutating func goesOn(_ command: RenderCommand) -> Bool {
    switch command.action {
    case .seek(let player, _, _), .resume(let player), .continueBegun(let player):
      if unsafe !player.pointee.isContinuing { return false }
      pending.insert(
        unsafe RenderCommand(frame: now, isUrgent: command.isUrgent, .continueBegun(player)))
      return true
    default: return false
    }
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
  private mutating func perform(_ action: RenderCommand.Action) {
    switch action {
    case .add(let player):
      if playerCount < Self.playerCapacity {
        unsafe players[playerCount] = player
        playerCount += 1
        unsafe player.pointee.isAdded(at: now)
      }
    case .release(let player): unsafe player.pointee.release()
    case .start(let player):
      unsafe giveBackCurves(player)
      unsafe player.pointee.start()
    case .stop(let player), .cancel(let player): unsafe player.pointee.stop()
    case .pause(let player): unsafe player.pointee.pause()
    case .resume(let player): unsafe player.pointee.resume()
    case .seek(let player, let time, let begun):
      unsafe player.pointee.seek(to: time, begun: begun)
    case .continueBegun(let player):
      let work = unsafe player.pointee.continueBegun(upTo: CommandCost.continuedAtOnce)
      unsafe charge(work, to: player)
    case .setRate(let player, let rate): unsafe player.pointee.setRate(rate)
    case .setRepeats(let player, let repeats): unsafe player.pointee.setRepeats(repeats)
    case .setLoopEnd(let player, let end): unsafe player.pointee.setLoopEnd(end)
    case .setMuted(let player, let isMuted): unsafe player.pointee.setMuted(isMuted)
    case .setMaster(let player, let master): unsafe player.pointee.setMaster(master)
    case .setVoices(let player, let loan):
      unsafe player.pointee.exchangeVoices(with: loan)
      // SAFETY: the control side made the loan and knows which memory is returned on this stack.
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

  /// Drops pending commands that were sent before `order` and become ineffective once `action` is carried out.
  @_noAllocation @_noLocks
  mutating func dropPending(before action: RenderCommand.Action, sentBefore order: UInt64) {
    var kept = 0
    var index = 0
    while index < pending.count {
      let other = pending.entry(at: index)
      let isPutOff = other.command.frame <= now
      if other.order < order && other.command.action.isFutile(before: action, isPutOff: isPutOff) {
        forget(other.command)
      } else {
        pending.keep(index, at: kept)
        kept += 1
      }
      index += 1
    }
    pending.keepFirst(kept)
  }

  /// Performs the cleanup for a command that is dropped.
  @_noAllocation @_noLocks
  private func forget(_ command: RenderCommand) {
    switch command.action {
    case .send(_, _, let source):
      if let points = unsafe source.points { unsafe giveBack(points) }
    case .start(let player): unsafe player.pointee.account.startIsDropped(at: now)
    // SAFETY: as for a loan that is carried out.
    case .setVoices(_, let loan): unsafe voicesBack.push(UnsafeMutableRawPointer(loan))
    case .add, .release, .cancel, .stop, .pause, .resume, .seek, .continueBegun, .setRate,
      .setRepeats, .setLoopEnd, .setMuted, .setMaster, .setGains:
      break
    }
    noteDone(command)
  }

  /// Returns the curves that a player's controls still point to, and makes the controls forget them.
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
