internal import AudioSession
internal import HapticEngine
internal import TextFormats

/// How the argument of a verb is written in scenarios.
struct Argument<Value>: Sendable {
  /// As the language's page has it, such as `{duration: SECONDS}`.
  let form: String
  /// What a schema lets it be.
  let shape: ScenarioShape
  /// Reads it; nil, and a problem, where something else is written, after the word `label`.
  let read:
    @Sendable (
      _ reader: inout ScenarioReader, _ node: YAMLNode, _ label: String, _ apps: [String]
    ) -> Value?
  /// Writes it as it is read.
  let write: @Sendable (Value, AppNames) -> String

  /// The same as the only entry of a map.
  func under(_ key: String) -> Argument {
    let (read, write) = (read, write)
    return Argument(
      form: "{\(key): \(form)}", shape: .map([key: shape], required: [key]),
      read: { reader, node, label, apps in
        guard let entry = reader.entries(node, label, keys: [key])?.first else { return nil }
        return read(&reader, entry.value, key, apps)
      }, write: { "{\(key): \(write($0, $1))}" })
  }
}

extension Argument where Value: Equatable & Sendable {
  /// One of some words for `what`.
  static func choice(_ what: String, _ choices: [(String, Value)], form: String) -> Argument {
    Argument(
      form: form, shape: .word(choices.map(\.0)),
      read: { reader, node, _, _ in reader.choice(node, what, choices) },
      write: { value, _ in choices.first { $0.1 == value }?.0 ?? "\(value)" })
  }
}

extension Argument {
  /// A list of some words for `what`, of which `make` makes the value and `names` are its own.
  static func choices<Element: Sendable>(
    _ what: String, _ choices: [(String, Element)], form: String,
    _ make: @escaping @Sendable ([Element]) -> Value,
    names: @escaping @Sendable (Value) -> [String]
  ) -> Argument {
    Argument(
      form: form, shape: .list(.word(choices.map(\.0))),
      read: { reader, node, label, _ in
        reader.choices(node, what, choices, name: label).map(make)
      }, write: { value, _ in "[\(names(value).joined(separator: ", "))]" })
  }
}

extension Argument<Bool> {
  /// True or false.
  static let truth = Argument(
    form: "true", shape: .truth, read: { reader, node, label, _ in reader.truth(node, label) },
    write: { value, _ in "\(value)" })
}

extension Argument<Double> {
  /// A time in seconds, at least so many.
  static func seconds(from least: Double) -> Argument {
    Argument(
      form: "SECONDS", shape: .number(least...ScenarioReader.longest),
      read: { reader, node, label, _ in
        reader.number(node, label, in: least...ScenarioReader.longest)
      }, write: { value, _ in value.exact })
  }
}

extension Argument<String> {
  /// Any name.
  static let name = Argument(
    form: "NAME", shape: .text, read: { reader, node, label, _ in reader.word(node, label) },
    write: { value, _ in YAMLWord.text(value) })

  /// A preset, a pattern's file or a pattern of the library, which is read together with the scenario.
  static let haptic = Argument(
    form: "NAME", shape: .text,
    read: { reader, node, label, _ in
      guard let name = reader.word(node, label) else { return nil }
      reader.readPattern(name, node.place)
      return name
    }, write: { value, _ in YAMLWord.text(value) })
}

extension ScenarioReader {
  /// Reads the preset, the file or the pattern of the library of that name.
  mutating func readPattern(_ name: String, _ place: SourceLocation) {
    if patterns[name] != nil { return }
    switch folder.pattern(name) {
    case .pattern(let pattern):
      patterns[name] = pattern
      patternSeconds[name] = soundSeconds(of: pattern)
    case .nothing:
      reportUnknown(
        name, place, .unknownWord, "preset, pattern of the library or pattern's file (.ahap)",
        among: HapticPreset.allCases.map(\.name) + folder.libraryNames, hint: folder.libraryHint)
    case .broken(let words): report(place, .unusableFile, words)
    }
  }
}

extension Argument<AppID> {
  /// One of the apps.
  static let app = Argument(
    form: "NAME", shape: .text,
    read: { reader, node, _, apps in
      reader.choice(node, "app", apps.enumerated().map { ($1, AppID($0)) })
    }, write: { app, names in names[app] })
}

extension Argument<[SessionPreference: Bool?]> {
  /// Preferences, at least one; `default` takes one back.
  static let preferences = Argument(
    form: "{NAME: true}", shape: .preferences(least: 1),
    read: { reader, node, _, _ in
      let preferences = reader.preferences(node)
      return preferences.isEmpty ? nil : preferences
    }, write: { preferences, _ in "{\(Self.list(preferences))}" })

