/// A message from the control side to the render side, with the frame from which it is effective.
struct RenderCommand: BitwiseCopyable, Sendable {
  /// The action of a command.
  @safe
  enum Action: BitwiseCopyable, @unchecked Sendable {
    // SAFETY (unchecked Sendable): a pointer is used by one side at a time; the queue that contains it determines
    // which.

    /// Adds a player to the renderer.
    case add(UnsafeMutablePointer<RenderPlayer>)
    /// Releases a player that is no longer owned. The player plays to the end everything that it has started, and is
    /// then returned in a report. This is the last command for a player.
    case release(UnsafeMutablePointer<RenderPlayer>)
    /// Drops earlier commands that are pending for the player, except settings, and stops the player.
    case cancel(UnsafeMutablePointer<RenderPlayer>)
    case start(UnsafeMutablePointer<RenderPlayer>)
    case stop(UnsafeMutablePointer<RenderPlayer>)
    case pause(UnsafeMutablePointer<RenderPlayer>)
    case resume(UnsafeMutablePointer<RenderPlayer>)
    case seek(UnsafeMutablePointer<RenderPlayer>, Seconds, BegunEvents)
    /// Continues further events after a seek or a resume. Created by the render side itself.
    case continueBegun(UnsafeMutablePointer<RenderPlayer>)
    case setRate(UnsafeMutablePointer<RenderPlayer>, Double)
    case setRepeats(UnsafeMutablePointer<RenderPlayer>, Int)
    case setLoopEnd(UnsafeMutablePointer<RenderPlayer>, Seconds)
    case setMuted(UnsafeMutablePointer<RenderPlayer>, Bool)
    case setMaster(UnsafeMutablePointer<RenderPlayer>, MasterControls)
    /// Replaces the player's memory for voices with larger memory; the renderer returns the previous memory in the same
    /// loan.
    case setVoices(UnsafeMutablePointer<RenderPlayer>, UnsafeMutablePointer<VoiceLoan>)
    /// Sets a parameter or a curve for a control.
    case send(UnsafeMutablePointer<RenderPlayer>, control: Int, SentControl)
    /// Sets the engine's own mutes.
    case setGains(BusGains)
  }

  /// The frame of the engine from which the command is effective; a past frame means as soon as possible.
  var frame: Frame
  /// Whether the command uses the part of the queue reserved for commands that must always get through.
  var isUrgent: Bool
  /// The batch to which the command belongs; 0 for none.
  ///
  /// All commands of a batch take effect at the same frame.
  var batch: UInt32 = 0
  var action: Action

  @_noAllocation @_noLocks
  init(frame: Frame, isUrgent: Bool = false, _ action: Action) {
    self.frame = frame
    self.isUrgent = isUrgent
    self.action = action
  }
}

extension RenderCommand.Action {
  /// Whether the command starts a player.
  var isStart: Bool {
    @_noAllocation @_noLocks get {
      if case .start = self { true } else { false }
    }
  }

  /// The player that the command is for; nil for a command to the engine.
  var player: UnsafeMutablePointer<RenderPlayer>? {
    @_noAllocation @_noLocks get {
      switch self {
      case .add(let player), .release(let player), .cancel(let player),
        .start(let player), .stop(let player), .pause(let player), .resume(let player),
        .continueBegun(let player):
        unsafe player
      case .seek(let player, _, _): unsafe player
      case .setRate(let player, _): unsafe player
      case .setRepeats(let player, _): unsafe player
      case .setLoopEnd(let player, _): unsafe player
      case .setMuted(let player, _): unsafe player
      case .setMaster(let player, _): unsafe player
      case .setVoices(let player, _): unsafe player
      case .send(let player, _, _): unsafe player
      case .setGains: nil
      }
    }
  }
}

extension RenderCommand.Action {
  /// Returns whether the command and `other` set the same value of the same player, or of the engine.
  @_noAllocation @_noLocks
  func setsSame(as other: Self) -> Bool {
    guard unsafe player == other.player else { return false }
    return switch (self, other) {
    case (.setRate, .setRate), (.setRepeats, .setRepeats), (.setLoopEnd, .setLoopEnd),
      (.setMuted, .setMuted), (.setMaster, .setMaster), (.setGains, .setGains):
      true
    default: false
    }
  }
}

/// The gains of the two buses, which result from the engine's mutes and from the phone that the engine belongs to.
struct BusGains: BitwiseCopyable, Hashable, Sendable {
  var haptic: Float
  var audio: Float
}

/// The master intensity and sharpness of a player.
struct MasterControls: BitwiseCopyable, Hashable, Sendable {
  /// The factor by which the intensity of all haptic events is multiplied, 0...1.
  var intensity: Double
  /// The offset added to the sharpness of all haptic events, -1...1.
  var sharpness: Double

  @_noAllocation @_noLocks
  init(intensity: Double, sharpness: Double) {
    self.intensity = intensity
    self.sharpness = sharpness
  }

  /// The accepted values of the two controls.
  static let intensities = 0.0...1.0
  static let sharpnesses = -1.0...1.0

  /// The controls that do not change anything.
  static var neutral: MasterControls {
    @_noAllocation @_noLocks get { MasterControls(intensity: 1, sharpness: 0) }
  }
}

/// A message from the render side to the control side.
@safe
enum RenderReport: BitwiseCopyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): as for `RenderCommand.Action`.

  /// `count` of the player's starts are over, counted since the player was made. The last one ended at the frame
  /// `lastAt`.
  case startsOver(id: Int, count: Int, lastAt: Frame)
  /// The renderer has removed this player; its memory belongs to the control side again.
  case removed(UnsafeMutablePointer<RenderPlayer>)
}
