/// Notifications: whether they are shown, heard and felt, and how the user responds.
extension Transition {
  /// Delivers a notification: where it is shown, its tone, its vibration and, depending on the policy, an interruption.
  ///
  /// If several notifications are about the same subject, only the first is shown, heard and felt. Source: Human
  /// Interface Guidelines, "Notifications": avoid sending multiple notifications for the same thing.
  mutating func deliverNotification(from app: AppID?, hasSound: Bool, about: String?) {
    let isRepeated =
      about.map { !state.notified.insert(NotificationSubject(app, $0)).inserted } ?? false
    if let app, !isRepeated {
      let place = phone.notificationPlace(for: app)
      // A notification on the screen stays there if another one is not shown.
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

  /// Adds the vibration of an alert or a notification.
  ///
  /// Only the user's settings control it.
  mutating func vibrate(for app: AppID?, _ verdict: PlayVerdict) {
    guard phone.vibratesForAlerts else { return }
    effects.add(.vibration(app, verdict), .played)
  }

  /// Opens a notification for the user, and with it the app that sent the notification.
  ///
  /// Source: `UNNotificationDefaultActionIdentifier`: the user opened the app from the notification's interface. As for
  /// every app, a locked phone has to be unlocked first.
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

  /// Moves the foreground app to the background before the system opens another app, if the platform shows one app at a
  /// time.
  ///
  /// Source: `UIApplicationDelegate.applicationDidEnterBackground`, for the transition to another app. Our choice: the
  /// first app enters the background before the other app enters the foreground.
  private mutating func leaveScreen() throws(RejectedEvent) {
    if phone.platform.showsSeveralApps { return }
    for other in state.ids where state[other].lifecycle == .foreground {
      try moveToLifecycle(other, .background)
    }
  }

  /// Removes a notification from the screen.
  ///
  /// A banner disappears automatically, or the user dismisses it, and the notification moves to Notification Center. A
  /// notification that is already in Notification Center is cleared.
  mutating func dismissNotification(of app: AppID) throws(RejectedEvent) {
    guard let place = state[app].shownNotification, place.isVisible else {
      throw .notThere("notification of the app")
    }
    state[app].shownNotification = place == .center ? nil : .center
    effects.add(.notificationPlaced(app, place == .center ? .nowhere : .center), .played)
  }

  /// Snoozes the alarm that is sounding.
  ///
  /// The alarm ends and fires again after the interval.
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
  /// How long the Clock app's alarm is snoozed, in seconds, unless the user has set another time.
  ///
  /// Our choice: the nine minutes of the Clock app, which Apple's pages do not state.
  public static let snoozeSeconds = 540.0

  /// The range of snooze durations in seconds, from a second to a day.
  ///
  /// Our choice.
  public static let snoozeRange = 1.0...86_400
}
