public import AudioSession
internal import Foundation
internal import Realtime

/// Calls, alarms, Siri and notifications.
extension SimulatedPhone {
  /// The identifier of `app`, which must belong to this phone.
  private func id(of app: SimulatedApp) -> AppID {
    precondition(
      app.runtime === runtime, "the app belongs to another phone; pass an app of this phone")
    return app.id
  }

  /// A call arrives and rings.
  ///
  /// - Parameter host: the app of this phone that hosts the call through CallKit; nil for the Phone app.
  /// - Throws: `RejectedEvent` if a call is already ringing or there are two calls.
  public func receiveCall(hostedBy host: SimulatedApp? = nil) throws(RejectedEvent) {
    try handle(.phone(.callRang(host.map { .app(id(of: $0)) } ?? .phone)))
  }

  /// An outgoing call starts; an active call is put on hold.
  ///
  /// - Parameter host: the app of this phone that hosts the call through CallKit, whose session the system activates;
  ///   nil for the Phone app.
  /// - Throws: `RejectedEvent` if a call is ringing, there are two calls, or the app is not running.
  public func startCall(hostedBy host: SimulatedApp? = nil) throws(RejectedEvent) {
    try handle(.phone(.callStarted(host.map { .app(id(of: $0)) } ?? .phone)))
  }

  /// A video call of an app that is not simulated, such as FaceTime, arrives and rings.
  ///
  /// - Throws: `RejectedEvent` if a call is already ringing or there are two calls.
  public func receiveVideoCall() throws(RejectedEvent) { try handle(.phone(.callRang(.video))) }

  /// An outgoing video call of an app that is not simulated starts; an active call is put on hold.
  ///
  /// - Throws: `RejectedEvent` if a call is ringing or there are two calls.
  public func startVideoCall() throws(RejectedEvent) { try handle(.phone(.callStarted(.video))) }

  /// The ringing call is answered; an active call is put on hold.
  ///
  /// - Throws: `RejectedEvent` if no call is ringing.
  public func answerCall() throws(RejectedEvent) { try handle(.phone(.callAnswered)) }

