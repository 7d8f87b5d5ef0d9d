/// How the end of an interruption reaches those it interrupted.
///
/// Apple does not promise one, so which it is belongs to the event. Source: Audio Session
/// Programming Guide, "there is no guarantee that a begin interruption will have an end".
public enum InterruptionEnd: Hashable, Sendable, CaseIterable {
  /// Posted, with `shouldResume`.
  case resumable
  /// Posted, without `shouldResume`.
  case notResumable
  /// Not posted.
  case lost
}

/// What apps receive that were interrupted by a session that was deactivated without notifying.
public enum NoNotifyEffect: String, PolicyAnswer {
  /// Nothing.
  case nothing
  /// The app is notified that the interruption has ended, without the option to resume.
  case endedWithoutOption
}

/// What happens to the phone.
///
/// The first group are calls of an app: each gives a `SessionEffect.callResult`. All others are
/// facts.
public enum SessionEvent: Hashable, Sendable {
  /// `setCategory`. A mode of nil keeps the present one if the category takes it, else the default.
  case setCategory(
    AppID, SessionCategory, mode: SessionMode? = nil, policy: RouteSharingPolicy = .default,
    options: CategoryOptions = [])
  /// `setMode`.
  case setMode(AppID, SessionMode)
  /// `setActive(true)`.
  case activate(AppID)
  /// `setActive(false)`. `noNotifyEffect` decides for this one call what the policy option of that
  /// name decides.
  case deactivate(AppID, SetActiveOptions = [], noNotifyEffect: NoNotifyEffect? = nil)
  /// Output begins, which activates the session if it is not active.
  case startOutput(AppID)
  /// Output ends.
  case stopOutput(AppID)
  /// Input begins, which activates the session if it is not active.
  case startInput(AppID)
  /// Input ends.
  case stopInput(AppID)
  /// `overrideOutputAudioPort`.
  case overrideOutput(AppID, PortOverride)
  /// `setPreferredInput`.
  case setPreferredInput(AppID, PreferredInput?)
  /// A setter that needs a category with input: gain, channels, data source.
  case setInputProperty(AppID)
  /// The app asks something of the hardware that this can give.
  case requestHardware(AppID, HardwareRequest)
  /// One of the `setPrefers...` and `setAllowHapticsAndSystemSoundsDuringRecording`.
  case setPreference(AppID, SessionPreference, Bool?)
  /// `setOutputMuted` (26).
  case setOutputMuted(AppID, Bool)
  /// `setInputMuted` of the app's `AVAudioApplication` (17).
  case setInputMuted(AppID, Bool)
  /// The handlers at the remote command center.
  case setRemoteCommands(AppID, RemoteCommands)
  /// Sensors are used, or no more.
  case setCaptures(AppID, CaptureContexts)
  /// An input view of its own comes or goes, such as a keyboard.
  case setInputView(AppID, InputView)
  /// What the app lets its notifications do while it is in front.
  case setFrontPresentation(AppID, FrontPresentation)
  /// The provider of the app's calls fails these actions from now on.
  case setFailingCallActions(AppID, CallActions)
  /// The provider of its calls has failed an action that it was asked for, and that has happened: what can be
  /// undone of it is.
  case callActionFailed(AppID, CallKitMessage)
  /// The app's AR session runs from now on, or goes on after it was paused.
  case runARSession(AppID, Relocalization = .automatic)
  /// The app's AR session runs anew, with `resetTracking`.
  case resetARTracking(AppID)
  /// The app pauses its AR session.
  case pauseARSession(AppID)
  /// A haptic is asked for.
  case playHaptic(AppID, HapticOrigin = .engine)
  /// A system sound is asked for.
  case playSound(AppID, SoundClass)

  /// The app comes to the foreground.
  case enterForeground(AppID)
  /// The app goes to the background, or is woken there.
  case enterBackground(AppID)
  /// The system suspends the app, which is in the background.
  case suspend(AppID)
  /// The app dies.
  case terminate(AppID)
  /// The app starts anew in the foreground, with the session every process starts with.
  case launch(AppID)
  /// The user decides about recording.
  case setRecordPermission(AppID, RecordPermission)
  /// The user decides what the app's notifications may do.
  case setNotificationSettings(AppID, NotificationSettings)
  /// The app plays with a player of that kind from now on; nil for what its category suggests.
  case setPlayer(AppID, PlayerKind?)
  /// Something keeps the app running in the background, or no more.
  case setRuntimeAssertion(AppID, Bool)
  /// The time that the system grants a background task is over: its handler ends the task, or the app
  /// has leaked it.
  case backgroundTimeExpired(AppID, endsTask: Bool)
  /// A video of the app is shown by picture in picture, or no more.
  case setPictureInPicture(AppID, Bool)
  /// The app's AR session recognizes the place where it is, or the one where it was interrupted.
  case placeRecognized(AppID)
  /// The app's AR session has tried to recognize its place for long enough.
  case relocalizationGivenUp(AppID)
  /// The session object is destroyed.
  case expireSession(AppID)

