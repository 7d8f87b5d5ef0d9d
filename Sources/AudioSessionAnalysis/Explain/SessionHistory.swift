public import AudioSession

/// What has happened to each app's session, as far as the present state does not say it: how its last
/// interruption ended, what ended its activity, and what stopped its output.
///
/// The caller that handles events notes each with what followed from it; `Phone.explain` then states
/// that in place of what may have happened.
public struct SessionHistory: Sendable {
  /// What became of a notification that was not delivered as it should be.
  public enum Delivery: Hashable, Sendable {
    /// The notification never arrives.
    case lost
    /// The notification arrived twice.
    case repeated
    /// The notification has not arrived, and will at that time in seconds, or when the app runs again after it.
    case late(due: Double)
    /// The notification was late, and arrived at that time in seconds.
    case arrived(seconds: Double)
  }

  /// How the last interruption of a session ended.
  struct End: Hashable {
    /// What the app was notified of.
    enum Notice: Hashable {
      /// The end, with `shouldResume`.
      case shouldResume
      /// The end only.
      case ended
      /// Nothing.
      case nothing
    }

    /// What happened.
    var event: SessionEvent
    /// What the app was notified of.
    var notice: Notice
    /// Whether a source that held the session had left before without giving the right to resume.
    var wasUnresumable: Bool
    /// What became of the notification, if it was not delivered as it should be.
    var delivery: Delivery?
  }

  /// What is known of one app.
  struct App: Hashable {
    /// Whether its output has ever run.
    var hasPlayed = false
    /// Whether its session has ever been active.
    var wasActive = false
    /// How its last interruption ended; nil if none has since its session was active.
    var end: End?
    /// What ended the activity of its session; nil while it is active, or never was.
    var loss: SessionEvent?
    /// Why its output stopped; nil while it runs, or never did, or the app stopped it itself.
    var stop: IOStopReason?
    /// Whether the app stopped its output itself.
    var stoppedItself = false
    /// What became of the notification that its interruption began, if not what should.
    var beginning: Delivery?
    /// Whether Siri has launched it to play, and it has not been active since.
    var wasLaunchedBySiri = false
    /// What became of beginnings and of ends that belong to the event that is noted next.
    var faultyBegins: [Delivery] = []
    var faultyEnds: [Delivery] = []
  }

  private var apps: [App]

  /// A history in which nothing has happened yet to the apps of a phone.
  public init(_ phone: Phone) {
    apps = phone.apps.map { app in
      App(hasPlayed: phone.isPlaying(app), wasActive: phone.isActive(app))
    }
  }

  /// What is known of an app.
  subscript(app: AppID) -> App { apps[app.index] }

  /// Notes what an event has changed.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - before: the phone before it.
  ///   - after: the phone after it.
  ///   - effects: what followed.
  public mutating func note(
    _ event: SessionEvent, from before: Phone, to after: Phone, _ effects: [SessionEffect]
  ) {
    for app in after.apps {
      noteLaunch(of: app, event, before, after)
      noteEnd(of: app, event, before, after, effects)
      noteActivity(of: app, event, before, after)
      noteOutput(of: app, event, before, after, effects)
      noteDeliveries(to: app, before, after, effects)
    }
  }

  /// Notes that a notification of an app was not delivered as it should be; one that belongs to an event is
  /// noted before it.
  public mutating func note(
    _ delivery: Delivery, of notification: SessionNotification, to app: AppID
  ) {
    let (begins, ends) = (notification.isBeginning, notification.isEnd)
    switch delivery {
    case .lost, .repeated, .late:
      if begins { apps[app.index].faultyBegins.append(delivery) }
      if ends { apps[app.index].faultyEnds.append(delivery) }
    case .arrived:
      if begins, case .late = apps[app.index].beginning { apps[app.index].beginning = delivery }
      if ends, case .late = apps[app.index].end?.delivery {
        apps[app.index].end?.delivery = delivery
      }
    }
  }

  /// What is started anew has no past.
  private mutating func noteLaunch(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone
  ) {
    guard before.state[app].lifecycle == .terminated, after.state[app].lifecycle != .terminated
    else { return }
    apps[app.index] = App()
    if case .phone(.siriEnded(_, app)) = event { apps[app.index].wasLaunchedBySiri = true }
  }

