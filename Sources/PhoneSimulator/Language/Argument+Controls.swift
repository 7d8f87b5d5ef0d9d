internal import PhoneRuntime
internal import TextFormats

/// The maximum number of rows of a wheel.
private let most = PickerControl.maximumRows

extension Argument<PickerTurn> {
  /// The wheel that is turned, the number of rows, and the duration.
  static let turn = Argument(
    form: "{wheel: 1, by: NUMBER, seconds: SECONDS}",
    value: ScenarioValue.map(
      (wheel: 1, rows: 0, seconds: 0.0),
      [
        ScenarioField("wheel", .whole(in: 1...most), isRequired: true) { $0.wheel = $1 },
        ScenarioField("by", .whole(in: -most...most), isRequired: true) { $0.rows = $1 },
        ScenarioField("seconds", Argument<Double>.seconds(from: 0).value) { $0.seconds = $1 },
      ]
    ).then { PickerTurn(wheel: $0.wheel, rows: $0.rows, seconds: $0.seconds) },
    write: { turn, _ in
      "{wheel: \(turn.wheel), by: \(turn.rows), seconds: \(turn.seconds.exactText)}"
    })
}

extension Argument<ControlEvent> {
  /// The selected row and its wheel.
  static let row = Argument(
    form: "{wheel: 1, row: NUMBER}",
    value: ScenarioValue.map(
      (wheel: 1, row: 0),
      [
        ScenarioField("wheel", .whole(in: 1...most), isRequired: true) { $0.wheel = $1 },
        ScenarioField("row", .whole(in: 0...most), isRequired: true) { $0.row = $1 },
      ]
    ).then { .selected(wheel: $0.wheel, row: $0.row) },
    write: { event, _ in
      guard case .selected(let wheel, let row) = event else { return "\(event)" }
      return "{wheel: \(wheel), row: \(row)}"
    })
}

extension Argument<Control> {
  /// A control in the setup of an app.
  static let control = Argument(
    form: "switch",
    value: .either(
      .choice(
        "control without values",
        [("switch", .toggle(SwitchControl())), ("slider", .slider(SliderControl()))]),
      .toggle, .slider, .picker, .datePicker),
    write: { control, _ in
      switch control {
      case .toggle(let toggle):
        if !toggle.isOn && toggle.turnsOff.isEmpty { return "switch" }
        let others = toggle.turnsOff.map(YAMLWord.text).joined(separator: ", ")
        return "{switch: \(toggle.isOn)\(others.isEmpty ? "" : ", turnsOff: [\(others)]")}"
      case .slider(let slider): return "{slider: \(slider.value.exactText)}"
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

extension ScenarioValue<Control> {
  fileprivate static var toggle: ScenarioValue<Control> {
    ScenarioValue<(isOn: Bool, others: [String])>.map(
      (false, []),
      [
        ScenarioField<(isOn: Bool, others: [String])>("switch", .truth, isRequired: true) {
          $0.isOn = $1
        },
        ScenarioField<(isOn: Bool, others: [String])>(
          "turnsOff", ScenarioValue<String>.text.list()
        ) { $0.others = $1 },
      ]
    ).then { .toggle(SwitchControl(isOn: $0.isOn, turnsOff: $0.others)) }
  }

  fileprivate static var slider: ScenarioValue<Control> {
    Argument<Double>.share.value.under("slider").then { .slider(SliderControl(value: $0)) }
  }

  fileprivate static var picker: ScenarioValue<Control> {
    ScenarioValue<Int>.whole(in: 1...most).list(least: 1).under("picker").checked {
      reader, node, counts in
      reader.control(node) { () throws(ControlError) in
        .picker(try PickerControl(rowCounts: counts))
      }
    }
  }

  fileprivate static var datePicker: ScenarioValue<Control> {
    typealias Parts = (mode: DatePickerControl.Mode, interval: Int, minutes: Int?)
    let countdown = DatePickerControl.Mode.countdown
    // Source: UIKit's page of UIDatePicker.minuteInterval: the divisors of 60, up to 30.
    let intervals = (1...30).filter { 60.isMultiple(of: $0) }.map { DocumentShape.whole($0...$0) }
    let interval = ScenarioField<Parts>(
      "minuteInterval",
      ScenarioValue<Int>(shape: .either(intervals)) { $0.whole($1, $2, in: 0...60) }
    ) { $0.interval = $1 }
    let minutes = ScenarioField<Parts>(
      "minutes",
      ScenarioValue<Int>(shape: .whole(0...DatePickerControl.longestCountdownMinutes)) {
        $0.whole($1, $2, in: 0...1_000_000)
      }
    ) { $0.minutes = $1 }
    func mode(_ modes: [DatePickerControl.Mode]) -> ScenarioField<Parts> {
      let choices = modes.map { ($0.rawValue, $0) }
      return ScenarioField(
        "datePicker", .choice("mode of a date picker", choices), isRequired: true
      ) { $0.mode = $1 }
    }
    let any = mode(DatePickerControl.Mode.allCases)
    let parts = ScenarioValue<Parts>.map((.time, 1, nil), [any, interval, minutes])
    let shape = DocumentShape.either([
      DocumentShape([any, interval]), DocumentShape([mode([countdown]), interval, minutes]),
    ])
    return ScenarioValue<Control>(shape: shape) { reader, node, what in
      guard let (mode, interval, minutes) = parts.read(&reader, node, what) else { return nil }
      if minutes != nil, mode != countdown {
        reader.report(
          node.place, .unknownKey, "'minutes' is not a key of datePicker: \(mode.rawValue)")
        return nil
      }
      return reader.control(node) { () throws(ControlError) in
        if let minutes {
          return .datePicker(
            try DatePickerControl(countdownMinutes: minutes, minuteInterval: interval))
        }
        return .datePicker(try DatePickerControl(mode, minuteInterval: interval))
      }
    }
  }
}

extension ScenarioValue<[String: Control]> {
  /// The controls on the screen of an app.
  static var controls: ScenarioValue<[String: Control]> {
    Argument<Control>.control.value.named().checked { reader, node, found in
      let controls = Dictionary<String, Control>(
        uniqueKeysWithValues: found.map { ($0.name, $0.value) })
      if case .mapping(let entries) = node.content { reader.checkCascades(entries, controls) }
      return controls
    }
  }
}

extension ScenarioReader {
  /// Returns the control that `make` creates.
  ///
  /// If it throws, reports a problem and returns nil.
  fileprivate mutating func control(
    _ node: YAMLNode, _ make: () throws(ControlError) -> Control
  ) -> Control? {
    do throws(ControlError) {
      return try make()
    } catch {
      report(node.place, .outOfRange, "\(error)")
      return nil
    }
  }

  /// Reports names in `turnsOff` that are not other switches of the app.
  fileprivate mutating func checkCascades(
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
          report(
            item.place, .unknownWord,
            "'\(entry.key)' cannot turn off other switches, because the app does not have any")
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
