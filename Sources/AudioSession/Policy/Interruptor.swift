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
  /// The microphone muted in hardware (14.5), as by the Smart Folio of an iPad.
  case microphoneMute
  /// The output in use was unplugged (17).
  case routeLoss
  /// The app itself was suspended (10 to 15).
  case suspension
  /// A car's own radio, for what plays in the car.
  case carRadio
  /// A private session of a capture session, or that of a web view.
  case privateSession

  /// The name, such as `incomingCall`.
  public var name: String { "\(self)" }
}

/// Whose sessions an interruptor takes.
public enum Victims: String, Hashable, Sendable, CaseIterable {
  /// Every active session.
  case allActive
  /// Every active session but those that prefer no interruption by a banner.
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
    case .recordingFromBuiltInMicrophone: "recording from the built-in microphone (iPad)"
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
  /// Which interruptor wins over which: 0 mixable, 1 app, 2 alert, 3 Siri, 4 call, 5 emergency.
  public var priority: Int
  /// Whose sessions it takes.
  public var victims: Victims
  /// Whether sessions that are interrupted already are held by it as well.
  public var nests: Bool
  /// The reason that *began* carries.
  public var reason: InterruptionReason
  /// Whether and how its end is reported.
  public var end: String
}

extension Interruptor {
  /// The row of the interruptor; `evidence` says what it rests on.
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
        .siri, 3, .allActive, end: "shouldResume, unless it started playback")
    case .notificationTone:
      row(
        .notification, 2, .allActive, end: "at once; sometimes without the option")
    case .emergency: row(.emergency, 5, .allActive, end: "shouldResume")
    case .nonMixableApp:
      row(
        .allApps, 1, .nonMixable, nests: false, end: "shouldResume if it notifies when it leaves")
    case .spokenInterrupter:
      row(
        .allApps, 1, .spoken, nests: false, end: "shouldResume if it notifies when it leaves")
    case .microphoneMute:
      row(
        .microphoneMute, 2, .recordingFromBuiltInMicrophone, nests: false,
        reason: .builtInMicMuted, end: "on unmute, by policy option unmuteResumes")
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
  /// The rule by which it interrupts.
  package var rule: SessionRule {
    switch self {
    case .suspension: .suspension
    case .routeLoss: .route
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .microphoneMute, .carRadio:
      .systemInterruption
    case .nonMixableApp, .spokenInterrupter, .privateSession: .arbitration
    }
  }

  /// Which apps it interrupts, in the words of an explanation, and the source of that; nil where the
  /// rule says it.
  package var condition: (statement: String, evidence: Evidence)? {
    switch self {
    case .routeLoss:
      (
        "an unplugged output interrupts the Now Playing app unless it opted out", evidence.victims
      )
    case .microphoneMute:
      (
        "muting the built-in microphone interrupts apps that record from it without "
          + "overrideMutedMicrophoneInterruption",
        evidence.victims
      )
    case .carRadio:
      ("a car's own radio interrupts what plays in the car and does not mix", evidence.victims)
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter, .suspension, .privateSession:
      nil
    }
  }
}
