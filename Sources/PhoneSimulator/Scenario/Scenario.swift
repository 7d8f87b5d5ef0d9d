public import AudioSession
public import HapticEngine
public import PhoneAudio
public import PhoneRuntime
public import TextFormats

/// A simulated phone with its apps, the steps that happen, and the facts that must be true after them.
public struct Scenario: Hashable, Sendable {
  /// The name of the scenario, a sentence that says what it shows.
  public var name: String
  /// The phone and its apps as they are at time 0.
  public var setup: PhoneSetup
  /// The policy options that the scenario's file names.
  ///
  /// A sweep does not change these options, even if they have their default values.
  public var decidedOptions: Set<PolicyOption> = []
  /// Whether the scenario sets the version of iOS explicitly, as the key `os` of a file does.
  public var decidesVersion = false
  /// The apps, in the same order as in `setup`.
  public var apps: [ScenarioApp]
  /// The steps and expectations, in chronological order.
  public var steps: [ScenarioStep]
  /// The place in the file at which the scenario begins.
  public var place: SourceLocation
  /// The places of the apps in the file, in the order of `apps`; empty if the scenario was not read from a file.
  var appPlaces: [SourceLocation] = []
  /// The patterns of the haptics that apps request, by the names that the apps use.
  ///
  /// Presets do not have to be included.
  public var patterns: [String: HapticPattern] = [:]
  /// The durations, in seconds, of the patterns' sounds.
  ///
  /// Patterns without sounds are omitted.
  public var patternSeconds: [String: Double] = [:]
  /// The system sounds that apps request, by the names that the apps use.
  public var systemSounds: [String: SystemSound] = [:]

  /// Creates a scenario.
  public init(
    name: String, setup: PhoneSetup, apps: [ScenarioApp], steps: [ScenarioStep],
    place: SourceLocation = SourceLocation(line: 1, column: 1)
  ) {
    self.name = name
    self.setup = setup
    self.apps = apps
    self.steps = steps
    self.place = place
  }
}

/// The properties of a scenario's app that are not part of its session.
public struct ScenarioApp: Hashable, Sendable {
  /// The name of the app.
  public var name: String
  /// The behavior that determines the app's automatic actions.
  public var behavior: AppBehavior
  /// The sound of the app; nil for a voice that suits its category and mode.
  public var sound: SoundSource?
  /// The factor by which the app multiplies its own sound, 0...1.
  public var layerVolume = 1.0
  /// The controls on the app's screen, by their names.
  public var controls: [String: Control] = [:]
  /// The names of the app's decorative haptics, which it requests at a lower intensity while Reduce Motion is on.
  public var decorativeHaptics: Set<String> = []

  /// Creates an app.
  public init(name: String, behavior: AppBehavior = .manual) {
    self.name = name
    self.behavior = behavior
  }
}

/// One step of a scenario.
public struct ScenarioStep: Hashable, Sendable {
  /// The action, event or expectation of a step.
  public enum Content: Hashable, Sendable {
    /// An app performs an action. If `fails` is nil, the action must succeed; otherwise it must fail with that error.
    case app(AppID, AppAction, fails: SessionErrorCode?)
    /// An event that is not an app's action happens to the phone.
    case event(PhoneEvent)
    /// A notification is delivered: from the app, or from the system if the app is nil.
    ///
    /// `about` is the subject of the notification; several notifications can have the same subject. If `sound` is nil,
    /// the notification has a sound.
    case notification(AppID?, sound: Bool?, about: String?)
    /// The user turns some settings on and others off.
    case settings(on: UserSettings, off: UserSettings)
    /// The user turns some accessibility settings on and others off.
    case accessibility(on: AccessibilitySettings, off: AccessibilitySettings)
    /// The given volumes are set.
    case volumes([VolumeKind: Double])
    /// Time passes until the step's time. If `seconds` is not 0, it is the duration that the scenario states.
    case pass(seconds: Double)
    /// The expected facts must be true.
    case expect(Expectation)
  }

  /// The time, in seconds from the beginning.
  public var time: Double
  /// The action, event or expectation.
  public var content: Content
  /// The step as written, such as `music: play`.
  public var words: String
  /// The place of the step in its file.
  public var place: SourceLocation
  /// The text of the step in the trace, after the actor's name; nil for the standard text of the step's verb.
  var narration: String?

  /// Creates a step.
  public init(time: Double, _ content: Content, words: String, place: SourceLocation) {
    self.time = time
    self.content = content
    self.words = words
    self.place = place
  }
}

extension Scenario {
  /// Checks that the setup has as many apps as the scenario, and that the steps do not name other apps.
  ///
  /// - Throws: `SetupError.differentApps` or `SetupError.unknownApp`.
  func checkApps() throws(SetupError) {
    guard apps.count == setup.apps.count else {
      throw .differentApps(setup: setup.apps.count, scenario: apps.count)
    }
    for step in steps {
      for app in step.content.apps where !apps.indices.contains(app.index) {
        throw .unknownApp(app, in: "the step '\(step.words)'")
      }
    }
  }
}

extension ScenarioStep.Content {
  /// The apps that the step names, except in events.
  ///
  /// The policy itself rejects events of unknown apps.
  fileprivate var apps: [AppID] {
    switch self {
    case .app(let app, _, _): [app]
    case .notification(let app, _, _): app.map { [$0] } ?? []
    case .expect(let expectation): expectation.apps.map(\.app)
    case .event, .settings, .accessibility, .volumes, .pass: []
    }
  }
}
