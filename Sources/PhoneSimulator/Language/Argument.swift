internal import AudioSession
internal import HapticEngine
internal import TextFormats

/// A kind of value in scenarios, with the function that reads it.
typealias ScenarioValue<Value> = DocumentValue<ScenarioReader, Value>

/// A key of a map in scenarios.
typealias ScenarioField<Root> = DocumentField<ScenarioReader, Root>

/// The argument of a verb, as written in scenarios.
struct Argument<Value: Sendable>: Sendable {
  /// The form on the language's page, such as `{duration: SECONDS}`.
  let form: String
  /// Reads the argument.
  let value: ScenarioValue<Value>
  /// Writes the argument in the form that `value` reads.
  let write: @Sendable (Value, AppNames) -> String
  /// All values of a choice of words; empty for other arguments.
  var values: [Value] = []

  /// Returns the same argument as the only entry of a map.
  func under(_ key: String) -> Argument {
    let write = write
    return Argument(
      form: "{\(key): \(form)}", value: value.under(key), write: { "{\(key): \(write($0, $1))}" })
  }
}

extension Argument where Value: Equatable {
  /// A choice of words; `what` names the kind of word in messages.
  static func choice(_ what: String, _ choices: [(String, Value)], form: String) -> Argument {
    Argument(
      form: form, value: .choice(what, choices),
      write: { value, _ in choices.first { $0.1 == value }?.0 ?? "\(value)" },
      values: choices.map(\.1))
  }
}

extension Argument {
  /// A list of words; `make` creates the value and `names` returns the words of a value.
  static func choices<Element: Sendable>(
    _ what: String, _ choices: [(String, Element)], form: String,
    _ make: @escaping @Sendable ([Element]) -> Value,
    names: @escaping @Sendable (Value) -> [String]
  ) -> Argument {
    Argument(
      form: form, value: ScenarioValue.choice(what, choices).list().then(make),
      write: { value, _ in "[\(names(value).joined(separator: ", "))]" })
  }
}

extension Argument<Bool> {
  /// True or false.
  static let truth = Argument(
    form: "true", value: .truth, write: { value, _ in "\(value)" }, values: [true, false])
}

extension Argument<Double> {
  /// A number in a range.
  static func number(in range: ClosedRange<Double>, form: String) -> Argument {
    Argument(form: form, value: .number(in: range), write: { value, _ in value.exactText })
  }

  /// A time of at least `least` seconds.
  static func seconds(from least: Double) -> Argument {
    number(in: least...ScenarioReader.longest, form: "SECONDS")
  }
}

extension Argument<String> {
  /// Any name.
  static let name = Argument(
    form: "NAME", value: .text, write: { value, _ in YAMLWord.text(value) })

  /// A preset, a pattern file or a pattern of the library.
  ///
  /// The pattern is read together with the scenario.
  static let haptic = Argument(
    form: "NAME",
    value: ScenarioValue<String>.text.checked { reader, node, name in
      reader.readPattern(name, node.place)
      return name
    }, write: name.write)
}

extension ScenarioReader {
  /// Reads the preset, file or library pattern with this name.
  mutating func readPattern(_ name: String, _ place: SourceLocation) {
    if isTrace || patterns[name] != nil { return }
    switch folder.pattern(name) {
    case .pattern(let pattern):
      patterns[name] = pattern
      patternSeconds[name] = soundSeconds(of: pattern)
    case .nothing:
      reportUnknown(
        name, place, .unknownWord, "preset, pattern of the library or pattern file (.ahap)",
        among: HapticPreset.allCases.map(\.name) + folder.libraryNames, hint: folder.libraryHint)
    case .broken(let words): report(place, .unusableFile, words)
    }
  }
}

extension Argument<AppID> {
  /// One of the apps.
  static let app = Argument(
    form: "NAME",
    value: ScenarioValue<String>.text.checked { reader, node, name in
      reader.app(named: name, node.place)
    }, write: { app, names in names[app] })
}

