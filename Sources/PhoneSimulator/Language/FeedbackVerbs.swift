internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import TextFormats

/// What apps ask of feedback generators, and what happens to controls on their screen.
enum FeedbackVerbs {
  /// The verbs, in the order of the page.
  static let all: [Verb<AppAction>] = [
    Verb(
      "prepareFeedback",
      .choice(
        "feedback family", FeedbackFamily.allCases.map { ($0.rawValue, $0) }, form: "impact"),
      is: { .resident(.prepareFeedback($0)) },
      from: { if case .resident(.prepareFeedback(let family)) = $0 { family } else { nil } },
      says: { family, _ in "prepares its \(family.rawValue) feedback generator" },
      fuzz: .other, examples: FeedbackFamily.allCases.map(\.rawValue)),
    Verb(
      "feedback", .feedback, is: { .resident(.triggerFeedback($0)) },
      from: { if case .resident(.triggerFeedback(let feedback)) = $0 { feedback } else { nil } },
      says: { feedback, _ in
        let strength = feedback.intensity == 1 ? "" : " at intensity \(feedback.intensity.shortest)"
        return "triggers the feedback \(feedback.preset.name)\(strength)"
      },
      fuzz: .other,
      examples: HapticPreset.allCases.map(\.name)
        + ["{preset: impact.heavy, intensity: 0.5}"],
      note: "or `{preset: impact.heavy, intensity: 0.5}`, an impact alone"),
    Verb(
      "loadComposite", .loading, is: { .resident(.loadComposite($0.name, seconds: $0.value)) },
      from: {
        guard case .resident(.loadComposite(let name, let seconds)) = $0 else { return nil }
        return Named(name: name, value: seconds)
      },
      says: { loading, _ in
        "loads the composite \(loading.name), which takes \(loading.value.shortest) s"
      },
      fuzz: nil, examples: ["{\(composite): 0.5}"]),
    Verb(
      "playComposite", .composite, is: { .resident(.playComposite($0)) },
      from: { if case .resident(.playComposite(let name)) = $0 { name } else { nil } },
      says: { name, _ in "plays the composite \(name)" },
      fuzz: nil, examples: [composite],
      note: "a pattern whose sound and haptic start together"),
    Verb(
      "toggleSwitch", .name, is: { .resident(.operate($0, .toggled)) },
      from: { if case .resident(.operate(let name, .toggled)) = $0 { name } else { nil } },
      says: { name, _ in "has its switch \(name) toggled" },
      fuzz: .other, examples: [control]),
    Verb(
      "setSwitch", .named(.truth), is: { .resident(.operate($0.name, .switched($0.value))) },
      from: {
        guard case .resident(.operate(let name, .switched(let isOn))) = $0 else { return nil }
        return Named(name: name, value: isOn)
      },
      says: { setting, _ in "sets its switch \(setting.name) \(setting.value ? "on" : "off")" },
      fuzz: .other, examples: ["{\(control): true}", "{\(control): false}"]),
    Verb(
      "dragSlider", .named(.share), is: { .resident(.operate($0.name, .dragged(to: $0.value))) },
      from: {
        guard case .resident(.operate(let name, .dragged(let value))) = $0 else { return nil }
        return Named(name: name, value: value)
      },
      says: { setting, _ in
        "has its slider \(setting.name) dragged to \(setting.value.shortest)"
      },
      fuzz: .other, examples: ["{\(control): 0}", "{\(control): 0.25}", "{\(control): 1}"]),
    Verb(
      "setSlider", .named(.share), is: { .resident(.operate($0.name, .moved(to: $0.value))) },
      from: {
        guard case .resident(.operate(let name, .moved(let value))) = $0 else { return nil }
        return Named(name: name, value: value)
      },
      says: { setting, _ in "sets its slider \(setting.name) to \(setting.value.shortest)" },
      fuzz: .other, examples: ["{\(control): 1}"]),
    Verb(
      "turnPicker", .named(.turn), is: { .resident(.turnPicker($0.name, $0.value)) },
      from: {
        guard case .resident(.turnPicker(let name, let turn)) = $0 else { return nil }
        return Named(name: name, value: turn)
      },
      says: { turn, _ in
        "has wheel \(turn.value.wheel) of its picker \(turn.name) turned by \(turn.value.rows) in "
          + "\(turn.value.seconds.shortest) s"
      },
      fuzz: .other, examples: ["{\(control): {wheel: 1, by: 3, seconds: 0.5}}"],
      note: "`by` may be negative"),
    Verb(
      "selectRow", .named(.row), is: { .resident(.operate($0.name, $0.value)) },
      from: {
        guard case .resident(.operate(let name, let event)) = $0, case .selected = event else {
          return nil
        }
        return Named(name: name, value: event)
      },
      says: { row, _ in
        guard case .selected(let wheel, let number) = row.value else { return "\(row)" }
        return "selects row \(number) of wheel \(wheel) of its picker \(row.name)"
      },
      fuzz: .other, examples: ["{\(control): {wheel: 1, row: 0}}"]),
  ]

