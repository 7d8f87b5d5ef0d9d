internal import HapticEngine
internal import Realtime

/// A change for one app, which the mixer carries out at a frame.
struct MixerCommand: BitwiseCopyable, Sendable {
  /// The frame at which the change takes effect.
  ///
  /// If the frame has already passed, the change takes effect as soon as possible.
  var frame: Int64
  /// The number of the app.
  var app: Int
  /// The action to carry out.
  var action: Action

  /// The kinds of change.
  enum Action: BitwiseCopyable, Sendable {
    /// The app's sound continues from this frame of the sound.
    case play(from: Int64)
    /// The app's sound stops. It fades out, or is cut together with its earlier fades and those of the
    /// app's engines.
    case halt(isCut: Bool)
    /// Makes the app's sound audible or inaudible while it plays, within `frames` frames.
    case audible(Bool, frames: Int)
    /// The product of the volume for the app's kind of sound, the route's gain and the volume that the app itself
    /// applies, reached within `frames` frames.
    case level(Float, frames: Int)
    /// The factor to which other apps duck the app, reached within `frames` frames.
    case ducking(Float, frames: Int)
    /// The factor to which other apps duck the sounds of the app's haptic patterns, reached within
    /// `frames` frames.
    case patternDucking(Float, frames: Int)
    /// Makes the sounds of the app's haptic patterns audible or inaudible, within `frames` frames.
    case patternSound(Bool, frames: Int)
    /// The factor for the app's haptics, 0 for none, reached within `frames` frames.
    case haptics(Float, frames: Int)
    /// An engine of the app starts playing.
    case attach(RenderHandle, engine: Int)
    /// An audio engine of the app starts playing.
    case attachFeed(SoundFeed, engine: Int)
    /// An engine stops. Its signal fades out on the given buses. On the other buses, it is cut,
    /// because it must not be heard on the next output.
    case detach(engine: Int, fading: BusSet)
  }
}
