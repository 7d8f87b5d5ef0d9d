internal import HapticEngine
internal import Realtime

/// A change for one app that the mixer carries out from a frame on.
struct MixerCommand: BitwiseCopyable, Sendable {
  /// The frame at which it takes effect; a frame in the past means as soon as possible.
  var frame: Int64
  /// The number of the app.
  var app: Int
  /// The action to carry out.
  var action: Action

  /// The kinds of change.
  enum Action: BitwiseCopyable, Sendable {
    /// The app's sound continues from this frame of the sound.
    case play(from: Int64)
    /// The app's sound stops. It fades out, or is cut together with earlier fades of it and of the
    /// app's engines.
    case halt(isCut: Bool)
    /// Whether the app's sound is heard while it plays, reached within `frames` frames.
    case audible(Bool, frames: Int)
    /// The product of the volume of the app's kind, the route, and its own layer, reached within
    /// `frames` frames.
    case level(Float, frames: Int)
    /// The factor to which others duck the app, reached within `frames` frames.
    case ducking(Float, frames: Int)
    /// The factor to which others duck the sounds of the app's haptic patterns, reached within
    /// `frames` frames.
    case patternDucking(Float, frames: Int)
    /// Whether the sounds of the app's haptic patterns are heard, reached within `frames` frames.
    case patternSound(Bool, frames: Int)
    /// The factor for the app's haptics, 0 for none, reached within `frames` frames.
    case haptics(Float, frames: Int)
    /// An engine of the app starts playing.
    case attach(RenderHandle, engine: Int)
    /// An engine stops. Its signal fades out on the given buses and is cut on the others, because
    /// it must not be heard on the next output.
    case detach(engine: Int, fading: BusSet)
  }
}
