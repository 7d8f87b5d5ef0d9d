public import AudioSession

/// The groups of events that can occur in a searched world.
public struct SearchScope: OptionSet, Hashable, Sendable {
  /// One bit for each group of events.
  public let rawValue: UInt16

  /// Creates a scope from the bits of its groups.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Calls of the Phone app: ringing, answered, declined, held.
  public static let calls = SearchScope(rawValue: 1)
  /// Calls hosted by the first app, and a second call alongside the first.
  public static let ownCalls = SearchScope(rawValue: 1 << 1)
  /// The alarm.
  public static let alarm = SearchScope(rawValue: 1 << 2)
  /// Siri speaking, recording or starting playback.
  public static let siri = SearchScope(rawValue: 1 << 3)
  /// Emergency alerts.
  public static let emergency = SearchScope(rawValue: 1 << 4)
  /// Muting the microphone in hardware.
  public static let microphone = SearchScope(rawValue: 1 << 5)
  /// The loss and reset of the media services.
  public static let mediaServices = SearchScope(rawValue: 1 << 6)
  /// Connecting and disconnecting headphones.
  public static let headphones = SearchScope(rawValue: 1 << 7)
  /// Overriding the output to the speaker.
  public static let speakerOverride = SearchScope(rawValue: 1 << 8)
  /// Apps being terminated and launched again.
  public static let death = SearchScope(rawValue: 1 << 9)

  /// Locking and unlocking.
  public static let lock = SearchScope(rawValue: 1 << 10)

  /// Every group, by name.
  public static let named: [(name: String, scope: SearchScope)] = [
    ("calls", .calls), ("ownCalls", .ownCalls), ("alarm", .alarm), ("siri", .siri),
    ("emergency", .emergency), ("microphone", .microphone), ("mediaServices", .mediaServices),
    ("headphones", .headphones), ("speakerOverride", .speakerOverride), ("death", .death),
    ("lock", .lock),
  ]

  /// All groups.
  public static let all = named.reduce(into: SearchScope()) { $0.formUnion($1.scope) }

  /// The system sources that take the output, and release it automatically.
  public static let systemHolders: SearchScope = [.calls, .ownCalls, .alarm, .siri, .emergency]
}

/// A world that is small enough to be searched completely.
///
/// The ring/silent switch and the volumes are not part of it: values are derived from them, but no rule acts upon
/// them. Both positions of the switch are checked in every state, with a single volume, because the volume is only a
/// factor.
public struct SearchWorld: Hashable, Sendable {
  /// The number of apps, at most 3.
  public var apps: Int
  /// The maximum number of configurations in a world, including the process default.
  ///
  /// Our choice: the number that four bits of a stored state can distinguish. Ten configurations are enough to
  /// represent all others.
  public static let maximumConfigurations = 16

  /// The configurations that the apps can adopt; always includes the process default.
  ///
  /// - Precondition: There are at most `maximumConfigurations`.
  public var configurations: [SessionConfiguration] {
    didSet { Self.checkCount(of: configurations) }
  }

  private static func checkCount(of configurations: [SessionConfiguration]) {
    precondition(
      configurations.count <= maximumConfigurations,
      "a world has at most \(maximumConfigurations) configurations")
  }
  /// The groups of events that can occur in addition to the calls of the apps.
  public var scope: SearchScope
  /// The version of the system.
  public var system: OSVersion
  /// The answers to open questions.
  public var policy: AudioPolicy
  /// The number of states at which the search stops.
  public var stateLimit = 20_000_000
  /// A fault that is added to the rules, for checking that the invariants detect it.
  package var mutant: Mutant?

  /// Creates a world.
  ///
  /// The first app has the audio background mode and handles remote commands, the second app has only the mode,
  /// and the third app has neither.
  ///
  /// - Precondition: There are at most `maximumConfigurations` configurations, including the process default.
  public init(
    apps: Int, configurations: [SessionConfiguration] = SearchWorld.tenConfigurations,
    scope: SearchScope, system: OSVersion = .standard, policy: AudioPolicy = .standard
  ) {
    self.apps = min(max(apps, 1), 3)
    let standard = SessionConfiguration.processDefault
    self.configurations =
      configurations.contains(standard) ? configurations : [standard] + configurations
    Self.checkCount(of: self.configurations)
    self.scope = scope
    self.system = system
    self.policy = policy
  }

  /// Ten configurations that represent all others: each differs from the other nine in a property that the rules read.
  public static let tenConfigurations: [SessionConfiguration] = [
    SessionConfiguration(.soloAmbient),
    SessionConfiguration(.ambient),
    SessionConfiguration(.playback),
    SessionConfiguration(.playback, options: .mixWithOthers),
    SessionConfiguration(.playback, options: .duckOthers),
    SessionConfiguration(.playback, options: .interruptSpokenAudioAndMixWithOthers),
    SessionConfiguration(.playback, mode: .spokenAudio),
    SessionConfiguration(.record),
    SessionConfiguration(.playAndRecord),
    SessionConfiguration(.playAndRecord, options: .mixWithOthers),
  ]

  /// Returns the phone that the search starts from.
  ///
  /// - Throws: `SetupError`, but never for `tenConfigurations`.
  package func start() throws(SetupError) -> Phone {
    var apps: [AppState] = []
    for place in 0..<self.apps {
      var app = AppState()
      app.hasBackgroundAudio = place < 2
      app.remoteCommands = place == 0 ? RemoteCommands([.play, .pause]) : []
      apps.append(app)
    }
    var setup = PhoneSetup(apps: apps)
    setup.system = system
    setup.policy = policy
    return try Phone(setup)
  }
}
