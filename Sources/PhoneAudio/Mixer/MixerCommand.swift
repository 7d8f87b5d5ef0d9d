internal import HapticEngine
internal import Realtime

/// A change that the mixer carries out: for one app, to hold from a frame on.
struct MixerCommand: BitwiseCopyable, Sendable {
  /// From which frame; one that is over means as soon as possible.
  var frame: Int64
  /// Which app.
  var app: Int
  /// The action to carry out.
  var action: Action

  /// What changes.
  enum Action: BitwiseCopyable, Sendable {
    /// Its sound goes on from this frame of it.
    case play(from: Int64)
    /// Its sound stops: it fades out, or is cut, together with what still fades of it and of its engines.
    case halt(isCut: Bool)
    /// Whether its sound is heard while it plays, within so many frames.
    case audible(Bool, frames: Int)
    /// The volume of its kind, the route and its own layer, reached within so many frames.
    case level(Float, frames: Int)
    /// What others lower it to, reached within so many frames.
    case ducking(Float, frames: Int)
    /// What others lower the sounds of its haptic patterns to, reached within so many frames.
    case patternDucking(Float, frames: Int)
    /// Whether the sounds of its haptic patterns are heard, within so many frames.
    case patternSound(Bool, frames: Int)
    /// What its haptics are multiplied by, 0 for none, within so many frames.
    case haptics(Float, frames: Int)
    /// An engine of the app's plays.
    case attach(RenderHandle, engine: Int)
    /// It stops: what sounds fades out on these buses, and is cut on others, as what may not be heard
    /// from the next output.
    case detach(engine: Int, fading: BusSet)
  }
}
