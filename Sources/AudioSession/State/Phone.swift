/// A phone as its audio session policy sees it: a value that events change.
///
/// It has no clock, does nothing by itself and has no chance in it: the same events give the same
/// effects. What it stores are causes; everything else is derived from them whenever it is asked.
///
///     var phone = try Phone(PhoneSetup(apps: [AppState()]))
///     let effects = try phone.handle(.app(0, .activate))
///
/// What is asked about an app ends the program if the phone does not have that app; `handle` throws instead.
///
/// Not thread-safe by itself, as any value; `handle` allocates and is not for a render thread.
public struct Phone: Hashable, Sendable {
  /// What never changes, shared by all copies.
  let rules: PhoneRules
  /// All that is stored.
  public package(set) var state: PhoneState

  /// Sets up a phone.
  ///
  /// - Parameter setup: system, policy, device and apps. Apps that are said to be active stay so;
  ///   nobody is notified. On a locked phone apps in the foreground are in the background, to
  ///   come back when it is unlocked, and are active only if they may be there.
  /// - Throws: `SetupError` if there are too many apps, if one of them has a configuration that `setCategory`
  ///   would refuse, if the device names an app that does not exist, or if a volume is not in 0...1.
  public init(_ setup: PhoneSetup) throws(SetupError) {
    guard setup.apps.count <= AppID.limit else { throw .tooManyApps(setup.apps.count) }
    rules = PhoneRules(
      system: setup.system, release: setup.release, platform: setup.platform, policy: setup.policy,
      tables: setup.tables, names: setup.apps.map(\.name))
    state = PhoneState(device: setup.device, apps: setup.apps.map(\.state))
    for app in state.ids {
      let verdict = legality.verdict(on: state[app].configuration)
      if let error = verdict.error { throw .illegalConfiguration(app: app, error) }
    }
    try checkDevice()
    if state.device.isLocked { hideApps() }
  }

  /// Checks the apps that the device names, and its volumes.
  private func checkDevice() throws(SetupError) {
    let device = state.device
    let named: [(String, AppID?)] =
      [("device.nowPlaying", device.nowPlaying)]
      + device.calls.calls.map { ("device.calls", $0.host.app) }
    for case (let place, let app?) in named where !state.apps.indices.contains(app.index) {
      throw .unknownApp(app, in: place)
    }
    for volumes in [device.volumes, device.externalVolumes] {
      for kind in VolumeKind.allCases where !(0...1).contains(volumes[kind]) {
        throw .volumeOutOfRange(kind, volumes[kind])
      }
    }
  }

  /// What a locked phone had in the foreground is in the background.
  private mutating func hideApps() {
    for app in state.ids where state[app].lifecycle == .foreground {
      state[app].lifecycle = .background
      state[app].returnsAtUnlock = true
      if state[app].isActive, !goesOnBehind(app), !isKeptBehind(app) {
        state[app].activity = .inactive(hasClaim: false)
        state.startOrder.remove(app)
      }
    }
  }

  /// The version of the system.
  public var system: OSVersion { rules.system }

  /// The release of the system.
  public var release: SystemRelease { rules.release }

  /// Whether the system has what came with that release.
  package func has(_ release: SystemRelease) -> Bool { rules.release.has(release) }

  /// iPhone, iPad or simulator.
  public var platform: Platform { rules.platform }

  /// How open questions are answered.
  public var policy: AudioPolicy { rules.policy }

  /// The tables that the rules read.
  package var tables: PolicyTables { rules.tables }

  /// The names of the apps, for explanations.
  public var names: [String] { rules.names }

  /// Applies an event, and returns its effects in order.
  ///
  /// - Parameter event: what happens.
  /// - Returns: what follows from it, in order. An error that a call of an app gives is in the
  ///   `callResult`, which is the last but for changes of gain.
  /// - Throws: `RejectedEvent` if the event makes no sense in the present state, such as a call by
  ///   an app that is suspended. Nothing has changed then.
  public mutating func handle(_ event: SessionEvent) throws(RejectedEvent) -> [SessionEffect] {
    var work = Transition(from: self)
    try work.carryOut(event)
    work.settle()
    // Half of all steps of a search are calls that change nothing.
    if work.hasChanged { state = work.state }
    return work.effects.effects
  }
}

/// What a phone is by: an object, so that copies of a phone share it.
final class PhoneRules: Hashable, Sendable {
  let system: OSVersion
  let release: SystemRelease
  let platform: Platform
  let policy: AudioPolicy
  let tables: PolicyTables
  let ports: PortColumns
  let names: [String]

  init(
    system: OSVersion, release: SystemRelease, platform: Platform, policy: AudioPolicy,
    tables: PolicyTables, names: [String]
  ) {
    self.system = system
    self.release = release
    self.platform = platform
    self.policy = policy
    self.tables = tables
    ports = PortColumns(tables.ports)
    self.names = names
  }

  static func == (left: PhoneRules, right: PhoneRules) -> Bool {
    if left === right { return true }
    return left.release == right.release && left.platform == right.platform
      && left.policy == right.policy && left.tables == right.tables && left.names == right.names
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(release)
    hasher.combine(platform)
    hasher.combine(policy)
    hasher.combine(names)
  }
}
