internal import AudioSession
internal import PhoneAudio
internal import PhoneRuntime
internal import Realtime
internal import TextFormats

/// Reads the setup before the steps: the scenario, the phone, and the apps.
extension ScenarioReader {
  /// Reads the scenario of one document.
  ///
  /// Returns nil if essential parts are missing or wrong.
  mutating func scenario(_ node: YAMLNode) -> Scenario? {
    let keys = ["scenario", "os", "policy", "device", "apps", "steps"]
    guard let entries = entries(node, "a scenario", keys: keys) else { return nil }
    let values = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    patterns = [:]
    patternSeconds = [:]
    systemSounds = [:]
    let name = name(values["scenario"], of: node)
    var setup = PhoneSetup()
    if let node = values["os"] {
      setup.release = release(node) ?? OSVersion.standard.release
    }
    var decided: Set<PolicyOption> = []
    if let node = values["policy"] { setup.policy = policy(node, deciding: &decided) }
    if let node = values["device"] { read(node, "device", Self.deviceFields, into: &setup) }
    let apps = values["apps"].map { self.apps($0, setup: &setup) } ?? []
    self.apps = apps.map(\.name)
    checkConfigurations(setup, values["apps"])
    let isWhole = setup.apps.count <= AppID.limit
    let steps = values["steps"].map { isWhole ? self.steps($0) : [] }
    if steps == nil { report(node.place, .missing, "'steps: [...]' is missing") }
    guard let name else { return nil }
    var scenario = Scenario(
      name: name, setup: setup, apps: apps, steps: steps ?? [], place: node.place)
    scenario.decidedOptions = decided
    scenario.decidesVersion = values["os"] != nil
    if case .mapping(let entries)? = values["apps"]?.content {
      scenario.appPlaces = entries.map(\.place)
    }
    scenario.patterns = patterns
    scenario.patternSeconds = patternSeconds
    scenario.systemSounds = systemSounds
    return scenario
  }

  /// Reads the name of a scenario; nil if it is missing or wrong.
  private mutating func name(_ value: YAMLNode?, of scenario: YAMLNode) -> String? {
    let advice = "describe in a sentence what the scenario shows"
    guard let value else {
      report(scenario.place, .missing, "'scenario: ...' is missing; \(advice)")
      return nil
    }
    let name = word(value, "scenario")
    if name?.allSatisfy(\.isWhitespace) == true {
      report(value.place, .missing, "'scenario' is empty; \(advice)")
    }
    return name
  }

  private mutating func policy(
    _ node: YAMLNode, deciding decided: inout Set<PolicyOption>
  ) -> AudioPolicy {
    var policy = AudioPolicy.standard
    for entry in entries(node, "policy", keys: AudioPolicy.names) ?? [] {
      guard let value = word(entry.value, entry.key) else { continue }
      if let option = PolicyOption(key: entry.key) { decided.insert(option) }
      do {
        try policy.set(entry.key, to: value)
      } catch {
        report(entry.value.place, .unknownWord, error.description)
      }
    }
    return policy
  }

  /// The keys of the phone's setup.
  ///
  /// The model comes first, so that other keys can override its defaults.
  static let deviceFields: [ScenarioField<PhoneSetup>] = [
    ScenarioField("model", .choice("model", Vocabulary.models)) {
      $0.platform = $1
      $0.device.supportsHaptics = $1.supportsHaptics
    },
    ScenarioField("silentMode", .truth) { $0.device.isSilent = $1 },
    ScenarioField("locked", .truth) { $0.device.isLocked = $1 },
    ScenarioField("volume", .volumes(least: 0)) {
      for (kind, volume) in $1 {
        $0.device.volumes[kind] = volume
        $0.device.externalVolumes[kind] = volume
      }
    },
    ScenarioField("ports", connected) { $0.device.connected = $1 },
    ScenarioField("hasMicrophone", .truth) { $0.device.hasMicrophone = $1 },
    ScenarioField("microphoneMuted", .truth) { $0.device.isMicrophoneMuted = $1 },
    ScenarioField("supportsHaptics", .truth) { $0.device.supportsHaptics = $1 },
    ScenarioField("hapticsEnabled", .truth) { if !$1 { $0.device.settings.remove(.haptics) } },
    ScenarioField("accessibility", ScenarioValue<SettingsChange>.settings(least: 0)) {
      $0.device.accessibility = $1.on
    },
    ScenarioField("settings", ScenarioValue<SettingsChange>.settings(least: 0)) {
      $0.device.settings = $0.device.settings.union($1.on).subtracting($1.off)
    },
    ScenarioField("callStyle", .word) { $0.device.callStyle = $1 },
  ]

