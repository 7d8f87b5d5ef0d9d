/// What can interrupt a session: the rows of the interruptor table.
///
/// A new one is a case here: the compiler then asks for its row and for what is said beside it, all
/// of it in this file. What is not an app holds as a `SystemSource`; what only begins and ends is a
/// `SystemAlert`.
public enum Interruptor: UInt8, Hashable, Sendable, CaseIterable {
  /// A call comes in on the whole screen, or as a banner for those that do not mind.
  case incomingCall
  /// A call is answered.
  case answeredCall
  /// The alarm of the clock.
  case alarm
  /// The timer of the clock.
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
  /// The microphone muted in hardware (14.5).
  case microphoneMute
  /// The output in use was unplugged (17).
  case routeLoss
  /// The app itself was suspended (10 to 15).
  case suspension

  /// The name, such as `incomingCall`.
  public var name: String { "\(self)" }
}

/// Whose sessions an interruptor takes.
public enum Victims: String, Hashable, Sendable, CaseIterable {
  /// Every active session.
  case allActive
  /// Every active session but those that wish no interruption by a banner.
  case allButThoseThatPreferNot
  /// Active sessions that do not mix.
  case nonMixable
  /// Active sessions in mode spoken audio.
  case spoken
  /// Active sessions whose input runs from the built-in microphone.
  case recordingFromBuiltInMicrophone
  /// The active session of the Now Playing app, unless it has opted out.
  case nowPlaying
  /// The session of the app itself.
  case itself

  /// The victims in words.
  public var statement: String {
    switch self {
    case .allActive: "all active"
    case .allButThoseThatPreferNot: "all active, by a banner only those that mind it"
    case .nonMixable: "active that do not mix"
    case .spoken: "active in mode spokenAudio"
    case .recordingFromBuiltInMicrophone: "recording from the built-in microphone"
    case .nowPlaying: "Now Playing, unless opted out"
    case .itself: "the app itself"
    }
  }
}

/// One row of the interruptor table.
public struct InterruptorRow: Hashable, Sendable {
  /// The interruptor.
  public var interruptor: Interruptor
  /// The bit in the set of those that hold an interruption.
  public var source: InterruptionSources
  /// Who wins over whom: 0 mixable, 1 app, 2 alert, 3 Siri, 4 call, 5 emergency.
  public var priority: Int
  /// Whose sessions it takes.
  public var victims: Victims
  /// Whether sessions that are interrupted already are held by it as well.
  public var nests: Bool
  /// The reason that *began* carries.
  public var reason: InterruptionReason
  /// Whether and how its end is told.
  public var end: String
  /// What the row rests on.
  public var evidence: Evidence
}

extension Interruptor {
  /// The row of the interruptor.
  ///
  /// Source: Audio Session Programming Guide, "Responding to Interruptions", and the field logs
  /// named with each row.
  public var row: InterruptorRow {
    switch self {
    case .incomingCall:
      row(
        .call, 4, .allButThoseThatPreferNot, end: "shouldResume if declined or missed",
        Evidence(.archive, .documentation, .header))
    case .answeredCall:
      row(.call, 4, .allActive, end: "shouldResume after the hang-up", Evidence(.archive))
    case .alarm:
      row(
        .alarm, 2, .allActive, end: "usually shouldResume, on dismissal",
        Evidence(.field, note: "Swiftfin PR 2037: no option key on began"))
    case .timer:
      row(.timer, 2, .allActive, end: "usually shouldResume, on dismissal", Evidence(.field))
    case .siri:
      row(
        .siri, 3, .allActive, end: "shouldResume, unless it started playback",
        Evidence(.documentation))
    case .notificationTone:
      row(
        .notification, 2, .allActive, end: "at once; sometimes without the option",
        Evidence(.field, note: "music-assistant PR 504; only by the knob notificationTone"))
    case .emergency:
      row(.emergency, 5, .allActive, end: "shouldResume", Evidence(.assumed))
    case .nonMixableApp:
      row(
        .allApps, 1, .nonMixable, nests: false, end: "shouldResume if it notifies when it leaves",
        Evidence(.documentation))
    case .spokenInterrupter:
      row(
        .allApps, 1, .spoken, nests: false, end: "shouldResume if it notifies when it leaves",
        Evidence(.documentation, .header))
    case .microphoneMute:
      row(
        .microphoneMute, 2, .recordingFromBuiltInMicrophone, nests: false,
        reason: .builtInMicMuted, end: "on unmute, by the knob unmuteResumes",
        Evidence(.documentation))
    case .routeLoss:
      row(
        .routeLoss, 2, .nowPlaying, nests: false, reason: .routeDisconnected,
        end: "none", Evidence(.header))
    case .suspension:
      row(
        .suspension, 0, .itself, nests: false, reason: .appWasSuspended,
        end: "none; began arrives when the app runs again", Evidence(.header))
    }
  }

