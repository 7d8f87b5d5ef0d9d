/// The rules of the audio session, R1 to R17.
///
/// Each rule has a statement in one sentence.
///
/// Comments in the rules' source code use the same numbers.
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
      "a session is audible only while active, and becomes active only if every check passes"
    case .arbitration:
      "a session that does not mix interrupts others that do not mix; a session that interrupts spoken audio "
        + "interrupts sessions in mode spokenAudio"
    case .systemInterruption:
      "calls, alarms, Siri and emergencies interrupt active sessions, and also hold sessions that are "
        + "already interrupted"
    case .interruptionEnd:
      "an interruption ends when its last source is gone; the app itself must then reactivate "
        + "its session"
    case .deactivation: "a session that is deactivated stops, and no longer interrupts others"
    case .abandoning:
      "an app that deactivates its interrupted session no longer interrupts others"
    case .claim:
      "an interrupted session continues to interrupt the sessions that it had interrupted"
    case .suspension: "from iOS 10 on, suspending an app usually deactivates its session"
    case .categoryChange:
      "if the category of an active session changes, the rules of the new category apply"
    case .ducking:
      "a session with duckOthers lowers all other sessions that have output, from its activation to its deactivation"
    case .hint:
      "changes to the hint are posted only to apps in the foreground whose session is active"
    case .route:
      "the eligible device that was connected last is used, with the port that the category "
        + "requires"
    case .order:
      "stopped input and output are reported first, then began, route changes, hints, ended, volumes"
    case .mailbox: "a suspended app is not notified until it runs again"
    case .commandsDuringInterruption:
      "a remote command reaches an interrupted app immediately; the app keeps it until the interruption ends"
    case .lifecycleStream:
      "from iOS 27 on, activation, deactivation and recommendations to resume are posted as notifications"
    case .mediaServices:
      "while the media services are down, no session is active; after their reset, every session starts anew"
    }
  }

  /// The evidence for the rule.
  public var evidence: Evidence {
    switch self {
    case .activation: Evidence(.page("setActive(_:options:)"), .errors("SessionNotActive"))
    case .arbitration:
      Evidence(
        .tableB1, .page("AVAudioSession.Category"),
        .types("CategoryOptions.interruptSpokenAudioAndMixWithOthers"))
    case .systemInterruption:
      Evidence(
        .guide("Responding to Interruptions: calls, alarms, Siri"),
        .peer("WebKit: several hold one session"), .ours("that emergencies interrupt as well"))
    case .interruptionEnd:
      Evidence(
        .peer("WebKit: the last of several that hold a session"),
        .ours(
          "apps must activate again themselves (published); how several interruptions end is not published"
        ))
    case .deactivation:
      Evidence(
        .page("setActive(_:options:)"), .types("SetActiveOptions.notifyOthersOnDeactivation"))
    case .abandoning: Evidence(.ours("from a counterexample in a model of these rules"))
    case .claim: Evidence(.peer("Chromium AudioFocusManager"), .ours()).and(\.claimRelease)
    case .suspension:
      Evidence(.types("AVAudioSessionInterruptionWasSuspendedKey: \"most apps\""))
    case .categoryChange:
      Evidence(
        .guide("Working with Categories (2014): \"the category request is sent immediately\""),
        .ours("that the new category's rules apply"))
    case .ducking:
      Evidence(.types("CategoryOptions.duckOthers"), .page("CategoryOptions.duckOthers"))
    case .hint:
      Evidence(.answer("QA1882"), .types("AVAudioSessionSilenceSecondaryAudioHintNotification"))
    case .route:
      Evidence(
        .answer("QA1754: \"following the last-in wins rule\""),
        .types("CategoryOptions.allowBluetoothA2DP, AVAudioSessionCategoryMultiRoute"))
    case .order:
      Evidence(
        .page("routeChangeNotification: on a secondary thread"),
        .log("github.com/getdictus/dictus-ios/issues/353: began, three route changes, ended"),
        .ours("the other parts of the order"))
    case .mailbox:
      Evidence(
        .types("AVAudioSessionInterruptionWasSuspendedKey: posted once the app runs again")
      ).and(\.mailbox)
    case .commandsDuringInterruption:
      Evidence(.interruptions, against: .peer("WebKit, Chromium"))
        .and(\.remoteDuringInterruption)
    case .lifecycleStream:
      Evidence(.session("27"), .types("27")).and(\.legacyOn27)
    case .mediaServices:
      Evidence(
        .errors("MediaServicesFailed"),
        .types("AVAudioSessionMediaServicesWereResetNotification"), .interruptions)
    }
  }
}