  /// The composite of examples; not among random steps, which are read without the pattern library.
  private static let composite = "payment-confirmed"
  /// What the control of an example is called.
  private static let control = "wifi"
}

/// A value for something that has a name.
struct Named<Value: Hashable & Sendable>: Hashable, Sendable {
  var name: String
  var value: Value
}

extension Argument {
  /// A map with one entry: a name and a value.
  static func named<Inner>(_ inner: Argument<Inner>) -> Argument where Value == Named<Inner> {
    Argument(
      form: "{NAME: \(inner.form)}", shape: .map([:], others: inner.shape, least: 1, most: 1),
      read: { reader, node, label, apps in
        guard case .mapping(let entries) = node.content, let entry = entries.first,
          entries.count == 1
        else {
          reader.report(
            node.place, .wrongType, "'\(label)' takes one name with a value: {NAME: \(inner.form)}")
          return nil
        }
        return inner.read(&reader, entry.value, entry.key, apps)
          .map { Named(name: entry.key, value: $0) }
      }, write: { "{\(YAMLWord.text($0.name)): \(inner.write($0.value, $1))}" })
  }
}

extension Argument<Double> {
  /// A number from 0 to 1.
  static let share = Argument(
    form: "NUMBER", shape: .number(0...1),
    read: { reader, node, label, _ in reader.number(node, label, in: 0...1) },
    write: { value, _ in value.exact })
}

extension Argument<Feedback> {
  /// A preset, or a map of an impact with its intensity.
  static let feedback: Argument = {
    let presets = HapticPreset.allCases.map { ($0.name, $0) }
    let choice = Argument<HapticPreset>.choice(
      "preset", presets + [("notification.error", .notificationFailure)], form: "NAME")
    return Argument(
      form: choice.form,
      shape: .either([
        choice.shape,
        .map(["preset": choice.shape, "intensity": .number(0...1)], required: ["preset"]),
      ]),
      read: { reader, node, label, apps in
        guard case .mapping = node.content else {
          return choice.read(&reader, node, label, apps).map { Feedback($0) }
        }
        var preset: HapticPreset?
        var intensity = 1.0
        for entry in reader.entries(node, label, keys: ["preset", "intensity"]) ?? [] {
          switch entry.key {
          case "preset": preset = choice.read(&reader, entry.value, "preset", apps)
          case "intensity":
            guard let read = reader.number(entry.value, "intensity", in: 0...1) else { return nil }
            intensity = read
          default: preconditionFailure("\(entry.key) is listed and not read")
          }
        }
        guard let preset else { return nil }
        guard let feedback = Feedback(preset, intensity: intensity) else {
          reader.report(
            node.place, .outOfRange,
            "the system manages the strength of \(preset.name); only an impact has an intensity")
          return nil
        }
        return feedback
      },
      write: { feedback, _ in
        feedback.intensity == 1
          ? feedback.preset.name
          : "{preset: \(feedback.preset.name), intensity: \(feedback.intensity.exact)}"
      })
  }()
}

extension ScenarioReader {
  /// A whole number.
  fileprivate mutating func integer(
    _ node: YAMLNode, _ what: String, in range: ClosedRange<Int>
  ) -> Int? {
    let limits = Double(range.lowerBound)...Double(range.upperBound)
    guard let number = number(node, what, in: limits) else { return nil }
    guard let integer = Int(exactly: number) else {
      report(node.place, .wrongType, "\(what) is a whole number, not \(number.shortest)")
      return nil
    }
    return integer
  }

  /// Whole numbers of some keys, of which all have to be there but those that have a value.
  fileprivate mutating func integers(
    _ node: YAMLNode, _ label: String, _ keys: [(name: String, range: ClosedRange<Int>)],
    also others: [String] = []
  ) -> [String: Int]? {
    let names = keys.map(\.name)
    guard let entries = entries(node, label, keys: names + others) else { return nil }
    var numbers: [String: Int] = [:]
    for (name, range) in keys {
      guard let entry = entries.first(where: { $0.key == name }) else {
        report(node.place, .missing, "'\(label)' needs \(names.joined(separator: " and "))")
        return nil
      }
      guard let number = integer(entry.value, name, in: range) else { return nil }
      numbers[name] = number
    }
    return numbers
  }
}

