/// The causes that can interrupt a session: the rows of the interruptor table.
///
/// To add a cause, add a case here. The compiler then requires its row, its evidence and its texts, all of which are in
/// this file. System components that hold the session are `SystemSource`s. Alerts that only begin and end are
/// `SystemAlert`s.
public enum Interruptor: UInt8, Hashable, Sendable, CaseIterable {
  /// An incoming call, shown on the full screen or as a banner. A banner does not interrupt apps that prefer no
  /// interruptions.
  case incomingCall
  /// An answered call.
  case answeredCall
  /// An alarm of the Clock app.
  case alarm
  /// A timer of the Clock app.
  case timer
  /// Siri or dictation.
  case siri
  /// The tone of a notification.
  case notificationTone
  /// An emergency alert.
  case emergency
  /// Another app that does not mix.
  case nonMixableApp
  /// Another app that interrupts spoken audio.
  case spokenInterrupter
  /// Muting the microphone in hardware (iOS 14.5 or later), for example with an iPad's Smart Folio.
  case microphoneMute
  /// The loss of the current output when it is unplugged (iOS 17 or later).
  case routeLoss
  /// The suspension of the app itself (iOS 10 to iOS 15).
  case suspension
  /// A car's own radio, for apps that play through the car.
  case carRadio
  /// A capture session's private audio session.
  case privateSession
  /// The session of a web view that is playing.
  case webView

  /// The name, such as `incomingCall`.
  public var name: String { "\(self)" }
}

/// The sessions that an interruptor interrupts.
public enum Victims: String, Hashable, Sendable, CaseIterable {
  /// Every active session.
  case allActive
  /// Every active session except those that prefer no interruption by a banner.
  case allButThoseThatPreferNot
  /// Active sessions that do not mix.
  case nonMixable
  /// Active sessions in the spoken-audio mode.
  case spoken
  /// Active sessions that are recording from the built-in microphone.
  case recordingFromBuiltInMicrophone
  /// The active session of the Now Playing app, unless the app has opted out.
  case nowPlaying
  /// The session of the app itself.
  case itself

  /// The victims in words.
  public var statement: String {
    switch self {
    case .allActive: "all active"
    case .allButThoseThatPreferNot:
      "all active; a banner does not interrupt sessions that prefer no interruption"
    case .nonMixable: "active and not mixing"
    case .spoken: "active in mode spokenAudio"
    case .recordingFromBuiltInMicrophone: "recording from the built-in microphone (iPad)"
    case .nowPlaying: "Now Playing, unless opted out"
    case .itself: "the app itself"
    }
  }
}

/// One row of the interruptor table.
public struct InterruptorRow: Hashable, Sendable {
  /// The interruptor.
  public package(set) var interruptor: Interruptor
  /// The interruptor's bit in the set of sources that hold a session.
  public package(set) var source: InterruptionSources
  /// The priority, which decides which interruptor wins: 0 mixable, 1 app, 2 alert, 3 Siri, 4 call, 5 emergency.
  public package(set) var priority: Int
  /// The sessions that are interrupted.
  public package(set) var victims: Victims
  /// Whether the interruptor also holds sessions that are already interrupted.
  public package(set) var nests: Bool
  /// The reason that *began* carries.
  public package(set) var reason: InterruptionReason
  /// Whether and how the end of the interruption is reported.
  public package(set) var end: String
}

