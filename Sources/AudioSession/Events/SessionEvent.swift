/// How the end of an interruption reaches those it interrupted.
///
/// Apple does not promise one, so which it is belongs to the event. Source: Audio Session
/// Programming Guide, "there is no guarantee that a begin interruption will have an end".
public enum InterruptionEnd: Hashable, Sendable, CaseIterable {
  /// Posted, with `shouldResume`.
  case resumable
  /// Posted, without `shouldResume`.
  case notResumable
  /// Not posted.
  case lost
}

/// What apps receive that were interrupted by a session that was deactivated without notifying.
public enum NoNotifyEffect: String, PolicyAnswer {
  /// Nothing.
  case nothing
  /// The app is notified that the interruption has ended, without the option to resume.
  case endedWithoutOption
}

/// What happens to a phone, to which its policy answers.
public enum SessionEvent: Hashable, Sendable {
  /// An app does something, or something happens to it alone.
  case app(AppID, AppEvent)
  /// Something happens to the phone.
  case phone(PhoneEvent)

  /// The app that has to run because the event is a call of its code, or nil.
  public var caller: AppID? {
    if case .app(let app, let event) = self, event.isCall { app } else { nil }
  }

  /// The app that the event is about without being its call, or nil.
  public var subject: AppID? {
    switch self {
    case .app(let app, let event): event.isCall ? nil : app
    case .phone(let event): event.app
    }
  }
}
