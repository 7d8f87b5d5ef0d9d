/// A simulated phone, with everything that the audio session policy depends on.
///
/// A phone is a value. Events change it.
///
/// A phone does not have a clock and acts only on events. It is deterministic: the same events produce the same
/// effects. A phone stores only causes, and derives everything else on demand.
///
///     var phone = try Phone(PhoneSetup(apps: [AppState()]))
///     let effects = try phone.handle(.app(0, .activate))
///
/// A query about an app that does not exist on the phone terminates the program. `handle` throws an error instead.
///
/// Like any value, a phone is not thread-safe. `handle` allocates and is not suitable for a render thread.
public struct Phone: Hashable, Sendable {
  /// The constant part of the phone, shared by all copies.
  let rules: PhoneRules
  /// The complete stored state.
  public package(set) var state: PhoneState

  /// Sets up a phone.
  ///
  /// - Parameter setup: the system, policy, device and apps. Sessions that are active in the setup stay active, and no
  ///   app is notified. On a locked phone, foreground apps move to the background and return when the phone is
  ///   unlocked. Their sessions stay active only if they may be active in the background.
  /// - Throws: `SetupError` if there are too many apps, if `setCategory` would refuse an app's configuration, if the
  ///   device names an app that does not exist, or if a volume is not in 0...1.
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

  /// Checks the apps that the device state names, and its volumes.
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

  /// Moves the foreground apps of a locked phone to the background.
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

  /// Returns whether the system has the features of that release.
  package func has(_ release: SystemRelease) -> Bool { rules.release.has(release) }

  /// The platform: iPhone, iPad or simulator.
  public var platform: Platform { rules.platform }

  /// The policy: the answers to questions that Apple leaves open.
  public var policy: AudioPolicy { rules.policy }

  /// The tables that the rules read.
  package var tables: PolicyTables { rules.tables }

  /// The names of the apps, for explanations.
  public var names: [String] { rules.names }

  /// Applies an event, and returns its effects in order.
  ///
  /// - Parameter event: the event.
  /// - Returns: the effects in order. The error of an app's call is in the effect `callResult`, which is followed only
  ///   by gain changes.
  /// - Throws: `RejectedEvent` if the event is not possible in the current state, such as a call by a suspended app.
  ///   The state does not change in that case.
  public mutating func handle(_ event: SessionEvent) throws(RejectedEvent) -> [SessionEffect] {
    var work = Transition(from: self)
    try work.carryOut(event)
    work.settle()
    // Half of the steps in an exploration are calls that do not change anything.
    if work.hasChanged { state = work.state }
    return work.effects.effects
  }
}

/// The constant part of a phone: an object, so that copies of the phone share it.
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
