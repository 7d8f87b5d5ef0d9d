public import AudioSession

/// Calls, alarms, Siri and notifications.
extension SimulatedPhone {
  /// The identifier of `app`, which must be one of this phone's.
  private func id(of app: SimulatedApp) -> AppID {
    precondition(
      app.runtime === runtime, "the app belongs to another phone; pass an app of this phone")
    return app.id
  }

  /// A call comes in and rings.
  ///
  /// - Parameter host: the app of this phone that hosts it by CallKit; nil for Phone.
  /// - Throws: `RejectedEvent` if one rings already or there are two.
  public func receiveCall(hostedBy host: SimulatedApp? = nil) throws(RejectedEvent) {
    try handle(.phone(.callRang(host.map { .app(id(of: $0)) } ?? .phone)))
  }

  /// A call goes out; an active one goes on hold.
  ///
  /// - Parameter host: the app of this phone that hosts it by CallKit, whose session the system activates;
  ///   nil for Phone.
  /// - Throws: `RejectedEvent` if one rings or there are two, or the app does not run.
  public func startCall(hostedBy host: SimulatedApp? = nil) throws(RejectedEvent) {
    try handle(.phone(.callStarted(host.map { .app(id(of: $0)) } ?? .phone)))
  }

  /// A video call of an app that is not simulated comes in and rings, such as FaceTime's.
  ///
  /// - Throws: `RejectedEvent` if one rings already or there are two.
  public func receiveVideoCall() throws(RejectedEvent) { try handle(.phone(.callRang(.video))) }

  /// A video call of an app that is not simulated goes out; an active call goes on hold.
  ///
  /// - Throws: `RejectedEvent` if one rings or there are two.
  public func startVideoCall() throws(RejectedEvent) { try handle(.phone(.callStarted(.video))) }

  /// The call that rings is answered; an active one goes on hold.
  ///
  /// - Throws: `RejectedEvent` if none rings.
  public func answerCall() throws(RejectedEvent) { try handle(.phone(.callAnswered)) }