extension Argument<String> {
  /// A pattern that is a composite.
  static let composite = Argument(
    form: "NAME", shape: .text,
    read: { reader, node, label, apps in
      guard let name = Argument<String>.haptic.read(&reader, node, label, apps) else { return nil }
      reader.checkComposite(name, node.place)
      return name
    }, write: haptic.write)
}

extension Argument<Named<Double>> {
  /// A pattern that is a composite, and how long it takes to load.
  static let loading: Argument = {
    let named = Argument.named(Argument<Double>.seconds(from: 0))
    return Argument(
      form: named.form, shape: named.shape,
      read: { reader, node, label, apps in
        guard case .mapping(let entries) = node.content, let entry = entries.first,
          let loading = named.read(&reader, node, label, apps)
        else { return named.read(&reader, node, label, apps) }
        reader.readPattern(loading.name, entry.place)
        reader.checkComposite(loading.name, entry.place)
        return loading
      }, write: named.write)
  }()
}

extension ScenarioReader {
  /// Reports a pattern that was read and is no composite.
  fileprivate mutating func checkComposite(_ name: String, _ place: SourceLocation) {
    guard let pattern = patterns[name] ?? HapticPreset(named: name)?.pattern else { return }
    do throws(CompositeError) {
      _ = try CompositeAsset(name, pattern, still: name)
    } catch {
      report(place, .unusableFile, "\(error)")
    }
  }
}

extension Argument<PickerTurn> {
  /// Which wheel is turned, how far, and in what time.
  static let turn = Argument(
    form: "{wheel: 1, by: NUMBER, seconds: SECONDS}",
    shape: .map(
      [
        "wheel": .whole(1...PickerControl.maximumRows),
        "by": .whole(-PickerControl.maximumRows...PickerControl.maximumRows),
        "seconds": .number(0...ScenarioReader.longest),
      ], required: ["wheel", "by"]),
    read: { reader, node, label, _ in
      let most = PickerControl.maximumRows
      guard
        let numbers = reader.integers(
          node, label, [("wheel", 1...most), ("by", -most...most)], also: ["seconds"]),
        let wheel = numbers["wheel"], let rows = numbers["by"]
      else { return nil }
      let entry = reader.entries(node, label, keys: ["wheel", "by", "seconds"])?
        .first { $0.key == "seconds" }
      guard let entry else { return PickerTurn(wheel: wheel, rows: rows, seconds: 0) }
      return reader.number(entry.value, "seconds", in: 0...ScenarioReader.longest)
        .map { PickerTurn(wheel: wheel, rows: rows, seconds: $0) }
    },
    write: { turn, _ in
      "{wheel: \(turn.wheel), by: \(turn.rows), seconds: \(turn.seconds.exact)}"
    })
}

extension Argument<ControlEvent> {
  /// Which row of which wheel is selected.
  static let row = Argument(
    form: "{wheel: 1, row: NUMBER}",
    shape: .map(
      [
        "wheel": .whole(1...PickerControl.maximumRows),
        "row": .whole(0...PickerControl.maximumRows),
      ], required: ["wheel", "row"]),
    read: { reader, node, label, _ in
      let most = PickerControl.maximumRows
      guard
        let numbers = reader.integers(node, label, [("wheel", 1...most), ("row", 0...most)]),
        let wheel = numbers["wheel"], let row = numbers["row"]
      else { return nil }
      return .selected(wheel: wheel, row: row)
    },
    write: { event, _ in
      guard case .selected(let wheel, let row) = event else { return "\(event)" }
      return "{wheel: \(wheel), row: \(row)}"
    })
}

extension Argument<Control> {
  /// A control in the setup of an app.
  static let control = Argument(
    form: "switch", shape: .control,
    read: { reader, node, label, _ in
      guard case .mapping = node.content else {
        let plain: [(String, Control)] = [
          ("switch", .toggle(SwitchControl())), ("slider", .slider(SliderControl())),
        ]
        return reader.choice(node, "control without values", plain)
      }
      return reader.control(node, label)
    },
    write: { control, _ in
      switch control {
      case .toggle(let toggle):
        if !toggle.isOn && toggle.turnsOff.isEmpty { return "switch" }
        let others = toggle.turnsOff.map(YAMLWord.text).joined(separator: ", ")
        return "{switch: \(toggle.isOn)\(others.isEmpty ? "" : ", turnsOff: [\(others)]")}"
      case .slider(let slider): return "{slider: \(slider.value.exact)}"
      case .picker(let picker):
        return "{picker: [\(picker.rowCounts.map(String.init).joined(separator: ", "))]}"
      case .datePicker(let picker):
        let interval =
          picker.minuteInterval == 1 ? "" : ", minuteInterval: \(picker.minuteInterval)"
        let minutes = picker.values.first.map { $0 * 60 + (picker.values.last ?? 0) } ?? 0
        let start = picker.mode == .countdown && minutes > 0 ? ", minutes: \(minutes)" : ""
        return "{datePicker: \(picker.mode.rawValue)\(interval)\(start)}"
      }
    })
}