  /// Without the braces.
  static func list(_ preferences: [SessionPreference: Bool?]) -> String {
    SessionPreference.allCases.compactMap { kind in
      preferences[kind].map { "\(kind.name): \($0.map { "\($0)" } ?? "default")" }
    }.joined(separator: ", ")
  }
}

/// A set of settings that each have a name and are on or off.
protocol NamedSettings: OptionSet, Hashable, Sendable where Element == Self {
  /// Every setting with its name.
  static var named: [(name: String, setting: Self)] { get }
  /// The key under which they are written.
  static var key: String { get }
}

extension UserSettings: NamedSettings {
  static let key = "settings"
}

extension AccessibilitySettings: NamedSettings {
  static let key = "accessibility"
}

/// Settings that are turned on, and others that are turned off.
struct SettingsChange<Settings: NamedSettings>: Hashable, Sendable {
  var on: Settings
  var off: Settings

  /// The change as it is written, without the braces.
  var words: String {
    Settings.named.compactMap { name, setting in
      on.contains(setting) ? "\(name): true" : off.contains(setting) ? "\(name): false" : nil
    }.joined(separator: ", ")
  }
}

extension Argument {
  /// Settings, at least one.
  static func settings<Settings>() -> Argument where Value == SettingsChange<Settings> {
    Argument(
      form: "{NAME: true}", shape: .truths(Settings.named.map(\.name), least: 1),
      read: { reader, node, _, _ in
        let change: Value = reader.settings(node)
        return change.on.isEmpty && change.off.isEmpty ? nil : change
      }, write: { change, _ in "{\(change.words)}" })
  }
}

extension ScenarioReader {
  /// Settings that are on, and others that are off.
  mutating func settings<Settings>(_ node: YAMLNode) -> SettingsChange<Settings> {
    var change = SettingsChange<Settings>(on: [], off: [])
    for entry in entries(node, Settings.key, keys: Settings.named.map(\.name)) ?? [] {
      guard let setting = Settings.named.first(where: { $0.name == entry.key })?.setting,
        let isOn = truth(entry.value, entry.key)
      else { continue }
      if isOn { change.on.insert(setting) } else { change.off.insert(setting) }
    }
    return change
  }
}

extension Argument<RemoteCommands> {
  /// Some remote commands.
  static let commands = Argument.choices(
    "remote command", Vocabulary.commands, form: "[play]", { RemoteCommands($0) }
  ) { $0.commands.map(\.name) }
}

extension Argument<CaptureContexts> {
  /// Some sensors.
  static let captures = Argument.choices(
    "sensor", Vocabulary.captures, form: "[camera]", { CaptureContexts($0) }
  ) { $0.names }
}

/// How a session is deactivated.
struct Deactivation: Hashable, Sendable {
  var options: SetActiveOptions = []
  /// What released apps receive without notifying, if not what the policy says.
  var noNotifyEffect: NoNotifyEffect?
}

extension Argument<Deactivation> {
  /// The option, or a map that says what released apps receive without notifying.
  static let deactivation: Argument = {
    let option = Argument<SetActiveOptions>.choice(
      "option of deactivate", [("notifyOthers", .notifyOthersOnDeactivation)],
      form: "notifyOthers")
    let noNotifyEffect = Argument<NoNotifyEffect>.choice(
      "what others receive", NoNotifyEffect.allCases.map { ($0.rawValue, $0) }, form: "nothing"
    ).under("untold")
    return Argument(
      form: option.form, shape: .either([option.shape, noNotifyEffect.shape]),
      read: { reader, node, label, apps in
        if case .mapping = node.content {
          return noNotifyEffect.read(&reader, node, label, apps).map {
            Deactivation(noNotifyEffect: $0)
          }
        }
        return option.read(&reader, node, label, apps).map { Deactivation(options: $0) }
      },
      write: { deactivation, names in
        deactivation.noNotifyEffect.map { noNotifyEffect.write($0, names) }
          ?? option.write(deactivation.options, names)
      })
  }()
}

extension Argument<[VolumeKind: Double]> {
  /// Volumes, at least one.
  static let volumes = Argument(
    form: "{media: 0.7}", shape: .volumes(least: 1),
    read: { reader, node, _, _ in
      let volumes = reader.volumes(node)
      return volumes.isEmpty ? nil : volumes
    }, write: { volumes, _ in "{\(Self.list(volumes))}" })

