/// How the end of an interruption is posted to the interrupted apps.
///
/// Apple does not promise that an end is posted, so the event states whether and how it is posted. Source: Audio
/// Session Programming Guide, "there is no guarantee that a begin interruption will have an end".
public enum InterruptionEnd: Hashable, Sendable, CaseIterable {
  /// Posted, with `shouldResume`.
  case resumable
  /// Posted, without `shouldResume`.
  case notResumable
  /// Not posted.
  case lost
}

/// The notification that interrupted apps receive when their interruptor deactivates its session without notifying
/// others.
public enum NoNotifyEffect: String, PolicyAnswer {
  /// The app is not notified.
  case nothing
  /// The app is notified that the interruption has ended, without the option to resume.
  case endedWithoutOption
}

/// An event on a phone, to which the rules and the policy respond.
public enum SessionEvent: Hashable, Sendable {
  /// An action of an app, or an event that affects only one app.
  case app(AppID, AppEvent)
  /// An event on the phone.
  case phone(PhoneEvent)

  /// The app whose code makes this call, or nil if the event is not a call.
  ///
  /// This app must be running.
  public var caller: AppID? {
    if case .app(let app, let event) = self, event.isCall { app } else { nil }
  }

  /// The app that the event affects, or nil if the event is a call by the app's code or does not name an app.
  public var subject: AppID? {
    switch self {
    case .app(let app, let event): event.isCall ? nil : app
    case .phone(let event): event.app
    }
  }
}
