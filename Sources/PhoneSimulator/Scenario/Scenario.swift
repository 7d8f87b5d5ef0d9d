public import AudioSession
public import HapticEngine
public import PhoneAudio
public import PhoneRuntime
public import TextFormats

/// One simulated phone, the apps on it, what happens, and what must be true afterwards.
public struct Scenario: Hashable, Sendable {
  /// The name of the scenario, a sentence that says what it shows.
  public var name: String
  /// The phone and its apps as they are at time 0.
  public var setup: PhoneSetup
  /// The policy options that the scenario sets on purpose, whatever their value: those that its file names.
  public var decidedOptions: Set<PolicyOption> = []
  /// Whether the scenario sets the version of iOS on purpose, as its file does with `os`.
  public var decidesVersion = false
  /// The apps, in the order of `setup`.
  public var apps: [ScenarioApp]
  /// What happens and what is expected, in order of time.
  public var steps: [ScenarioStep]
  /// The place in the file at which the scenario begins.
  public var place: SourceLocation
  /// The places of the apps in the file, in their order; none for a scenario that was not read.
  var appPlaces: [SourceLocation] = []
  /// The patterns of the haptics that apps ask for, by the names that they ask with; presets need not
  /// be among them.
  public var patterns: [String: HapticPattern] = [:]
  /// How long the sounds of those patterns last that have some, in seconds.
  public var patternSeconds: [String: Double] = [:]
  /// The sounds that apps ask for beside their sessions, by the names that they ask with.
  public var systemSounds: [String: SystemSound] = [:]

  /// A scenario.
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

/// What a scenario says of an app beyond its session.
public struct ScenarioApp: Hashable, Sendable {
  /// The name of the app.
  public var name: String
  /// Who decides what it does.
  public var behavior: AppBehavior
  /// The sound of the app; nil for what its category suggests.
  public var sound: SoundSource?
  /// The factor by which the app multiplies its own sound, 0...1.
  public var layerVolume = 1.0
  /// The controls on the app's screen, by their names.
  public var controls: [String: Control] = [:]
  /// The haptics that only decorate, by the names that the app asks with: while the user reduces motion
  /// it asks for them at less intensity.
  public var decorativeHaptics: Set<String> = []

  /// An app.
  public init(name: String, behavior: AppBehavior = .manual) {
    self.name = name
    self.behavior = behavior
  }
}

/// One step.
public struct ScenarioStep: Hashable, Sendable {
  /// What a step does.
  public enum Content: Hashable, Sendable {
    /// An app does something, and must fail with that error if there is one.
    case app(AppID, AppAction, fails: SessionErrorCode?)
    /// Something else happens to the phone.
    case event(PhoneEvent)
    /// A notification of an app, or of the system, arrives, perhaps about something that others
    /// were about before it. A `sound` of nil is not said, and there is one.
    case notification(AppID?, sound: Bool?, about: String?)
    /// The user turns settings on and others off.
    case settings(on: UserSettings, off: UserSettings)
    /// The user turns accessibility settings on and others off.
    case accessibility(on: AccessibilitySettings, off: AccessibilitySettings)
    /// Volumes are set.
    case volumes([VolumeKind: Double])
    /// Time passes: so many seconds up to the time of the step, or until then if that is 0.
    case pass(seconds: Double)
    /// Something must be true.
    case expect(Expectation)
  }

  /// When, in seconds from the beginning.
  public var time: Double
  /// What happens in the step, or is expected.
  public var content: Content
  /// The step as it is written, such as `music: play`.
  public var words: String
  /// The place of the step in its file.
  public var place: SourceLocation
  /// How the trace describes it after the actor, if not as its verb does.
  var narration: String?

  /// A step.
  public init(time: Double, _ content: Content, words: String, place: SourceLocation) {
    self.time = time
    self.content = content
    self.words = words
    self.place = place
  }
}

extension Scenario {
  /// Checks that the setup has the apps of the scenario, and the steps name no others.
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
  /// The apps that the step names; not those of an event, which the policy rejects if they do not exist.
  fileprivate var apps: [AppID] {
    switch self {
    case .app(let app, _, _): [app]
    case .notification(let app, _, _): app.map { [$0] } ?? []
    case .expect(let expectation): expectation.apps.map(\.app)
    case .event, .settings, .accessibility, .volumes, .pass: []
    }
  }
}