extension Interruptor {
  /// The row of the interruptor.
  ///
  /// Its sources are in `evidence`.
  public var row: InterruptorRow {
    switch self {
    case .incomingCall:
      row(
        .call, 4, .allButThoseThatPreferNot, end: "shouldResume if declined or missed")
    case .answeredCall:
      row(.call, 4, .allActive, end: "shouldResume after the hang-up")
    case .alarm: row(.alarm, 2, .allActive, end: "usually shouldResume, on dismissal")
    case .timer: row(.timer, 2, .allActive, end: "usually shouldResume, on dismissal")
    case .siri:
      row(
        .siri, 3, .allActive, end: "shouldResume, unless Siri started playback")
    case .notificationTone:
      row(
        .notification, 2, .allActive, end: "immediately, sometimes without shouldResume")
    case .emergency: row(.emergency, 5, .allActive, end: "shouldResume")
    case .nonMixableApp:
      row(
        .allApps, 1, .nonMixable, nests: false,
        end: "shouldResume if it notifies others on deactivation")
    case .spokenInterrupter:
      row(
        .allApps, 1, .spoken, nests: false,
        end: "shouldResume if it notifies others on deactivation")
    case .microphoneMute:
      row(
        .microphoneMute, 2, .recordingFromBuiltInMicrophone, nests: false,
        reason: .builtInMicMuted, end: "on unmuting (policy option unmuteResumes)")
    case .routeLoss:
      row(
        .routeLoss, 2, .nowPlaying, nests: false, reason: .routeDisconnected, end: "none")
    case .suspension:
      row(
        .suspension, 0, .itself, nests: false, reason: .appWasSuspended,
        end: "none; began arrives when the app runs again")
    case .carRadio:
      row(.carRadio, 2, .nonMixable, end: "shouldResume, when the car gives its output back")
    case .privateSession: row(.privateSession, 1, .nonMixable, end: "shouldResume")
    case .webView: row(.webView, 1, .nonMixable, end: "shouldResume")
    }
  }

  private func row(
    _ source: InterruptionSources, _ priority: Int, _ victims: Victims, nests: Bool = true,
    reason: InterruptionReason = .default, end: String
  ) -> InterruptorRow {
    InterruptorRow(
      interruptor: self, source: source, priority: priority, victims: victims, nests: nests,
      reason: reason, end: end)
  }
}

extension Interruptor {
  /// The rule by which the interruptor interrupts.
  package var rule: SessionRule {
    switch self {
    case .suspension: .suspension
    case .routeLoss: .route
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .microphoneMute, .carRadio:
      .systemInterruption
    case .nonMixableApp, .spokenInterrupter, .privateSession, .webView: .arbitration
    }
  }

  /// The apps that the interruptor affects, worded for an explanation, with the source.
  ///
  /// Nil if the rule's statement already names these apps.
  package var condition: (statement: String, evidence: Evidence)? {
    switch self {
    case .routeLoss:
      (
        "unplugging the output interrupts the Now Playing app unless the app has opted out",
        evidence.victims
      )
    case .microphoneMute:
      (
        "muting the built-in microphone interrupts apps that record from it without "
          + "overrideMutedMicrophoneInterruption",
        evidence.victims
      )
    case .carRadio:
      (
        "a car's own radio interrupts sessions that play through the car and do not mix",
        evidence.victims
      )
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .suspension, .privateSession, .webView:
      nil
    }
  }
}

/// The evidence for each column of an interruptor's row.
public struct InterruptorEvidence: Hashable, Sendable {
  /// The evidence for which sessions are interrupted.
  public let victims: Evidence
  /// The evidence for the priority.
  public let priority: Evidence
  /// The evidence for whether the interruptor also holds sessions that are already interrupted.
  public let nests: Evidence
  /// The evidence for the reason that *began* carries.
  public let reason: Evidence
  /// The evidence for how the end of the interruption is reported.
  public let end: Evidence
}

extension Interruptor {
  /// The evidence for the interruptor's row.
  public var evidence: InterruptorEvidence {
    InterruptorEvidence(
      victims: victimsEvidence,
      priority: Evidence(
        .ours(
          "the numbers and their order; only a call's priority over other sessions is published")),
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
    case .timer: Evidence(.ours("as with the alarm"))
    case .siri:
      Evidence(
        .guide("Responding to Interruptions: \"when Siri interrupts\""),
        .ours("all active sessions"))
    case .notificationTone, .emergency: Evidence(.ours())
    case .carRadio: Evidence(.ours("nothing is published about what a car reports to apps"))
    case .privateSession: Evidence(.captureSession)
    case .webView:
      Evidence(
        .log("github.com/WebKit/WebKit/pull/13330: the session belongs to another process"),
        .ours("that it does not mix"))
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
      Evidence(.peer("WebKit"), .ours("which apps this applies to"))
    case .nonMixableApp, .spokenInterrupter, .microphoneMute, .routeLoss, .suspension, .carRadio,
      .privateSession, .webView:
      Evidence(.ours())
    }
  }

