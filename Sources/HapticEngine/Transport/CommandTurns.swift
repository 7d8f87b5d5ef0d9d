internal import Realtime

/// Decides when commands are carried out.
///
/// Commands wait for their frame in one heap. Commands that are due are carried out immediately while there is credit.
/// Each player has a debt: the cost of the work that was done for the player and that later frames have not paid off.
/// If there is no credit, a command is carried out immediately only if its player's debt is at most the credit of one
/// frame. Commands of players with more debt are deferred, in their order, until the debt is paid off. The more players
/// are deferred, the longer this takes. So a player that sends hundreds of expensive commands is delayed itself, but
/// does not delay others. For each player, a frame without credit carries out at most one command, or the batch that
/// contains the command, or several cheap commands that cost no more than one frame's credit. Halts are not counted.
///
/// Commands that end or silence something (`stop`, `pause`, `cancel`, a mute, the end of a player) do not need credit.
/// Events that a seek continues in the middle are charged like commands. A batch is carried out as a whole, at one
/// frame, when none of its players is deferred.
///
/// The result does not depend on block boundaries, because credit and debt are counted in frames.
extension Renderer {
  /// Takes all sent commands, so that a batch is taken as a whole.
  ///
  /// There are never more commands than can be under way.
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

  /// Carries out commands that are due, and defers the others.
  @_noAllocation @_noLocks
  mutating func carryOutDue() {
    while pending.nextFrame <= now {
      let count = pending.takeFirst()
      let frame = frame(ofTaken: count)
      var index = 0
      while index < count {
        let entry = pending.taken(index)
        if frame > now { putOff(entry, until: frame) } else { carryOut(entry) }
        index += 1
      }
    }
  }

  /// Returns the frame at which all of the `count` taken commands can be carried out, as far as is known.
  @_noAllocation @_noLocks
  private func frame(ofTaken count: Int) -> Frame {
    var frame = now
    var debt = 0
    var index = 0
    while index < count {
      let action = pending.taken(index).command.action
      index += 1
      // A command without a player sets the gains of the buses.
      guard let player = unsafe action.player else { continue }
      let turn = unsafe player.pointee.turn
      let halts = action.isHalt && turn.mayHalt(at: now)
      if turn.putOffUntil > now {
        if !halts || !action.overtakes || count > 1 { frame = max(frame, turn.putOffUntil) }
      } else if !halts && credit <= 0 {
        debt = max(debt, turn.debt(at: now))
      }
    }
    if debt <= CommandCost.perFrame { return frame }
    let delay = Frame(debt * putOffPlayers / CommandCost.perFrame)
    return max(frame, now + max(delay, CommandCost.shortestDelay))
  }

  /// The number of players with commands that are deferred or about to be: at least 1.
  private var putOffPlayers: Int {
    @_noAllocation @_noLocks get {
      var count = 0
      var index = 0
      while index < playerCount {
        if unsafe players[index].pointee.turn.putOffUntil >= now { count += 1 }
        index += 1
      }
      return max(1, count)
    }
  }

  /// Defers `entry` until `frame`, together with later commands for its player.
  @_noAllocation @_noLocks
  private mutating func putOff(_ entry: PendingCommands.Entry, until frame: Frame) {
    credit -= 1
    if case .continueBegun = entry.command.action {
      // Other commands do not have to wait for this command.
      var command = entry.command
      command.frame = frame
      pending.insert(command)
      return
    }
    if let player = unsafe entry.command.action.player {
      unsafe player.pointee.turn.putOffUntil = frame
    }
    pending.putOff(entry, until: frame)
  }
}

/// The work done for the commands of a player, and the frame until which they are deferred.
struct CommandTurn: BitwiseCopyable {
  /// The frame until which the player's commands are deferred, including commands that arrive in the meantime.
  var putOffUntil: Frame = -1
  /// The time at which the work done is paid off: the frame times the credit of each frame.
  private var paid = 0
  /// The work done for recent halts without credit.
  private var halts = 0
  private var haltsSince: Frame = 0

  /// Creates the turn of a new player.
  @_noAllocation @_noLocks
  init() {}

  /// Returns the cost of the work that is not paid off at `now`, in units of work.
  @_noAllocation @_noLocks
  func debt(at now: Frame) -> Int { max(0, paid - Int(now) * CommandCost.perFrame) }

  /// Records that `cost` units of work were done.
  @_noAllocation @_noLocks
  mutating func charge(_ cost: Int, at now: Frame) {
    paid = max(paid, Int(now) * CommandCost.perFrame) + cost
  }

  /// Returns whether a halt can be carried out without credit.
  ///
  /// If the player has recently been halted repeatedly, the halt needs credit.
  @_noAllocation @_noLocks
  func mayHalt(at now: Frame) -> Bool {
    now - haltsSince >= CommandCost.haltFrames || halts <= CommandCost.haltAllowance
  }

  /// Records that `cost` units of work were done for a halt without credit.
  @_noAllocation @_noLocks
  mutating func noteHalt(_ cost: Int, at now: Frame) {
    if now - haltsSince >= CommandCost.haltFrames {
      halts = 0
      haltsSince = now
    }
    halts += cost
  }
}