  /// Without the braces.
  static func list(_ volumes: [VolumeKind: Double]) -> String {
    VolumeKind.allCases.compactMap { kind in
      volumes[kind].map { "\(kind.rawValue): \($0.exact)" }
    }.joined(separator: ", ")
  }
}

extension Argument<AppEvent> {
  /// What `setCategory` sets: a category, or a map with the rest of a configuration.
  ///
  /// Without a mode, the present one stays where it can.
  static let configuration = Argument(
    form: "{category, mode, options, policy}",
    shape: .either([
      .word(Vocabulary.categories.map(\.0)),
      .map(ScenarioShape.configuration, required: ["category"]),
    ]),
    read: { reader, node, label, _ in
      if case .scalar = node.content {
        return reader.choice(node, "category", Vocabulary.categories)
          .map { .setCategory($0) }
      }
      let keys = ["category", "mode", "options", "policy"]
      guard let entries = reader.entries(node, label, keys: keys) else { return nil }
      var wanted = SessionConfiguration.processDefault
      for entry in entries { reader.configure(&wanted, entry) }
      guard entries.contains(where: { $0.key == "category" }) else {
        reader.report(node.place, .missing, "setCategory needs a category")
        return nil
      }
      return .setCategory(
        wanted.category, mode: entries.contains { $0.key == "mode" } ? wanted.mode : nil,
        policy: wanted.policy, options: wanted.options)
    },
    write: { event, _ in
      guard case .setCategory(let category, let mode, let policy, let options) = event else {
        return "\(event)"
      }
      var words = ["category: \(category)"]
      // A mode that is written is set, the default one too.
      if let mode { words.append("mode: \(mode.name)") }
      if policy != .default { words.append("policy: \(policy)") }
      if !options.isEmpty { words.append("options: [\(options.names.joined(separator: ", "))]") }
      return "{\(words.joined(separator: ", "))}"
    })
}

extension Argument<InterruptionEnd> {
  /// How apps that were interrupted are notified of the end.
  ///
  /// A phone cannot promise that an end is posted, or that it comes with `shouldResume`, so a
  /// scenario may say that it is not: `hangUp: {interruption: lost}`. Source: Audio Session
  /// Programming Guide, "there is no guarantee that a begin interruption will have an end".
  static let ending: Argument = {
    let choice = Argument.choice(
      "end of an interruption", InterruptionEnd.allCases.map { ("\($0)", $0) }, form: "lost")
    return Argument(
      form: choice.form, shape: choice.shape,
      read: { reader, node, label, apps in
        choice.read(&reader, node, label, apps) ?? .resumable
      }, write: choice.write
    ).under("interruption")
  }()
}

/// How Siri leaves.
struct SiriEnd: Hashable, Sendable {
  /// How the interrupted apps learn of it.
  var end: InterruptionEnd
  /// The app in which it has started playback.
  var started: AppID?
}

extension Argument<SiriEnd> {
  /// How Siri leaves.
  static let siri = Argument(
    form: "{startedPlaybackIn: APP}",
    shape: .map(["interruption": .ends, "startedPlaybackIn": .text], least: 1),
    read: { reader, node, label, apps in
      let keys = ["interruption", "startedPlaybackIn"]
      guard let entries = reader.entries(node, label, keys: keys), !entries.isEmpty else {
        return nil
      }
      var end: InterruptionEnd?
      var started: AppID?
      for entry in entries {
        switch entry.key {
        case "interruption":
          let ends = InterruptionEnd.allCases.map { ("\($0)", $0) }
          end = reader.choice(entry.value, "end of an interruption", ends)
        case "startedPlaybackIn":
          started = Argument<AppID>.app.read(&reader, entry.value, entry.key, apps)
        default: preconditionFailure("\(entry.key) is listed and not read")
        }
      }
      return SiriEnd(end: end ?? (started == nil ? .resumable : .notResumable), started: started)
    },
    write: { siri, names in
      guard let app = siri.started else { return "{interruption: \(siri.end)}" }
      // Where Siri has started something, nobody else is to resume.
      let end = siri.end == .lost ? ", interruption: lost" : ""
      return "{startedPlaybackIn: \(names[app])\(end)}"
    })
}

/// A notification, as a step has it.
struct Delivery: Hashable, Sendable {
  /// The app it is from; nil for the system.
  var app: AppID?
  /// Whether it has a sound, where the step says it.
  var sound: Bool?
  /// What it is about.
  var about: String?

