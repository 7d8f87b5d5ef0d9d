internal import AudioSession

/// A decision of the rules, which does not depend on the names of apps.
struct CoverageDecision: Hashable, Sendable {
  private let release: SystemRelease
  private let platform: Platform
  private let policy: AudioPolicy
  /// The tables.
  ///
  /// In the simulator's own tests, a phone may have tables other than `PolicyTables.standard`.
  private let tables: PolicyTables
  private let state: PhoneState
  private let event: SessionEvent?

  /// Creates the decision about an event or, if the event is nil, about the phone's initial state.
  init(_ phone: Phone, _ event: SessionEvent?) {
    release = phone.release
    platform = phone.platform
    policy = phone.policy
    tables = phone.tables
    state = phone.state
    self.event = event
  }

  /// Hashes everything except the tables: hashing a thousand cells takes longer than most steps.
  func hash(into hasher: inout Hasher) {
    hasher.combine(release)
    hasher.combine(platform)
    hasher.combine(policy)
    hasher.combine(state)
    hasher.combine(event)
  }
}

/// The steps of one run, each with its outcome.
struct CoverageCourse {
  let setup: PhoneSetup
  private let start: CourseStart?
  private let steps: [SettledEvent]
  /// The table rows that each step reads.
  ///
  /// The first reading belongs to the setup. It is nil if the setup is not compared.
  private let readings: [StepReading?]
  private let outcomes: [StepOutcome?]

  /// Creates a course that starts from `base`, the phone that results from `setup`.
  init(_ setup: PhoneSetup, _ base: Phone, comparesStart: Bool, steps: [SettledEvent]) {
    self.setup = setup
    self.steps = steps
    start = comparesStart ? CourseStart(base) : nil
    readings = [comparesStart ? StepReading(base) : nil] + steps.map { StepReading($0) }
    outcomes = steps.map { base.outcome(of: $0.event, in: $0.before.state) }
  }

  /// Returns the positions in `readings` of the readings that `reads` accepts.
  func places(where reads: (StepReading) -> Bool) -> [Int] {
    readings.indices.filter { readings[$0].map(reads) ?? false }
  }

  /// Returns whether a phone with other rules begins differently, or has a different outcome in at least one step.
  ///
  /// - Parameters:
  ///   - other: The setup with the other rules.
  ///   - places: The positions in `readings` that are compared.
  /// - Returns: Whether there is a difference; true if the other rules refuse the setup.
  func differs(by other: PhoneSetup, at places: [Int]) -> Bool {
    guard let phone = try? Phone(other) else { return true }
    if places.first == 0, let start, CourseStart(phone) != start { return true }
    return places.contains { place in
      guard place > 0 else { return false }
      let step = steps[place - 1]
      return phone.outcome(of: step.event, in: step.before.state) != outcomes[place - 1]
    }
  }
}

/// The initial state of a phone, which is compared separately because steps only show changes.
struct CourseStart: Hashable {
  private let state: PhoneState
  private let apps: [StartedApp]
  private let ringing: Ringing?

  init(_ phone: Phone) {
    state = phone.state
    apps = phone.apps.filter { phone.isPlaying($0) }.map { StartedApp($0, of: phone) }
    ringing = phone.ringing
  }
}

/// The part of a playing app's initial state that the rules decide.
private struct StartedApp: Hashable {
  let app: AppID
  let isActive: Bool
  let isRecording: Bool
  let isInterrupted: Bool
  let isDucked: Bool
  let isAudible: Bool
  let gain: Double

  init(_ app: AppID, of phone: Phone) {
    self.app = app
    isActive = phone.isActive(app)
    isRecording = phone.isRecording(app)
    isInterrupted = phone.isInterrupted(app)
    isDucked = phone.isDucked(app)
    isAudible = phone.isAudible(app)
    gain = phone.gain(of: app)
  }
}

/// The outcome of a step.
private struct StepOutcome: Equatable {
  let state: PhoneState
  let effects: [SessionEffect]
  let ringing: Ringing?
  /// The gain of the requested haptic.
  ///
  /// The effects do not contain this gain.
  let hapticGain: Double?
}

