internal import AudioSession
internal import PhoneAudio
internal import PhoneRuntime
internal import Realtime
internal import TextFormats

/// What stands before the steps: the scenario as a whole, the phone, and the apps.
extension ScenarioReader {
  /// The scenario of one document; nil if too little of it can be understood.
  mutating func scenario(_ node: YAMLNode) -> Scenario? {
    let keys = ["scenario", "os", "policy", "device", "apps", "steps"]
    guard let entries = entries(node, "a scenario", keys: keys) else { return nil }
    let values = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    patterns = [:]
    patternSeconds = [:]
    systemSounds = [:]
    var name: String?
    if let node = values["scenario"] {
      name = word(node, "scenario")
    } else {
      report(node.place, .missing, "'scenario: ...' is missing, a sentence that says what it shows")
    }
    var setup = PhoneSetup()
    if let node = values["os"] {
      setup.release = release(node) ?? OSVersion.standard.release
    }
    if let node = values["policy"] { setup.policy = policy(node) }
    if let node = values["device"] { device(node, &setup) }
    let apps = values["apps"].map { self.apps($0, setup: &setup) } ?? []
    checkConfigurations(setup, values["apps"])
    // With too many apps the steps would be about some that are not there.
    let isWhole = setup.apps.count <= AppID.limit
    let steps = values["steps"].map { isWhole ? self.steps($0, apps: apps.map(\.name)) : [] }
    if steps == nil { report(node.place, .missing, "'steps: [...]' is missing") }
    guard let name else { return nil }
    var scenario = Scenario(
      name: name, setup: setup, apps: apps, steps: steps ?? [], place: node.place)
    scenario.patterns = patterns
    scenario.patternSeconds = patternSeconds
    scenario.systemSounds = systemSounds
    return scenario
  }

  private mutating func policy(_ node: YAMLNode) -> AudioPolicy {
    var policy = AudioPolicy.standard
    for entry in entries(node, "policy", keys: AudioPolicy.names) ?? [] {
      guard let value = word(entry.value, entry.key) else { continue }
      do {
        try policy.set(entry.key, to: value)
      } catch {
        report(entry.value.place, .unknownWord, error.description)
      }
    }
    return policy
  }

  private mutating func device(_ node: YAMLNode, _ setup: inout PhoneSetup) {
    var device = DeviceState()
    let entries = entries(node, "device", keys: ScenarioShape.deviceKeys) ?? []
    // What the model is like comes first, so that the other keys can say otherwise.
    if let entry = entries.first(where: { $0.key == "model" }) {
      setup.platform = choice(entry.value, "model", Vocabulary.models) ?? .iPhone
      device.supportsHaptics = setup.platform.supportsHaptics
    }
    for entry in entries {
      let value = entry.value
      switch entry.key {
      case "model": break
      case "silentMode": device.isSilent = truth(value, entry.key) ?? false
      case "locked": device.isLocked = truth(value, entry.key) ?? false
      case "volume":
        for (kind, volume) in volumes(value) {
          device.volumes[kind] = volume
          device.externalVolumes[kind] = volume
        }
      case "ports": device.connected = connected(value)
      case "hasMicrophone": device.hasMicrophone = truth(value, entry.key) ?? true
      case "microphoneMuted": device.isMicrophoneMuted = truth(value, entry.key) ?? false
      case "supportsHaptics": device.supportsHaptics = truth(value, entry.key) ?? true
      case "hapticsEnabled":
        if truth(value, entry.key) == false { device.settings.remove(.haptics) }
      case "accessibility": device.accessibility = (settings(value) as SettingsChange).on
      case "settings":
        let change: SettingsChange<UserSettings> = settings(value)
        device.settings = device.settings.union(change.on).subtracting(change.off)
      case "callStyle":
        let styles = CallStyle.allCases.map { ($0.rawValue, $0) }
        device.callStyle = choice(value, entry.key, styles) ?? device.callStyle
      default: preconditionFailure("\(entry.key) is listed and not read")
      }
    }
    setup.device = device
  }

