/// A step in the decision whether a session may be activated.
public enum ActivationCheck: String, Hashable, Sendable, CaseIterable {
  /// The media services are down: `msrv`.
  case mediaServices
  /// The session object is destroyed: `!ses`.
  case expired
  /// The app is in the background: `!pla`, `!rec` or `!int`, depending on the session.
  case background
  /// The session wants input during somebody else's call: `!pri`.
  case foreignCall
  /// The app's own call is active, and only the system activates its session: `ent?`, by the policy.
  case ownCall
  /// The audio of a phone call that has ended is not yet closed: `!pla`, by the policy.
  case callAudio
  /// The session wants input while Siri records: `siri`.
  case siriRecording
  /// Ringing, an alarm, Siri or an emergency has the output, and neither side mixes: `!pri`.
  case systemOwnsOutput
  /// The session wants input, but no input is available: `!res`.
  case inputHardware
  /// The user does not allow recording: silence instead of an error.
  case recordPermission

  /// The order of the documentation's list.
  static let asListed: [ActivationCheck] = [
    .mediaServices, .expired, .background, .foreignCall, .ownCall, .callAudio, .siriRecording,
    .systemOwnsOutput, .inputHardware, .recordPermission,
  ]

  /// The order that puts the system's own priority first.
  static let priorityFirst: [ActivationCheck] = [
    .mediaServices, .expired, .foreignCall, .ownCall, .callAudio, .siriRecording,
    .systemOwnsOutput, .background, .inputHardware, .recordPermission,
  ]

  /// The checks whether another holder has the device.
  static let ofHolders: [ActivationCheck] = [.foreignCall, .siriRecording, .systemOwnsOutput]

  /// The conditions under which the check refuses by a policy, in words.
  ///
  /// The errors are in the table `activation`.
  public func statement(by policy: AudioPolicy) -> String {
    switch self {
    case .mediaServices: "while the media services are down"
    case .expired: "a session object that was destroyed"
    case .background: Self.backgroundStatement(by: policy)
    case .foreignCall:
      "a category with input during somebody else's call (ringing, active or on hold), or while its "
        + "own call is on hold"
    case .ownCall:
      policy.ownCallReactivation == .missingEntitlement
        ? "while its own call is active: only the system may activate its session"
        : "nothing: the host of an active call may activate its session again"
    case .callAudio:
      policy.refusalAfterCall.seconds.map { "for \(Int($0)) s after a call of the Phone app" }
        ?? "nothing: an ended call of the Phone app does not block activation"
    case .siriRecording: "a category with input while Siri records"
    case .systemOwnsOutput:
      "in an emergency; not mixing while the phone rings, except with a banner that the app prefers not to "
        + "be interrupted by; not mixing while an alarm or the timer sounds or while Siri records; not mixing, "
        + "with input, while Siri is shown"
    case .inputHardware: "a category with input if no input is available"
    case .recordPermission:
      policy.permissionDenied == .resourceNotAvailable
        ? "nothing: without permission only starting the input is refused, with !res"
        : "nothing: without permission, input is silence"
    }
  }

  private static func backgroundStatement(by policy: AudioPolicy) -> String {
    let mixing =
      policy.backgroundMixableStart == .reject
      ? "; starting to play while mixing without a runtime assertion" : ""
    let others =
      policy.backgroundResumption == .accept
      ? "not already active or notified with shouldResume" : "not already active"
    return "in the background: without the audio mode or with a category that stops there; "
      + "\(others), starting to record while mixing\(mixing), or not mixing and not Now Playing"
  }

  /// The evidence for the check.
  public var evidence: Evidence {
    switch self {
    case .mediaServices: Evidence(.errors("MediaServicesFailed"))
    case .expired: Evidence(.errors("ExpiredSession"))
    case .background:
      Evidence(
        .errors("CannotStartPlaying, CannotStartRecording, CannotInterruptOthers"),
        .log("github.com/llfbandit/record/issues/542: a recorder that mixes resumes"),
        .ours("that a session which is active already may"))
    case .foreignCall:
      Evidence(
        .session("setActive(_:error:): record, playAndRecord"), .page("setActive(_:options:)"),
        .thread("749202: its own on hold"), .ours("multiRoute"))
    case .ownCall:
      Evidence(
        .ours("an active call is the app's own"),
        against: .log("github.com/livekit/client-sdk-swift/issues/886: 1701737535 (ent?)"))
    case .callAudio: .option(\.refusalAfterCall)
    case .siriRecording:
      Evidence(
        .log("github.com/AudioKit/AudioKit/issues/1928: at the start of an engine"),
        .log("github.com/ebitengine/oto/issues/123: at the start of an output"),
        .ours("that activation gives it, and for input only"))
    case .systemOwnsOutput:
      Evidence(
        .page("setActive(_:options:): a higher priority, and neither mixes"),
        .log("openradar 44895456: alongside Siri"),
        .ours("which sources have one, except for calls"))
    case .inputHardware:
      Evidence(.errors("ResourceNotAvailable"), .ours("that activation is what gives it"))
    case .recordPermission: Evidence(.guide("Protecting User Privacy"))
    }
  }

  /// The evidence for the errors that the check gives.
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