  /// `app`, where there is one, and all else that is said, after one another.
  func words(_ names: AppNames) -> [String] {
    [app.map { "app: \(names[$0])" }, sound.map { "sound: \($0)" }, about.map { "about: \($0)" }]
      .compactMap(\.self)
  }
}

extension Argument<Delivery> {
  /// A notification.
  static let delivery = Argument(
    form: "{app: NAME, sound: true, about: WORDS}",
    shape: .map(["app": .text, "sound": .truth, "about": .text]),
    read: { reader, node, label, apps in
      var delivery = Delivery()
      for entry in reader.entries(node, label, keys: ["app", "sound", "about"]) ?? [] {
        switch entry.key {
        case "app": delivery.app = Argument<AppID>.app.read(&reader, entry.value, "app", apps)
        case "sound": delivery.sound = reader.truth(entry.value, "sound")
        case "about": delivery.about = reader.word(entry.value, "about")
        default: preconditionFailure("\(entry.key) is listed and not read")
        }
      }
      return delivery
    },
    write: { delivery, names in
      var written = delivery
      written.about = delivery.about.map(YAMLWord.text)
      return "{\(written.words(names).joined(separator: ", "))}"
    })
}

extension Argument<ConnectedDevice> {
  /// A port, or a device with a name and its ports.
  static let connection: Argument = {
    let port = Argument<Port>.choice("port", Vocabulary.ports, form: "PORT")
    let device = ["device": ScenarioShape.text, "ports": .list(port.shape, least: 1)]
    return Argument(
      form: port.form, shape: .either([port.shape, .map(device, required: ["device", "ports"])]),
      read: { reader, node, label, apps in
        guard case .mapping = node.content else {
          return port.read(&reader, node, label, apps).map { ConnectedDevice(nil, ports: [$0]) }
        }
        var name: String?
        var ports: [Port] = []
        for entry in reader.entries(node, label, keys: ["device", "ports"]) ?? [] {
          switch entry.key {
          case "device": name = reader.word(entry.value, "device")
          case "ports": ports = reader.choices(entry.value, "port", Vocabulary.ports) ?? []
          default: preconditionFailure("\(entry.key) is listed and not read")
          }
        }
        guard let name, !ports.isEmpty else {
          reader.report(
            node.place, .missing, "a device has a name and ports: {device: car, ports: [...]}")
          return nil
        }
        return ConnectedDevice(name, ports: PortSet(ports))
      },
      write: { device, _ in
        let ports = device.ports.ports.map(\.name).joined(separator: ", ")
        return device.name.map { "{device: \(YAMLWord.text($0)), ports: [\(ports)]}" } ?? ports
      })
  }()
}

/// What goes: a port, or a device with all of its ports.
struct Departure: Hashable, Sendable {
  /// The port, or nil for a device.
  var port: Port?
  /// The name of the device, or nil for a port.
  var device: String?
  /// Whether apps are notified.
  var isAnnounced = true
}

extension Argument<Departure> {
  /// A port, or a map with a port or a device.
  static let departure: Argument = {
    let port = Argument<Port>.choice("port", Vocabulary.ports, form: "PORT")
    return Argument(
      form: port.form,
      shape: .either([
        port.shape, .map(["device": .text, "announced": .truth], required: ["device"]),
        .map(["port": port.shape, "announced": .truth], required: ["port"]),
      ]),
      read: { reader, node, label, apps in
        guard case .mapping = node.content else {
          return port.read(&reader, node, label, apps).map { Departure(port: $0) }
        }
        var departure = Departure()
        for entry in reader.entries(node, label, keys: ["device", "port", "announced"]) ?? [] {
          switch entry.key {
          case "device": departure.device = reader.word(entry.value, "device")
          case "port": departure.port = port.read(&reader, entry.value, "port", apps)
          case "announced": departure.isAnnounced = reader.truth(entry.value, "announced") ?? true
          default: preconditionFailure("\(entry.key) is listed and not read")
          }
        }
        guard (departure.port == nil) != (departure.device == nil) else {
          reader.report(
            node.place, .missing, "'\(label)' needs a port or the name of a device, and not both")
          return nil
        }
        return departure
      },
      write: { departure, _ in
        let rest = departure.isAnnounced ? "" : ", announced: false"
        if let device = departure.device { return "{device: \(YAMLWord.text(device))\(rest)}" }
        let port = departure.port?.name ?? ""
        return departure.isAnnounced ? port : "{port: \(port)\(rest)}"
      })
  }()
}
