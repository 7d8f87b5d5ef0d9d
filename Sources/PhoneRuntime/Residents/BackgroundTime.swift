package import AudioSession

/// Whether an app's code has been warned that its background time is about to end.
enum ExpirationWarning: Sendable {
  case none
  case queued
  case given
}

/// Background tasks that an app's code holds.
extension PhoneRuntime {
  /// The number of seconds between the calls to an app's expiration handlers and the end of its background time.
  ///
  /// Source: the page of `beginBackgroundTask(expirationHandler:)`: "shortly before the app's remaining background time
  /// reaches 0". Five seconds are our choice: the same time that the app delegate has to return when the app moves to
  /// the background.
  package static let expirationNoticeSeconds = 5.0

  /// Returns the time at which an app's background task ends; nil if the task does not have a time limit now.
  package func backgroundTimeEnd(of app: AppID) -> PhoneTime? {
    read { $0.timers.due(.backgroundTask(app)) }
  }

  /// Sets whether an app's code holds a background task from now on.
  ///
  /// If an app's handler has been called and the app still holds a task when the time is over, the app is
  /// terminated.
  ///
  /// - Parameters:
  ///   - app: One of the phone's apps.
  ///   - handler: Called shortly before the time is over, without a lock; nil to end the task.
  /// - Throws: `RejectedEvent` if the app is not running.
  package func holdBackgroundTask(
    of app: AppID, expirationHandler handler: (@Sendable () -> Void)?
  ) throws(RejectedEvent) {
    try change { state throws(RejectedEvent) in
      _ = try state.perform(.app(app, .setRuntimeAssertion(handler != nil)))
      state.handedOver[app.index].expirationHandler = handler
      state.setWarning(of: app)
    }
  }
}

extension RuntimeState {
  /// Returns whether the app's code still holds its background task although it has been warned.
  func isTaskHeldByCode(of app: AppID) -> Bool {
    handedOver[app.index].expirationHandler != nil
      && residents[app.index].expirationWarning == .given
  }

  /// Starts the time limit of an app's background task if only the task keeps the app running, and cancels the limit
  /// otherwise.
  mutating func setBackgroundTime(of app: AppID) {
    guard phone.hasBackgroundTime(app), let seconds = phone.backgroundSeconds else {
      timers.cancel(.backgroundTask(app))
      timers.cancel(.backgroundWarning(app))
      residents[app.index].expirationWarning = .none
      return
    }
    timers.start(.backgroundTask(app), at: now + PhoneTime(seconds: seconds))
    setWarning(of: app)
  }

  /// Schedules a single warning to the app's code shortly before its time is over.
  fileprivate mutating func setWarning(of app: AppID) {
    guard let end = timers.due(.backgroundTask(app)),
      handedOver[app.index].expirationHandler != nil
    else {
      return timers.cancel(.backgroundWarning(app))
    }
    let notice = PhoneTime(seconds: PhoneRuntime.expirationNoticeSeconds)
    if residents[app.index].expirationWarning == .none {
      timers.start(.backgroundWarning(app), at: max(now, end - notice))
    }
  }
}