  /// A call comes in.
  case callRang(CallHost)
  /// A call goes out; an active one is put on hold.
  case callStarted(CallHost)
  /// The ringing call is accepted; an active one is put on hold.
  case callAnswered
  /// The ringing call is refused or missed.
  case callDeclined(InterruptionEnd = .resumable)
  /// The user ends the call in that phase; for nil the active call, or else the one on hold.
  case callEnded(InterruptionEnd = .resumable, of: CallPhase? = nil)
  /// The other end hangs up the call in that phase; for nil the active call, or else the one on hold, or
  /// else the one that rings.
  case callEndedRemotely(InterruptionEnd = .resumable, of: CallPhase? = nil)
  /// The active call is put on hold.
  case callHeld
  /// The call on hold is taken up again.
  case callUnheld
  /// The active call goes on hold for the one that was on hold.
  case callsSwapped
  /// The active call is muted or unmuted on its screen.
  case callMuted(Bool)
  /// An alert begins: the alarm or the timer of the clock rings, an emergency is announced.
  case alertBegan(SystemAlert)
  /// An alert of the system ends.
  case alertEnded(SystemAlert, InterruptionEnd = .resumable)
  /// Siri appears.
  case siriBegan
  /// Siri records.
  case siriRecorded
  /// Siri speaks its answer.
  case siriAnswered
  /// Siri leaves; if it started playback in an app, the others are not notified with `shouldResume`.
  case siriEnded(InterruptionEnd = .resumable, startedPlaybackIn: AppID? = nil)
  /// The alarm that rings is snoozed: it ends, and fires again after so many seconds of
  /// `Phone.snoozeRange`.
  case alarmSnoozed(seconds: Double, InterruptionEnd = .resumable)
  /// A notification of an app, or of the system, arrives; `about` says what it is about, if others may
  /// be about the same thing.
  case notificationDelivered(AppID?, hasSound: Bool, about: String? = nil)
  /// The user opens a notification of the app's that is to be seen.
  case notificationOpened(AppID)
  /// A notification of the app's leaves the screen.
  case notificationDismissed(AppID)
  /// The audio of a phone call that has ended is closed, which ends the refusal of activations.
  case callAudioClosed
  /// The sound of an alert that lowers what plays is over.
  case alertSoundEnded
  /// The microphone is muted in hardware.
  case microphoneMuted
  /// The microphone is unmuted.
  case microphoneUnmuted
  /// The media services die.
  case mediaServicesLost
  /// The media services are back.
  case mediaServicesReset

  /// The ring/silent switch is moved.
  case silentModeSet(Bool)
  /// The screen is locked: what is in the foreground goes to the background.
  case locked
  /// The screen is unlocked: what the lock took from the foreground comes back.
  case unlocked
  /// A volume is set: 0...1.
  case volumeSet(VolumeKind, Double)
  /// The side button is pressed.
  case sideButtonPressed
  /// A volume button is pressed, while the sound of a haptic pattern of that app is heard, or of none; whose
  /// sound that is, the policy is told: engines are beside it.
  case volumeButtonPressed(VolumeButton, hearing: AppID? = nil)
  /// Something without a name is connected: a port, or a further profile of the one Bluetooth device
  /// without a name.
  case portConnected(Port)
  /// A port is gone from the last device that has it; some Bluetooth devices go unannounced.
  case portDisconnected(Port, announced: Bool = true)
  /// A device is connected, or further ports of one that is there.
  case deviceConnected(ConnectedDevice)
  /// The device of that name is disconnected; some Bluetooth devices go unannounced.
  case deviceDisconnected(String, announced: Bool = true)
  /// The device wakes, which may have changed the route.
  case wokeFromSleep
  /// The hands-free profile of a Bluetooth device is open, for which the route has waited.
  case handsFreeOpened
  /// The user picks an output in Control Center or a volume view.
  case outputPicked(OutputPick)
  /// The user picks an input in the app's input picker (26).
  case inputPicked(AppID, PreferredInput)
  /// The stem of a headset is pressed to mute or unmute.
  case headsetMutePressed
  /// The main button of a headset is held for two seconds.
  case headsetButtonHeld
  /// The user takes Bluetooth earphones out of an ear, or puts them in.
  case earphonesWorn(WornEarphones)
  /// The user changes accessibility settings.
  case accessibilityChanged(AccessibilitySettings)
  /// VoiceOver begins or ends to speak.
  case voiceOverSpoke(Bool)
  /// The user changes settings.
  case settingsChanged(UserSettings)
  /// The user changes how calls are shown.
  case callStyleSet(CallStyle)
  /// A headset, the lock screen or an accessory asks the app that plays.
  case remoteCommandSent(RemoteCommand, from: RemoteSource = .controlCenter)
}

extension SessionEvent {
  /// The alarm of the clock rings.
  public static let alarmFired = SessionEvent.alertBegan(.alarm)
  /// The timer of the clock rings.
  public static let timerFired = SessionEvent.alertBegan(.timer)
  /// An emergency alert begins.
  public static let emergencyBegan = SessionEvent.alertBegan(.emergency)

  /// The alarm is dismissed.
  public static func alarmDismissed(_ end: InterruptionEnd = .resumable) -> SessionEvent {
    .alertEnded(.alarm, end)
  }

  /// The timer is dismissed.
  public static func timerDismissed(_ end: InterruptionEnd = .resumable) -> SessionEvent {
    .alertEnded(.timer, end)
  }

  /// The emergency alert ends.
  public static func emergencyEnded(_ end: InterruptionEnd = .resumable) -> SessionEvent {
    .alertEnded(.emergency, end)
  }
}

/// A button on the side of the phone.
public enum VolumeButton: Hashable, Sendable, CaseIterable {
  /// Louder.
  case up
  /// Softer.
  case down
}