  mutating func volumes(_ node: YAMLNode) -> [VolumeKind: Double] {
    var volumes: [VolumeKind: Double] = [:]
    for entry in entries(node, "volume", keys: Vocabulary.volumes.map(\.0)) ?? [] {
      guard let kind = VolumeKind(rawValue: entry.key) else { continue }
      volumes[kind] = number(entry.value, entry.key, in: 0...1)
    }
    return volumes
  }

  /// What is connected: ports, and devices by their names.
  private mutating func connected(_ node: YAMLNode) -> DeviceStack {
    let devices = (list(node, "ports") ?? []).compactMap { item in
      Argument<ConnectedDevice>.connection.read(&self, item, "ports", [])
    }
    let stack = DeviceStack(devicesOldestFirst: devices)
    let count = stack.newestFirst.reduce(0) { $0 + $1.ports.count }
    if count != devices.reduce(0, { $0 + $1.ports.count }) {
      report(
        node.place, .outOfRange,
        "a port is built in, there twice, or of one of more than \(DeviceStack.capacity) devices")
    }
    return stack
  }

  private mutating func apps(_ node: YAMLNode, setup: inout PhoneSetup) -> [ScenarioApp] {
    guard case .mapping(let entries) = node.content else {
      if !node.isNull { report(node.place, .wrongType, "apps is a map, not \(node.kind)") }
      return []
    }
    var apps: [ScenarioApp] = []
    misread = []
    for entry in entries {
      if SystemActor(rawValue: entry.key) != nil || entry.key == "expect"
        || ["at", "fails", "", "none"].contains(entry.key)
      {
        report(entry.place, .unknownActor, "an app cannot be called '\(entry.key)'")
      }
      var app = ScenarioApp(name: entry.key)
      let known = problems.count
      setup.apps.append((name: entry.key, state: state(entry.value, of: &app)))
      if problems.count > known { misread.insert(entry.key) }
      apps.append(app)
    }
    if apps.count > AppID.limit {
      report(node.place, .tooMuch, "there are \(apps.count) apps; a phone has \(AppID.limit)")
    }
    return Array(apps.prefix(AppID.limit))
  }

  private mutating func state(_ node: YAMLNode, of app: inout ScenarioApp) -> AppState {
    var state = AppState()
    if node.isNull { return state }
    for entry in entries(node, "an app", keys: ScenarioShape.appKeys) ?? [] {
      let value = entry.value
      switch entry.key {
      case "category", "mode", "options", "policy":
        configure(&state.configuration, entry)
      case "state":
        state.lifecycle = choice(value, entry.key, Vocabulary.lifecycles) ?? .foreground
      case "backgroundAudio": state.hasBackgroundAudio = truth(value, entry.key) ?? false
      case "remoteCommands":
        state.remoteCommands = RemoteCommands(
          choices(value, "remote command", Vocabulary.commands) ?? [])
      case "hapticEngine":
        state.hapticEngine =
          choice(value, "session of a haptic engine", Vocabulary.hapticEngines) ?? .own
      case "player": state.player = choice(value, "kind of player", Vocabulary.players)
      case "recordPermission":
        state.recordPermission = choice(value, entry.key, Vocabulary.permissions) ?? .granted
      case "prefers":
        for (preference, isSet) in preferences(value) { state.preferences[preference] = isSet }
      case "captures":
        state.captures = CaptureContexts(
          choices(value, "sensor", Vocabulary.captures, name: entry.key) ?? [])
      case "inputView":
        state.inputView = choice(value, entry.key, Vocabulary.inputViews) ?? .hidden
      case "notifications":
        state.notifications =
          Argument<NotificationSettings>.notifications.read(&self, value, entry.key, []) ?? .granted
      case "presentInFront":
        state.presentsInFront = FrontPresentation(
          choices(value, "presentation", Vocabulary.presentations, name: entry.key) ?? [])
      case "backgroundTask": state.hasRuntimeAssertion = truth(value, entry.key) ?? false
      case "sound": app.sound = sound(value)
      case "controls": app.controls = controls(value)
      case "decorativeHaptics":
        let names = (list(value, entry.key) ?? []).compactMap { item in
          Argument<String>.haptic.read(&self, item, entry.key, [])
        }
        app.decorativeHaptics = Set(names)
      case "layerVolume": app.layerVolume = number(value, entry.key, in: 0...1) ?? 1
      case "behavior":
        let behaviors = AppBehavior.allCases.map { ($0.rawValue, $0) }
        app.behavior = choice(value, entry.key, behaviors) ?? .manual
      default: preconditionFailure("\(entry.key) is listed and not read")
      }
    }
    return state
  }

