public import AudioSession
public import HapticEngine

/// What an app can do.
public enum AppAction: Hashable, Sendable {
  /// `setActive(true)`.
  case activate
  /// `setActive(false)`; `noNotifyEffect` decides for this one call what released apps receive.
  case deactivate(SetActiveOptions, noNotifyEffect: NoNotifyEffect? = nil)
  /// `setCategory`.
  case setCategory(SessionConfiguration, setsMode: Bool)
  /// `setMode`.
  case setMode(SessionMode)
  /// The app plays from where it was, for so many seconds; nil for as long as was left of it, which
  /// is without end if it never had one.
  case play(seconds: Double?)
  /// The app stops playing, and keeps the position.
  case pause
  /// The app stops playing, and forgets the position.
  case stop
  /// The app starts recording.
  case record
  /// The app stops recording.
  case stopRecording
  /// The user brings the app to the front.
  case foreground
  /// The user leaves the app.
  case background
  /// The system suspends it.
  case suspend
  /// The app terminates.
  case terminate
  /// The app is launched again.
  case launch
  /// The app begins or ends a background task, which keeps it running in the background.
  case setBackgroundTask(Bool)
  /// The time of its background task is over: it ends the task, or has leaked it.
  case expireBackgroundTime(endsTask: Bool)
  /// A video of it is shown by picture in picture, or no more.
  case setPictureInPicture(Bool)
  /// The provider of its calls fails these actions from now on.
  case setFailingCallActions(CallActions)
  /// The provider of its calls fails an action that has happened.
  case failCallAction(CallKitMessage)
  /// An AR session runs, or goes on after it was paused.
  case runARSession(Relocalization)
  /// The AR session runs anew, with `resetTracking`.
  case resetARTracking
  /// The AR session is paused.
  case pauseARSession
  /// The AR session recognizes where it is, or the place where it was interrupted.
  case recognizePlace
  /// The AR session has tried to recognize its place for long enough.
  case giveUpRelocalizing
  /// `setInputMuted` of `AVAudioApplication`.
  case setInputMuted(Bool)
  /// The app pauses by itself so many seconds from now; nil takes that back.
  case setSleepTimer(seconds: Double?)
  /// The app stores its position, at which it goes on when it is launched again.
  case savePosition
  /// The app plays from a position, in seconds, such as the one of another device that hands over.
  case playFrom(seconds: Double)
  /// Notifications of its session are not delivered as they should be; nil takes that back.
  case distortNotification(NotificationDistortion?)
  /// A capture session with a microphone starts.
  case startCapture(CaptureSessionKind)
  /// The capture session stops.
  case stopCapture(CaptureSessionKind)
  /// A web view of it plays, by a session of its own, or no more.
  case setWebViewPlaying(Bool)
  /// `overrideOutputAudioPort`.
  case overrideOutput(PortOverride)
  /// `setPreferredInput`.
  case preferInput(PreferredInput?)
  /// The user picks an input in its input picker.
  case pickInput(PreferredInput)
  /// A setter that needs a category with input, whichever and with whatever value.
  case setInputProperty
  /// The app asks something of the hardware: a sample rate, a gain, a data source.
  case requestHardware(HardwareRequest)
  /// One or more of the `setPrefers...`; nil takes one back.
  case setPrefers([SessionPreference: Bool?])
  /// `setOutputMuted`.
  case setOutputMuted(Bool)
  /// The app plays with a player of the kind from now on; nil for what its category suggests.
  case setPlayer(PlayerKind?)
  /// The app handles the remote commands from now on.
  case setRemoteCommands(RemoteCommands)
  /// The app captures with the sensors from now on.
  case setCaptures(CaptureContexts)
  /// An input view of its own comes or goes.
  case setInputView(InputView)
  /// What the app lets its notifications do while it is in front.
  case setFrontPresentation(FrontPresentation)
  /// The user decides what notifications of the app may do.
  case setNotificationSettings(NotificationSettings)
  /// The user decides whether the app may record.
  case setRecordPermission(RecordPermission)
  /// The session object of the app is destroyed.
  case expireSession
  /// The app asks for a haptic: a preset or a pattern by its name.
  case playHaptic(String)
  /// The app prepares its feedback generator of that family.
  case prepareFeedback(FeedbackFamily)
  /// The app triggers a feedback.
  case triggerFeedback(Feedback)
  /// The app loads a composite, the pattern of that name, which takes so many seconds.
  case loadComposite(String, seconds: Double)
  /// The app plays a composite, or shows its still where it is not loaded.
  case playComposite(String)
  /// The user, or the app, changes a control of that name.
  case operate(String, ControlEvent)
  /// The user turns a wheel of the picker of that name.
  case turnPicker(String, PickerTurn)
  /// The app asks for a sound of the system.
  case playSound(SoundClass, name: String)
}

