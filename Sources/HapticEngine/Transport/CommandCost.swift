/// The cost of commands, which bounds a block's share of them: a unit is about a tenth of a
/// microsecond, the time to copy a voice.
///
/// Counted in frames and not in blocks, so that which command waits does not depend on how the signal
/// is cut into blocks.
enum CommandCost {
  /// What may be spent at once after a while without commands.
  ///
  /// Our choice: about 0.2 ms, and two thousand commands to small players.
  static var maximumCredit: Int { @_noAllocation @_noLocks get { 2_048 } }
  /// What may be spent for each frame that is rendered.
  ///
  /// Our choice: in a block of 64 frames about 0.2 ms of the 1.3 ms that it lasts.
  static var perFrame: Int { @_noAllocation @_noLocks get { 32 } }
  /// For how many frames commands are put off at least.
  ///
  /// Our choice: by then there is credit for a number of them, so that those which have to be put off
  /// again are not moved more often than others are carried out.
  static var shortestDelay: Frame { @_noAllocation @_noLocks get { 64 } }
  /// How much may be done without credit for the halts of one player, within `haltFrames`, while the next
  /// still needs none.
  ///
  /// Our choice: one halt, however much sounds, or hundreds that find nothing to be halted.
  static var haltAllowance: Int { @_noAllocation @_noLocks get { 512 } }
  static var haltFrames: Frame { @_noAllocation @_noLocks get { 64 } }

  /// About how much is done at once of what a seek continues.
  ///
  /// Our choice: a frame's credit is less than it takes to begin, and 16 of them are this much.
  static var continuedAtOnce: Int { @_noAllocation @_noLocks get { 512 } }

  /// What `action` costs now.
  @_noAllocation @_noLocks
  static func of(_ action: RenderCommand.Action) -> Int {
    guard let player = unsafe action.player else { return 1 }
    let voices = unsafe player.pointee.voiceCount
    return switch action {
    case .add, .setMuted, .setRepeats, .setLoopEnd, .setGains: 1
    // What is continued is counted as it is found.
    case .continueBegun: 0
    // Every voice is copied.
    case .pause, .resume, .setVoices: 1 + voices
    // The pattern's own segments are looked through for the next that overrides what is sent.
    case .send:
      unsafe 1 + voices / 8 + player.pointee.pattern.view.firstSegments[ControlIndex.count] / 256
    // Every voice fades or changes.
    case .start, .stop, .cancel, .release, .setRate, .setMaster, .seek: 1 + voices / 8
    }
  }
}

extension RenderCommand.Action {
  /// Whether the command ends or silences something: it waits for no commands but earlier ones of its
  /// own player.
  var isHalt: Bool {
    @_noAllocation @_noLocks get {
      switch self {
      case .pause, .release, .stop, .cancel, .setMuted, .setGains: true
      case .add, .start, .resume, .seek, .continueBegun, .setRate, .setRepeats, .setLoopEnd,
        .setMaster, .setVoices, .send:
        false
      }
    }
  }

  /// Whether the command need not wait for earlier ones of its own player either, because their effect
  /// does not matter: it drops them.
  var overtakes: Bool {
    @_noAllocation @_noLocks get {
      switch self {
      case .stop, .cancel, .setMuted, .setGains: true
      case .add, .release, .start, .pause, .resume, .seek, .continueBegun, .setRate, .setRepeats,
        .setLoopEnd, .setMaster, .setVoices, .send:
        false
      }
    }
  }

  /// Whether the command sets something that holds whatever its player does.
  private var isSetting: Bool {
    @_noAllocation @_noLocks get {
      switch self {
      case .start, .stop, .pause, .resume, .seek, .continueBegun, .send, .cancel: false
      case .add, .release, .setRate, .setRepeats, .setLoopEnd, .setMuted, .setMaster, .setVoices,
        .setGains:
        true
      }
    }
  }

  /// Whether the command, sent before `other`, has no effect once that is carried out; it may have been put
  /// off, and else waits for its own frame.
  @_noAllocation @_noLocks
  func isFutile(before other: RenderCommand.Action, isPutOff: Bool) -> Bool {
    if unsafe player != other.player { return false }
    switch other {
    case .release: return true
    case .cancel: return !isSetting
    case .stop:
      // A cancel also forgets what is yet to come.
      if case .cancel = self { return false }
      return isPutOff && !isSetting
    case .setMuted, .setGains: return isPutOff && setsSame(as: other)
    case .add, .start, .pause, .resume, .seek, .continueBegun, .setRate, .setRepeats, .setLoopEnd,
      .setMaster, .setVoices, .send:
      return false
    }
  }
}
