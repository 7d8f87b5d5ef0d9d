/// The stored state of one app and its session.
///
/// Only causes are stored.
///
/// `Phone` derives consequences, such as the app's gain and whether the app is audible or ducked.
public struct AppState: Hashable, Sendable {
  /// The app's lifecycle state: foreground, background, suspended or terminated.
  public var lifecycle = Lifecycle.foreground
  /// Whether locking the phone sent the app to the background.
  ///
  /// Unlocking then returns the app to the foreground.
  public var returnsAtUnlock = false
  /// Whether the app has the audio background mode (`UIBackgroundModes: audio`).
  public var hasBackgroundAudio = false
  /// Whether something keeps the app running in the background, such as a background task.
  public var hasRuntimeAssertion = false
  /// Whether the user lets the app record.
  public var recordPermission = RecordPermission.granted
  /// The kind of player that the app uses, or nil for the kind that its category suggests; see `Phone.playerKind(of:)`.
  public var player: PlayerKind?
  /// The session that the app's haptic engine uses.
  ///
  /// This session determines how the sounds of haptic patterns are treated.
  public var hapticEngine = HapticEngineSession.own
  /// The remote commands that the app handles.
  public var remoteCommands: RemoteCommands = []
  /// The sensors that the app is using and that a haptic would disturb.
  public var captures: CaptureContexts = []
  /// The state of the app's own input view.
  public var inputView = InputView.hidden
  /// The user's settings for the app's notifications.
  public var notifications = NotificationSettings()
  /// How the app presents its notifications while it is in the foreground.
  public var presentsInFront: FrontPresentation = []
  /// The place of the last visible notification of the app.
  ///
  /// The value is `nowhere` if notifications have arrived since the user cleared or opened the last one, but none of
  /// them was shown. It is nil if no notification has arrived since then.
  public var shownNotification: NotificationPlace?

  /// The category, mode, policy and options.
  public var configuration = SessionConfiguration.processDefault
  /// The preferences of the session.
  public var preferences = SessionPreferences()
  /// The app's hardware preferences.
  public var hardware = HardwarePreferences()
  /// The input that the app prefers.
  public var preferredInput: PreferredInput?
  /// Whether the output is overridden to the speaker.
  public var overridesToSpeaker = false
  /// Whether the app has muted its output (iOS 26 or later).
  public var isOutputMuted = false
  /// Whether the input is muted through `AVAudioApplication`, independently of a session (iOS 17 or later).
  public var isInputMuted = false
  /// The input mute that was last reported to the app.
  ///
  /// A mute is reported only while a session that can record is active.
  public var hasAppliedInputMute = false
  /// Whether a video of the app is shown in picture in picture.
  public var showsPictureInPicture = false
  /// The call actions that the app's provider fails.
  public var failingCallActions: CallActions = []
  /// The AR session of the app, or nil.
  public var arSession: ARSession?
  /// Whether the session object has been destroyed.
  public var isExpired = false

  /// Whether the session is active, interrupted or neither.
  public var activity = Activity.inactive(hasClaim: false)
  /// The sources that refused the last activation and are still present (iOS 27 or later).
  public var refusedBy: InterruptionSources = []

  /// An app in the foreground, with the session that every process starts with.
  public init() {}
}

/// The session that an app's haptic engine uses.
///
/// Source: page of `CHHapticEngine.init(audioSession:)`: with the shared session, the engine behaves like other audio
/// of the app; with nil, it has "default UIKit audio behavior".
public enum HapticEngineSession: String, Hashable, Sendable, CaseIterable {
  /// `CHHapticEngine()`, or `init(audioSession:)` with nil. The sounds of haptic patterns are treated according to the
  /// app's category, whether or not its session is active, and do not interrupt other sessions.
  ///
  /// Source: github.com/mlemgroup/mlem/pull/1719: with nil, music does not pause; with the shared session, it did. Our
  /// choice: with the default behavior, pattern sounds are audible when the category's sounds are.
  case own
  /// The app's shared session. Starting the engine activates the session.
  ///
  /// Source: github.com/kaishi00/hermes-conduit/pull/143: "activates the app's session when it starts", and other media
  /// stops.
  case shared
  /// `playsHapticsOnly`: the sounds of haptic patterns are not played.
  ///
  /// Source: page of `CHHapticEngine.playsHapticsOnly`. Our choice: such an engine does not activate a session.
  case hapticsOnly
}

/// The kind of player that an app uses.
///
/// The kind determines whether the player or the app has to act when the output is unplugged.
///
/// Source: "Responding to audio session route changes": AVPlayer "is automatically paused" when headphones are removed;
/// an app that uses its own player has to observe route changes.
public enum PlayerKind: String, Hashable, Sendable, CaseIterable {
  /// The system's player, `AVPlayer`, which pauses itself.
  case system
  /// The system's player with a video. It pauses itself as well, and also pauses when its app goes to the background,
  /// except in picture in picture. Source: QA1668, "Special Considerations for Video Media".
  case video
  /// The app's own player, such as `AVAudioPlayer` or a game's mixer. When the output is unplugged, the player
  /// continues on the speaker until the app pauses it.
  case own
  /// An `AVAudioEngine`. It behaves like the app's own player, but stops when the hardware's sample rate or number of
  /// channels changes, and its app is notified. Policy option `engineStopsOn` decides whether other route changes stop
  /// it as well.
  ///
  /// Source: page of `AVAudioEngineConfigurationChange`: "the audio engine stops, uninitializes itself, and issues this
  /// notification".
  case engine

  /// Whether the player pauses itself when its output is unplugged.
  public var isOfSystem: Bool {
    switch self {
    case .system, .video: true
    case .own, .engine: false
    }
  }
}

/// An app's own input view, such as a keyboard, and whether its keys click.
///
/// Source: page of `UIDevice.playInputClick()`: "A click plays only if the user has enabled keyboard clicks
/// in Settings > Sounds, and only if the input view is itself enabled and visible"; page of
/// `enableInputClicksWhenVisible`, which is false by default.
public enum InputView: String, Hashable, Sendable, CaseIterable {
  /// The app does not have an input view on the screen.
  case hidden
  /// An input view is on the screen, but has not enabled clicks.
  case silent
  /// An input view is on the screen, and has enabled clicks.
  case clicking

  /// Whether an input view is on the screen.
  public var isVisible: Bool { self != .hidden }
}
