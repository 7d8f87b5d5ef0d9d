internal import AudioSession
internal import AudioSessionAnalysis
internal import PhoneRuntime

/// The steps of one run, and what its phone has made of each.
struct CoverageCourse {
  let setup: PhoneSetup
  let start: CourseStart
  let steps: [SettledEvent]
  /// What each step reads of the tables; the first is the setup.
  let readings: [StepReading]
  private let outcomes: [StepOutcome?]

  /// A course of `base`, the phone that `setup` gives.
  init(_ setup: PhoneSetup, _ base: Phone, steps: [SettledEvent]) {
    self.setup = setup
    self.steps = steps
    start = CourseStart(base)
    readings = [StepReading(base)] + steps.map { StepReading($0) }
    outcomes = steps.map { base.outcome(of: $0.event, in: $0.before.state) }
  }

  /// Whether a phone of other rules begins differently, or decides differently in at least one step.
  ///
  /// - Parameters:
  ///   - other: the setup with the other rules.
  ///   - places: the places in `readings` that are compared.
  /// - Returns: whether something differs; true if the other rules refuse the setup.
  func differs(by other: PhoneSetup, at places: [Int]) -> Bool {
    guard let phone = try? Phone(other) else { return true }
    if places.first == 0, CourseStart(phone) != start { return true }
    return places.contains { place in
      guard place > 0 else { return false }
      let step = steps[place - 1]
      return phone.outcome(of: step.event, in: step.before.state) != outcomes[place - 1]
    }
  }
}

/// How a phone begins: steps are only compared by what they change.
struct CourseStart: Hashable {
  private let state: PhoneState
  private let apps: [AppSnapshot]
  private let ringing: Ringing?

  init(_ phone: Phone) {
    state = phone.state
    apps = phone.apps.filter { phone.isPlaying($0) }
      .map { AppSnapshot($0, of: phone, layerVolume: 1) }
    ringing = phone.ringing
  }
}

/// What a step comes to.
private struct StepOutcome: Equatable {
  let state: PhoneState
  let effects: [SessionEffect]
  let ringing: Ringing?
  /// The gain of the haptic that was asked for, which is no effect.
  let hapticGain: Double?
}

extension Phone {
  /// What the rules of this phone make of an event in a state of another one; nil if they reject it.
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

/// Which rows of the tables a step can read: another value in a row that it does not read changes nothing.
///
/// This only saves time: most cells belong to categories, ports and versions that a scenario does not have.
struct StepReading {
  let system: OSVersion
  /// The categories of all apps, and the one that is set.
  let categories: Set<SessionCategory>
  let ports: PortSet
  /// Whether something sounds or vibrates beside the sessions.
  let isSounding: Bool
  /// Whether it is decided what goes with a category.
  let configures: Bool

  /// What setting up a phone reads.
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

  private static func categories(of phone: Phone) -> Set<SessionCategory> {
    Set(phone.apps.map { phone.state[$0].configuration.category })
  }

  private static func ports(of phone: Phone) -> PortSet {
    PortSet(Port.allCases.filter(\.isBuiltIn) + phone.state.device.connected.ports.ports)
  }
}

extension SessionEvent {
  /// Whether the legality of a configuration or of a setter decides about it.
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
