/// An action of an app, or an event that affects only one app.
///
/// The events in the first group are calls by the app's code. The others are actions of the user or the system.
public enum AppEvent: Hashable, Sendable {
  /// `setCategory`. If the mode is nil, the session keeps its current mode if the category accepts it, and otherwise
  /// uses the default mode.
  case setCategory(
    SessionCategory, mode: SessionMode? = nil, policy: RouteSharingPolicy = .default,
    options: CategoryOptions = [])
  /// `setMode`.
  case setMode(SessionMode)
  /// `setActive(true)`.
  case activate
  /// `setActive(false)`. `noNotifyEffect` overrides the policy option of that name for this call.
  case deactivate(SetActiveOptions = [], noNotifyEffect: NoNotifyEffect? = nil)
  /// Output starts, which activates the session if it is not active.
  case startOutput
  /// Output stops.
  case stopOutput
  /// Input starts, which activates the session if it is not active.
  case startInput
  /// Input stops.
  case stopInput
  /// `overrideOutputAudioPort`.
  case overrideOutput(PortOverride)
  /// `setPreferredInput`.
  case setPreferredInput(PreferredInput?)
  /// The app calls a setter that requires a category with input: gain, channels or data source.
  case setInputProperty
  /// The app requests a setting that the hardware supports.
  case requestHardware(HardwareRequest)
  /// One of the `setPrefers...` methods, or `setAllowHapticsAndSystemSoundsDuringRecording`.
  case setPreference(SessionPreference, Bool?)
  /// `setOutputMuted` (iOS 26 or later).
  case setOutputMuted(Bool)
  /// `setInputMuted` of the app's `AVAudioApplication` (iOS 17 or later).
  case setInputMuted(Bool)
  /// The app sets its handlers in the remote command center.
  case setRemoteCommands(RemoteCommands)
  /// The app starts or stops using sensors.
  case setCaptures(CaptureContexts)
  /// One of the app's own input views, such as a keyboard, appears or disappears.
  case setInputView(InputView)
  /// The app sets how its notifications are presented while it is in the foreground.
  case setFrontPresentation(FrontPresentation)
  /// From now on, the app's call provider fails these actions.
  case setFailingCallActions(CallActions)
  /// The app's call provider reports that an action has failed after it had taken effect. The action's effects are
  /// undone as far as possible.
  case callActionFailed(CallKitMessage)
  /// The app starts its AR session, or resumes it after a pause.
  case runARSession(Relocalization = .automatic)
  /// The app restarts its AR session with `resetTracking`.
  case resetARTracking
  /// The app pauses its AR session.
  case pauseARSession
  /// The app gains or loses a reason to keep running in the background.
  case setRuntimeAssertion(Bool)
  /// A video of the app enters or leaves picture in picture.
  case setPictureInPicture(Bool)
  /// The app plays a haptic.
  case playHaptic(HapticOrigin = .engine)
  /// The app plays a system sound.
  case playSound(SoundClass)

  /// The app comes to the foreground.
  case enterForeground
  /// The app goes to the background, or is woken in the background.
  case enterBackground
  /// The system suspends the app in the background.
  case suspend
  /// The app's process ends.
  case terminate
  /// The app is launched in the foreground, with the session that every process starts with.
  case launch
  /// The user decides whether the app may record.
  case setRecordPermission(RecordPermission)
  /// The user decides how the app's notifications may appear and sound.
  case setNotificationSettings(NotificationSettings)
  /// From now on, the app uses a player of that kind; nil for the kind that its category suggests.
  case setPlayer(PlayerKind?)
  /// The system's time for a background task has expired. Either the app's expiration handler ends the task, or the app
  /// has failed to end it.
  case backgroundTimeExpired(endsTask: Bool)
  /// The app's AR session recognizes its current place, or the place where it was interrupted.
  case placeRecognized
  /// The app's AR session gives up trying to recognize its place.
  case relocalizationGivenUp
  /// The session object is destroyed.
  case expireSession
  /// The user picks an input in the app's input picker (iOS 26 or later).
  case inputPicked(PreferredInput)
}

extension AppEvent {
  /// Returns the event for `setCategory` with all values of a configuration.
  public static func setConfiguration(_ wanted: SessionConfiguration) -> AppEvent {
    .setCategory(
      wanted.category, mode: wanted.mode, policy: wanted.policy, options: wanted.options)
  }

  /// Whether the event is a call by the app's code, which requires the app to be running.
  public var isCall: Bool {
    switch self {
    case .setCategory, .setMode, .activate, .deactivate, .startOutput, .stopOutput, .startInput,
      .stopInput, .overrideOutput, .setPreferredInput, .setInputProperty, .requestHardware,
      .setPreference, .setOutputMuted, .setInputMuted, .setRemoteCommands, .setCaptures,
      .setInputView, .setFrontPresentation, .setFailingCallActions, .callActionFailed,
      .runARSession, .resetARTracking, .pauseARSession, .setRuntimeAssertion, .setPictureInPicture,
      .playHaptic, .playSound:
      true
    case .enterForeground, .enterBackground, .suspend, .terminate, .launch, .setRecordPermission,
      .setNotificationSettings, .setPlayer, .backgroundTimeExpired, .placeRecognized,
      .relocalizationGivenUp, .expireSession, .inputPicked:
      false
    }
  }
}
