/// What happens to the phone.
public enum PhoneEvent: Hashable, Sendable {
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

extension PhoneEvent {
  /// The alarm of the clock rings.
  public static let alarmFired = PhoneEvent.alertBegan(.alarm)
  /// The timer of the clock rings.
  public static let timerFired = PhoneEvent.alertBegan(.timer)
  /// An emergency alert begins.
  public static let emergencyBegan = PhoneEvent.alertBegan(.emergency)

  /// The alarm is dismissed.
  public static func alarmDismissed(_ end: InterruptionEnd = .resumable) -> PhoneEvent {
    .alertEnded(.alarm, end)
  }

  /// The timer is dismissed.
  public static func timerDismissed(_ end: InterruptionEnd = .resumable) -> PhoneEvent {
    .alertEnded(.timer, end)
  }

  /// The emergency alert ends.
  public static func emergencyEnded(_ end: InterruptionEnd = .resumable) -> PhoneEvent {
    .alertEnded(.emergency, end)
  }
}

extension PhoneEvent {
  /// The app that the event is about, or nil.
  public var app: AppID? {
    switch self {
    case .callRang(let host), .callStarted(let host): host.app
    case .notificationOpened(let app), .notificationDismissed(let app): app
    case .siriEnded(_, let app), .notificationDelivered(let app, _, _),
      .volumeButtonPressed(_, let app):
      app
    case .callAnswered, .callDeclined, .callEnded, .callEndedRemotely, .callHeld, .callUnheld,
      .callsSwapped, .callMuted, .alertBegan, .alertEnded, .siriBegan, .siriRecorded, .siriAnswered,
      .alarmSnoozed, .callAudioClosed, .alertSoundEnded, .microphoneMuted, .microphoneUnmuted,
      .mediaServicesLost, .mediaServicesReset, .silentModeSet, .locked, .unlocked, .volumeSet,
      .sideButtonPressed, .portConnected, .portDisconnected, .deviceConnected,
      .deviceDisconnected, .wokeFromSleep, .handsFreeOpened, .outputPicked, .headsetMutePressed,
      .headsetButtonHeld, .earphonesWorn, .accessibilityChanged, .voiceOverSpoke, .settingsChanged,
      .callStyleSet, .remoteCommandSent:
      nil
    }
  }

  /// The same event about `other`; an event that is about no app stays as it is.
  package func about(_ other: AppID) -> PhoneEvent {
    guard app != nil else { return self }
    return switch self {
    case .callRang: .callRang(.app(other))
    case .callStarted: .callStarted(.app(other))
    case .siriEnded(let end, _): .siriEnded(end, startedPlaybackIn: other)
    case .volumeButtonPressed(let button, _): .volumeButtonPressed(button, hearing: other)
    case .notificationDelivered(_, let hasSound, let subject):
      .notificationDelivered(other, hasSound: hasSound, about: subject)
    case .notificationOpened: .notificationOpened(other)
    case .notificationDismissed: .notificationDismissed(other)
    default: preconditionFailure("an event about an app, of which `about` does not know: \(self)")
    }
  }
}

/// A button on the side of the phone.
public enum VolumeButton: Hashable, Sendable, CaseIterable {
  /// Louder.
  case up
  /// Softer.
  case down
}
