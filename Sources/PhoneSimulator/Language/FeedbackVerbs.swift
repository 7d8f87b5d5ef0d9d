internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import TextFormats

/// The requests that apps make to feedback generators, and the events of controls on their screen.
enum FeedbackVerbs {
  /// The verbs, in the order of the page.
  static let all: [Verb<AppAction>] = [
    Verb(
      "prepareFeedback",
      .choice(
        "feedback family", FeedbackFamily.allCases.map { ($0.rawValue, $0) }, form: "impact"),
      is: { .resident(.prepareFeedback($0)) },
      says: { "prepares its \($0.rawValue) feedback generator" }, fuzz: .other),
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
      note:
        "or `{preset: impact.heavy, intensity: 0.5}`, in which the preset must be an impact; NAME is a preset"
    ),
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
      note: "the composite's sound and haptic start together"),
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
      says: { setting, _ in "turns its switch \(setting.name) \(setting.value ? "on" : "off")" },
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
        "has wheel \(turn.value.wheel) of its picker \(turn.name) turned by \(turn.value.rows) rows in "
          + "\(turn.value.seconds.shortest) s"
      },
      fuzz: .other, examples: ["{\(control): {wheel: 1, by: 3, seconds: 0.5}}"],
      note: "`by` can be negative"),
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

  /// The composite in examples.
  ///
  /// Random steps exclude composites, because random steps are read without the pattern library.
  private static let composite = "payment-confirmed"
  /// The name of the control in examples.
  private static let control = "wifi"
}

/// A value with a name.
struct Named<Value: Hashable & Sendable>: Hashable, Sendable {
  var name: String
  var value: Value
}

extension Argument {
  /// A map with one entry: a name and a value.
  static func named<Inner>(_ inner: Argument<Inner>) -> Argument where Value == Named<Inner> {
    Argument(
      form: "{NAME: \(inner.form)}",
      value: ScenarioValue(
        shape: .map([:], others: inner.value.shape, least: 1, most: 1)
      ) { reader, node, label in
        guard case .mapping(let entries) = node.content, let entry = entries.first,
          entries.count == 1
        else {
          reader.report(
            node.place, .wrongType, "'\(label)' takes a name and its value: {NAME: \(inner.form)}")
          return nil
        }
        return inner.value.read(&reader, entry.value, entry.key)
          .map { Named(name: entry.key, value: $0) }
      }, write: { "{\(YAMLWord.text($0.name)): \(inner.write($0.value, $1))}" })
  }
}

extension Argument<Double> {
  /// A number from 0 to 1.
  static let share = number(in: 0...1, form: "NUMBER")
}

extension Argument<Feedback> {
  /// A preset, or a map with an impact and its intensity.
  static let feedback: Argument = {
    let presets = HapticPreset.allCases.map { ($0.name, $0) }
    let choice = Argument<HapticPreset>.choice(
      "preset", presets + [("notification.error", .notificationFailure)], form: "NAME")
    return Argument(
      form: choice.form,
      value: .either(
        choice.value.then { Feedback($0) },
        ScenarioValue.map(
          (preset: HapticPreset.selection, intensity: 1.0),
          [
            ScenarioField("preset", choice.value, isRequired: true) { $0.preset = $1 },
            ScenarioField("intensity", .number(in: 0...1)) { $0.intensity = $1 },
          ]
        ).checked { reader, node, parts in
          if let feedback = Feedback(parts.preset, intensity: parts.intensity) { return feedback }
          reader.report(
            node.place, .outOfRange,
            "the system manages the strength of \(parts.preset.name); only an impact has an intensity"
          )
          return nil
        }),
      write: { feedback, _ in
        feedback.intensity == 1
          ? feedback.preset.name
          : "{preset: \(feedback.preset.name), intensity: \(feedback.intensity.exactText)}"
      })
  }()
}

extension Argument<String> {
  /// A pattern that is a composite.
  static let composite = Argument(
    form: "NAME",
    value: haptic.value.checked { reader, node, name in
      reader.checkComposite(name, node.place)
      return name
    }, write: haptic.write)
}

extension Argument<Named<Double>> {
  /// A pattern that is a composite, and its loading time.
  static let loading: Argument = {
    let named = Argument.named(Argument<Double>.seconds(from: 0))
    return Argument(
      form: named.form,
      value: named.value.checked { reader, node, loading in
        guard case .mapping(let entries) = node.content, let entry = entries.first else {
          return nil
        }
        reader.readPattern(loading.name, entry.place)
        reader.checkComposite(loading.name, entry.place)
        return loading
      }, write: named.write)
  }()
}

extension ScenarioReader {
  /// Reports a pattern that was read but is not a composite.
  fileprivate mutating func checkComposite(_ name: String, _ place: SourceLocation) {
    guard let pattern = patterns[name] ?? HapticPreset(named: name)?.pattern else { return }
    do throws(CompositeError) {
      _ = try CompositeAsset(name, pattern, still: name)
    } catch {
      report(place, .unusableFile, "\(error)")
    }
  }
}
