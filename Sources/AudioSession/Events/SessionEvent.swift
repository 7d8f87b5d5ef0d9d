/// How the end of an interruption is posted to the interrupted apps.
///
/// Apple does not promise an end, so the event states it. Source: Audio Session Programming Guide, "there is no
/// guarantee that a begin interruption will have an end".
public enum InterruptionEnd: Hashable, Sendable, CaseIterable {
  /// Posted, with `shouldResume`.
  case resumable
  /// Posted, without `shouldResume`.
  case notResumable
  /// Not posted.
  case lost
}

/// The notification to interrupted apps when their interruptor deactivates without notifying others.
public enum NoNotifyEffect: String, PolicyAnswer {
  /// The app is not notified.
  case nothing
  /// The app is notified that the interruption has ended, without the option to resume.
  case endedWithoutOption
}

/// An event on a phone, to which its policy responds.
public enum SessionEvent: Hashable, Sendable {
  /// An action of an app, or an event that affects only one app.
  case app(AppID, AppEvent)
  /// An event on the phone.
  case phone(PhoneEvent)

  /// The app that has to run because the event is a call by its code, or nil.
  public var caller: AppID? {
    if case .app(let app, let event) = self, event.isCall { app } else { nil }
  }

  /// The app that the event affects without being its call, or nil.
  public var subject: AppID? {
    switch self {
    case .app(let app, let event): event.isCall ? nil : app
    case .phone(let event): event.app
    }
  }
}
