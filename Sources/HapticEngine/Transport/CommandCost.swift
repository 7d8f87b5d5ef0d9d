/// The cost of commands, which limits the share of a block's time that commands may take.
///
/// A unit is about a tenth of a microsecond, the time it takes to copy a voice.
///
/// Commands are paid for with *credit*, which grows with each rendered frame. Credit is counted in frames and not in
/// blocks, so that block boundaries do not affect which command waits.
enum CommandCost {
  /// The maximum credit, which can be spent in one step after a time without commands.
  ///
  /// Our choice: enough for about 0.2 ms of work, or for two thousand commands to small players.
  static var maximumCredit: Int { @_noAllocation @_noLocks get { 2_048 } }
  /// The credit for each frame that is rendered.
  ///
  /// Our choice: in a block of 64 frames, which lasts 1.3 ms, commands may take about 0.2 ms.
  static var perFrame: Int { @_noAllocation @_noLocks get { 32 } }
  /// The minimum number of frames for which commands are deferred.
  ///
  /// Our choice: after that delay there is credit for several commands, so that repeated deferrals are not more
  /// frequent than commands that are carried out.
  static var shortestDelay: Frame { @_noAllocation @_noLocks get { 64 } }
  /// The maximum cost of one player's halts within `haltFrames`.
  ///
  /// Until it is reached, another halt does not need credit.
  ///
  /// Our choice: one halt, however many voices are playing, or hundreds of halts that do not find anything to halt.
  static var haltAllowance: Int { @_noAllocation @_noLocks get { 512 } }
  static var haltFrames: Frame { @_noAllocation @_noLocks get { 64 } }

  /// The approximate cost up to which events are continued in one step after a seek.
  ///
  /// Our choice: one frame's credit is less than the cost of beginning a step, and the credit of 16 frames is this
  /// much.
  static var continuedAtOnce: Int { @_noAllocation @_noLocks get { 512 } }

  /// Returns the current cost of `action`.
  @_noAllocation @_noLocks
  static func of(_ action: RenderCommand.Action) -> Int {
    guard let player = unsafe action.player else { return 1 }
    let voices = unsafe player.pointee.voiceCount
    return switch action {
    case .add, .setMuted, .setRepeats, .setLoopEnd, .setGains: 1
    // The cost of continued events is counted as they are found.
    case .continueBegun: 0
    // Every voice is copied.
    case .pause, .resume, .setVoices: 1 + voices
    // The pattern's own segments are searched for the next one that overrides the sent source.
    case .send:
      unsafe 1 + voices / 8 + player.pointee.pattern.view.firstSegments[ControlIndex.count] / 256
    // Every voice fades or changes.
    case .start, .stop, .cancel, .release, .setRate, .setMaster, .seek: 1 + voices / 8
    }
  }
}

extension RenderCommand.Action {
  /// Whether the command ends or silences something.
  ///
  /// Such a command only waits for earlier commands of the same player.
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

  /// Whether the command does not even have to wait for earlier commands of the same player, because it drops those
  /// commands and their effect does not matter.
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

  /// Whether the command sets a value that applies whatever its player does.
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

  /// Returns whether the command, which was sent before `other`, becomes ineffective once `other` is carried out.
  ///
  /// The command has either been deferred or is waiting for its own frame.
  @_noAllocation @_noLocks
  func isFutile(before other: RenderCommand.Action, isPutOff: Bool) -> Bool {
    if unsafe player != other.player { return false }
    switch other {
    case .release: return true
    case .cancel: return !isSetting
    case .stop:
      // A cancel also drops future commands.
      if case .cancel = self { return false }
      return isPutOff && !isSetting
    case .setMuted, .setGains: return isPutOff && setsSame(as: other)
    case .add, .start, .pause, .resume, .seek, .continueBegun, .setRate, .setRepeats, .setLoopEnd,
      .setMaster, .setVoices, .send:
      return false
    }
  }
}
