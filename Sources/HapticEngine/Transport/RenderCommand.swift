/// A message from the control side to the render side, with the frame from which it holds.
struct RenderCommand: BitwiseCopyable, Sendable {
  /// The action of a command.
  @safe
  enum Action: BitwiseCopyable, @unchecked Sendable {
    // SAFETY (unchecked Sendable): a pointer is used by one side at a time; which side has it
    // follows from the queue it is in.

    /// From now on the renderer has this player.
    case add(UnsafeMutablePointer<RenderPlayer>)
    /// Nobody holds the player any more: it plays what it has started to its end, and is then given
    /// back, in a report. The last command for a player.
    case release(UnsafeMutablePointer<RenderPlayer>)
    /// Forgets what was sent before it and is pending for the player, but for settings, and stops
    /// the player.
    case cancel(UnsafeMutablePointer<RenderPlayer>)
    case start(UnsafeMutablePointer<RenderPlayer>)
    case stop(UnsafeMutablePointer<RenderPlayer>)
    case pause(UnsafeMutablePointer<RenderPlayer>)
    case resume(UnsafeMutablePointer<RenderPlayer>)
    case seek(UnsafeMutablePointer<RenderPlayer>, Seconds, BegunEvents)
    /// Continues more of what a seek lets sound: what is left of a seek or a resume, on the render side.
    case continueBegun(UnsafeMutablePointer<RenderPlayer>)
    case setRate(UnsafeMutablePointer<RenderPlayer>, Double)
    case setRepeats(UnsafeMutablePointer<RenderPlayer>, Int)
    case setLoopEnd(UnsafeMutablePointer<RenderPlayer>, Seconds)
    case setMuted(UnsafeMutablePointer<RenderPlayer>, Bool)
    case setMaster(UnsafeMutablePointer<RenderPlayer>, MasterControls)
    /// Room for more voices; the renderer gives back the room it had in the same loan.
    case setVoices(UnsafeMutablePointer<RenderPlayer>, UnsafeMutablePointer<VoiceLoan>)
    /// A parameter or a curve for a control.
    case send(UnsafeMutablePointer<RenderPlayer>, control: Int, SentControl)
    /// The engine's own mutes.
    case setGains(BusGains)
  }

  /// The frame of the engine from which it holds; what is past holds as soon as possible.
  var frame: Frame
  /// Whether the command uses the room reserved for commands that must always get through.
  var isUrgent: Bool
  /// The batch that it takes effect with, at the frame of all of them; 0 for none.
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

  /// The player that the command is for; nil for one that is for the engine.
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
  /// Whether the command sets the same thing as `other`, of the same player or of the engine.
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

/// The gains of the two buses, which the engine's mutes make.
struct BusGains: BitwiseCopyable, Hashable, Sendable {
  var haptic: Float
  var audio: Float
}

/// The master intensity and sharpness of a player.
struct MasterControls: BitwiseCopyable, Hashable, Sendable {
  /// A factor of the intensity of all haptic events, 0...1.
  var intensity: Double
  /// An offset of the sharpness of all haptic events, -1...1.
  var sharpness: Double

  @_noAllocation @_noLocks
  init(intensity: Double, sharpness: Double) {
    self.intensity = intensity
    self.sharpness = sharpness
  }

  /// The values of the two that are taken.
  static let intensities = 0.0...1.0
  static let sharpnesses = -1.0...1.0

  /// Changes nothing.
  static var neutral: MasterControls {
    @_noAllocation @_noLocks get { MasterControls(intensity: 1, sharpness: 0) }
  }
}

/// A message from the render side to the control side.
@safe
enum RenderReport: BitwiseCopyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): as for `RenderCommand.Action`.

  /// `count` of the player's starts are over: all of them since it was made, not only the new ones. The last
  /// one ended at the frame `lastAt`.
  case startsOver(id: Int, count: Int, lastAt: Frame)
  /// The renderer no longer has this player; its memory is the control side's again.
  case removed(UnsafeMutablePointer<RenderPlayer>)
}
