package import AudioSession

/// Whether an app's code was called about the end of its background time.
enum ExpirationWarning: Sendable {
  case none
  case queued
  case given
}

/// Background tasks that the code of an app holds.
extension PhoneRuntime {
  /// How many seconds before the end of its background time an app's expiration handlers are called.
  ///
  /// Source: the page of `beginBackgroundTask(expirationHandler:)`: "shortly before the app's remaining
  /// background time reaches 0". Five seconds are our choice: as many as the delegate has to return when
  /// the app goes to the background.
  package static let expirationNoticeSeconds = 5.0

  /// When the time of an app's background task is over; nil if it does not run.
  package func backgroundTimeEnd(of app: AppID) -> PhoneTime? {
    read { $0.timers.due(.backgroundTask(app)) }
  }

  /// The code of an app holds a background task from now on, or none any more.
  ///
  /// Who has been called and still holds one when the time is over is terminated.
  ///
  /// - Parameters:
  ///   - app: one of the phone's.
  ///   - handler: called shortly before the time is over, without a lock; nil for no task any more.
  /// - Throws: `RejectedEvent` if the app does not run.
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
  /// Whether nobody but the app's code ends its background task: it holds one, and had its chance to end it.
  func isTaskHeldByCode(of app: AppID) -> Bool {
    handedOver[app.index].expirationHandler != nil
      && residents[app.index].expirationWarning == .given
  }

  /// Starts the time of an app's background task where only that keeps it running, and ends it otherwise.
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

  /// Has the code of the app notified shortly before its time is over, once.
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
