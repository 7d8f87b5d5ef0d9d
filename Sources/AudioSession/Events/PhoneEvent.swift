/// An event on the phone.
public enum PhoneEvent: Hashable, Sendable {
  /// An incoming call rings.
  case callRang(CallHost)
  /// An outgoing call starts; an active call is put on hold.
  case callStarted(CallHost)
  /// The ringing call is answered; an active call is put on hold.
  case callAnswered
  /// The ringing call is declined or missed.
  case callDeclined(InterruptionEnd = .resumable)
  /// The user ends the call in that phase. If the phase is nil, the user ends the active call, or if no call is active,
  /// the held call.
  case callEnded(InterruptionEnd = .resumable, of: CallPhase? = nil)
  /// The remote party hangs up the call in that phase. If the phase is nil, the remote party of the active call hangs
  /// up, or if no call is active, that of the held call, or otherwise that of the ringing call.
  case callEndedRemotely(InterruptionEnd = .resumable, of: CallPhase? = nil)
  /// The active call is put on hold.
  case callHeld
  /// The call on hold is taken off hold.
  case callUnheld
  /// The active call and the call on hold swap.
  case callsSwapped
  /// The active call is muted or unmuted on its screen.
  case callMuted(Bool)
  /// An alert begins, such as an alarm or a timer of the Clock app, or an emergency alert.
  case alertBegan(SystemAlert)
  /// An alert ends.
  case alertEnded(SystemAlert, InterruptionEnd = .resumable)
  /// Siri appears.
  case siriBegan
  /// Siri starts recording.
  case siriRecorded
  /// Siri speaks its answer.
  case siriAnswered
  /// Siri disappears. If it started playback in an app, the other apps are not notified with `shouldResume`.
  case siriEnded(InterruptionEnd = .resumable, startedPlaybackIn: AppID? = nil)
  /// The alarm that is sounding is snoozed: it ends, and fires again after this number of seconds, which must be in
  /// `Phone.snoozeRange`.
  case alarmSnoozed(seconds: Double, InterruptionEnd = .resumable)
  /// A notification of an app or of the system arrives. `about` names the subject of the notification, if other
  /// notifications may have the same subject.
  case notificationDelivered(AppID?, hasSound: Bool, about: String? = nil)
  /// The user opens a visible notification of the app.
  case notificationOpened(AppID)
  /// A notification of the app leaves the screen.
  case notificationDismissed(AppID)
  /// The audio of a phone call that has ended is closed, so activations are allowed again.
  case callAudioClosed
  /// The sound of an alert that ducks other audio has ended.
  case alertSoundEnded
  /// The microphone is muted in hardware.
  case microphoneMuted
  /// The microphone is unmuted.
  case microphoneUnmuted
  /// The media services fail.
  case mediaServicesLost
  /// The media services are available again.
  case mediaServicesReset

  /// The ring/silent switch is moved.
  case silentModeSet(Bool)
  /// The screen is locked. Apps in the foreground go to the background.
  case locked
  /// The screen is unlocked. Apps that the lock sent to the background return to the foreground.
  case unlocked
  /// A volume is set: 0...1.
  case volumeSet(VolumeKind, Double)
  /// The side button is pressed.
  case sideButtonPressed
  /// A volume button is pressed. `hearing` is the app whose haptic pattern's sound is audible at that moment, or nil.
  /// The caller must pass the app, because the policy does not know about haptic engines.
  case volumeButtonPressed(VolumeButton, hearing: AppID? = nil)
  /// An unnamed device is connected, given by its port. A Bluetooth port is a profile of the single unnamed Bluetooth
  /// device.
  case portConnected(Port)
  /// A port disappears from the most recently connected device that has it. Some Bluetooth devices disappear without an
  /// announcement.
  case portDisconnected(Port, announced: Bool = true)
  /// A device is connected, or a connected device gains additional ports.
  case deviceConnected(ConnectedDevice)
  /// The device with that name is disconnected. Some Bluetooth devices disappear without an announcement.
  case deviceDisconnected(String, announced: Bool = true)
  /// The phone wakes, which may have changed the route.
  case wokeFromSleep
  /// A Bluetooth device's hands-free profile, for which the route has been waiting, is now open.
  case handsFreeOpened
  /// The user picks an output in Control Center or a volume view.
  case outputPicked(OutputPick)
  /// The stem of a headset is pressed to mute or unmute.
  case headsetMutePressed
  /// The main button of a headset is held for two seconds.
  case headsetButtonHeld
  /// The user takes a Bluetooth earphone out of an ear, or puts it in.
  case earphonesWorn(WornEarphones)
  /// The user changes accessibility settings.
  case accessibilityChanged(AccessibilitySettings)
  /// VoiceOver starts or stops speaking.
  case voiceOverSpoke(Bool)
  /// The user changes settings.
  case settingsChanged(UserSettings)
  /// The user changes how incoming calls are shown.
  case callStyleSet(CallStyle)
  /// A headset, the lock screen or another source sends a command to the app that is playing or has played last.
  case remoteCommandSent(RemoteCommand, from: RemoteSource = .controlCenter)
}

extension PhoneEvent {
  /// An alarm of the Clock app goes off.
  public static let alarmFired = PhoneEvent.alertBegan(.alarm)
  /// A timer of the Clock app goes off.
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

  /// Returns the same event about `other`.
  ///
  /// An event that is not about an app does not change.
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
    default: preconditionFailure("`about` does not handle this event about an app: \(self)")
    }
  }
}

/// A button on the side of the phone.
public enum VolumeButton: Hashable, Sendable, CaseIterable {
  /// Raises the volume.
  case up
  /// Lowers the volume.
  case down
}
