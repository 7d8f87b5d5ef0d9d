/// The cost of commands, which bounds a block's share of them: a unit is about a tenth of a
/// microsecond, the time to copy a voice.
///
/// Counted in frames and not in blocks, so that which command waits does not depend on how the signal
/// is cut into blocks. A command that must wait is late by some frames; the order of a player's commands
/// is kept. Beyond its credit a block carries out at most one command, or one batch, and the halts.
enum CommandCost {
  /// What may be spent at once after a while without commands.
  ///
  /// Our choice: about half a millisecond, and more than a thousand commands to small players.
  static var maximumCredit: Int { @_noAllocation @_noLocks get { 4_096 } }
  /// What may be spent for each frame that is rendered.
  ///
  /// Our choice: in a block of 64 frames about 0.2 ms of the 1.3 ms that it lasts.
  private static var creditPerFrame: Int { @_noAllocation @_noLocks get { 32 } }
  /// How much may be done without credit for the halts of one player, within `haltFrames`, while the next
  /// still needs none.
  ///
  /// Our choice: one halt, however much sounds, or hundreds that find nothing to be halted.
  static var haltAllowance: Int { @_noAllocation @_noLocks get { 512 } }
  static var haltFrames: Frame { @_noAllocation @_noLocks get { 64 } }

  /// About how much is done in one turn of what a seek continues.
  ///
  /// Our choice: a frame's credit is less than it takes to begin, and 16 of them are this much.
  static var continuedAtOnce: Int { @_noAllocation @_noLocks get { 512 } }

  /// The credit after `frames` more frames.
  @_noAllocation @_noLocks
  static func credit(_ credit: Int, after frames: Int) -> Int {
    min(maximumCredit, credit + frames * creditPerFrame)
  }

  /// After how many frames there is credit again; at least 1.
  @_noAllocation @_noLocks
  static func frames(untilCreditFrom credit: Int) -> Int {
    max(1, (creditPerFrame - credit) / creditPerFrame)
  }

  /// The cost of finding the next turn, among `playerCount` players.
  @_noAllocation @_noLocks
  static func ofTurn(playerCount: Int) -> Int { playerCount / 32 }

  /// What `action` costs now, among `pendingCount` commands.
  @_noAllocation @_noLocks
  static func of(_ action: RenderCommand.Action, pendingCount: Int) -> Int {
    guard let player = unsafe action.player else { return 1 }
    let voices = unsafe player.pointee.voiceCount
    return switch action {
    case .add, .setMuted, .setRepeats, .setLoopEnd, .setGains: 1
    // Every voice is copied.
    case .pause, .resume, .setVoices: 1 + voices
    // What is pending is looked through, of all players.
    case .cancel: 1 + voices / 8 + pendingCount / 32
    // The pattern's own segments are looked through for the next that overrides what is sent.
    case .send:
      unsafe 1 + voices / 8 + player.pointee.pattern.view.firstSegments[ControlIndex.count] / 256
    // Every voice fades or changes. Events that a seek continues are counted as they are found.
    case .start, .stop, .release, .setRate, .setMaster, .seek: 1 + voices / 8
    }
  }
}

/// The commands of a player that are due and wait, and what decides when its turn is.
struct CommandTurn: BitwiseCopyable {
  var queue = WaitingCommands.Queue()
  /// How much was done for it, in units of work, but at least what was done for the owner of the
  /// last turn when it began to wait.
  var work = 0

  /// How much was done without credit for its halts, since a frame that is not long ago.
  private var halts = 0
  private var haltsSince: Frame = 0

  /// The turn of a player that was just made.
  @_noAllocation @_noLocks
  init() {}

  /// How much was done without credit for its halts lately.
  @_noAllocation @_noLocks
  func workOnHalts(at now: Frame) -> Int {
    now - haltsSince < CommandCost.haltFrames ? halts : 0
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

extension RenderCommand.Action {
  /// Whether the command ends or silences something: it waits for no commands but earlier ones of its
  /// own player.
  var isHalt: Bool {
    @_noAllocation @_noLocks get {
      switch self {
      case .stop, .pause, .cancel, .release, .setMuted, .setGains: true
      case .add, .start, .resume, .seek, .setRate, .setRepeats, .setLoopEnd, .setMaster,
        .setVoices, .send:
        false
      }
    }
  }

  /// Whether the command need not wait for earlier ones of its own player, because their effect does
  /// not matter.
  var overtakes: Bool {
    @_noAllocation @_noLocks get {
      switch self {
      case .stop, .cancel, .setMuted: true
      case .pause, .release, .setGains, .add, .start, .resume, .seek, .setRate, .setRepeats,
        .setLoopEnd, .setMaster, .setVoices, .send:
        false
      }
    }
  }

  /// Whether the command has no effect right before `other` of the same player, or of the engine.
  @_noAllocation @_noLocks
  func isFutile(before other: RenderCommand.Action) -> Bool {
    switch other {
    case .stop:
      switch self {
      case .start, .stop, .pause, .resume, .seek, .send: true
      // A cancel also forgets what is yet to come.
      case .cancel, .add, .release, .setRate, .setRepeats, .setLoopEnd, .setMuted, .setMaster,
        .setVoices, .setGains:
        false
      }
    case .cancel:
      switch self {
      case .start, .stop, .pause, .resume, .seek, .send, .cancel: true
      case .add, .release, .setRate, .setRepeats, .setLoopEnd, .setMuted, .setMaster, .setVoices,
        .setGains:
        false
      }
    case .setMuted:
      if case .setMuted = self { true } else { false }
    case .setGains:
      if case .setGains = self { true } else { false }
    case .add, .release, .start, .pause, .resume, .seek, .setRate, .setRepeats, .setLoopEnd,
      .setMaster, .setVoices, .send:
      false
    }
  }
}