  /// What an app sounds like: a voice, or a sound file beside the scenario.
  private mutating func sound(_ node: YAMLNode) -> SoundSource? {
    guard let name = word(node, "sound") else { return nil }
    if let voice = SyntheticVoice(rawValue: name) { return .synthetic(voice) }
    let isFile = name.contains(".") || name.contains("/")
    guard isFile else {
      reportUnknown(
        name, node.place, .unknownWord, "voice or sound file",
        among: SyntheticVoice.allCases.map(\.rawValue))
      return nil
    }
    let file = folder.file(name)
    guard let path = SystemPath.resolved(file) else {
      report(node.place, .unusableFile, "there is no sound file \(file)")
      return nil
    }
    do throws(SoundDecodingError) {
      _ = try inspector?.inspect(path: path)
    } catch {
      report(node.place, .unusableFile, error.description)
    }
    return .file(file)
  }

  /// Reads one of the four keys of a configuration.
  mutating func configure(_ configuration: inout SessionConfiguration, _ entry: YAMLNode.Entry) {
    let value = entry.value
    switch entry.key {
    case "category":
      configuration.category =
        choice(value, entry.key, Vocabulary.categories) ?? configuration.category
    case "mode":
      configuration.mode = choice(value, entry.key, Vocabulary.modes) ?? configuration.mode
    case "options":
      configuration.options = CategoryOptions(choices(value, "option", Vocabulary.options) ?? [])
    case "policy":
      configuration.policy =
        choice(value, entry.key, Vocabulary.sharingPolicies) ?? configuration.policy
    default: preconditionFailure("\(entry.key) is listed and not read")
    }
  }

  /// Preferences: true, false, or `default`, which takes one back.
  mutating func preferences(_ node: YAMLNode) -> [SessionPreference: Bool?] {
    var preferences: [SessionPreference: Bool?] = [:]
    for entry in entries(node, "prefers", keys: Vocabulary.preferences.map(\.0)) ?? [] {
      guard let preference = SessionPreference(rawValue: entry.key) else { continue }
      if case .scalar("default", _) = entry.value.content {
        preferences[preference] = .some(nil)
      } else if let isSet = truth(entry.value, entry.key) {
        preferences[preference] = isSet
      }
    }
    return preferences
  }

  /// Reports the apps whose configuration `setCategory` would refuse.
  ///
  /// Not of those in which something could not be read: what stands in for that says nothing.
  private mutating func checkConfigurations(_ setup: PhoneSetup, _ node: YAMLNode?) {
    guard let node, case .mapping(let entries) = node.content else { return }
    var empty = setup
    empty.apps = []
    guard let judge = try? Phone(empty) else { return }
    for (entry, app) in zip(entries, setup.apps) where !misread.contains(app.name) {
      let configuration = app.state.configuration
      let verdict = judge.verdict(on: configuration)
      guard let error = verdict.error else { continue }
      report(
        entry.value.place, .illegalConfiguration,
        "setCategory refuses this with \(error.fourCharacters): \(verdict.reason)")
    }
  }
}
