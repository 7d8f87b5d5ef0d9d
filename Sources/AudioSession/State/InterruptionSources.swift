/// A source other than an app that can hold an interrupted session.
///
/// To add a source, add a case here. The compiler then requires its words, its row in `Interruptor`, and, in
/// `SearchWorld`, how the search handles it.
public enum SystemSource: UInt8, Hashable, Sendable, CaseIterable {
  /// A call that is ringing, answered or held, of any host.
  case call
  /// An alarm of the Clock app.
  case alarm
  /// A timer of the Clock app.
  case timer
  /// Siri or dictation.
  case siri
  /// An emergency alert.
  case emergency
  /// The microphone is muted in hardware.
  case microphoneMute
  /// The current output was disconnected (iOS 17 or later).
  case routeLoss
  /// The suspension of the app itself (iOS 10 to iOS 15).
  case suspension
  /// The tone of a notification, which never lasts beyond the event.
  case notification
  /// A car's own radio, which is using the car's output.
  case carRadio
  /// A capture session's private audio session.
  case privateSession
  /// The session of a web view that is playing.
  case webView

  /// The name, such as `call`.
  public var name: String { "\(self)" }

  /// Whether the source ends on its own, so that its end can be awaited.
  var endsByItself: Bool {
    switch self {
    case .call, .alarm, .timer, .siri, .emergency: true
    case .microphoneMute, .routeLoss, .suspension, .notification, .carRadio, .privateSession,
      .webView:
      false
    }
  }

  /// The source, in the words of an explanation.
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
    case .notification: "a notification's tone"
    case .carRadio: "the car's radio"
    case .privateSession: "a private session"
    case .webView: "a web view"
    }
  }

  /// The state that lasts while the source holds a session, worded for an explanation, or nil.
  ///
  /// The explainer describes calls, because their effect depends on the host.
  package func fact(on device: DeviceState) -> String? {
    switch self {
    case .alarm: "the alarm is ringing"
    case .timer: "the timer is ringing"
    case .siri: device.siri.words
    case .emergency: "there is an emergency alert"
    case .microphoneMute: "the microphone is muted in hardware"
    case .routeLoss: "the output was unplugged"
    case .carRadio: "the car is playing its own radio"
    case .privateSession: "a capture session is using its own audio session"
    case .webView: "a web view is playing through its own session"
    case .call, .suspension, .notification: nil
    }
  }

  /// Returns the interruptor that the source currently corresponds to.
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

  /// The sources that end on their own.
  static let endingByThemselves = allCases.filter(\.endsByItself)

  /// Returns whether the source currently holds a device's output.
  ///
  /// Only sources that end on their own can hold the output.
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

  /// The sources whose presence can be seen in a device's state: sources that end on their own, and every alert.
  package static let visible = allCases.filter { $0.endsByItself || $0.alert != nil }

  /// Returns whether the source is currently present on a device, even if it does not prevent apps from using the
  /// output.
  package func isThere(on device: DeviceState) -> Bool {
    holds(device) || alert.map { device[$0] } ?? false
  }

  private var alert: SystemAlert? { SystemAlert.allCases.first { $0.source == self } }

  /// Ends the source on a device, if the source is of a kind that may hold the output.
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

/// A system event that interrupts sessions from its beginning to its end, without any other effect.
///
/// Adding an alert does not require a new event, state or rule.
public enum SystemAlert: String, Hashable, Sendable, CaseIterable {
  /// An alarm of the Clock app.
  case alarm
  /// A timer of the Clock app.
  case timer
  /// An emergency alert.
  case emergency
  /// A car plays its own radio, which takes the car's output away from the phone.
  case carRadio
  /// A capture session uses a private audio session.
  ///
  /// Source: page of `AVCaptureSession.usesApplicationAudioSession`: false "may cause interruptions if your app uses
  /// its own audio session for playback".
  case privateSession
  /// A web view plays, through a session that does not belong to an app.
  ///
  /// Source: github.com/WebKit/WebKit/pull/13330: the sound belongs to another process.
  case webView

  /// The interruptor that corresponds to the alert.
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

  /// The source that corresponds to the alert.
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

  /// Whether the alert acts like a nonmixable session: it interrupts nonmixable sessions, and ends when a nonmixable
  /// session is activated later.
  public var isLikeAnApp: Bool {
    switch self {
    case .carRadio, .privateSession, .webView: true
    case .alarm, .timer, .emergency: false
    }
  }

  /// Whether the alert is a private session, which is not the session of a simulated app.
  ///
  /// At most one private session exists at a time.
  package var isPrivateSession: Bool {
    switch self {
    case .privateSession, .webView: true
    case .alarm, .timer, .emergency, .carRadio: false
    }
  }

  /// The alerts that are private sessions.
  package static let privateSessions = allCases.filter(\.isPrivateSession)
}

/// The sources that hold an interrupted session: other apps and the system.
///
/// A session is interrupted while this set is not empty.
public struct InterruptionSources: OptionSet, Hashable, Sendable {
  /// The bits.
  ///
  /// The lower half is for apps, the upper half for the system.
  public let rawValue: UInt32

  /// The sources with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a set of one system source.
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

  /// The sources that end on their own, so that their end can be awaited.
  package static let endingByThemselves = SystemSource.allCases.filter(\.endsByItself)
    .reduce(into: InterruptionSources()) { $0.insert(InterruptionSources($1)) }

  /// The alerts that act like a nonmixable session.
  package static let likeAnApp = SystemAlert.allCases.filter(\.isLikeAnApp)
    .reduce(into: InterruptionSources()) { $0.insert(InterruptionSources($1.source)) }

  /// Alarms and timers.
  package static let clock: InterruptionSources = [.alarm, .timer]

  /// The bits of all apps.
  package static let allApps = InterruptionSources(rawValue: 0xffff)

  /// Returns whether the set contains a system source.
  func contains(_ source: SystemSource) -> Bool { contains(InterruptionSources(source)) }

  /// The apps in the set.
  public var apps: [AppID] {
    (0..<AppID.limit).map { AppID($0) }.filter { contains(.app($0)) }
  }

  /// The sources in the set that are not apps.
  public var system: [SystemSource] { SystemSource.allCases.filter { contains($0) } }

  /// The names of the sources in the set that are not apps.
  public var systemNames: [String] { system.map(\.name) }
}
