public import AudioSession
public import HapticEngine

/// Something that happened on a phone, as sinks receive it.
///
/// What belongs to one event comes in this order: `called` if an app did it, an `effect` for each
/// that follows, with what becomes of haptic engines behind the one that it follows from, and
/// `settled`. What somebody causes meanwhile comes behind.
public enum PhoneReport: Sendable {
  /// An app did something; `error` is what its call threw.
  case called(AppID, AppAction, byItself: Bool, error: SessionErrorCode?)
  /// Something follows from an event.
  case effect(SessionEffect)
  /// A notification of an app's session is not delivered as it should be; one that arrives all the same is an
  /// effect that comes next.
  case notificationDistorted(AppID, SessionNotification, NotificationFate)
  /// A haptic is wanted for an app: what is known of it beside the event that comes next.
  case hapticRequested(AppID, HapticRequest)
  /// A feedback generator of an app's was not used, and is prepared no longer.
  case feedbackExpired(AppID, FeedbackFamily)
  /// A composite of an app's, the pattern of that name, was loaded, played, or shown as its still.
  case composite(AppID, String, CompositeOutcome)
  /// A control of an app's, of that name, is in another state, or a value of it was chosen.
  case control(AppID, String, ControlEffect, state: String)
  /// What became of a haptic that an app asked for and that is not suppressed.
  case haptic(AppID, HapticOutcome)
  /// What became of a vibration: of an app's, or of the system's for nil.
  case vibration(AppID?, HapticOutcome)
  /// A system sound is over, or was cut off by the next one.
  case soundEnded(EndedSound)
  /// The haptic engines of an app stopped.
  case engineStopped(AppID, StoppedReason)
  /// The haptic engines of an app were reset.
  case engineReset(AppID)
  /// Everything that follows from an event was reported.
  case settled(SettledEvent)
  /// An event made no sense, and nothing has changed.
  case rejected(RejectedEvent)
  /// The sound of an app goes on from another position.
  case moved(AppID, to: PhoneTime)
  /// A sound is over; that its output stops is the event that comes next.
  case finishedPlaying(AppID)
  /// Apps that behave act upon each other without end, and were stopped.
  case reactedWithoutEnd
}

/// What became of a composite: a sound and a haptic that are never split.
public enum CompositeOutcome: String, Hashable, Sendable, CaseIterable {
  /// The composite can be played.
  case loaded
  /// Both parts start, in one frame, as far as the phone lets them.
  case played
  /// The composite was not loaded: its still is shown, and neither part is played.
  case still
  /// The media services took the composite with them, or were down when it was to be loaded: it has to be
  /// loaded again.
  case lost
}

/// What became of a haptic that an app asked for.
public enum HapticOutcome: Hashable, Sendable {
  /// The first sample of the haptic that is not silent; one that is never heard, because it is
  /// suppressed before it begins, has none.
  case sounded(name: String, requested: PhoneTime, first: PhoneTime)
  /// The haptic was to be played, and is suppressed before it begins.
  case suppressed(name: String, SuppressionReason)
  /// The haptic engine did not start, or could not play the pattern.
  case failed(name: String, EngineError)
}

/// An event and what it changed.
public struct SettledEvent: Sendable {
  /// What happened.
  public let event: SessionEvent
  /// When.
  public let time: PhoneTime
  /// The phone before it.
  public let before: Phone
  /// The phone after it.
  public let after: Phone
  /// What follows, in order.
  public let effects: [SessionEffect]
  /// What each app has played of its sound, in the order of the apps.
  public let positions: [PhoneTime]

  /// Whether the process of an app ends with it.
  package func endsProcess(of app: AppID) -> Bool {
    before.state[app].lifecycle != .terminated && after.state[app].lifecycle == .terminated
  }
}

/// Something that is notified of what happens on a phone.
///
/// A sink receives one report at a time, in order, with no lock held; it may call the runtime, and
/// what it causes comes after.
///
/// - Thread: whichever delivers; see `DeliveryOrder`.
public protocol PhoneSink: AnyObject, Sendable {
  /// Takes in what happened, and when: no report is earlier than one before it.
  func receive(_ report: PhoneReport, at time: PhoneTime)

  /// Announces that nothing more happens before `time`, to which the phone's time is about to pass.
  ///
  /// A sink that renders does so here, up to then.
  func timePasses(to time: PhoneTime)
}

extension PhoneSink {
  /// Does nothing: for sinks to which only events matter.
  public func timePasses(to time: PhoneTime) {}
}
