/// An answer to one of the questions that Apple leaves open.
///
/// The raw value is the word in a scenario's `policy`.
public enum Answer: String, Hashable, Sendable, CaseIterable {
  /// It is accepted.
  case accept
  /// It is rejected.
  case reject
  /// What the SDK's header says.
  case header
  /// What the reference pages say.
  case documentation
  /// It is ignored, silently.
  case ignore
  /// By the version of the system.
  case byVersion
  /// It stays as it is, with an error.
  case refused
  /// It is done, with an error.
  case doneWithError
  /// It is done, without an error.
  case done
  /// Yes.
  case yes = "true"
  /// No.
  case no = "false"
  /// When it is activated again, or gives up.
  case reactivation
  /// When its own interruption ends.
  case ownEnd
  /// Nothing is told.
  case nothing
  /// An end without the option to resume is told.
  case endedWithoutOption
  /// The interruption goes on, held by the successor.
  case staysInterrupted
  /// The order of the list.
  case asListed
  /// What has a higher priority first.
  case priorityFirst
  /// Before the others.
  case before
  /// After the others.
  case after
  /// Among the others, at its documented place.
  case interleaved
  /// Told one by one afterwards.
  case replay
  /// Not told.
  case drop
  /// Told afterwards, the last of each kind.
  case coalesce
  /// `-50`.
  case badParam
  /// `!cat`.
  case incompatibleCategory
  /// `!pri`.
  case insufficientPriority
  /// `!int`.
  case cannotInterruptOthers
  /// `!res`.
  case resourceNotAvailable
  /// Silence.
  case silence
  /// An interruption.
  case interrupt
  /// An interruption without the option to resume at its end.
  case interruptWithoutResume
  /// Both are heard.
  case mix
  /// One for all routes.
  case shared
  /// One for each family of routes.
  case perRoute
  /// The ringer.
  case ringer
  /// Media.
  case media
  /// Every app.
  case all
  /// Apps with an active session.
  case active
  /// Only if it differs.
  case onChange
  /// Always.
  case always
  /// Afterwards.
  case deferred
  /// At once.
  case atOnce
  /// When the app comes to the foreground.
  case onForeground
  /// It is suppressed.
  case suppress
  /// It is allowed.
  case allow
  /// Running input.
  case runningInput
  /// An active session of a category with input.
  case inputCategory
  /// It is cleared.
  case cleared
  /// It is kept.
  case kept
}
