/// Who holds an interruption of a session: other apps and the system.
///
/// A session is interrupted as long as this set is not empty.
public struct InterruptionSources: OptionSet, Hashable, Sendable {
  /// Apps in the lower half, the system in the upper.
  public let rawValue: UInt32

  /// The sources with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The session of another app.
  public static func app(_ app: AppID) -> InterruptionSources {
    InterruptionSources(rawValue: 1 << UInt32(app.index))
  }
  /// A call: ringing, answered or held, whoever hosts it.
  public static let call = InterruptionSources(rawValue: 1 << 16)
  /// The alarm of the clock.
  public static let alarm = InterruptionSources(rawValue: 1 << 17)
  /// The timer of the clock.
  public static let timer = InterruptionSources(rawValue: 1 << 18)
  /// Siri or dictation.
  public static let siri = InterruptionSources(rawValue: 1 << 19)
  /// An emergency alert.
  public static let emergency = InterruptionSources(rawValue: 1 << 20)
  /// The microphone muted in hardware.
  public static let microphoneMute = InterruptionSources(rawValue: 1 << 21)
  /// The output in use was disconnected (17).
  public static let routeLoss = InterruptionSources(rawValue: 1 << 22)
  /// The app itself is suspended (10 to 15).
  public static let suspension = InterruptionSources(rawValue: 1 << 23)
  /// The tone of a notification; never lasts beyond the event.
  public static let notification = InterruptionSources(rawValue: 1 << 24)

  /// Every source that is not an app, by name.
  public static let system: [(name: String, source: InterruptionSources)] = [
    ("call", .call), ("alarm", .alarm), ("timer", .timer), ("siri", .siri),
    ("emergency", .emergency), ("microphoneMute", .microphoneMute), ("routeLoss", .routeLoss),
    ("suspension", .suspension), ("notification", .notification),
  ]

  /// Those that go by themselves, so that something can wait for them.
  static let passing: InterruptionSources = [.call, .alarm, .timer, .siri, .emergency]

  /// The bits of all apps.
  static let allApps = InterruptionSources(rawValue: 0xffff)

  /// The apps in the set.
  public var apps: [AppID] {
    (0..<AppID.limit).map { AppID($0) }.filter { contains(.app($0)) }
  }

  /// The names of what is in the set and not an app.
  public var systemNames: [String] { Self.system.filter { contains($0.source) }.map(\.name) }
}
