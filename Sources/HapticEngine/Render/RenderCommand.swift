/// What the control side tells the render side, with the frame from which it holds.
struct RenderCommand: BitwiseCopyable, Sendable {
  /// What is to be done.
  @safe
  enum Action: BitwiseCopyable, @unchecked Sendable {
    // SAFETY (unchecked Sendable): a pointer is used by one side at a time; which side has it
    // follows from the queue it is in.

    /// From now on the renderer has this player.
    case add(UnsafeMutablePointer<RenderPlayer>)
    /// The player stops, and when it has faded the renderer gives it back, in a report.
    case remove(UnsafeMutablePointer<RenderPlayer>)
    /// Forgets all that is pending for the player, and stops it.
    case cancel(UnsafeMutablePointer<RenderPlayer>)
    case start(UnsafeMutablePointer<RenderPlayer>)
    case stop(UnsafeMutablePointer<RenderPlayer>)
    case pause(UnsafeMutablePointer<RenderPlayer>)
    case resume(UnsafeMutablePointer<RenderPlayer>)
    case seek(UnsafeMutablePointer<RenderPlayer>, Seconds, BegunEvents)
    case setRate(UnsafeMutablePointer<RenderPlayer>, Double)
    case setLoop(UnsafeMutablePointer<RenderPlayer>, LoopRange)
    case setMuted(UnsafeMutablePointer<RenderPlayer>, Bool)
    /// A parameter or a curve for a control.
    case send(UnsafeMutablePointer<RenderPlayer>, control: Int, SentControl)
    /// The engine's own mutes.
    case setGains(BusGains)
  }

  /// The frame of the engine from which it holds; what is past holds as soon as possible.
  var frame: Frame
  var action: Action

  @_noAllocation @_noLocks
  init(frame: Frame, _ action: Action) {
    self.frame = frame
    self.action = action
  }
}

/// The gains of the two buses, which the engine's mutes make.
struct BusGains: BitwiseCopyable, Hashable, Sendable {
  var haptic: Float
  var audio: Float
}

/// What the render side tells the control side.
@safe
enum RenderReport: BitwiseCopyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): as for `RenderCommand.Action`.

  /// `count` of the player's starts are over: all of them since it was made, not only the new ones.
  case startsOver(id: Int, count: Int)
  /// The renderer no longer has this player; its memory is the control side's again.
  case removed(UnsafeMutablePointer<RenderPlayer>)
  /// The renderer no longer needs the points of this curve.
  case curveDone(UnsafePointer<SentControl.Point>)
}