  /// The call that rings is declined or missed.
  ///
  /// - Parameter end: what the interrupted learn of it.
  /// - Throws: `RejectedEvent` if none rings.
  public func declineCall(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.callDeclined(end)))
  }

  /// The active call ends, or else the one on hold.
  ///
  /// - Parameters:
  ///   - end: what the interrupted learn of it. Apple promises no end: with `.lost`, none.
  ///   - phase: which of the calls; nil for the active one, or else the one on hold.
  /// - Throws: `RejectedEvent` if there is none.
  public func endCall(
    _ end: InterruptionEnd = .resumable, in phase: CallPhase? = nil
  ) throws(RejectedEvent) {
    try handle(.phone(.callEnded(end, of: phase)))
  }

  /// The other end hangs up the active call, or else the one on hold.
  ///
  /// An app whose own call was put on hold for it is not activated again when that is taken up.
  ///
  /// - Parameters:
  ///   - end: what the interrupted learn of it.
  ///   - phase: which of the calls; nil for the active one, or else the one on hold, or else the one that rings.
  /// - Throws: `RejectedEvent` if there is none.
  public func endCallRemotely(
    _ end: InterruptionEnd = .resumable, in phase: CallPhase? = nil
  ) throws(RejectedEvent) {
    try handle(.phone(.callEndedRemotely(end, of: phase)))
  }

  /// The active call goes on hold.
  ///
  /// - Throws: `RejectedEvent` if there is none, or one on hold already, or its app has said that it cannot be put
  ///   on hold (`CXCallUpdate.supportsHolding`).
  public func holdCall() throws(RejectedEvent) {
    if ([app, otherApp] + furtherApps).contains(where: \.calls.refusesHold) {
      throw CXCallController.noHold
    }
    try handle(.phone(.callHeld))
  }

  /// The call on hold is taken up again.
  ///
  /// - Throws: `RejectedEvent` if there is none, or an active one.
  public func resumeCall() throws(RejectedEvent) { try handle(.phone(.callUnheld)) }

  /// The active call goes on hold for the one that was on hold.
  ///
  /// - Throws: `RejectedEvent` unless there are both.
  public func swapCalls() throws(RejectedEvent) { try handle(.phone(.callsSwapped)) }

  /// The audio of a phone call that has ended is closed, by the option `refusalAfterCall`.
  ///
  /// - Throws: `RejectedEvent` if no call has ended, or its audio is closed already.
  public func closeCallAudio() throws(RejectedEvent) { try handle(.phone(.callAudioClosed)) }

  /// How the user has incoming calls shown.
  public var callStyle: CallStyle { snapshot.state.device.callStyle }

  /// The user has incoming calls shown in another way.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func setCallStyle(_ style: CallStyle) throws(RejectedEvent) {
    try handle(.phone(.callStyleSet(style)))
  }

  /// An alert begins, of whatever kind.
  ///
  /// - Throws: `RejectedEvent` if it is there already.
  public func begin(_ alert: SystemAlert) throws(RejectedEvent) {
    try handle(.phone(.alertBegan(alert)))
  }

  /// An alert ends, of whatever kind.
  ///
  /// - Parameters:
  ///   - alert: which.
  ///   - end: what the interrupted learn of it.
  /// - Throws: `RejectedEvent` if it is not there.
  public func end(_ alert: SystemAlert, _ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alertEnded(alert, end)))
  }

  /// The alarm of the clock rings.
  ///
  /// - Throws: `RejectedEvent` if it does already.
  public func ringAlarm() throws(RejectedEvent) { try handle(.phone(.alarmFired)) }

  /// The alarm is dismissed.
  ///
  /// - Parameter end: what the interrupted learn of it.
  /// - Throws: `RejectedEvent` if it does not ring.
  public func dismissAlarm(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.alarmDismissed(end)))
  }

  /// The timer of the clock rings.
  ///
  /// - Throws: `RejectedEvent` if it does already.
  public func ringTimer() throws(RejectedEvent) { try handle(.phone(.timerFired)) }

  /// The timer is dismissed.
  ///
  /// - Parameter end: what the interrupted learn of it.
  /// - Throws: `RejectedEvent` if it does not ring.
  public func dismissTimer(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.timerDismissed(end)))
  }

  /// Siri appears.
  ///
  /// - Throws: `RejectedEvent` if it is there.
  public func summonSiri() throws(RejectedEvent) { try handle(.phone(.siriBegan)) }

  /// Siri, which listens, records: dictation.
  ///
  /// - Throws: `RejectedEvent` if it does not listen.
  public func dictateToSiri() throws(RejectedEvent) { try handle(.phone(.siriRecorded)) }

  /// Siri leaves.
  ///
  /// - Parameters:
  ///   - end: what the interrupted learn of it.
  ///   - player: the app of this phone in which it has started playback.
  /// - Throws: `RejectedEvent` if it is not there, or the player does not run.
  public func dismissSiri(
    _ end: InterruptionEnd = .resumable, startingPlaybackIn player: SimulatedApp? = nil
  ) throws(RejectedEvent) {
    try handle(.phone(.siriEnded(end, startedPlaybackIn: player.map { id(of: $0) })))
  }

  /// A notification arrives.
  ///
  /// - Parameters:
  ///   - sender: the app of this phone that it is from; nil for the system.
  ///   - hasSound: whether it has a tone, with which it vibrates.
  ///   - about: what it is about, if others may be about the same thing: only the first is heard.
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func deliverNotification(
    from sender: SimulatedApp? = nil, hasSound: Bool = true, about: String? = nil
  ) throws(RejectedEvent) {
    let from = sender.map { id(of: $0) }
    if let sender { try sender.decideAboutPresentation() }
    try handle(.phone(.notificationDelivered(from, hasSound: hasSound, about: about)))
  }

  /// The user opens a notification of an app, which opens the app.
  ///
  /// - Parameter app: an app of this phone.
  /// - Throws: `RejectedEvent` if none of the app is to be seen, or the phone is locked.
  public func openNotification(of app: SimulatedApp) throws(RejectedEvent) {
    try handle(.phone(.notificationOpened(id(of: app))))
  }

  /// A notification of an app leaves the screen for Notification Center, or is cleared there.
  ///
  /// - Parameter app: an app of this phone.
  /// - Throws: `RejectedEvent` if none of the app is to be seen.
  public func dismissNotification(of app: SimulatedApp) throws(RejectedEvent) {
    try handle(.phone(.notificationDismissed(id(of: app))))
  }

  /// The user snoozes the alarm, which fires again when `seconds` of `Phone.snoozeRange` have passed.
  ///
  /// - Throws: `RejectedEvent` if no alarm rings, or for a time out of range.
  public func snoozeAlarm(
    for seconds: Double = Phone.snoozeSeconds, _ end: InterruptionEnd = .resumable
  ) throws(RejectedEvent) {
    try handle(.phone(.alarmSnoozed(seconds: seconds, end)))
  }

  /// An emergency alert begins.
  ///
  /// - Throws: `RejectedEvent` if there is one.
  public func beginEmergencyAlert() throws(RejectedEvent) { try handle(.phone(.emergencyBegan)) }

  /// The emergency alert ends.
  ///
  /// - Parameter end: what the interrupted learn of it.
  /// - Throws: `RejectedEvent` if there is none.
  public func endEmergencyAlert(_ end: InterruptionEnd = .resumable) throws(RejectedEvent) {
    try handle(.phone(.emergencyEnded(end)))
  }
}