extension Phone {
  /// Returns the outcome of an event under this phone's rules in the state of another phone; nil if the rules reject
  /// the event.
  fileprivate func outcome(of event: SessionEvent, in state: PhoneState) -> StepOutcome? {
    var phone = self
    phone.state = state
    guard let effects = try? phone.handle(event) else { return nil }
    var gain: Double?
    if case .app(let app, .playHaptic(let origin)) = event {
      gain = phone.hapticGain(for: app, from: origin)
    }
    return StepOutcome(
      state: phone.state, effects: effects, ringing: phone.ringing, hapticGain: gain)
  }
}

/// The rows of the tables that a step can read.
///
/// Other rows cannot change the step's outcome.
///
/// This only saves time: most cells belong to categories, ports and versions that a scenario does not have.
struct StepReading {
  let system: OSVersion
  /// The categories that the step can concern.
  let categories: Set<SessionCategory>
  let ports: PortSet
  /// Whether a sound or a vibration plays outside the sessions.
  let isSounding: Bool
  /// Whether the outcome can depend on the legality matrix.
  let configures: Bool

  /// Returns the rows that the setup of a phone reads.
  init(_ phone: Phone) {
    system = phone.system
    categories = Self.categories(of: phone)
    ports = Self.ports(of: phone)
    isSounding = phone.ringing != nil
    configures = true
  }

  init(_ step: SettledEvent) {
    var all = Self.categories(of: step.before).union(Self.categories(of: step.after))
    if case .app(_, .setCategory(let category, _, _, _)) = step.event { all.insert(category) }
    system = step.before.system
    categories = all
    ports = PortSet(Self.ports(of: step.before).ports + Self.ports(of: step.after).ports)
    isSounding =
      step.before.ringing != nil || step.after.ringing != nil
      || step.effects.contains(where: \.isAboutSound)
    configures = step.event.configures
  }

  /// Returns the categories of the apps, and three categories that the rules name: the category of a phone
  /// without an active session, the category of a call, and playback.
  private static func categories(of phone: Phone) -> Set<SessionCategory> {
    Set(phone.apps.map { phone.state[$0].configuration.category })
      .union([.processDefault, .playAndRecord, .playback])
  }

  private static func ports(of phone: Phone) -> PortSet {
    PortSet(Port.allCases.filter(\.isBuiltIn) + phone.state.device.connected.ports.ports)
  }
}

extension SessionEvent {
  /// Whether the event depends on the legality of a configuration or a setter.
  fileprivate var configures: Bool {
    guard case .app(_, let event) = self else { return false }
    return switch event {
    case .setCategory, .setMode, .overrideOutput, .setPreferredInput, .setInputProperty,
      .requestHardware:
      true
    case .activate, .deactivate, .startOutput, .stopOutput, .startInput, .stopInput,
      .setPreference, .setOutputMuted, .setInputMuted, .setRemoteCommands, .setCaptures,
      .setInputView, .setFrontPresentation, .setFailingCallActions, .callActionFailed,
      .runARSession, .resetARTracking, .pauseARSession, .playHaptic, .playSound,
      .enterForeground, .enterBackground, .suspend, .terminate, .launch, .setRecordPermission,
      .setNotificationSettings, .setPlayer, .setRuntimeAssertion, .backgroundTimeExpired,
      .setPictureInPicture, .placeRecognized, .relocalizationGivenUp, .expireSession,
      .inputPicked:
      false
    }
  }
}

extension SessionEffect {
  fileprivate var isAboutSound: Bool {
    switch self {
    case .haptic, .sound, .vibration: true
    case .ioStopped, .ioStarted, .observed, .notified, .queued, .remoteCommand, .remoteIgnored,
      .remoteDeferred, .callKit, .arSession, .notificationPlaced, .lifecycleChanged, .gainChanged,
      .callResult:
      false
    }
  }
}