  /// The ringing call is declined or missed.
  ///
  /// - Parameter end: how the interrupted sessions are notified.
  /// - Throws: `RejectedEvent` if no call is ringing.
  public func declineCall(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.callDeclined(end)))
  }

  /// The active call ends, or the call on hold if none is active.
  ///
  /// - Parameters:
  ///   - end: how the interrupted sessions are notified. Apple does not promise an end: with `.lost`, the sessions
  ///     are not notified.
  ///   - phase: the phase of the call that ends; nil for the active call, or for the call on hold if none is active.
  /// - Throws: `RejectedEvent` if the call does not exist.
  public func endCall(
    _ end: InterruptionEnd = .resumable, in phase: CallPhase? = nil
  ) throws(RejectedEvent) {
    try handle(.phone(.callEnded(end, of: phase)))
  }

  /// The remote party hangs up the active call, or the call on hold if none is active.
  ///
  /// If an app's own call was put on hold for this call, the app's session is not activated again when the app's call
  /// is resumed.
  ///
  /// - Parameters:
  ///   - end: how the interrupted sessions are notified.
  ///   - phase: the phase of the call that ends; nil for the active call, otherwise the call on hold, otherwise the
  ///     ringing call.
  /// - Throws: `RejectedEvent` if the call does not exist.
  public func endCallRemotely(
    _ end: InterruptionEnd = .resumable, in phase: CallPhase? = nil
  ) throws(RejectedEvent) {
    try handle(.phone(.callEndedRemotely(end, of: phase)))
  }

  /// The active call is put on hold.
  ///
  /// - Throws: `RejectedEvent` if no call is active, a call is already on hold, or the host of the active call has
  ///   stated that the call cannot be put on hold (`CXCallUpdate.supportsHolding`).
  public func holdCall() throws(RejectedEvent) {
    if ([app, otherApp] + furtherApps).contains(where: \.calls.refusesHold) {
      throw CXCallController.noHold
    }
    try handle(.phone(.callHeld))
  }

  /// The call on hold is resumed.
  ///
  /// - Throws: `RejectedEvent` if no call is on hold, or a call is active.
  public func resumeCall() throws(RejectedEvent) { try handle(.phone(.callUnheld)) }

  /// The active call is put on hold, and the call that was on hold becomes active.
  ///
  /// - Throws: `RejectedEvent` unless both calls exist.
  public func swapCalls() throws(RejectedEvent) { try handle(.phone(.callsSwapped)) }

  /// The audio of an ended phone call is closed; see the option `refusalAfterCall`.
  ///
  /// - Throws: `RejectedEvent` if no call has ended, or its audio is already closed.
  public func closeCallAudio() throws(RejectedEvent) { try handle(.phone(.callAudioClosed)) }

  /// How incoming calls are shown.
  public var callStyle: CallStyle { snapshot.state.device.callStyle }

  /// The user changes how incoming calls are shown.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func setCallStyle(_ style: CallStyle) throws(RejectedEvent) {
    try handle(.phone(.callStyleSet(style)))
  }

  /// An alert of any kind begins.
  ///
  /// - Throws: `RejectedEvent` if the alert has already begun.
  public func begin(_ alert: SystemAlert) throws(RejectedEvent) {
    try handle(.phone(.alertBegan(alert)))
  }

  /// An alert of any kind ends.
  ///
  /// - Parameters:
  ///   - alert: the alert.
  ///   - end: how the interrupted sessions are notified.
  /// - Throws: `RejectedEvent` if the alert has not begun.
  public func end(_ alert: SystemAlert, _ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alertEnded(alert, end)))
  }

  /// An alarm of the Clock app starts ringing.
  ///
  /// - Throws: `RejectedEvent` if an alarm is already ringing.
  public func ringAlarm() throws(RejectedEvent) { try handle(.phone(.alarmFired)) }

  /// The alarm is dismissed.
  ///
  /// - Parameter end: how the interrupted sessions are notified.
  /// - Throws: `RejectedEvent` if no alarm is ringing.
  public func dismissAlarm(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alarmDismissed(end)))
  }

  /// A timer of the Clock app starts ringing.
  ///
  /// - Throws: `RejectedEvent` if a timer is already ringing.
  public func ringTimer() throws(RejectedEvent) { try handle(.phone(.timerFired)) }

  /// The timer is dismissed.
  ///
  /// - Parameter end: how the interrupted sessions are notified.
  /// - Throws: `RejectedEvent` if no timer is ringing.
  public func dismissTimer(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.timerDismissed(end)))
  }

  /// Siri appears.
  ///
  /// - Throws: `RejectedEvent` if Siri has already appeared.
  public func summonSiri() throws(RejectedEvent) { try handle(.phone(.siriBegan)) }

  /// Siri stops merely listening and starts recording a dictation.
  ///
  /// - Throws: `RejectedEvent` if Siri is not listening.
  public func dictateToSiri() throws(RejectedEvent) { try handle(.phone(.siriRecorded)) }

  /// Siri disappears.
  ///
  /// - Parameters:
  ///   - end: how the interrupted sessions are notified.
  ///   - player: the app of this phone in which Siri has started playback.
  /// - Throws: `RejectedEvent` if Siri has not appeared, or the player is not running.
  public func dismissSiri(
    _ end: InterruptionEnd = .resumable, startingPlaybackIn player: SimulatedApp? = nil
  ) throws(RejectedEvent) {
    try handle(.phone(.siriEnded(end, startedPlaybackIn: player.map { id(of: $0) })))
  }

  /// A notification arrives.
  ///
  /// If the sender is in the foreground, its delegate decides about the presentation, and the notification arrives when
  /// the delegate has answered. `await settle()` waits for an asynchronous delegate.
  ///
  /// - Parameters:
  ///   - sender: the app of this phone that sent the notification; nil for the system.
  ///   - hasSound: whether the notification has a tone, which comes with a vibration.
  ///   - about: the subject, if several notifications may share it. Only the first notification about a subject is
  ///     heard.
  ///   - content: the content, which the sender's delegate receives.
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func deliverNotification(
    from sender: SimulatedApp? = nil, hasSound: Bool = true, about: String? = nil,
    content: UNNotificationContent = UNNotificationContent()
  ) throws(RejectedEvent) {
    let event = PhoneEvent.notificationDelivered(
      sender.map { id(of: $0) }, hasSound: hasSound, about: about)
    guard let sender else {
      try handle(.phone(event))
      return
    }
    let request = UNNotificationRequest(
      identifier: about ?? UUID().uuidString, content: content,
      trigger: UNPushNotificationTrigger())
    let notification = UNNotification(request)
    guard sender.lifecycle == .foreground else {
      sender.notificationCenterFace.arrived(notification)
      try handle(.phone(event))
      return
    }
    let failure = Guarded<RejectedEvent?>(nil)
    sender.notificationCenterFace.ask(about: notification) { [self] presentation in
      do throws(RejectedEvent) {
        if let presentation { try sender.setFrontPresentation(presentation) }
        sender.notificationCenterFace.arrived(notification)
        try handle(.phone(event))
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// The user opens a notification from an app, which opens the app and calls its delegate.
  ///
  /// - Parameter app: an app of this phone.
  /// - Throws: `RejectedEvent` if the app does not have a visible notification, or the phone is locked.
  public func openNotification(of app: SimulatedApp) throws(RejectedEvent) {
    try handle(.phone(.notificationOpened(id(of: app))))
    app.notificationCenterFace.opened()
  }

  /// A notification from an app moves from the screen to Notification Center, or is cleared there.
  ///
  /// - Parameter app: an app of this phone.
  /// - Throws: `RejectedEvent` if the app does not have a visible notification.
  public func dismissNotification(of app: SimulatedApp) throws(RejectedEvent) {
    try handle(.phone(.notificationDismissed(id(of: app))))
  }

  /// The user snoozes the alarm, which fires again after `seconds`, a value in `Phone.snoozeRange`.
  ///
  /// - Throws: `RejectedEvent` if no alarm is ringing, or the time is out of range.
  public func snoozeAlarm(
    for seconds: Double = Phone.snoozeSeconds, _ end: InterruptionEnd = .resumable
  ) throws(RejectedEvent) {
    try handle(.phone(.alarmSnoozed(seconds: seconds, end)))
  }

  /// An emergency alert begins.
  ///
  /// - Throws: `RejectedEvent` if an emergency alert has already begun.
  public func beginEmergencyAlert() throws(RejectedEvent) { try handle(.phone(.emergencyBegan)) }

  /// The emergency alert ends.
  ///
  /// - Parameter end: how the interrupted sessions are notified.
  /// - Throws: `RejectedEvent` if no emergency alert has begun.
  public func endEmergencyAlert(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.emergencyEnded(end)))
  }
}
