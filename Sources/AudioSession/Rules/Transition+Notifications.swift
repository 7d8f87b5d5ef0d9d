/// Notifications: whether they are shown, heard and felt, and what the user does about them.
extension Transition {
  /// A notification arrives: where it is shown, its tone, its vibration, and by the policy an
  /// interruption.
  ///
  /// Of several about one thing only the first is shown, heard and felt. Source: Human Interface
  /// Guidelines, "Notifications": avoid sending multiple notifications for the same thing.
  mutating func deliverNotification(from app: AppID?, hasSound: Bool, about: String?) {
    let isRepeated =
      about.map { !state.notified.insert(NotificationSubject(app, $0)).inserted } ?? false
    if let app, !isRepeated {
      let place = phone.notificationPlace(for: app)
      // One that is on the screen stays there beside another that is not shown.
      if place.isVisible || state[app].shownNotification == nil {
        state[app].shownNotification = place
      }
      effects.add(.notificationPlaced(app, place), .played)
    }
    guard hasSound else { return }
    let refusal = isRepeated ? .repeated : phone.toneRefusal(from: app)
    let tone = refusal.map { .suppressed($0) } ?? phone.toneVerdict(from: app)
    effects.add(.sound(app, .messageTone, tone), .played)
    if refusal == nil { vibrate(for: app, phone.soundVerdict(for: .vibration, by: nil)) }
    guard tone == .played else { return }
    let resumes: Bool
    switch policy.notificationTone {
    case .mix: return
    case .duck:
      state.device.isAlertDucking = true
      return
    case .interrupt: resumes = true
    case .interruptWithoutResume: resumes = false
    }
    startInterruption(by: .notificationTone)
    endInterruption(by: .notification, Release(isResumable: resumes, notifies: true))
  }

  /// The vibration of an alert or a notification: the user's choice alone.
  mutating func vibrate(for app: AppID?, _ verdict: PlayVerdict) {
    guard phone.vibratesForAlerts else { return }
    effects.add(.vibration(app, verdict), .played)
  }

  /// The user opens a notification, which opens its app.
  ///
  /// Source: `UNNotificationDefaultActionIdentifier`: the user opened the app from the notification's
  /// interface. That a locked phone has to be unlocked first is as for every app.
  mutating func openNotification(of app: AppID) throws(RejectedEvent) {
    guard state[app].shownNotification?.isVisible == true else {
      throw .notThere("notification of the app")
    }
    if state.device.isLocked { throw .deviceLocked(app) }
    if state[app].lifecycle != .foreground { try leaveScreen() }
    switch state[app].lifecycle {
    case .foreground: break
    case .background, .suspended: try moveToLifecycle(app, .foreground)
    case .terminated: try launch(app)
    }
    state[app].shownNotification = nil
  }

  /// Who is in front gives the screen to an app that the system opens, where one has it at a time.
  ///
  /// Source: `UIApplicationDelegate.applicationDidEnterBackground`, for the transition to another app;
  /// that who leaves is in the background before the other is in front is our choice.
  private mutating func leaveScreen() throws(RejectedEvent) {
    if phone.platform.showsSeveralApps { return }
    for other in state.ids where state[other].lifecycle == .foreground {
      try moveToLifecycle(other, .background)
    }
  }

  /// A notification leaves the screen: by itself, as banners do, or because the user dismisses it;
  /// what is in Notification Center is cleared.
  mutating func dismissNotification(of app: AppID) throws(RejectedEvent) {
    guard let place = state[app].shownNotification, place.isVisible else {
      throw .notThere("notification of the app")
    }
    state[app].shownNotification = place == .center ? nil : .center
    effects.add(.notificationPlaced(app, place == .center ? .nowhere : .center), .played)
  }

  /// The user snoozes the alarm that rings: it ends, and fires again when the interval is over.
  ///
  /// Source: Human Interface Guidelines, "Notifications": a calendar's alarm offers to snooze.
  mutating func snoozeAlarm(
    for seconds: Double, _ end: InterruptionEnd
  ) throws(RejectedEvent) {
    guard state.device[.alarm] else { throw .notThere(SystemAlert.alarm.rawValue) }
    guard Phone.snoozeRange.contains(seconds) else { throw .snoozeOutOfRange(seconds) }
    try self.end(.alarm, end)
    state.device.alarmSnooze = seconds
  }
}

extension Phone {
  /// How long the alarm of the clock is snoozed unless the user has set another time, in seconds.
  ///
  /// Our choice: the nine minutes of the Clock app, which Apple's pages do not number.
  public static let snoozeSeconds = 540.0

  /// How long an alarm can be snoozed, in seconds: from a second to a day.
  ///
  /// Our choice.
  public static let snoozeRange = 1.0...86_400
}
