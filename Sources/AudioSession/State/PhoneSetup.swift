/// What a phone is set up with.
public struct PhoneSetup: Hashable, Sendable {
  /// The release of the system, by whose number it is decided what there is; one before the oldest version
  /// is that one.
  public var release = OSVersion.standard.release
  /// The version of the system that behaves as the release does; setting it sets the release of its number.
  public var system: OSVersion {
    get { OSVersion(covering: release) ?? .iOS7 }
    set { release = newValue.release }
  }
  /// iPhone, iPad or simulator.
  public var platform = Platform.iPhone
  /// How open questions are answered.
  public var policy = AudioPolicy.standard
  /// The rows that the rules read.
  package var tables = PolicyTables.standard
  /// The phone.
  public var device = DeviceState()
  /// The apps, each with a name for explanations.
  public var apps: [(name: String, state: AppState)] {
    get { zip(names, states).map { (name: $0, state: $1) } }
    set {
      names = newValue.map(\.name)
      states = newValue.map(\.state)
    }
  }
  private var names: [String] = []
  private var states: [AppState] = []

  /// A phone of the newest ordinary version without apps.
  public init() {}

  /// A phone with these apps, whose names are `app0` and so on.
  public init(apps: [AppState]) {
    names = apps.indices.map { "app\($0)" }
    states = apps
  }
}

/// Why a phone cannot be set up.
public enum SetupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More apps than `AppID.limit`.
  case tooManyApps(Int)
  /// The app's category, mode, policy or options do not go together.
  case illegalConfiguration(app: AppID, SessionErrorCode)
  /// An app that does not exist, and the part of the setup or of the scenario that names it.
  case unknownApp(AppID, in: String)
  /// A volume that is not a number in 0...1.
  case volumeOutOfRange(VolumeKind, Double)
  /// The setup of a scenario does not have as many apps as the scenario.
  case differentApps(setup: Int, scenario: Int)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .tooManyApps(let count):
      "the setup has \(count) apps; a phone can have at most \(AppID.limit)"
    case .illegalConfiguration(let app, let code):
      "setCategory would refuse the configuration of app \(app.index) with \(code); change its category, "
        + "mode, policy or options"
    case .unknownApp(let app, let place):
      "\(place) names app \(app.index), which does not exist; add the app to the setup, or name another one"
    case .volumeOutOfRange(let kind, let volume):
      "the \(kind.rawValue) volume of the setup is \(volume); it must be in 0...1"
    case .differentApps(let setup, let scenario):
      "the number of apps is \(scenario) in the scenario and \(setup) in its setup; give both the same apps"
    }
  }
}