  /// A list of connected ports, and of connected devices with their names.
  private static let connected = Argument<ConnectedDevice>.connection.value.list()
    .checked { reader, node, devices -> DeviceStack? in
      let stack = DeviceStack(devicesOldestFirst: devices)
      let count = stack.newestFirst.reduce(0) { $0 + $1.ports.count }
      if count == devices.reduce(0, { $0 + $1.ports.count }) { return stack }
      reader.report(
        node.place, .outOfRange,
        "a listed port is built in, a port is listed twice, or there are more than \(DeviceStack.capacity) devices"
      )
      return nil
    }

  private mutating func apps(_ node: YAMLNode, setup: inout PhoneSetup) -> [ScenarioApp] {
    guard case .mapping(let entries) = node.content else {
      if !node.isNull { report(node.place, .wrongType, "apps must be a map, not \(node.kind)") }
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
      var app: AppSetup = (ScenarioApp(name: entry.key), AppState())
      let known = problems.count
      if !entry.value.isNull { read(entry.value, "an app", Self.appFields, into: &app) }
      if problems.count > known { misread.insert(entry.key) }
      setup.apps.append((name: entry.key, state: app.state))
      apps.append(app.app)
    }
    if apps.count > AppID.limit {
      report(node.place, .tooMuch, "there are \(apps.count) apps; the limit is \(AppID.limit)")
    }
    return Array(apps.prefix(AppID.limit))
  }

  /// An app and its initial state.
  typealias AppSetup = (app: ScenarioApp, state: AppState)

  /// The keys of an app's setup.
  static let appFields: [ScenarioField<AppSetup>] =
    ScenarioField.configuration(\.state.configuration, needsCategory: false) + [
      ScenarioField("state", .choice("state", Vocabulary.lifecycles)) { $0.state.lifecycle = $1 },
      ScenarioField("backgroundAudio", .truth) { $0.state.hasBackgroundAudio = $1 },
      ScenarioField("remoteCommands", Argument<RemoteCommands>.commands.value) {
        $0.state.remoteCommands = $1
      },
      ScenarioField(
        "hapticEngine", .choice("session of a haptic engine", Vocabulary.hapticEngines)
      ) { $0.state.hapticEngine = $1 },
      ScenarioField("player", .choice("kind of player", Vocabulary.players)) {
        $0.state.player = $1
      },
      ScenarioField("recordPermission", .choice("recordPermission", Vocabulary.permissions)) {
        $0.state.recordPermission = $1
      },
      ScenarioField("prefers", .preferences(least: 0)) {
        for (preference, isSet) in $1 { $0.state.preferences[preference] = isSet }
      },
      ScenarioField("captures", Argument<CaptureContexts>.captures.value) {
        $0.state.captures = $1
      },
      ScenarioField("inputView", .choice("inputView", Vocabulary.inputViews)) {
        $0.state.inputView = $1
      },
      ScenarioField("notifications", Argument<NotificationSettings>.notifications.value) {
        $0.state.notifications = $1
      },
      ScenarioField("presentInFront", Argument<FrontPresentation>.frontPresentation.value) {
        $0.state.presentsInFront = $1
      },
      ScenarioField("backgroundTask", .truth) { $0.state.hasRuntimeAssertion = $1 },
      ScenarioField("sound", sound) { $0.app.sound = $1 },
      ScenarioField("controls", .controls) { $0.app.controls = $1 },
      ScenarioField("decorativeHaptics", Argument<String>.haptic.value.list()) {
        $0.app.decorativeHaptics = Set($1)
      },
      ScenarioField("layerVolume", .number(in: 0...1)) { $0.app.layerVolume = $1 },
      ScenarioField("behavior", .word) { $0.app.behavior = $1 },
    ]

  /// The sound of an app: a synthetic voice, or a sound file, relative to the scenario's folder.
  private static let sound = ScenarioValue<String>.text.checked {
    reader, node, name -> SoundSource? in
    if let voice = SyntheticVoice(rawValue: name) { return .synthetic(voice) }
    guard name.contains(".") || name.contains("/") else {
      reader.reportUnknown(
        name, node.place, .unknownWord, "voice or sound file",
        among: SyntheticVoice.allCases.map(\.rawValue))
      return nil
    }
    let file = reader.folder.file(name)
    guard let path = SystemPath.resolved(file) else {
      reader.report(node.place, .unusableFile, "there is no sound file \(file)")
      return nil
    }
    guard reader.folder.isReachable(path) else {
      reader.report(node.place, .unusableFile, reader.folder.outside(file))
      return nil
    }
    do throws(SoundDecodingError) {
      _ = try reader.inspector?.inspect(path: path)
    } catch {
      reader.report(node.place, .unusableFile, error.description)
    }
    return .file(file)
  }

  /// Reports the apps whose configuration `setCategory` would refuse.
  ///
  /// Apps with other problems are skipped, because defaults have replaced the values that could not be read.
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
        "setCategory refuses this configuration with \(error.label): \(verdict.reason)")
    }
  }
}