extension Argument<RemoteCommands> {
  /// A list of remote commands.
  static let commands = Argument.choices(
    "remote command", Vocabulary.commands, form: "[play]", { RemoteCommands($0) }
  ) { $0.commands.map(\.name) }
}

extension Argument<CaptureContexts> {
  /// A list of sensors.
  static let captures = Argument.choices(
    "sensor", Vocabulary.captures, form: "[camera]", { CaptureContexts($0) }
  ) { $0.names }
}

/// The options with which a session is deactivated.
struct Deactivation: Hashable, Sendable {
  var options: SetActiveOptions = []
  /// What released apps receive if the option to notify others is not set; nil to follow the policy.
  var noNotifyEffect: NoNotifyEffect?
}

extension Argument<Deactivation> {
  /// The option to notify others, or a map that states what released apps receive without that option.
  static let deactivation: Argument = {
    let option = Argument<SetActiveOptions>.choice(
      "deactivation option", [("notifyOthers", .notifyOthersOnDeactivation)],
      form: "notifyOthers")
    let noNotifyEffect = Argument<NoNotifyEffect>.choice(
      "effect on other apps", NoNotifyEffect.allCases.map { ($0.rawValue, $0) }, form: "nothing"
    ).under("untold")
    return Argument(
      form: option.form,
      value: .either(
        option.value.then { Deactivation(options: $0) },
        noNotifyEffect.value.then { Deactivation(noNotifyEffect: $0) }),
      write: { deactivation, names in
        deactivation.noNotifyEffect.map { noNotifyEffect.write($0, names) }
          ?? option.write(deactivation.options, names)
      })
  }()
}

extension DocumentField where Reader == ScenarioReader {
  /// The four keys of a configuration.
  static func configuration(
    _ path: any WritableKeyPath<Root, SessionConfiguration> & Sendable, needsCategory: Bool
  ) -> [ScenarioField<Root>] {
    [
      ScenarioField(
        "category", .choice("category", Vocabulary.categories), isRequired: needsCategory
      ) { $0[keyPath: path].category = $1 },
      ScenarioField("mode", .choice("mode", Vocabulary.modes)) { $0[keyPath: path].mode = $1 },
      ScenarioField("options", ScenarioValue.choice("option", Vocabulary.options).list()) {
        $0[keyPath: path].options = CategoryOptions($1)
      },
      ScenarioField("policy", .choice("policy", Vocabulary.sharingPolicies)) {
        $0[keyPath: path].policy = $1
      },
    ]
  }
}

extension Argument<AppEvent> {
  /// The argument of `setCategory`: a category, or a map with a whole configuration.
  ///
  /// If the map does not state a mode, the current mode is kept if it is valid for the category.
  static let configuration = Argument(
    form: "{category, mode, options, policy}",
    value: .either(
      ScenarioValue.choice("category", Vocabulary.categories).then { .setCategory($0) },
      ScenarioValue.map(
        SessionConfiguration.processDefault,
        ScenarioField.configuration(\.self, needsCategory: true)
      ).checked { _, node, wanted in
        guard case .mapping(let entries) = node.content else { return nil }
        let setsMode = entries.contains { $0.key == "mode" }
        return .setCategory(
          wanted.category, mode: setsMode ? wanted.mode : nil, policy: wanted.policy,
          options: wanted.options)
      }),
    write: { event, _ in
      guard case .setCategory(let category, let mode, let policy, let options) = event else {
        return "\(event)"
      }
      var words = ["category: \(category)"]
      // A mode that is written is set, even if it is the default.
      if let mode { words.append("mode: \(mode.name)") }
      if policy != .default { words.append("policy: \(policy)") }
      if !options.isEmpty { words.append("options: [\(options.names.joined(separator: ", "))]") }
      return "{\(words.joined(separator: ", "))}"
    })
}

extension Argument<InterruptionEnd> {
  /// How interrupted apps are notified of the end, under the key `interruption`.
  ///
  /// iOS does not guarantee that the end of an interruption is posted, or that it has `shouldResume`. A scenario can
  /// say that the end is not posted: `hangUp: {interruption: lost}`. Source: Audio Session Programming Guide, "there is
  /// no guarantee that a begin interruption will have an end".
  static let ending = ends.under("interruption")