extension AppAction {
  /// What the action is to the policy, in order; those after one that fails do not happen.
  package func events(of app: AppID) -> [SessionEvent] {
    switch self {
    case .activate: [.activate(app)]
    case .deactivate(let options, let noNotifyEffect):
      [.deactivate(app, options, noNotifyEffect: noNotifyEffect)]
    case .setCategory(let wanted, let setsMode):
      [
        .setCategory(
          app, wanted.category, mode: setsMode ? wanted.mode : nil, policy: wanted.policy,
          options: wanted.options)
      ]
    case .setMode(let mode): [.setMode(app, mode)]
    case .play: [.startOutput(app)]
    case .pause, .stop: [.stopOutput(app)]
    case .record: [.startInput(app)]
    case .stopRecording: [.stopInput(app)]
    case .foreground: [.enterForeground(app)]
    case .background: [.enterBackground(app)]
    case .suspend: [.suspend(app)]
    case .terminate: [.terminate(app)]
    case .launch: [.launch(app)]
    case .setBackgroundTask(let holds): [.setRuntimeAssertion(app, holds)]
    case .expireBackgroundTime(let ends): [.backgroundTimeExpired(app, endsTask: ends)]
    case .setPictureInPicture(let isShown): [.setPictureInPicture(app, isShown)]
    case .setFailingCallActions(let actions): [.setFailingCallActions(app, actions)]
    case .failCallAction(let action): [.callActionFailed(app, action)]
    case .runARSession(let relocalization): [.runARSession(app, relocalization)]
    case .resetARTracking: [.resetARTracking(app)]
    case .pauseARSession: [.pauseARSession(app)]
    case .recognizePlace: [.placeRecognized(app)]
    case .giveUpRelocalizing: [.relocalizationGivenUp(app)]
    case .setInputMuted(let isMuted): [.setInputMuted(app, isMuted)]
    case .setSleepTimer, .savePosition, .distortNotification, .prepareFeedback, .operate,
      .turnPicker, .loadComposite, .playComposite:
      []
    case .playFrom: [.startOutput(app)]
    case .startCapture(let kind): kind.starting(app)
    case .stopCapture(let kind): kind.stopping(app)
    case .setWebViewPlaying(let plays):
      [plays ? .alertBegan(.webView) : .alertEnded(.webView)]
    case .overrideOutput(let port): [.overrideOutput(app, port)]
    case .preferInput(let port): [.setPreferredInput(app, port)]
    case .pickInput(let port): [.inputPicked(app, port)]
    case .setInputProperty: [.setInputProperty(app)]
    case .requestHardware(let request): [.requestHardware(app, request)]
    case .setPrefers(let preferences):
      preferences.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { .setPreference(app, $0.key, $0.value) }
    case .setOutputMuted(let isMuted): [.setOutputMuted(app, isMuted)]
    case .setPlayer(let kind): [.setPlayer(app, kind)]
    case .setRemoteCommands(let commands): [.setRemoteCommands(app, commands)]
    case .setCaptures(let captures): [.setCaptures(app, captures)]
    case .setInputView(let view): [.setInputView(app, view)]
    case .setFrontPresentation(let options): [.setFrontPresentation(app, options)]
    case .setNotificationSettings(let settings): [.setNotificationSettings(app, settings)]
    case .setRecordPermission(let permission): [.setRecordPermission(app, permission)]
    case .expireSession: [.expireSession(app)]
    case .playHaptic: [.playHaptic(app)]
    case .triggerFeedback: [.playHaptic(app, .generator)]
    case .playSound(let sound, _): [.playSound(app, sound)]
    }
  }

  /// The configuration of the private session that it begins; nil if it begins none.
  ///
  /// Our choice, as neither is published: a capture session records as one that configures the app's, a web
  /// view plays.
  var privateSession: SessionConfiguration? {
    if self == .startCapture(.privateSession) {
      return SessionConfiguration(.playAndRecord, mode: .videoRecording)
    }
    return self == .setWebViewPlaying(true) ? SessionConfiguration(.playback) : nil
  }

  /// What an app that behaves notices of it when the user did it.
  var signal: GuidelinesSignal? {
    switch self {
    case .play, .playFrom: .userPlayed
    case .pause: .userPaused
    case .stop, .stopRecording: .userStopped
    case .foreground: .cameToForeground
    case .activate, .deactivate, .setCategory, .setMode, .record, .background,
      .suspend, .terminate, .launch, .setBackgroundTask, .expireBackgroundTime,
      .setPictureInPicture, .setFailingCallActions, .failCallAction, .runARSession,
      .resetARTracking, .pauseARSession, .recognizePlace,
      .giveUpRelocalizing, .setInputMuted, .setSleepTimer, .savePosition, .distortNotification,
      .startCapture, .stopCapture, .setWebViewPlaying, .overrideOutput, .preferInput, .pickInput,
      .setPrefers,
      .setOutputMuted, .setPlayer, .setInputProperty, .requestHardware, .setRemoteCommands,
      .setCaptures,
      .setInputView, .setFrontPresentation,
      .setNotificationSettings, .setRecordPermission, .expireSession, .playHaptic, .playSound,
      .prepareFeedback, .triggerFeedback, .operate, .turnPicker, .loadComposite, .playComposite:
      nil
    }
  }
}
