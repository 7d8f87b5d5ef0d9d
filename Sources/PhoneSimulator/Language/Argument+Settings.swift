internal import AudioSession
internal import TextFormats

extension ScenarioValue<[SessionPreference: Bool?]> {
  /// A map of at least `least` preferences.
  ///
  /// Each preference is true, false, or `default`, which resets the preference.
  static func preferences(least: Int) -> ScenarioValue<[SessionPreference: Bool?]> {
    let value = ScenarioValue<Bool?>(
      shape: .either([.truth, .word(["default"])])
    ) { reader, node, what in
      if case .scalar("default", _) = node.content { return .some(nil) }
      return reader.truth(node, what).map(Optional.some)
    }
    return .map(
      [:],
      Vocabulary.preferences.map { name, preference in
        ScenarioField<[SessionPreference: Bool?]>(name, value) {
          $0.updateValue($1, forKey: preference)
        }
      }, least: least)
  }
}

extension Argument<[SessionPreference: Bool?]> {
  /// One or more preferences; `default` resets a preference.
  static let preferences = Argument(
    form: "{NAME: true}", value: .preferences(least: 1),
    write: { preferences, _ in "{\(Self.list(preferences))}" })

  /// The map as written in a scenario, without the braces.
  static func list(_ preferences: [SessionPreference: Bool?]) -> String {
    SessionPreference.allCases.compactMap { kind in
      preferences[kind].map { "\(kind.name): \($0.map { "\($0)" } ?? "default")" }
    }.joined(separator: ", ")
  }
}

/// A set of named settings, each on or off.
protocol NamedSettings: OptionSet, Hashable, Sendable where Element == Self {
  /// Every setting with its name.
  static var named: [(name: String, setting: Self)] { get }
}

extension UserSettings: NamedSettings {}
extension AccessibilitySettings: NamedSettings {}

/// Settings that are turned on, and others that are turned off.
struct SettingsChange<Settings: NamedSettings>: Hashable, Sendable {
  var on: Settings
  var off: Settings

  /// The change as written in a scenario, without the braces.
  var words: String {
    Settings.named.compactMap { name, setting in
      on.contains(setting) ? "\(name): true" : off.contains(setting) ? "\(name): false" : nil
    }.joined(separator: ", ")
  }
}

extension DocumentValue where Reader == ScenarioReader {
  /// A map of at least `least` settings.
  static func settings<Settings>(least: Int) -> ScenarioValue<SettingsChange<Settings>>
  where Value == SettingsChange<Settings> {
    .map(
      SettingsChange(on: [], off: []),
      Settings.named.map { name, setting in
        ScenarioField<SettingsChange<Settings>>(name, .truth) { change, isOn in
          if isOn { change.on.insert(setting) } else { change.off.insert(setting) }
        }
      }, least: least)
  }
}

extension Argument {
  /// One or more settings.
  static func settings<Settings>() -> Argument where Value == SettingsChange<Settings> {
    Argument(
      form: "{NAME: true}", value: .settings(least: 1), write: { change, _ in "{\(change.words)}" })
  }
}

extension ScenarioValue<[VolumeKind: Double]> {
  /// A map of at least `least` volumes.
  static func volumes(least: Int) -> ScenarioValue<[VolumeKind: Double]> {
    .map(
      [:],
      Vocabulary.volumes.map { name, kind in
        ScenarioField<[VolumeKind: Double]>(name, .number(in: 0...1)) { $0[kind] = $1 }
      }, least: least)
  }
}

extension Argument<[VolumeKind: Double]> {
  /// One or more volumes.
  static let volumes = Argument(
    form: "{media: 0.7}", value: .volumes(least: 1),
    write: { volumes, _ in "{\(Self.list(volumes))}" })

  /// The map as written in a scenario, without the braces.
  static func list(_ volumes: [VolumeKind: Double]) -> String {
    VolumeKind.allCases.compactMap { kind in
      volumes[kind].map { "\(kind.rawValue): \($0.exactText)" }
    }.joined(separator: ", ")
  }
}