  /// How interrupted apps are notified of the end, without the key.
  static let ends = Argument.choice(
    "end of an interruption", InterruptionEnd.allCases.map { ("\($0)", $0) }, form: "lost")
}

/// The end of a Siri session.
struct SiriEnd: Hashable, Sendable {
  /// How the interrupted apps are notified of the end.
  var end: InterruptionEnd
  /// The app in which Siri has started playback.
  var started: AppID?
}

extension Argument<SiriEnd> {
  /// The end of a Siri session.
  static let siri = Argument(
    form: "{startedPlaybackIn: APP}",
    value: ScenarioValue<(end: InterruptionEnd?, started: AppID?)>.map(
      (nil, nil),
      [
        ScenarioField("interruption", Argument<InterruptionEnd>.ends.value) { $0.end = $1 },
        ScenarioField("startedPlaybackIn", Argument<AppID>.app.value) { $0.started = $1 },
      ], least: 1
    ).then { end, started in
      SiriEnd(end: end ?? (started == nil ? .resumable : .notResumable), started: started)
    },
    write: { siri, names in
      guard let app = siri.started else { return "{interruption: \(siri.end)}" }
      // If Siri has started playback, no other app may resume.
      let end = siri.end == .lost ? ", interruption: lost" : ""
      return "{startedPlaybackIn: \(names[app])\(end)}"
    })
}

/// A notification, as written in a step.
struct Delivery: Hashable, Sendable {
  /// The sending app; nil for the system.
  var app: AppID?
  /// Whether the notification has a sound; nil if the step does not state this.
  var sound: Bool?
  /// The subject of the notification.
  ///
  /// Of several notifications with the same subject, only the first is heard.
  var about: String?

  /// The entries that are present, as `key: value`.
  func words(_ names: AppNames) -> [String] {
    [app.map { "app: \(names[$0])" }, sound.map { "sound: \($0)" }, about.map { "about: \($0)" }]
      .compactMap(\.self)
  }
}

extension Argument<Delivery> {
  /// A notification.
  static let delivery = Argument(
    form: "{app: NAME, sound: true, about: WORDS}",
    value: .map(
      Delivery(),
      [
        ScenarioField("app", Argument<AppID>.app.value) { $0.app = $1 },
        ScenarioField("sound", .truth) { $0.sound = $1 },
        ScenarioField("about", .text) { $0.about = $1 },
      ]),
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
    return Argument(
      form: port.form,
      value: .either(
        port.value.then { ConnectedDevice(nil, ports: [$0]) },
        ScenarioValue<(name: String, ports: [Port])>.map(
          ("", []),
          [
            ScenarioField("device", .text, isRequired: true) { $0.name = $1 },
            ScenarioField("ports", port.value.list(least: 1), isRequired: true) { $0.ports = $1 },
          ]
        ).then { ConnectedDevice($0.name, ports: PortSet($0.ports)) }),
      write: { device, _ in
        let ports = device.ports.ports.map(\.name).joined(separator: ", ")
        return device.name.map { "{device: \(YAMLWord.text($0)), ports: [\(ports)]}" } ?? ports
      })
  }()
}

/// A disconnection of a port, or of a device with all of its ports.
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
    let announced = ScenarioField<Departure>("announced", .truth) { $0.isAnnounced = $1 }
    return Argument(
      form: port.form,
      value: .either(
        port.value.then { Departure(port: $0) },
        .map(
          Departure(),
          [ScenarioField("device", .text, isRequired: true) { $0.device = $1 }, announced]),
        .map(
          Departure(),
          [ScenarioField("port", port.value, isRequired: true) { $0.port = $1 }, announced])),
      write: { departure, _ in
        let rest = departure.isAnnounced ? "" : ", announced: false"
        if let device = departure.device { return "{device: \(YAMLWord.text(device))\(rest)}" }
        let port = departure.port?.name ?? ""
        return departure.isAnnounced ? port : "{port: \(port)\(rest)}"
      })
  }()
}
