/// Something that is not an app and can hold an interruption.
///
/// A new one is a case here: the compiler then asks for its words, for its row in `Interruptor`, and
/// in `SearchWorld` for how the search goes about it.
public enum SystemSource: UInt8, Hashable, Sendable, CaseIterable {
  /// A call: ringing, answered or held, of any host.
  case call
  /// The alarm of the clock.
  case alarm
  /// The timer of the clock.
  case timer
  /// Siri or dictation.
  case siri
  /// An emergency alert.
  case emergency
  /// The microphone muted in hardware.
  case microphoneMute
  /// The output in use was disconnected (17).
  case routeLoss
  /// The app itself is suspended (10 to 15).
  case suspension
  /// The tone of a notification; never lasts beyond the event.
  case notification
  /// The radio of a car, which has the car's output.
  case carRadio
  /// A private session of a capture session.
  case privateSession
  /// The session of a web view that plays.
  case webView

  /// The name, such as `call`.
  public var name: String { "\(self)" }

  /// Whether it goes by itself, so that something can wait for it.
  var endsByItself: Bool {
    switch self {
    case .call, .alarm, .timer, .siri, .emergency: true
    case .microphoneMute, .routeLoss, .suspension, .notification, .carRadio, .privateSession,
      .webView:
      false
    }
  }

  /// What interrupted, in the words of an explanation.
  package var who: String {
    switch self {
    case .call: "a call"
    case .alarm: "the alarm"
    case .timer: "the timer"
    case .siri: "Siri"
    case .emergency: "an emergency alert"
    case .microphoneMute: "a muted microphone"
    case .routeLoss: "the loss of its output"
    case .suspension: "its suspension"
    case .notification: "the tone of a notification"
    case .carRadio: "the car's radio"
    case .privateSession: "a private session"
    case .webView: "a web view"
    }
  }

  /// What there is as long as it holds somebody, in the words of an explanation; nil if nothing.
  ///
  /// What a call does depends on whose it is: that is the explainer's to say.
  package func fact(on device: DeviceState) -> String? {
    switch self {
    case .alarm: "the alarm rings"
    case .timer: "the timer rings"
    case .siri: device.siri.words
    case .emergency: "there is an emergency alert"
    case .microphoneMute: "the microphone is muted in hardware"
    case .routeLoss: "the output was unplugged"
    case .carRadio: "the car plays its own radio"
    case .privateSession: "a capture session uses a session of its own"
    case .webView: "a web view plays by a session of its own"
    case .call, .suspension, .notification: nil
    }
  }

  /// Which row of the interruptors it stands for now.
  package func interruptor(on device: DeviceState) -> Interruptor {
    switch self {
    case .call:
      device.calls.calls.allSatisfy { $0.phase == .ringing } ? .incomingCall : .answeredCall
    case .alarm: .alarm
    case .timer: .timer
    case .siri: .siri
    case .emergency: .emergency
    case .microphoneMute: .microphoneMute
    case .routeLoss: .routeLoss
    case .suspension: .suspension
    case .notification: .notificationTone
    case .carRadio: .carRadio
    case .privateSession: .privateSession
    case .webView: .webView
    }
  }

  /// Those that go by themselves.
  static let endingByThemselves = allCases.filter(\.endsByItself)

  /// Whether it has the output of a device now; what does not go by itself never has.
  func holds(_ device: DeviceState) -> Bool {
    switch self {
    case .call: device.calls.isUp
    case .alarm: device[.alarm]
    case .timer: device[.timer]
    case .siri: device.siri != .off
    case .emergency: device[.emergency]
    case .microphoneMute, .routeLoss, .suspension, .notification, .carRadio, .privateSession,
      .webView:
      false
    }
  }

  /// Those that a device says to be there or not: what goes by itself, and every alert.
  package static let visible = allCases.filter { $0.endsByItself || $0.alert != nil }

  /// Whether it is there on a device now, also if it keeps nobody from the output.
  package func isThere(on device: DeviceState) -> Bool {
    holds(device) || alert.map { device[$0] } ?? false
  }

  private var alert: SystemAlert? { SystemAlert.allCases.first { $0.source == self } }

  /// Takes it from a device, if it may have the output.
  package func leave(_ device: inout DeviceState) {
    switch self {
    case .call: device.calls.change(.ringing, to: nil)
    case .alarm: device[.alarm] = false
    case .timer: device[.timer] = false
    case .siri: device.siri = .off
    case .emergency: device[.emergency] = false
    case .microphoneMute, .routeLoss, .suspension, .notification, .carRadio, .privateSession,
      .webView:
      break
    }
  }
}