  /// What became of the beginning and of the end is said only where none of their notifications came as it
  /// should: 27 posts two of each.
  private mutating func noteDeliveries(
    to app: AppID, _ before: Phone, _ after: Phone, _ effects: [SessionEffect]
  ) {
    let (begins, ends) = (apps[app.index].faultyBegins, apps[app.index].faultyEnds)
    (apps[app.index].faultyBegins, apps[app.index].faultyEnds) = ([], [])
    if !after.isInterrupted(app) {
      apps[app.index].beginning = nil
    } else if !before.isInterrupted(app) {
      let posted = effects.count { Self.isPosted($0, to: app) { $0.isBeginning } }
      apps[app.index].beginning = begins.count == posted ? begins.last : nil
    }
    guard !ends.isEmpty else { return }
    let posted = effects.count { Self.isPosted($0, to: app) { $0.isEnd } }
    if ends.count == posted { apps[app.index].end?.delivery = ends.last }
  }

  private static func isPosted(
    _ effect: SessionEffect, to app: AppID, _ isMeant: (SessionNotification) -> Bool
  ) -> Bool {
    if case .notified(app, let notification) = effect { isMeant(notification) } else { false }
  }

  private mutating func noteEnd(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect]
  ) {
    guard let interruption = before.state[app].interruption, !after.isInterrupted(app) else {
      return
    }
    let notices = effects.compactMap { effect -> End.Notice? in
      switch effect {
      case .notified(app, let notification), .queued(app, let notification):
        Self.notice(of: notification)
      case .notified, .queued, .ioStopped, .ioStarted, .observed, .remoteCommand, .remoteIgnored,
        .remoteDeferred, .callKit, .arSession, .haptic, .sound, .vibration, .notificationPlaced,
        .lifecycleChanged, .gainChanged, .callResult:
        nil
      }
    }
    apps[app.index].end = End(
      event: event, notice: notices.first ?? .nothing, wasUnresumable: !interruption.isResumable)
  }

  private static func notice(of notification: SessionNotification) -> End.Notice? {
    switch notification {
    case .interruptionEnded(let options):
      options.contains(.shouldResume) ? .shouldResume : .ended
    case .resumptionRecommendation(let context):
      context.recommendation == .shouldResume ? .shouldResume : .ended
    case .interruptionBegan, .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
      .mediaServicesWereReset, .outputMuteStateChange, .inputMuteStateChange,
      .accessibilityChange, .userIntentToUnmuteOutput,
      .availableInputsChange, .audioEngineConfigurationChange, .didBecomeActive,
      .didBecomeInactive:
      nil
    }
  }

  private mutating func noteActivity(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone
  ) {
    if after.isActive(app) {
      apps[app.index].wasActive = true
      apps[app.index].wasLaunchedBySiri = false
      apps[app.index].loss = nil
      apps[app.index].end = nil
    } else if before.isActive(app) {
      apps[app.index].loss = event
    }
    // Giving up what is not active forgets how it came to that.
    if case .app(app, .deactivate) = event, !before.isActive(app), !after.isInterrupted(app),
      apps[app.index].wasActive
    {
      apps[app.index].loss = event
      apps[app.index].end = nil
    }
  }

  private mutating func noteOutput(
    of app: AppID, _ event: SessionEvent, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect]
  ) {
    if after.isPlaying(app) {
      apps[app.index].hasPlayed = true
      apps[app.index].stop = nil
      apps[app.index].stoppedItself = false
      return
    }
    guard before.isPlaying(app) else { return }
    apps[app.index].stoppedItself = event == .app(app, .stopOutput)
    for case .ioStopped(app, .output, let reason) in effects { apps[app.index].stop = reason }
  }
}

extension Explainer {
  /// How its interruption ended, and the option or the rule that decided that.
  mutating func explain(_ end: SessionHistory.End) {
    switch end.delivery {
    case .lost:
      because(.endNeverArrived(end.event)) {
        $0.because("no end is promised", .rule(.interruptionEnd))
      }
      return
    case .late(let due):
      because(.endHasNotArrived(end.event, due: due))
      return
    case .arrived, .repeated, nil: break
    }
    switch end.notice {
    case .shouldResume:
      because(.endedWithShouldResume(end.event)) { $0.explainDelivery(of: end) }
    case .ended:
      because(.endedWithoutShouldResume(end.event)) {
        $0.explainDelivery(of: end)
        $0.explainReason(of: end)
      }
    case .nothing:
      because(.endedUnnoticed(end.event)) {
        $0.explainReason(of: end)
      }
    }
  }

  /// How the notification of the end arrived, if not as it should.
  private mutating func explainDelivery(of end: SessionHistory.End) {
    switch end.delivery {
    case .arrived(let seconds): because(.endArrivedLate(at: seconds))
    case .repeated: because(.endArrivedTwice)
    case .lost, .late, nil: break
    }
  }

