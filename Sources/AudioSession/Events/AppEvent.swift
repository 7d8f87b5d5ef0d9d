/// What an app does, or what happens to it alone.
///
/// The first group are calls of its code. The others are facts: the user or the system does them.
public enum AppEvent: Hashable, Sendable {
  /// `setCategory`. A mode of nil keeps the present one if the category takes it, else the default.
  case setCategory(
    SessionCategory, mode: SessionMode? = nil, policy: RouteSharingPolicy = .default,
    options: CategoryOptions = [])
  /// `setMode`.
  case setMode(SessionMode)
  /// `setActive(true)`.
  case activate
  /// `setActive(false)`. `noNotifyEffect` decides for this one call what the policy option of that
  /// name decides.
  case deactivate(SetActiveOptions = [], noNotifyEffect: NoNotifyEffect? = nil)
  /// Output begins, which activates the session if it is not active.
  case startOutput
  /// Output ends.
  case stopOutput
  /// Input begins, which activates the session if it is not active.
  case startInput
  /// Input ends.
  case stopInput
  /// `overrideOutputAudioPort`.
  case overrideOutput(PortOverride)
  /// `setPreferredInput`.
  case setPreferredInput(PreferredInput?)
  /// A setter that needs a category with input: gain, channels, data source.
  case setInputProperty
  /// The app asks something of the hardware that this can give.
  case requestHardware(HardwareRequest)
  /// One of the `setPrefers...` and `setAllowHapticsAndSystemSoundsDuringRecording`.
  case setPreference(SessionPreference, Bool?)
  /// `setOutputMuted` (26).
  case setOutputMuted(Bool)
  /// `setInputMuted` of the app's `AVAudioApplication` (17).
  case setInputMuted(Bool)
  /// The handlers at the remote command center.
  case setRemoteCommands(RemoteCommands)
  /// Sensors are used, or no more.
  case setCaptures(CaptureContexts)
  /// An input view of its own comes or goes, such as a keyboard.
  case setInputView(InputView)
  /// What the app lets its notifications do while it is in front.
  case setFrontPresentation(FrontPresentation)
  /// The provider of the app's calls fails these actions from now on.
  case setFailingCallActions(CallActions)
  /// The provider of its calls has failed an action that it was asked for, and that has happened: what can be
  /// undone of it is.
  case callActionFailed(CallKitMessage)
  /// The app's AR session runs from now on, or goes on after it was paused.
  case runARSession(Relocalization = .automatic)
  /// The app's AR session runs anew, with `resetTracking`.
  case resetARTracking
  /// The app pauses its AR session.
  case pauseARSession
  /// Something keeps the app running in the background, or no more.
  case setRuntimeAssertion(Bool)
  /// A video of the app is shown by picture in picture, or no more.
  case setPictureInPicture(Bool)
  /// A haptic is asked for.
  case playHaptic(HapticOrigin = .engine)
  /// A system sound is asked for.
  case playSound(SoundClass)

  /// The app comes to the foreground.
  case enterForeground
  /// The app goes to the background, or is woken there.
  case enterBackground
  /// The system suspends the app, which is in the background.
  case suspend
  /// The app dies.
  case terminate
  /// The app starts anew in the foreground, with the session every process starts with.
  case launch
  /// The user decides about recording.
  case setRecordPermission(RecordPermission)
  /// The user decides what the app's notifications may do.
  case setNotificationSettings(NotificationSettings)
  /// The app plays with a player of that kind from now on; nil for what its category suggests.
  case setPlayer(PlayerKind?)
  /// The time that the system grants a background task is over: its handler ends the task, or the app
  /// has leaked it.
  case backgroundTimeExpired(endsTask: Bool)
  /// The app's AR session recognizes the place where it is, or the one where it was interrupted.
  case placeRecognized
  /// The app's AR session has tried to recognize its place for long enough.
  case relocalizationGivenUp
  /// The session object is destroyed.
  case expireSession
  /// The user picks an input in the app's input picker (26).
  case inputPicked(PreferredInput)
}

extension AppEvent {
  /// `setCategory` with all of a configuration.
  public static func setConfiguration(_ wanted: SessionConfiguration) -> AppEvent {
    .setCategory(
      wanted.category, mode: wanted.mode, policy: wanted.policy, options: wanted.options)
  }

  /// Whether the app's code calls it, for which the app has to run.
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
