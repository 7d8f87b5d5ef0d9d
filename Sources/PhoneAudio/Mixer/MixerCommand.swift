internal import HapticEngine

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
    /// Its sound stops: it fades out, or is cut.
    case halt(isCut: Bool)
    /// Whether its sound is heard while it plays.
    case audible(Bool)
    /// The volume of its kind, the route and its own layer, reached within so many frames.
    case level(Float, frames: Int)
    /// What others lower it to, reached within so many frames.
    case ducking(Float, frames: Int)
    /// Whether the sounds of its haptic patterns are heard.
    case patternSound(Bool)
    /// What its haptics are multiplied by; 0 for none.
    case haptics(Float)
    /// An engine of the app's plays.
    case attach(RenderHandle, engine: Int)
    /// It stops, and what sounds fades out.
    case detach(engine: Int)
    /// The first frame at which its haptics are not silent any more is to be reported, for all requests
    /// up to this one.
    case watch(request: Int)
  }
}

/// What the mixer reports.
struct MixerReport: BitwiseCopyable, Sendable {
  /// Of which app.
  var app: Int
  /// The last of the requests whose first frame it is.
  var request: Int
  /// The first frame that was not silent.
  var frame: Int64

  /// A report; written out, because one that the compiler makes is not marked.
  @_noAllocation @_noLocks
  init(app: Int, request: Int, frame: Int64) {
    self.app = app
    self.request = request
    self.frame = frame
  }
}