  /// How the notification of the beginning arrived, if not as it should.
  mutating func explainBeginning() {
    switch history?.beginning {
    case .lost: because(.beginningNeverArrived)
    case .late(let due): because(.beginningHasNotArrived(due: due))
    case .arrived(let seconds): because(.beginningArrivedLate(at: seconds))
    case .repeated: because(.beginningArrivedTwice)
    case nil: break
    }
  }

  /// What decided that it was not notified with `shouldResume`.
  private mutating func explainReason(of end: SessionHistory.End) {
    if end.wasUnresumable {
      because(.wasHeldWithoutRightToResume)
      return
    }
    if policy.endedWhileOthersPlay == .withoutOption,
      phone.secondaryAudioShouldBeSilenced(for: subject), !phone.traits(of: subject).isMixable
    {
      because(
        \.endedWhileOthersPlay,
        is: "another app plays that does not mix, beside which an end carries no option")
      return
    }
    switch end.event {
    case .app(let app, .deactivate(let options, nil))
    where !options.contains(.notifyOthersOnDeactivation):
      because(
        \.noNotifyEffect,
        is: "\(name(of: app)) left without notifying, which "
          + (policy.noNotifyEffect == .nothing ? "posts nothing" : "posts an end only"))
    case .app(_, .suspend), .app(_, .terminate), .app(_, .enterBackground), .phone(.locked),
      .app(_, .setRuntimeAssertion), .app(_, .backgroundTimeExpired):
      because(
        \.noNotifyEffect,
        is: "what holds it goes without notifying, which "
          + (policy.noNotifyEffect == .nothing ? "posts nothing" : "posts an end only"))
    case .phone(.siriEnded(_, .some(let app))):
      because(
        \.siriHandover, is: "Siri started playback in \(name(of: app)), so that nobody else resumes"
      )
    case .phone(.notificationDelivered):
      because(\.notificationTone, is: "the tone interrupts without the right to resume")
    case .phone(.microphoneUnmuted):
      because(\.unmuteResumes, is: "unmuting gives no right to resume")
    case .phone(.callDeclined(.lost)), .phone(.callEnded(.lost, _)),
      .phone(.callEndedRemotely(.lost, _)),
      .phone(.siriEnded(.lost, nil)),
      .phone(.alertEnded(_, .lost)), .phone(.alarmSnoozed(_, .lost)):
      because("no end is promised", .rule(.interruptionEnd))
    case .phone(.callDeclined(.notResumable)), .phone(.callEnded(.notResumable, _)),
      .phone(.callEndedRemotely(.notResumable, _)), .phone(.siriEnded(.notResumable, nil)),
      .phone(.alertEnded(_, .notResumable)), .phone(.alarmSnoozed(_, .notResumable)):
      because("an end may come without the right to resume", .rule(.interruptionEnd))
    case .phone(.mediaServicesLost): because(.mediaServices)
    case .app(subject, .enterForeground), .phone(.unlocked), .phone(.remoteCommandSent):
      because(.suspension)
    default:
      because("something else still has the device", .rule(.interruptionEnd))
    }
  }

  /// What ended its activity, and what that does to a session.
  mutating func explain(loss event: SessionEvent) {
    switch event {
    case .app(subject, .deactivate):
      because(.hasDeactivated) { $0.because(.deactivation) }
    case .phone(.mediaServicesLost):
      because(.wasLostWithMediaServices) { $0.because(.mediaServices) }
    case .app(subject, .suspend):
      because(.endedBySuspension) { $0.because(.suspension) }
    case .app(subject, .enterBackground), .phone(.locked), .app(subject, .setRuntimeAssertion),
      .app(subject, .backgroundTimeExpired):
      because(.sessionEnded(event)) {
        $0.explainCategoryBehind()
        $0.explainMissingBackgroundMode()
        $0.because(.suspension)
      }
    case .phone(.callHeld), .phone(.callAnswered), .phone(.callStarted), .phone(.callEnded),
      .phone(.callDeclined), .phone(.callEndedRemotely),
      .phone(.callsSwapped), .phone(.headsetButtonHeld), .phone(.remoteCommandSent(_, .headset)):
      because(.sessionEnded(event)) {
        $0.because(
          "a call of its own takes the session along when it ends or goes on hold",
          .rule(.systemInterruption), Evidence(.thread("749202")))
      }
    default: because(.sessionEnded(event))
    }
  }

  /// What happened, in the words of an explanation.
  func words(for event: SessionEvent) -> String {
    switch event {
    case .app(let app, let event): words(for: event, of: app)
    case .phone(let event): words(for: event)
    }
  }

