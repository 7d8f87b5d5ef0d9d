/// A step in the decision whether a session may be activated.
public enum ActivationCheck: String, Hashable, Sendable, CaseIterable {
  /// The media services are down: `msrv`.
  case mediaServices
  /// The session object has been destroyed: `!ses`.
  case expired
  /// The app is in the background: `!pla`, `!rec` or `!int`, depending on the session.
  case background
  /// The session has a category with input during another app's call: `!pri`.
  case foreignCall
  /// The app's own call is active, and only the system may activate the app's session: `ent?` (policy option
  /// `ownCallReactivation`).
  case ownCall
  /// A phone call has ended, but its audio has not been closed yet: `!pla` (policy option `refusalAfterCall`).
  case callAudio
  /// The session has a category with input while Siri is recording: `siri`.
  case siriRecording
  /// A ringing call, the alarm, the timer, Siri or an emergency alert holds the output, and neither this source nor the
  /// session mixes: `!pri`.
  case systemOwnsOutput
  /// The session has a category with input, but no input is available: `!res`.
  case inputHardware
  /// The user does not allow recording. Input then captures silence instead of throwing an error.
  case recordPermission

  /// The order in which the documentation lists the errors.
  static let asListed: [ActivationCheck] = [
    .mediaServices, .expired, .background, .foreignCall, .ownCall, .callAudio, .siriRecording,
    .systemOwnsOutput, .inputHardware, .recordPermission,
  ]

  /// The order that checks calls and system components before the background.
  static let priorityFirst: [ActivationCheck] = [
    .mediaServices, .expired, .foreignCall, .ownCall, .callAudio, .siriRecording,
    .systemOwnsOutput, .background, .inputHardware, .recordPermission,
  ]

  /// The checks for another app or a system component that holds input or output.
  static let ofHolders: [ActivationCheck] = [.foreignCall, .siriRecording, .systemOwnsOutput]

  /// Returns, in words, the conditions under which the check refuses activation according to the policy.
  ///
  /// The table `activation` lists the errors.
  public func statement(by policy: AudioPolicy) -> String {
    switch self {
    case .mediaServices: "while the media services are down"
    case .expired: "a session object that has been destroyed"
    case .background: Self.backgroundStatement(by: policy)
    case .foreignCall:
      "a category with input during another app's call (ringing, active or on hold), or while the "
        + "app's own call is on hold"
    case .ownCall:
      policy.ownCallReactivation == .missingEntitlement
        ? "while the app's own call is active: only the system may activate the app's session"
        : "nothing: the host of an active call may activate its session again"
    case .callAudio:
      policy.refusalAfterCall.seconds.map { "for \(Int($0)) s after a call of the Phone app" }
        ?? "nothing: an ended call of the Phone app does not block activation"
    case .siriRecording: "a category with input while Siri is recording"
    case .systemOwnsOutput:
      "any session during an emergency alert; a session that does not mix, while a call is ringing (unless the "
        + "call is a banner and the app prefers no interruptions), while the alarm or the timer is ringing, or "
        + "while Siri is recording; a session with input that does not mix, while Siri is shown"
    case .inputHardware: "a category with input if no input is available"
    case .recordPermission:
      policy.permissionDenied == .resourceNotAvailable
        ? "nothing: without permission, only starting the input is refused, with !res"
        : "nothing: without permission, the input captures silence"
    }
  }

  private static func backgroundStatement(by policy: AudioPolicy) -> String {
    let mixing =
      policy.backgroundMixableStart == .reject
      ? ", mixes and starts to play without a runtime assertion" : ""
    let others =
      policy.backgroundResumption == .accept
      ? "if its session is not active yet and was not notified with shouldResume"
      : "if its session is not active yet"
    return
      "an app in the background that lacks the audio background mode or whose category does not run there; "
      + "\(others), also an app that mixes and starts to record\(mixing), or neither mixes nor is Now Playing"
  }

  /// The evidence for the check.
  public var evidence: Evidence {
    switch self {
    case .mediaServices: Evidence(.errors("MediaServicesFailed"))
    case .expired: Evidence(.errors("ExpiredSession"))
    case .background:
      Evidence(
        .errors("CannotStartPlaying, CannotStartRecording, CannotInterruptOthers"),
        .log("github.com/llfbandit/record/issues/542: a recording session that mixes resumes"),
        .ours("that an active session may be activated again"))
    case .foreignCall:
      Evidence(
        .session("setActive(_:error:): record, playAndRecord"), .page("setActive(_:options:)"),
        .thread("749202: the app's own call on hold"),
        .ours("that multiRoute is treated in the same way"))
    case .ownCall:
      Evidence(
        .ours("the active call belongs to the app itself"),
        against: .log("github.com/livekit/client-sdk-swift/issues/886: 1701737535 (ent?)"))
    case .callAudio: .option(\.refusalAfterCall)
    case .siriRecording:
      Evidence(
        .log("github.com/AudioKit/AudioKit/issues/1928: when an engine starts"),
        .log("github.com/ebitengine/oto/issues/123: when an output starts"),
        .ours("that activation throws the error, and only for input"))
    case .systemOwnsOutput:
      Evidence(
        .page("setActive(_:options:): a higher priority, and neither mixes"),
        .log("openradar 44895456: alongside Siri"),
        .ours("which sources other than calls have a higher priority"))
    case .inputHardware:
      Evidence(
        .errors("ResourceNotAvailable"), .ours("that activation is the call that throws the error"))
    case .recordPermission: Evidence(.guide("Protecting User Privacy"))
    }
  }

  /// The evidence for the errors that the check returns.
  public var errorEvidence: Evidence {
    switch self {
    case .mediaServices, .expired, .ownCall, .callAudio, .inputHardware, .recordPermission: evidence
    case .background:
      Evidence(.errors("CannotStartPlaying, CannotStartRecording, CannotInterruptOthers"))
    case .foreignCall:
      Evidence(.session("setActive(_:error:)"), .errors("InsufficientPriority"))
    case .siriRecording: Evidence(.errors("SiriIsRecording"))
    case .systemOwnsOutput: .option(\.blockedOutputCode)
    }
  }
}