extension ScenarioReader {
  fileprivate mutating func control(_ node: YAMLNode, _ label: String) -> Control? {
    let kinds = ["switch", "slider", "picker", "datePicker"]
    let keys = kinds + ["turnsOff", "minuteInterval", "minutes"]
    guard let entries = entries(node, label, keys: keys) else { return nil }
    let values = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let found = kinds.filter { values[$0] != nil }
    guard let kind = found.first, found.count == 1, let value = values[kind] else {
      report(node.place, .missing, "a control is one of \(kinds.joined(separator: ", "))")
      return nil
    }
    let own = ["switch": ["turnsOff"], "datePicker": ["minuteInterval", "minutes"]][kind] ?? []
    for entry in entries where entry.key != kind && !own.contains(entry.key) {
      report(entry.place, .unknownKey, "'\(entry.key)' says nothing of a \(kind)")
    }
    do throws(ControlError) {
      switch kind {
      case "switch":
        guard let isOn = truth(value, kind) else { return nil }
        let others = values["turnsOff"].map { list($0, "turnsOff") ?? [] } ?? []
        return .toggle(
          SwitchControl(isOn: isOn, turnsOff: others.compactMap { word($0, "turnsOff") }))
      case "slider":
        return number(value, kind, in: 0...1).map { .slider(SliderControl(value: $0)) }
      case "picker":
        guard let wheels = list(value, kind) else { return nil }
        let rows = wheels.compactMap {
          integer($0, "a wheel's rows", in: 1...PickerControl.maximumRows)
        }
        guard rows.count == wheels.count else { return nil }
        return .picker(try PickerControl(rowCounts: rows))
      default:
        let modes = DatePickerControl.Mode.allCases.map { ($0.rawValue, $0) }
        guard let mode = choice(value, "mode of a date picker", modes) else { return nil }
        let interval = values["minuteInterval"].map { integer($0, "minuteInterval", in: 0...60) }
        if case .some(nil) = interval { return nil }
        guard mode == .countdown, let minutes = values["minutes"] else {
          if values["minutes"] != nil {
            report(node.place, .unknownKey, "'minutes' says nothing of a \(kind): \(mode.rawValue)")
          }
          return .datePicker(try DatePickerControl(mode, minuteInterval: (interval ?? 1) ?? 1))
        }
        guard let count = integer(minutes, "minutes", in: 0...1_000_000) else { return nil }
        return .datePicker(
          try DatePickerControl(countdownMinutes: count, minuteInterval: (interval ?? 1) ?? 1))
      }
    } catch {
      report(node.place, .outOfRange, "\(error)")
      return nil
    }
  }

  /// The controls on the screen of an app.
  mutating func controls(_ node: YAMLNode) -> [String: Control] {
    guard case .mapping(let entries) = node.content else {
      report(node.place, .wrongType, "controls is a map, not \(node.kind)")
      return [:]
    }
    var controls: [String: Control] = [:]
    for entry in entries {
      controls[entry.key] = Argument<Control>.control.read(&self, entry.value, entry.key, [])
    }
    checkCascades(entries, controls)
    return controls
  }

  /// Reports what a switch is to turn off and is no other switch of the app's.
  private mutating func checkCascades(
    _ entries: [YAMLNode.Entry], _ controls: [String: Control]
  ) {
    for entry in entries {
      guard case .mapping(let keys) = entry.value.content,
        case .sequence(let items)? = keys.first(where: { $0.key == "turnsOff" })?.value.content
      else { continue }
      let others = controls.filter { $0.key != entry.key && $0.value.isSwitch }.keys.sorted()
      for item in items {
        guard case .scalar(let name, _) = item.content, !others.contains(name) else { continue }
        if others.isEmpty {
          report(item.place, .unknownWord, "there is no other switch that '\(entry.key)' turns off")
        } else {
          reportUnknown(name, item.place, .unknownWord, "switch", among: others)
        }
      }
    }
  }
}

extension Control {
  fileprivate var isSwitch: Bool {
    switch self {
    case .toggle: true
    case .slider, .picker, .datePicker: false
    }
  }
}
