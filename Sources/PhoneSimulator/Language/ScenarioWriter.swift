internal import AudioSession
internal import PhoneAudio
internal import PhoneRuntime
internal import TextFormats

extension Scenario {
  /// The scenario as the text of a file.
  ///
  /// Reading the text gives the same phone, apps, steps and expectations.
  ///
  /// The names of files in steps are kept. Sound files of apps get absolute paths.
  public var text: String { ScenarioWriter(self).text }
}

/// Writes scenarios in the notation that `ScenarioReader` reads.
private struct ScenarioWriter {
  private let scenario: Scenario
  private let names: AppNames

  init(_ scenario: Scenario) {
    self.scenario = scenario
    names = AppNames(all: scenario.apps.map { YAMLWord.text($0.name) })
  }

  var text: String {
    let setup = scenario.setup
    var lines = ["scenario: \(YAMLWord.text(scenario.name))"]
    if setup.release != OSVersion.standard.release { lines.append("os: \(setup.release)") }
    lines += block("policy", policy)
    lines += block("device", device)
    lines += block(
      "apps",
      zip(scenario.apps, setup.apps).map { "\(YAMLWord.text($0.name)): \(app($0, $1.state))" })
    let steps = scenario.steps.flatMap(step)
    lines += steps.isEmpty ? ["steps: []"] : ["steps:"] + steps.map { "  \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the lines of a map, one for each entry; empty for an empty map.
  private func block(_ key: String, _ entries: [String]) -> [String] {
    entries.isEmpty ? [] : ["\(key):"] + entries.map { "  \($0)" }
  }

  private var policy: [String] {
    AudioPolicy.names.compactMap { name in
      guard let value = scenario.setup.policy.value(named: name),
        value != AudioPolicy.standard.value(named: name)
      else { return nil }
      return "\(name): \(value)"
    }
  }

  private var device: [String] {
    let (device, platform) = (scenario.setup.device, scenario.setup.platform)
    let usual = DeviceState()
    var entries: [String] = []
    if platform != .iPhone { entries.append("model: \(platform.rawValue)") }
    if device.isSilent { entries.append("silentMode: true") }
    if device.isLocked { entries.append("locked: true") }
    let volumes = VolumeKind.allCases.filter { device.volumes[$0] != usual.volumes[$0] }
      .map { "\($0.rawValue): \(device.volumes[$0])" }
    if !volumes.isEmpty { entries.append("volume: { \(volumes.joined(separator: ", ")) }") }
    let connected = device.connected.newestFirst.reversed().map { device in
      Argument<ConnectedDevice>.connection.write(device, names)
    }
    if !connected.isEmpty { entries.append("ports: [\(connected.joined(separator: ", "))]") }
    if !device.hasMicrophone { entries.append("hasMicrophone: false") }
    if device.isMicrophoneMuted { entries.append("microphoneMuted: true") }
    if device.supportsHaptics != platform.supportsHaptics {
      entries.append("supportsHaptics: \(device.supportsHaptics)")
    }
    let changed = usual.settings.symmetricDifference(device.settings)
    let settings = UserSettings.named.filter { changed.contains($0.setting) }
      .map { "\($0.name): \(device.settings.contains($0.setting))" }
    if !settings.isEmpty { entries.append("settings: { \(settings.joined(separator: ", ")) }") }
    let aids = AccessibilitySettings.named.filter { device.accessibility.contains($0.setting) }
      .map { "\($0.name): true" }
    if !aids.isEmpty { entries.append("accessibility: { \(aids.joined(separator: ", ")) }") }
    if device.callStyle != usual.callStyle {
      entries.append("callStyle: \(device.callStyle.rawValue)")
    }
    return entries
  }

  private func app(_ app: ScenarioApp, _ state: AppState) -> String {
    let usual = AppState()
    func changed<Value: Equatable>(
      _ path: KeyPath<AppState, Value>, _ word: (Value) -> String?
    ) -> String? {
      state[keyPath: path] == usual[keyPath: path] ? nil : word(state[keyPath: path])
    }
    let entries: [(key: String, value: String?)] = [
      ("category", "\(state.configuration.category)"),
      ("mode", changed(\.configuration.mode, \.name)),
      ("options", list(state.configuration.options.names)),
      (
        "policy",
        changed(\.configuration.policy) { policy in
          Vocabulary.sharingPolicies.first { $0.1 == policy }?.0
        }
      ),
      ("state", changed(\.lifecycle, \.name)),
      ("backgroundAudio", changed(\.hasBackgroundAudio) { "\($0)" }),
      ("remoteCommands", list(state.remoteCommands.commands.map(\.name))),
      ("player", state.player?.rawValue),
      ("hapticEngine", changed(\.hapticEngine, \.rawValue)),
      ("recordPermission", changed(\.recordPermission, \.name)),
      ("captures", list(state.captures.names)),
      ("inputView", changed(\.inputView) { Argument.inputView.write($0, names) }),
      ("notifications", changed(\.notifications, \.words)),
      ("presentInFront", list(state.presentsInFront.names)),
      ("backgroundTask", changed(\.hasRuntimeAssertion) { "\($0)" }),
      ("behavior", app.behavior == .manual ? nil : app.behavior.rawValue),
      ("sound", app.sound.map(sound)),
      ("layerVolume", app.layerVolume == 1 ? nil : "\(app.layerVolume)"),
      ("controls", controls(app.controls)),
      ("decorativeHaptics", list(app.decorativeHaptics.sorted().map(YAMLWord.text))),
      ("prefers", preferences(state.preferences, unlike: usual.preferences)),
    ]
    let written = entries.compactMap { entry in entry.value.map { "\(entry.key): \($0)" } }
    return "{ \(written.joined(separator: ", ")) }"
  }

  private func preferences(
    _ preferences: SessionPreferences, unlike usual: SessionPreferences
  ) -> String? {
    let written = SessionPreference.allCases.compactMap { kind in
      preferences[kind] == usual[kind] ? nil : preferences[kind].map { "\(kind.name): \($0)" }
    }
    return written.isEmpty ? nil : "{ \(written.joined(separator: ", ")) }"
  }

  private func list(_ words: [String]) -> String? {
    words.isEmpty ? nil : "[\(words.joined(separator: ", "))]"
  }

  private func controls(_ controls: [String: Control]) -> String? {
    let written = controls.sorted { $0.key < $1.key }.map {
      "\(YAMLWord.text($0.key)): \(Argument<Control>.control.write($0.value, names))"
    }
    return written.isEmpty ? nil : "{ \(written.joined(separator: ", ")) }"
  }

  private func sound(_ sound: SoundSource) -> String {
    switch sound {
    case .synthetic(let voice): voice.rawValue
    case .file(let path): YAMLWord.text(SystemPath.resolved(path) ?? path)
    }
  }

  private func since(_ start: EventStart?) -> [String] {
    switch start {
    case nil: []
    case .lastExpect: ["since: \(EventStart.lastExpectWord)"]
    case .time(let seconds): ["since: \(seconds.exactText)"]
    }
  }

  private func step(_ step: ScenarioStep) -> [String] {
    let time = "- at: \(step.time.exactText)"
    switch step.content {
    case .expect(let expectation):
      let subjects: [(String, [String])] =
        expectation.apps.map { (names[$0.app], $0.facts.map(\.notation) + since($0.since)) }
        + [("device", expectation.device.map(\.notation))]
      let written = subjects.filter { !$0.1.isEmpty }
        .map { "\($0): { \($1.joined(separator: ", ")) }" }
      return [time, "  expect: { \(written.joined(separator: ", ")) }"]
    // The times of the next steps include the time that passes.
    case .pass: return [time]
    case .app(let app, let action, let fails):
      let words = AppVerbs.wording(of: action, names).step
      return [time, "  \(names[app]): \(words)"] + (fails.map { ["  fails: \($0.name)"] } ?? [])
    case .event, .notification, .settings, .accessibility, .volumes:
      guard let (actor, words) = SystemActor.wording(of: step.content, names) else { return [] }
      return [time, "  \(actor.rawValue): \(words.step)"]
    }
  }
}

extension ExpectedFact {
  /// The fact and its value as written in a scenario.
  fileprivate var notation: String { "\(name): \(value.notation)" }
}

/// Quotes words in YAML.
enum YAMLWord {
  /// Returns `text` unchanged if it is a plain word, otherwise in double quotes.
  static func text(_ text: String) -> String {
    isPlain(text) ? text : (try? JSONEncoding.text(text)) ?? "\"\""
  }

  /// Words, in lower case, that some YAML readers do not read as text.
  ///
  /// Source: YAML 1.1, types `bool` and `null`, except `y` and `n`, which PyYAML also reads as text; YAML 1.2 has
  /// fewer.
  private static let notText = ["null", "true", "false", "yes", "no", "on", "off"]

  /// Whether the text, written without quotes, is read as the same text.
  ///
  /// The text must consist of letters, digits and characters of file names, and must not be read as a number, null or
  /// Boolean.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a"),
      first | 0x20 <= UInt8(ascii: "z"), !notText.contains(text.lowercased())
    else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}
