internal import Realtime

/// Which commands are carried out when.
///
/// Commands wait for their frame in one heap. What is due is carried out at once while there is credit.
/// Without, every player has a debt, the work that was done for it and that the frames since have not paid
/// off. A player whose debt is no more than one frame pays is served at once all the same. The commands of
/// any other are put off, in their order, until its debt is paid, the longer the more players are put off:
/// one that sends expensive commands by the hundred is late itself, and others are not. So a frame without
/// credit carries out no more than a command of each player, or the batch with it, or cheap ones of a
/// frame's worth, and the halts.
///
/// What ends or silences something (`stop`, `pause`, `cancel`, a mute, the end of a player) needs no
/// credit. What a seek lets sound that had begun before is work like that of a command. A batch is
/// carried out as a whole, at one frame, when none of its players is put off.
///
/// None of this depends on where blocks end: credit and debt are counted in frames.
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

  /// Carries out what is due, and puts off the rest.
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

  /// The frame at which all of the `count` commands that were taken can be carried out, as far as is known.
  @_noAllocation @_noLocks
  private func frame(ofTaken count: Int) -> Frame {
    var frame = now
    var debt = 0
    var index = 0
    while index < count {
      let action = pending.taken(index).command.action
      index += 1
      // The gains of the buses.
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

  /// How many players have commands that are put off, or are about to be: at least 1.
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

  /// Puts `entry` off until `frame`, and with it what comes later for its player.
  @_noAllocation @_noLocks
  private mutating func putOff(_ entry: PendingCommands.Entry, until frame: Frame) {
    credit -= 1
    if case .continueBegun = entry.command.action {
      // Nothing has to wait for it.
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

/// How much was done for the commands of a player, and until when they are put off.
struct CommandTurn: BitwiseCopyable {
  /// The frame until which the player's commands are put off; those that come meanwhile, too.
  var putOffUntil: Frame = -1
  /// When what was done is paid off: the frame times what each frame pays.
  private var paid = 0
  /// How much was done without credit for halts, since a frame that is not long ago.
  private var halts = 0
  private var haltsSince: Frame = 0

  /// The turn of a player that was just made.
  @_noAllocation @_noLocks
  init() {}

  /// How much of what was done is not paid off at `now`, in units of work.
  @_noAllocation @_noLocks
  func debt(at now: Frame) -> Int { max(0, paid - Int(now) * CommandCost.perFrame) }

  /// Notes that `cost` units were done.
  @_noAllocation @_noLocks
  mutating func charge(_ cost: Int, at now: Frame) {
    paid = max(paid, Int(now) * CommandCost.perFrame) + cost
  }

  /// Whether a halt needs no credit: not so where the player has just been halted again and again.
  @_noAllocation @_noLocks
  func mayHalt(at now: Frame) -> Bool {
    now - haltsSince >= CommandCost.haltFrames || halts <= CommandCost.haltAllowance
  }

  /// Notes that `cost` units were done for a halt without credit.
  @_noAllocation @_noLocks
  mutating func noteHalt(_ cost: Int, at now: Frame) {
    if now - haltsSince >= CommandCost.haltFrames {
      halts = 0
      haltsSince = now
    }
    halts += cost
  }
}