  private func row(
    _ source: InterruptionSources, _ priority: Int, _ victims: Victims, nests: Bool = true,
    reason: InterruptionReason = .default, end: String, _ evidence: Evidence
  ) -> InterruptorRow {
    InterruptorRow(
      interruptor: self, source: source, priority: priority, victims: victims, nests: nests,
      reason: reason, end: end, evidence: evidence)
  }
}

extension InterruptorRow {
  /// What the row rests on, with a place.
  package var placedEvidence: Evidence {
    evidence.at("Audio Session Programming Guide, Responding to Interruptions")
  }
}

extension Interruptor {
  /// The rule by which it interrupts.
  package var rule: SessionRule {
    switch self {
    case .suspension: .suspension
    case .routeLoss: .route
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .microphoneMute:
      .systemInterruption
    case .nonMixableApp, .spokenInterrupter: .arbitration
    }
  }

  /// Whom it interrupts, in the words of an explanation, and the source of that; nil where the rule
  /// says it.
  package var condition: (statement: String, evidence: Evidence)? {
    switch self {
    case .routeLoss:
      (
        "an unplugged output interrupts who is Now Playing and has not opted out",
        row.placedEvidence
      )
    case .microphoneMute:
      (
        "muting the built-in microphone interrupts who records from it without "
          + "overrideMutedMicrophoneInterruption",
        Evidence(.documentation, note: "InterruptionReason.builtInMicMuted")
      )
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .suspension:
      nil
    }
  }
}

// What a row comes to on one phone.
extension Phone {
  /// What says that it interrupts nobody on this version, by this policy; nil if it does.
  package func absence(
    of interruptor: Interruptor
  ) -> (statement: String, evidence: Evidence)? {
    let version = Evidence(.header, note: "profile of \(system.rawValue)")
    switch interruptor {
    case .microphoneMute where !profile.muteInterrupts:
      return ("nobody before 14.5", version)
    case .routeLoss where !profile.routeLossInterrupts:
      return ("nobody before 17", version)
    case .suspension where !profile.tellsSuspension:
      return ("nobody on \(system.rawValue)", version)
    case .notificationTone where policy.notificationTone == .mix:
      return (
        "nobody, by knob notificationTone", PolicyOption[\.notificationTone].evidence
      )
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .microphoneMute, .routeLoss, .suspension:
      return nil
    }
  }

  /// How its end is told, and what decides about that.
  package func end(
    of row: InterruptorRow, _ evidence: Evidence
  ) -> (statement: String, evidence: Evidence) {
    switch row.interruptor {
    case .nonMixableApp, .spokenInterrupter:
      (row.end, evidence.and(\.noNotifyEffect))
    case .microphoneMute: (row.end, evidence.and(\.unmuteResumes))
    case .siri: (row.end, evidence.and(\.siriHandover))
    case .notificationTone:
      (
        policy.notificationTone == .interruptWithoutResume
          ? "at once, without shouldResume" : "at once, with shouldResume",
        evidence.and(\.notificationTone)
      )
    case .incomingCall, .answeredCall, .alarm, .timer, .emergency, .routeLoss, .suspension:
      (row.end, evidence)
    }
  }
}