  private var reasonEvidence: Evidence {
    switch self {
    case .nonMixableApp, .spokenInterrupter: Evidence(.types("InterruptionReason.default"))
    case .privateSession, .webView: Evidence(.ours("as with another app"))
    case .timer: Evidence(.swiftfin)
    case .alarm: Evidence(.ours("as with the timer"))
    case .incomingCall, .answeredCall, .siri, .emergency, .carRadio:
      Evidence(.ours("no other reason applies"))
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
      Evidence(.guide("Responding to Interruptions: ends when dismissed"), .swiftfin)
    case .timer: Evidence(.ours("as with the alarm"))
    case .siri: Evidence.option(\.siriHandover)
    case .notificationTone: .option(\.notificationTone)
    case .emergency: Evidence(.ours())
    case .carRadio: Evidence(.ours("nothing is published about what a car reports to apps"))
    case .privateSession, .webView: Evidence(.ours("that it notifies others when it ends"))
    case .nonMixableApp:
      Evidence(
        .types("SetActiveOptions.notifyOthersOnDeactivation"), .page("setActive(_:options:)")
      ).and(\.noNotifyEffect)
    case .spokenInterrupter:
      Evidence(.page(Self.spokenOption), .types("SetActiveOptions.notifyOthersOnDeactivation"))
        .and(\.noNotifyEffect)
    case .microphoneMute: .option(\.unmuteResumes)
    case .routeLoss:
      Evidence(.ours("no source says that an end follows the loss of an output"))
    case .suspension:
      Evidence(
        .ours("only the later posting of began is published"))
    }
  }
}

extension Citation {
  /// The effect of a capture session's private audio session on the app's own session.
  fileprivate static let captureSession = page(
    "AVCaptureSession.usesApplicationAudioSession: false may cause interruptions")
  /// The notifications *began* and *ended* of a timer, as an app logged them.
  fileprivate static let swiftfin = log(
    "github.com/jellyfin/Swiftfin/pull/2037: a timer, reason 0, no option on began")
}

// The effect of a row on one phone.
extension Phone {
  /// The reason why the interruptor does not interrupt any session with this version and policy.
  ///
  /// Nil if the interruptor can interrupt sessions.
  package func absence(
    of interruptor: Interruptor
  ) -> (statement: String, evidence: Evidence)? {
    switch interruptor {
    case .microphoneMute where !profile.muteInterrupts:
      (
        "nobody before iOS 14.5",
        Evidence(
          .ours(
            "the option and the reason were added in iOS 14.5; no source says when muting began to interrupt"
          ))
      )
    case .routeLoss where !profile.routeLossInterrupts:
      (
        "nobody before iOS 17",
        Evidence(.session("setPrefersInterruptionOnRouteDisconnect(_:): \"Starting in iOS 17\""))
      )
    case .suspension where !profile.reportsSuspension:
      (
        "nobody on iOS \(system.rawValue)",
        Evidence(
          .types(
            "InterruptionReason.appWasSuspended: not posted from iOS 16 on; the key exists since iOS 10.3"
          )
        )
      )
    case .notificationTone where policy.notificationTone == .mix:
      ("nobody (policy option notificationTone)", .option(\.notificationTone))
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .microphoneMute, .routeLoss, .suspension, .carRadio,
      .privateSession, .webView:
      nil
    }
  }

  /// The interrupted sessions, in words.
  ///
  /// The preference not to be interrupted by a banner was added in iOS 14.5.
  package func victims(of row: InterruptorRow) -> String {
    let sparesNobody = row.victims == .allButThoseThatPreferNot && system < .iOS14_5
    return (sparesNobody ? .allActive : row.victims).statement
  }

  /// How the end of the interruption is reported.
  package func end(of row: InterruptorRow) -> String {
    guard row.interruptor == .notificationTone else { return row.end }
    return policy.notificationTone == .interruptWithoutResume
      ? "immediately, without shouldResume" : "immediately, with shouldResume"
  }
}
