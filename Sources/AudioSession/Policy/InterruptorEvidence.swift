/// What each column of the row of an interruptor rests on.
public struct InterruptorEvidence: Hashable, Sendable {
  /// Whose sessions it takes.
  public var victims: Evidence
  /// Which interruptor wins over which.
  public var priority: Evidence
  /// Whether it holds those that are interrupted already.
  public var nests: Evidence
  /// The reason that *began* carries.
  public var reason: Evidence
  /// How its end is reported.
  public var end: Evidence
}

extension Interruptor {
  /// What its row rests on.
  public var evidence: InterruptorEvidence {
    InterruptorEvidence(
      victims: victimsEvidence,
      priority: Evidence(
        .ours("numbers and order; only that a call is above other sessions is published")),
      nests: nestingEvidence, reason: reasonEvidence, end: endEvidence)
  }

  private var victimsEvidence: Evidence {
    switch self {
    case .incomingCall:
      Evidence(
        .interruptions,
        .session("setPrefersNoInterruptionsFromSystemAlerts(_:): a banner or the whole screen"))
    case .answeredCall: Evidence(.interruptions)
    case .alarm: Evidence(.guide("Responding to Interruptions: a Clock or Calendar alarm"))
    case .timer: Evidence(.swiftfin)
    case .siri:
      Evidence(
        .guide("Responding to Interruptions: \"when Siri interrupts\""),
        .ours("all that are active"))
    case .notificationTone, .emergency: Evidence(.ours())
    case .carRadio: Evidence(.ours("nothing is published of what a car tells an app"))
    case .privateSession: Evidence(.captureSession)
    case .nonMixableApp: Evidence(.interruptions, .page("AVAudioSession.Category.playback"))
    case .spokenInterrupter: Evidence(.types(Self.spokenOption), .page(Self.spokenOption))
    case .microphoneMute:
      Evidence(
        .types("CategoryOptions.overrideMutedMicrophoneInterruption"),
        .page("CategoryOptions.overrideMutedMicrophoneInterruption"),
        .guidelines("Playing audio: the Smart Folio of an iPad"))
    case .routeLoss: .option(\.interruptionOnRouteDisconnect)
    case .suspension: Evidence(.types("InterruptionReason.appWasSuspended"))
    }
  }

  private static let spokenOption = "CategoryOptions.interruptSpokenAudioAndMixWithOthers"

  private var nestingEvidence: Evidence {
    switch self {
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency:
      Evidence(.peer("WebKit"), .ours("which apps it is true of"))
    case .nonMixableApp, .spokenInterrupter, .microphoneMute, .routeLoss, .suspension, .carRadio,
      .privateSession:
      Evidence(.ours())
    }
  }

  private var reasonEvidence: Evidence {
    switch self {
    case .nonMixableApp, .spokenInterrupter: Evidence(.types("InterruptionReason.default"))
    case .privateSession: Evidence(.ours("as with another app"))
    case .timer: Evidence(.swiftfin)
    case .alarm: Evidence(.ours("as with a timer"))
    case .incomingCall, .answeredCall, .siri, .emergency, .carRadio:
      Evidence(.ours("default is all that is left for it"))
    case .notificationTone: .option(\.notificationTone)
    case .microphoneMute: Evidence(.types("InterruptionReason.builtInMicMuted"))
    case .routeLoss: Evidence(.types("InterruptionReason.routeDisconnected"))
    case .suspension: Evidence(.types("InterruptionReason.appWasSuspended"))
    }
  }

  private var endEvidence: Evidence {
    switch self {
    case .incomingCall:
      Evidence(
        .guidelines("Playing audio: \"resumable, like an incoming phone call\""),
        .page("Handling audio interruptions: \"If you decline the call\""))
    case .answeredCall:
      Evidence(
        .guidelines("Playing audio: \"resumable, like an incoming phone call\""),
        against: .page("AudioSessionInterruptionListener: no end if the user answers"))
    case .alarm:
      Evidence(.guide("Responding to Interruptions: the end on dismissal"), .swiftfin)
    case .timer: Evidence(.swiftfin)
    case .siri: Evidence.option(\.siriHandover)
    case .notificationTone: .option(\.notificationTone)
    case .emergency: Evidence(.ours())
    case .carRadio: Evidence(.ours("nothing is published of what a car tells an app"))
    case .privateSession: Evidence(.ours("that it notifies others when it ends"))
    case .nonMixableApp:
      Evidence(
        .types("SetActiveOptions.notifyOthersOnDeactivation"), .page("setActive(_:options:)")
      ).and(\.noNotifyEffect)
    case .spokenInterrupter:
      Evidence(.page(Self.spokenOption), .types("SetActiveOptions.notifyOthersOnDeactivation"))
        .and(\.noNotifyEffect)
    case .microphoneMute: .option(\.unmuteResumes)
    case .routeLoss:
      Evidence(.log("a comment in an app's code: none after AirPods went into their case"))
    case .suspension:
      Evidence(
        .ours("only that began is posted later is published"))
    }
  }
}

extension Citation {
  /// What a private session of a capture session does to the app's own.
  fileprivate static let captureSession = page(
    "AVCaptureSession.usesApplicationAudioSession: false may cause interruptions")
  /// Began and ended of a timer, as an app has logged them.
  fileprivate static let swiftfin = log(
    "github.com/jellyfin/Swiftfin/pull/2037: a timer, reason 0, no option on began")
}

// What a row comes to on one phone.
extension Phone {
  /// What says that it interrupts nobody on this version, by this policy; nil if it does.
  package func absence(
    of interruptor: Interruptor
  ) -> (statement: String, evidence: Evidence)? {
    switch interruptor {
    case .microphoneMute where !profile.muteInterrupts:
      (
        "nobody before 14.5",
        Evidence(.ours("option and reason are of 14.5; since when a mute interrupts is not said"))
      )
    case .routeLoss where !profile.routeLossInterrupts:
      (
        "nobody before 17",
        Evidence(.session("setPrefersInterruptionOnRouteDisconnect(_:): \"Starting in iOS 17\""))
      )
    case .suspension where !profile.reportsSuspension:
      (
        "nobody on \(system.rawValue)",
        Evidence(
          .types("InterruptionReason.appWasSuspended: not from 16 on; the key since 10.3"))
      )
    case .notificationTone where policy.notificationTone == .mix:
      ("nobody, by policy option notificationTone", .option(\.notificationTone))
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .microphoneMute, .routeLoss, .suspension, .carRadio,
      .privateSession:
      nil
    }
  }

  /// How its end is reported.
  package func end(of row: InterruptorRow) -> String {
    guard row.interruptor == .notificationTone else { return row.end }
    return policy.notificationTone == .interruptWithoutResume
      ? "at once, without shouldResume" : "at once, with shouldResume"
  }
}
