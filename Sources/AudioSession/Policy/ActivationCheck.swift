/// A step of the decision whether a session may be activated.
public enum ActivationCheck: String, Hashable, Sendable, CaseIterable {
  /// The media services are down: `msrv`.
  case mediaServices
  /// The session object is destroyed: `!ses`.
  case expired
  /// In the background it depends: `!pla`, `!rec`, `!int`.
  case background
  /// Somebody else's call, and input is wanted: `!pri`.
  case foreignCall
  /// The app's own call is active, whose session only the system activates: `ent?`, by the policy.
  case ownCall
  /// The audio of a phone call that has ended is not closed yet: `!pla`, by the policy.
  case callAudio
  /// Siri records, and input is wanted: `siri`.
  case siriRecording
  /// Ringing, an alarm, Siri or an emergency has the output, and nobody mixes: `!pri`.
  case systemOwnsOutput
  /// Input is wanted, and there is none: `!res`.
  case inputHardware
  /// The user does not let it record: no error, but silence.
  case recordPermission

  /// The order of the documentation's list.
  static let asListed: [ActivationCheck] = [
    .mediaServices, .expired, .background, .foreignCall, .ownCall, .callAudio, .siriRecording,
    .systemOwnsOutput, .inputHardware, .recordPermission,
  ]

  /// What the system does with its own priority first.
  static let priorityFirst: [ActivationCheck] = [
    .mediaServices, .expired, .foreignCall, .ownCall, .callAudio, .siriRecording,
    .systemOwnsOutput, .background, .inputHardware, .recordPermission,
  ]

  /// The checks that ask whether somebody else has the device.
  static let ofHolders: [ActivationCheck] = [.foreignCall, .siriRecording, .systemOwnsOutput]

  /// When the check refuses by a policy, in words.
  ///
  /// Which errors it gives then is in the table `activation`.
  public func statement(by policy: AudioPolicy) -> String {
    switch self {
    case .mediaServices: "while the media services are down"
    case .expired: "a session object that was destroyed"
    case .background: Self.backgroundStatement(by: policy)
    case .foreignCall:
      "a category with input during a call hosted by somebody else, ringing, active or on hold, or "
        + "with its own on hold"
    case .ownCall:
      policy.ownCallReactivation == .missingEntitlement
        ? "while its own call is active: only the system activates its session"
        : "nothing: the host of an active call may activate its session again"
    case .callAudio:
      policy.refusalAfterCall.seconds.map { "for \(Int($0)) s after a call of the Phone app" }
        ?? "nothing: a call of the Phone app that has ended refuses nothing"
    case .siriRecording: "a category with input while Siri records"
    case .systemOwnsOutput:
      "in an emergency; not mixing while it rings, but for a banner that it prefers not to be "
        + "interrupted by, while an alarm or the timer sounds, while Siri records, or with input "
        + "while Siri is there"
    case .inputHardware: "a category with input where there is none"
    case .recordPermission:
      policy.permissionDenied == .resourceNotAvailable
        ? "nothing: without permission only starting the input is refused, with !res"
        : "nothing: without permission to record input is silence"
    }
  }

  private static func backgroundStatement(by policy: AudioPolicy) -> String {
    let mixing =
      policy.backgroundMixableStart == .reject
      ? "; starting to play while mixing without a runtime assertion" : ""
    let others =
      policy.backgroundResumption == .accept
      ? "neither active already nor notified with shouldResume" : "not active already"
    return "in the background: without the audio mode or with a category that stops there; "
      + "\(others), starting to record while mixing\(mixing), or not mixing and not Now Playing"
  }

  /// What the check rests on.
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
        .log("openradar 44895456: beside Siri"), .ours("which sources have one, but for calls"))
    case .inputHardware:
      Evidence(.errors("ResourceNotAvailable"), .ours("that activation is what gives it"))
    case .recordPermission: Evidence(.guide("Protecting User Privacy"))
    }
  }

  /// What the errors rest on that it gives.
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