  private func words(for event: AppEvent, of app: AppID) -> String {
    let owner = app == subject ? "its" : "its own"
    let app = name(of: app)
    return switch event {
    case .deactivate(let options, _):
      "\(app) deactivated \(owner) session"
        + (options.contains(.notifyOthersOnDeactivation) ? " and notified others" : "")
    case .suspend: "\(app) was suspended"
    case .terminate: "\(app) ended"
    case .enterBackground: "\(app) went to the background"
    case .enterForeground: "\(app) came to the foreground"
    case .setRuntimeAssertion: "the background task of \(app) ended"
    case .setCategory, .setMode: "\(app) changed its category"
    case .backgroundTimeExpired: "the time of the background task of \(app) was over"
    case .setOutputMuted: "\(app) was heard again"
    case .launch: "\(app) was started"
    case .activate, .startOutput, .startInput: "\(app) activated \(owner) session"
    case .stopOutput: "\(app) stopped its output"
    case .stopInput: "\(app) stopped its input"
    case .overrideOutput, .setPreferredInput, .setInputProperty,
      .requestHardware,
      .setPreference, .setInputMuted:
      "\(app) changed a setting of its session"
    case .setRemoteCommands, .setCaptures, .setInputView,
      .setPlayer, .setPictureInPicture, .setFrontPresentation,
      .setFailingCallActions, .runARSession, .resetARTracking,
      .pauseARSession:
      "\(app) changed what it uses"
    case .playHaptic, .playSound: "\(app) played a haptic or a system sound"
    case .setRecordPermission: "the user decided whether \(app) may record"
    case .placeRecognized, .relocalizationGivenUp:
      "the AR session of \(app) found or gave up its place"
    case .setNotificationSettings: "the user changed settings"
    case .expireSession: "the session of \(app) was destroyed"
    case .callActionFailed: "\(app) failed an action of its call, which was undone"
    case .inputPicked: "the user picked an input in \(app)"
    }
  }

  private func words(for event: PhoneEvent) -> String {
    switch event {
    case .locked: "the screen was locked"
    case .callDeclined: "the call was declined"
    case .callEnded: "the call ended"
    case .callEndedRemotely: "the other end hung up"
    case .callHeld: "the call was put on hold"
    case .callUnheld: "the call was taken off hold"
    case .callsSwapped: "the other call was taken up"
    case .callAnswered: "another call was answered"
    case .callStarted: "another call went out"
    case .callRang: "a call rang"
    case .alertBegan(let alert): "\(alert.source.who) began"
    case .alertEnded(let alert, _): "\(alert.source.who) ended"
    case .siriEnded(_, .some(let app)): "Siri left, having started playback in \(name(of: app))"
    case .siriEnded: "Siri left"
    case .siriBegan: "Siri appeared"
    case .siriRecorded: "Siri began to record"
    case .siriAnswered: "Siri spoke its answer"
    case .microphoneMuted: "the microphone was muted"
    case .unlocked: "the screen was unlocked"
    case .notificationDelivered: "the tone of a notification was over"
    case .alarmSnoozed: "the alarm was snoozed"
    case .notificationOpened(let app): "the user opened a notification of \(name(of: app))"
    case .notificationDismissed: "a notification was dismissed"
    case .microphoneUnmuted: "the microphone was unmuted"
    case .mediaServicesLost: "the media services were lost"
    case .mediaServicesReset: "the media services came back"
    case .portDisconnected, .deviceDisconnected: "its output was unplugged"
    case .portConnected, .deviceConnected: "a device was connected"
    case .callMuted: "the call was muted or unmuted"
    case .callAudioClosed: "the audio of the call was closed"
    case .headsetMutePressed: "the mute button of the headset was pressed"
    case .headsetButtonHeld: "the button of the headset was held"
    case .earphonesWorn: "the earphones were taken out of an ear or put in"
    case .remoteCommandSent(_, .headset): "the button of the headset was pressed"
    case .remoteCommandSent: "a remote command came"
    case .handsFreeOpened: "the hands-free profile was opened"
    case .outputPicked: "the user picked an output"
    case .voiceOverSpoke: "VoiceOver spoke or fell silent"
    case .silentModeSet: "the ring/silent switch was moved"
    case .alertSoundEnded: "the sound of an alert was over"
    case .sideButtonPressed: "the side button was pressed"
    case .volumeSet, .volumeButtonPressed: "the volume was changed"
    case .wokeFromSleep: "the device woke from sleep"
    case .settingsChanged, .callStyleSet, .accessibilityChanged: "the user changed settings"
    }
  }
}