/// Something of the system that interrupts from its beginning to its end, and does nothing else.
///
/// A new one needs no event, no state and no rule of its own.
public enum SystemAlert: String, Hashable, Sendable, CaseIterable {
  /// The alarm of the clock.
  case alarm
  /// The timer of the clock.
  case timer
  /// An emergency alert.
  case emergency
  /// A car plays its own radio, which takes the car's output from the phone.
  case carRadio
  /// A private session of a capture session begins.
  ///
  /// Source: page of `AVCaptureSession.usesApplicationAudioSession`: false "may cause interruptions if
  /// your app uses its own audio session for playback".
  case privateSession
  /// A web view plays, by a session that is no app's.
  ///
  /// Source: github.com/WebKit/WebKit/pull/13330: its sound is another process's.
  case webView

  /// The row of the alert among what interrupts.
  public var interruptor: Interruptor {
    switch self {
    case .alarm: .alarm
    case .timer: .timer
    case .emergency: .emergency
    case .carRadio: .carRadio
    case .privateSession: .privateSession
    case .webView: .webView
    }
  }

  /// The alert as one of the sources that hold an interruption.
  public var source: SystemSource {
    switch self {
    case .alarm: .alarm
    case .timer: .timer
    case .emergency: .emergency
    case .carRadio: .carRadio
    case .privateSession: .privateSession
    case .webView: .webView
    }
  }

  /// Whether the source is no more than a session that does not mix: what does not mix is interrupted,
  /// and what is activated later takes its place.
  public var isLikeAnApp: Bool {
    switch self {
    case .carRadio, .privateSession, .webView: true
    case .alarm, .timer, .emergency: false
    }
  }

  /// Whether the source is a session that belongs to no app by itself: one at a time.
  package var isPrivateSession: Bool {
    switch self {
    case .privateSession, .webView: true
    case .alarm, .timer, .emergency, .carRadio: false
    }
  }

  /// Those that are sessions of no app.
  package static let privateSessions = allCases.filter(\.isPrivateSession)
}

/// What holds an interruption of a session: other apps and the system.
///
/// A session is interrupted as long as this set is not empty.
public struct InterruptionSources: OptionSet, Hashable, Sendable {
  /// Apps in the lower half, the system in the upper.
  public let rawValue: UInt32

  /// The sources with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// One source of the system.
  public init(_ source: SystemSource) { rawValue = 1 << (16 + UInt32(source.rawValue)) }

  /// The session of another app.
  public static func app(_ app: AppID) -> InterruptionSources {
    InterruptionSources(rawValue: 1 << UInt32(app.index))
  }
  /// See `SystemSource.call`.
  public static var call: InterruptionSources { InterruptionSources(.call) }
  /// See `SystemSource.alarm`.
  public static var alarm: InterruptionSources { InterruptionSources(.alarm) }
  /// See `SystemSource.timer`.
  public static var timer: InterruptionSources { InterruptionSources(.timer) }
  /// See `SystemSource.siri`.
  public static var siri: InterruptionSources { InterruptionSources(.siri) }
  /// See `SystemSource.emergency`.
  public static var emergency: InterruptionSources { InterruptionSources(.emergency) }
  /// See `SystemSource.microphoneMute`.
  public static var microphoneMute: InterruptionSources { InterruptionSources(.microphoneMute) }
  /// See `SystemSource.routeLoss`.
  public static var routeLoss: InterruptionSources { InterruptionSources(.routeLoss) }
  /// See `SystemSource.suspension`.
  public static var suspension: InterruptionSources { InterruptionSources(.suspension) }
  /// See `SystemSource.carRadio`.
  public static var carRadio: InterruptionSources { InterruptionSources(.carRadio) }
  /// See `SystemSource.privateSession`.
  public static var privateSession: InterruptionSources { InterruptionSources(.privateSession) }
  /// See `SystemSource.webView`.
  public static var webView: InterruptionSources { InterruptionSources(.webView) }
  /// See `SystemSource.notification`.
  public static var notification: InterruptionSources { InterruptionSources(.notification) }

  /// Those that go by themselves, so that something can wait for them.
  package static let endingByThemselves = SystemSource.allCases.filter(\.endsByItself)
    .reduce(into: InterruptionSources()) { $0.insert(InterruptionSources($1)) }

  /// The alerts that are no more than a session that does not mix.
  package static let likeAnApp = SystemAlert.allCases.filter(\.isLikeAnApp)
    .reduce(into: InterruptionSources()) { $0.insert(InterruptionSources($1.source)) }

  /// The alarm and the timer.
  package static let clock: InterruptionSources = [.alarm, .timer]

  /// The bits of all apps.
  package static let allApps = InterruptionSources(rawValue: 0xffff)

  /// Whether a source of the system is among them.
  func contains(_ source: SystemSource) -> Bool { contains(InterruptionSources(source)) }

  /// The apps in the set.
  public var apps: [AppID] {
    (0..<AppID.limit).map { AppID($0) }.filter { contains(.app($0)) }
  }

  /// What is in the set and not an app.
  public var system: [SystemSource] { SystemSource.allCases.filter { contains($0) } }

  /// The names of what is in the set and not an app.
  public var systemNames: [String] { system.map(\.name) }
}
