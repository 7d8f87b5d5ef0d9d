public import AudioSession
public import TextFormats

/// What must be true at a moment.
public struct Expectation: Hashable, Sendable {
  /// What is expected of apps, each with what it is called.
  public var apps: [AppExpectation] = []
  /// What is expected of the phone.
  public var device: [Expected<DeviceFact>] = []
  /// All of it as it is written, in one line.
  public var words = ""

  /// Nothing.
  public init() {}
}

/// A fact that is expected, and where that is written.
public struct Expected<Fact: Hashable & Sendable>: Hashable, Sendable {
  /// The fact.
  public var fact: Fact
  /// Where it is written.
  public var place: SourceLocation
}

/// What is expected of one app.
public struct AppExpectation: Hashable, Sendable {
  /// The app.
  public var app: AppID
  /// What is expected of it.
  public var facts: [Expected<AppFact>]
}

/// Something about an app.
public enum AppFact: Hashable, Sendable {
  /// Whether something is so.
  case truth(AppTruth, Bool)
  /// Seconds played.
  case position(Double)
  /// What its output is multiplied by.
  case gain(Double)
  /// What the user's volume is, as the app reads it.
  case outputVolume(Double)
  /// Its category.
  case category(SessionCategory)
  /// Its options in effect.
  case options(CategoryOptions)
  /// What became of the haptic it last asked for; nil if it asked for none.
  case haptics(PlayVerdict?)
  /// All it was told since its events were last expected.
  case events([String])
  /// Some of what it was told since then, in order.
  case includes([String])
}

/// A question about an app that is answered by yes or no.
public enum AppTruth: String, Hashable, Sendable, CaseIterable {
  /// Its session is active.
  case active
  /// Its output runs, heard or not.
  case playing
  /// Its input runs.
  case recording
  /// Its session is interrupted.
  case interrupted
  /// It is heard.
  case audible
  /// Somebody lowers its output.
  case ducked
  /// It is suspended.
  case suspended
  /// `secondaryAudioShouldBeSilencedHint`.
  case hint
  /// `isOtherAudioPlaying`.
  case otherAudioPlaying
}

/// Something about the phone.
public enum DeviceFact: Hashable, Sendable {
  /// The outputs of the route, in any order.
  case route([Port])
  /// The inputs of the route, in any order.
  case inputs([Port])
  /// The name of the device that sound goes to; nil for one without a name.
  case outputDevice(String?)
  /// The name of the device that sound comes from; nil for one without a name.
  case inputDevice(String?)
  /// The app that remote commands go to.
  case nowPlaying(AppID?)
  /// Whether the switch is on silent.
  case silentMode(Bool)
  /// One of the volumes.
  case volume(VolumeKind, Double)
}
