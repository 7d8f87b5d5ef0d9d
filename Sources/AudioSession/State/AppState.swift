/// What is stored of one app and its session: causes only.
///
/// Whether it is audible, ducked or at which gain is derived, see `Phone`.
public struct AppState: Hashable, Sendable {
  /// The stage of the app's life: in front, in the background, suspended or terminated.
  public var lifecycle = Lifecycle.foreground
  /// Whether the lock took it from the foreground, to which unlocking brings it back.
  public var returnsAtUnlock = false
  /// Whether the app has the audio background mode (`UIBackgroundModes: audio`).
  public var hasBackgroundAudio = false
  /// Whether something keeps it running in the background, such as a task it was granted.
  public var hasRuntimeAssertion = false
  /// Whether the user lets it record.
  public var recordPermission = RecordPermission.granted
  /// The kind of player that the app plays with; nil for what its category suggests, see
  /// `Phone.playerKind(of:)`.
  public var player: PlayerKind?
  /// The session of the app's haptic engine, which decides what becomes of the sounds of patterns.
  public var hapticEngine = HapticEngineSession.own
  /// The remote commands that the app handles.
  public var remoteCommands: RemoteCommands = []
  /// The sensors that the app captures with, which a haptic would shake.
  public var captures: CaptureContexts = []
  /// The input view of its own that is on the screen.
  public var inputView = InputView.hidden
  /// What the user lets its notifications do.
  public var notifications = NotificationSettings()
  /// What the app lets them do while it is in front.
  public var presentsInFront: FrontPresentation = []
  /// The place of the last of its notifications that is to be seen.
  ///
  /// `nowhere` if one arrived, and none was shown since the user cleared or opened the last; nil if
  /// none arrived since then.
  public var shownNotification: NotificationPlace?

  /// Category, mode, policy and options.
  public var configuration = SessionConfiguration.processDefault
  /// The preferences of the session.
  public var preferences = SessionPreferences()
  /// The preferences of the app for the hardware.
  public var hardware = HardwarePreferences()
  /// The input it asked for.
  public var preferredInput: PreferredInput?
  /// Whether the output is overridden to the speaker.
  public var overridesToSpeaker = false
  /// Whether the app has muted its output (26).
  public var isOutputMuted = false
  /// Whether the input is muted by `AVAudioApplication`, which lasts without a session (17).
  public var isInputMuted = false
  /// Whether the last session that recorded had its input muted, as far as the app was notified.
  public var hasAppliedInputMute = false
  /// Whether a video of the app is shown by picture in picture.
  public var showsPictureInPicture = false
  /// The actions of calls that its provider fails.
  public var failingCallActions: CallActions = []
  /// The AR session of the app; nil if it has none.
  public var arSession: ARSession?
  /// Whether the session object was destroyed.
  public var isExpired = false

  /// Whether the session is active, interrupted or neither.
  public var activity = Activity.inactive(hasClaim: false)
  /// The sources that refused the last activation, as long as they are there (27), whatever the
  /// session is.
  public var refusedBy: InterruptionSources = []

  /// An app in the foreground with the session every process starts with.
  public init() {}
}

/// The session of an app's haptic engine.
///
/// Source: page of `CHHapticEngine.init(audioSession:)`: with the shared session the engine behaves as other
/// audio of the app, with nil it has "default UIKit audio behavior".
public enum HapticEngineSession: String, Hashable, Sendable, CaseIterable {
  /// `CHHapticEngine()`, or with nil: sounds of patterns are heard as the category of the app has it,
  /// whether or not its session is active, and interrupt nobody.
  ///
  /// Source: github.com/mlemgroup/mlem/pull/1719: with nil music does not pause, with the shared session
  /// it did. Our choice: what that default lets out is what the category does.
  case own
  /// The shared session, which starting the engine activates.
  ///
  /// Source: github.com/kaishi00/hermes-conduit/pull/143: "activates the app's session when it starts",
  /// and other media is cut.
  case shared
  /// `playsHapticsOnly`: sounds of patterns are ignored.
  ///
  /// Source: page of `CHHapticEngine.playsHapticsOnly`. Our choice: such an engine activates nothing.
  case hapticsOnly
}

/// Whose player an app plays with, which decides who acts when the output is unplugged.
///
/// Source: "Responding to audio session route changes": AVPlayer "is automatically paused" when
/// headphones are removed; for players of an app's own the app has to observe route changes.
public enum PlayerKind: String, Hashable, Sendable, CaseIterable {
  /// The system's, `AVPlayer`: it pauses itself.
  case system
  /// The system's with a video: it also pauses when its app goes to the background, but for picture in
  /// picture. Source: QA1668, "Special Considerations for Video Media".
  case video
  /// The app's own: `AVAudioPlayer`, the mixer of a game. It goes on from the speaker until the app
  /// pauses it.
  case own
  /// An `AVAudioEngine`: as one's own, but it stops where the sample rate or the number of channels of
  /// the hardware changes, and its app is notified.
  ///
  /// Source: page of `AVAudioEngineConfigurationChange`: "the audio engine stops, uninitializes
  /// itself, and issues this notification".
  case engine

  /// Whether the player pauses itself when its output is unplugged.
  public var isOfSystem: Bool {
    switch self {
    case .system, .video: true
    case .own, .engine: false
    }
  }
}

/// An input view of an app's own, such as a keyboard, as far as its keys may click.
///
/// Source: page of `UIDevice.playInputClick()`: "A click plays only if the user has enabled keyboard clicks
/// in Settings > Sounds, and only if the input view is itself enabled and visible"; page of
/// `enableInputClicksWhenVisible`, which is false by default.
public enum InputView: String, Hashable, Sendable, CaseIterable {
  /// No input view of the app is on the screen.
  case hidden
  /// One is, and has not enabled clicks.
  case silent
  /// One is, and has enabled clicks.
  case clicking

  /// Whether a view is on the screen.
  public var isVisible: Bool { self != .hidden }
}
