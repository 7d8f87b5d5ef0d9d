/// The rules of the session, R1 to R17: what each says in a sentence.
///
/// The numbers are those of the comments in the rules' code.
public enum SessionRule: Int, Hashable, Sendable, CaseIterable {
  /// R1.
  case activation = 1
  /// R2.
  case arbitration
  /// R3.
  case systemInterruption
  /// R4.
  case interruptionEnd
  /// R5.
  case deactivation
  /// R6.
  case abandoning
  /// R7.
  case claim
  /// R8.
  case suspension
  /// R9.
  case categoryChange
  /// R10.
  case ducking
  /// R11.
  case hint
  /// R12.
  case route
  /// R13.
  case order
  /// R14.
  case mailbox
  /// R15.
  case commandsDuringInterruption
  /// R16.
  case lifecycleStream
  /// R17.
  case mediaServices

  /// The name, such as `R4`.
  public var name: String { "R\(rawValue)" }

  /// The rule in words.
  public var statement: String {
    switch self {
    case .activation:
      "a session sounds only while it is active, and is active if every check agrees"
    case .arbitration:
      "a session that does not mix interrupts others that do not; one that interrupts spoken audio "
        + "interrupts sessions in mode spokenAudio"
    case .systemInterruption:
      "calls, alarms, Siri and emergencies interrupt active sessions, and hold interrupted ones too"
    case .interruptionEnd:
      "an interruption ends when the last of those that hold it has gone; the app activates its "
        + "session again itself"
    case .deactivation: "a session that is deactivated stops, and lets go of those it interrupted"
    case .abandoning: "giving up while interrupted lets go of those it had interrupted as well"
    case .claim: "a session that is interrupted still holds those it had interrupted itself"
    case .suspension: "from 10 on a suspended app's session is deactivated"
    case .categoryChange: "an active session whose category changes is judged by the new one"
    case .ducking: "a session with duckOthers lowers all others from its activation to its end"
    case .hint: "edges of the hint reach only apps that are active in the foreground"
    case .route:
      "of devices that are eligible the last that was connected is used, of its ports the one that "
        + "the category asks for"
    case .order: "what stops is told first, then began, route changes, hints, ended, volumes"
    case .mailbox: "a suspended app is told nothing until it runs again"
    case .commandsDuringInterruption:
      "a remote command reaches an interrupted app at once, which keeps it for the end"
    case .lifecycleStream: "from 27 on became active, became inactive and a recommendation are told"
    case .mediaServices: "without the media services nothing is active, and after them all is new"
    }
  }

  /// What the rule rests on.
  public var evidence: Evidence {
    switch self {
    case .activation: Evidence(.header, .documentation, note: "setActive(_:options:)")
    case .arbitration:
      Evidence(.documentation, .archive, note: "category pages; Programming Guide, Table B-1")
    case .systemInterruption:
      Evidence(.archive, .peer, note: "Programming Guide, Interruptions; nesting as in WebKit")
    case .interruptionEnd:
      Evidence(.documentation, .archive, note: "Programming Guide, Responding to Interruptions")
    case .deactivation:
      Evidence(.header, .documentation, note: "notifyOthersOnDeactivation")
    case .abandoning: Evidence(.assumed, note: "from a counterexample in a model of these rules")
    case .claim: Evidence(.assumed, .peer, note: "knob claimRelease; Chromium AudioFocusManager")
    case .suspension: Evidence(.header, note: "InterruptionReason.appWasSuspended, note for 10")
    case .categoryChange: Evidence(.documentation, .assumed, note: "setCategory while active")
    case .ducking: Evidence(.header, .documentation, note: "CategoryOptions.duckOthers")
    case .hint: Evidence(.archive, .header, note: "QA1882; silenceSecondaryAudioHintNotification")
    case .route:
      Evidence(.archive, .documentation, note: "Programming Guide, Route Changes; QA1754; QA1803")
    case .order: Evidence(.header, .field, note: "queues in the header; dictus-ios 353")
    case .mailbox: Evidence(.documentation, .assumed, note: "knob mailbox")
    case .commandsDuringInterruption:
      Evidence(.archive, note: "Programming Guide, Responding to Interruptions, Siri")
    case .lifecycleStream: Evidence(.header, .documentation, note: "AVAudioSession, 27")
    case .mediaServices: Evidence(.documentation, note: "mediaServicesWereResetNotification")
    }
  }
}
