public import AudioSession
public import HapticEngine

/// An occurrence on a phone, as sinks receive it.
///
/// The reports of one event arrive in this order: `called` if an app caused it, an `effect` for each effect,
/// and `settled`. Reports about haptic engines follow the effect that caused them. Reports of other events
/// that were caused in the meantime follow later.
public enum PhoneReport: Sendable {
  /// An app acted; `error` is the error that its call threw.
  case called(AppID, AppAction, byItself: Bool, error: SessionErrorCode?)
  /// An event has an effect.
  case effect(SessionEffect)
  /// A notification of an app's session has a delivery fault. If the notification still arrives, it is the
  /// next effect.
  case notificationDistorted(AppID, SessionNotification, NotificationFate)
  /// A haptic is requested for an app. The report contains the details that the next event does not contain.
  case hapticRequested(AppID, HapticRequest)
  /// An app's prepared feedback generator was not used, and is no longer prepared.
  case feedbackExpired(AppID, FeedbackFamily)
  /// An app's composite, the pattern with this name, was loaded, played, shown as a still image, or lost.
  case composite(AppID, String, CompositeOutcome)
  /// An app's control with this name changed its state, or a value was chosen.
  case control(AppID, String, ControlEffect, state: String)
  /// The outcome of a haptic that an app requested and that was not suppressed at the time of the request.
  case haptic(AppID, HapticOutcome)
  /// The outcome of a vibration by an app, or by the system if the app is nil.
  case vibration(AppID?, HapticOutcome)
  /// A system sound ended, or was cut off by the next sound.
  case soundEnded(EndedSound)
  /// The haptic engines of an app stopped.
  case engineStopped(AppID, StoppedReason)
  /// The haptic engines of an app were reset.
  case engineReset(AppID)
  /// All effects of an event have been reported.
  case settled(SettledEvent)
  /// An event was rejected, and nothing changed.
  case rejected(RejectedEvent)
  /// The sound of an app continues from another position.
  case moved(AppID, to: PhoneTime)
  /// The sound of an app ended. In the next event, the app's output stops.
  case finishedPlaying(AppID)
  /// Automatic apps reacted to each other endlessly and were stopped.
  case reactedWithoutEnd
}

/// The outcome of a composite: a sound and a haptic that are never played separately.
public enum CompositeOutcome: String, Hashable, Sendable, CaseIterable {
  /// The composite can be played.
  case loaded
  /// The composite was played: its sound and haptic, as far as the phone allows them, start in the same frame.
  case played
  /// The composite was not loaded: its still image is shown, and neither its sound nor its haptic is played.
  case still
  /// The composite was lost with the media services, or the services were down when it should have been loaded. It has
  /// to be loaded again.
  case lost
}

/// The outcome of a haptic that an app requested.
public enum HapticOutcome: Hashable, Sendable {
  /// The haptic was played, and `first` is the time of its first sample that is not silent. If the haptic is suppressed
  /// before that sample, the outcome is `suppressed` instead.
  case sounded(name: String, requested: PhoneTime, first: PhoneTime)
  /// The haptic was due but was suppressed before it began.
  case suppressed(name: String, SuppressionReason)
  /// The haptic engine did not start, or could not play the pattern.
  case failed(name: String, EngineError)
}

/// An event and its results.
public struct SettledEvent: Sendable {
  /// The event.
  public let event: SessionEvent
  /// The time of the event.
  public let time: PhoneTime
  /// The phone before the event.
  public let before: Phone
  /// The phone after the event.
  public let after: Phone
  /// The effects, in order.
  public let effects: [SessionEffect]
  /// The position of each app in its sound, in the order of the apps.
  public let positions: [PhoneTime]

  /// Returns whether the event ends the process of an app.
  package func endsProcess(of app: AppID) -> Bool {
    before.state[app].lifecycle != .terminated && after.state[app].lifecycle == .terminated
  }
}

/// An object that is notified of the events on a phone.
///
/// A sink receives one report at a time, in order, without a lock. It may call the runtime. The resulting
/// reports are delivered later.
///
/// - Thread: The delivering thread; see `DeliveryOrder`.
public protocol PhoneSink: AnyObject, Sendable {
  /// Receives a report and its time. No report is earlier than a previous one.
  func receive(_ report: PhoneReport, at time: PhoneTime)

  /// Announces that nothing more happens before `time`, to which the phone's time is about to advance.
  ///
  /// A sink that renders audio renders up to that time here.
  func timePasses(to time: PhoneTime)
}

extension PhoneSink {
  /// Does nothing, for sinks that only handle reports.
  public func timePasses(to time: PhoneTime) {}
}
