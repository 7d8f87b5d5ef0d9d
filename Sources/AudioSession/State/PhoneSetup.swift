/// The setup of a phone.
public struct PhoneSetup: Hashable, Sendable {
  /// The release of the system.
  ///
  /// Its number determines which features exist. A release before the oldest version behaves like the oldest version.
  public var release = OSVersion.standard.release
  /// The version of the system that behaves like the release.
  ///
  /// Setting the version sets the release with the same number.
  public var system: OSVersion {
    get { OSVersion(covering: release) ?? .iOS7 }
    set { release = newValue.release }
  }
  /// The platform: iPhone, iPad or simulator.
  public var platform = Platform.iPhone
  /// The policy: the answers to questions that Apple leaves open.
  public var policy = AudioPolicy.standard
  /// The tables that the rules read.
  package var tables = PolicyTables.standard
  /// The state of the phone itself.
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

  /// A phone with the default version of the system and without apps.
  public init() {}

  /// A phone with these apps, named `app0` and so on.
  public init(apps: [AppState]) {
    names = apps.indices.map { "app\($0)" }
    states = apps
  }
}

/// The reason why a phone cannot be set up.
public enum SetupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The setup has more apps than `AppID.limit`.
  case tooManyApps(Int)
  /// The app's category, mode, policy and options are not a valid combination.
  case illegalConfiguration(app: AppID, SessionErrorCode)
  /// The setup or the scenario names an app that does not exist. The text says which part names the app.
  case unknownApp(AppID, in: String)
  /// A volume is not a number in 0...1.
  case volumeOutOfRange(VolumeKind, Double)
  /// The setup of a scenario does not have the same number of apps as the scenario.
  case differentApps(setup: Int, scenario: Int)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .tooManyApps(let count):
      "the setup has \(count) apps; a phone can have at most \(AppID.limit)"
    case .illegalConfiguration(let app, let code):
      "setCategory would refuse the configuration of app \(app.index) with \(code); change its category, "
        + "mode, policy or options"
    case .unknownApp(let app, let place):
      "\(place) names app \(app.index), which does not exist; add the app to the setup, or name another app"
    case .volumeOutOfRange(let kind, let volume):
      "the \(kind.rawValue) volume of the setup is \(volume); it must be in 0...1"
    case .differentApps(let setup, let scenario):
      "the number of apps is \(scenario) in the scenario and \(setup) in its setup; give both the same apps"
    }
  }
}
