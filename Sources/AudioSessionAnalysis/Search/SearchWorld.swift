public import AudioSession

/// What may happen in a world that is searched.
public struct SearchScope: OptionSet, Hashable, Sendable {
  /// One bit for each group of events.
  public let rawValue: UInt16

  /// The groups with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Calls of the Phone app: ringing, answered, declined, held.
  public static let calls = SearchScope(rawValue: 1)
  /// Calls hosted by the first app, and a second call beside the first.
  public static let ownCalls = SearchScope(rawValue: 1 << 1)
  /// The alarm.
  public static let alarm = SearchScope(rawValue: 1 << 2)
  /// Siri, speaking, recording and starting playback.
  public static let siri = SearchScope(rawValue: 1 << 3)
  /// Emergency alerts.
  public static let emergency = SearchScope(rawValue: 1 << 4)
  /// The microphone muted in hardware.
  public static let microphone = SearchScope(rawValue: 1 << 5)
  /// The media services.
  public static let mediaServices = SearchScope(rawValue: 1 << 6)
  /// Headphones that come and go.
  public static let headphones = SearchScope(rawValue: 1 << 7)
  /// The override to the speaker.
  public static let speakerOverride = SearchScope(rawValue: 1 << 8)
  /// Apps that die and start anew.
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

  /// Everything.
  public static let all = named.reduce(into: SearchScope()) { $0.formUnion($1.scope) }

  /// What of the system takes the output, and gives it back by itself.
  public static let systemHolders: SearchScope = [.calls, .ownCalls, .alarm, .siri, .emergency]
}

/// A world small enough to be searched as a whole.
///
/// Switch and volumes are not part of it: they are derived from, never acted upon. Both positions of
/// the switch are checked in every state, with one volume, which only multiplies.
public struct SearchWorld: Hashable, Sendable {
  /// How many apps there are, at most 3.
  public var apps: Int
  /// The most configurations of a world, the process default included.
  ///
  /// Our choice: what four bits of a stored state tell apart; ten stand for all.
  public static let maximumConfigurations = 16

  /// The configurations that the apps change between; the process default is always one of them.
  ///
  /// - Precondition: at most `maximumConfigurations`.
  public var configurations: [SessionConfiguration] {
    didSet { Self.checkCount(of: configurations) }
  }

  private static func checkCount(of configurations: [SessionConfiguration]) {
    precondition(
      configurations.count <= maximumConfigurations,
      "a world has at most \(maximumConfigurations) configurations")
  }
  /// What may happen besides the calls of the apps.
  public var scope: SearchScope
  /// The version of the system.
  public var system: OSVersion
  /// How open questions are answered.
  public var policy: AudioPolicy
  /// Where to give up, in states.
  public var stateLimit = 20_000_000
  /// A fault that stands around the rules, to see that the checks notice it.
  package var mutant: Mutant?

  /// A world.
  ///
  /// The first app has the audio background mode and handles remote commands, the second
  /// has the mode only, the third has neither.
  ///
  /// - Precondition: at most `maximumConfigurations`, with the process default.
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

  /// Ten configurations that stand for all: each differs from the others in what the rules read.
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

  /// The phone that the search starts from.
  ///
  /// - Throws: `SetupError`, never for the configurations above.
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
