internal import HapticEngine
internal import TextFormats

/// Reads the declaration of inputs in a pattern's metadata and collects its problems.
struct InputReader {
  private(set) var problems: [PatternInputError.Problem] = []

  private mutating func report(_ path: String, _ reason: String, breaksCourse: Bool = false) {
    if problems.count < 20 {
      problems.append(
        .init(path: path.printable, reason: reason.printable, breaksCourse: breaksCourse))
    }
  }

  /// The valid inputs of `declaration`.
  mutating func inputs(_ declaration: MetadataValue) -> [PatternInput] {
    guard case .json(let json) = declaration,
      let members = JSONTreeBuilder.tree(of: Array(json.utf8)).members
    else {
      report("", "this must be an object with a member for each input")
      return []
    }
    if members.count > PatternInput.maximumInputs {
      report(
        "",
        "there are \(members.count) inputs; a pattern can have at most \(PatternInput.maximumInputs)"
      )
      return []
    }
    var names: Set<String> = []
    for (name, _) in members where !names.insert(name).inserted {
      report(name, "this input is declared twice")
    }
    var inputs: [PatternInput] = []
    for (name, node) in members {
      if let input = input(name, node) { inputs.append(input) }
    }
    return inputs
  }

  private mutating func input(_ name: String, _ node: JSONNode) -> PatternInput? {
    // Names are limited so that NAME=VALUE can be written in a shell without quotes.
    let isName =
      !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0)
      }
    if !isName { report(name, "a name consists of 1 to 64 letters, digits, '_', '-' and '.'") }
    guard let members = node.members else {
      report(name, "this must be an object, not \(node.noun)")
      return nil
    }
    let known = ["Range", "Default", "Unit"] + PatternInput.Target.allCases.map(\.rawValue)
    for (key, _) in members where !known.contains(key) {
      let question = NearestWord.question(for: key, among: known).map { "; \($0)" } ?? ""
      report(name, "unknown key '\(key)'\(question)")
    }
    guard let range = range(node["Range"], name) else { return nil }
    guard let value = node["Default"]?.number, range.contains(value) else {
      report(
        "\(name): Default",
        "this must be a number from \(range.lowerBound.brief) to \(range.upperBound.brief)")
      return nil
    }
    if let unit = node["Unit"], unit.text == nil || unit.text != unit.text?.printable {
      report("\(name): Unit", "this must be a string on one line, without control characters")
    }
    let mappings = PatternInput.Target.allCases.compactMap { target in
      node[target.rawValue].flatMap { mapping(target, $0, at: value, in: range, name) }
    }
    if !PatternInput.Target.allCases.contains(where: { node[$0.rawValue] != nil }) {
      report(
        name,
        "the input does not change anything; give it HapticIntensity, HapticSharpness, AudioPan or Time"
      )
    }
    return PatternInput(
      name: name, range: range, defaultValue: value, unit: node["Unit"]?.text?.printable,
      mappings: mappings)
  }

  private mutating func range(_ node: JSONNode?, _ name: String) -> ClosedRange<Double>? {
    let ends = node?.elements?.compactMap { $0.number } ?? []
    guard ends.count == 2, node?.elements?.count == 2, ends[0] < ends[1],
      ends.allSatisfy({ $0.magnitude <= 1e9 })
    else {
      report(
        "\(name): Range",
        "this must be two rising numbers within a billion of 0: the lowest and the highest value")
      return nil
    }
    return ends[0]...ends[1]
  }

  private mutating func mapping(
    _ target: PatternInput.Target, _ node: JSONNode, at value: Double,
    in range: ClosedRange<Double>, _ name: String
  ) -> PatternInput.Mapping? {
    let path = "\(name): \(target.rawValue)"
    let count = problems.count
    for (key, _) in node.members ?? [] where key != "Course" && key != target.word {
      report(path, "unknown key '\(key)'; the known keys are Course and \(target.word)")
    }
    let course = node["Course"]?.text.flatMap { PatternInput.Course(rawValue: $0) }
    if course == nil && node["Course"] != nil {
      report("\(path): Course", "this must be \"rising\" or \"falling\"")
    }
    let elements = node[target.word]?.elements ?? []
    guard 1...PatternInput.maximumPoints ~= elements.count else {
      report(
        path,
        "\(target.word) must be an array of 1 to \(PatternInput.maximumPoints) points [INPUT, VALUE]"
      )
      return nil
    }
    var points: [PatternInput.Point] = []
    for (index, element) in elements.enumerated() {
      let place = "\(path): point \(index + 1)"
      guard let point = point(element, target, in: range, place) else { continue }
      if let last = points.last { check(point, after: last, course, place) }
      points.append(point)
    }
    guard problems.count == count else { return nil }
    let mapping = PatternInput.Mapping(target: target, course: course, points: points)
    let found = mapping.value(at: value)
    if (found - target.neutral).magnitude > 1e-9 {
      report(
        path,
        "at the default \(value.brief) the \(target.word.lowercased()) is \(found.brief); it must be "
          + "\(target.neutral.brief), so that the pattern plays as written")
    }
    return mapping
  }

  private mutating func point(
    _ node: JSONNode, _ target: PatternInput.Target, in range: ClosedRange<Double>, _ place: String
  ) -> PatternInput.Point? {
    let numbers = node.elements?.compactMap { $0.number } ?? []
    if numbers.count == 2, node.elements?.count == 2, range.contains(numbers[0]),
      target.range.contains(numbers[1])
    {
      return PatternInput.Point(input: numbers[0], output: numbers[1])
    }
    report(
      place,
      "this must be two numbers: a value of the input from \(range.lowerBound.brief) to "
        + "\(range.upperBound.brief), and the \(target.word.lowercased()) there, from "
        + "\(target.range.lowerBound.brief) to \(target.range.upperBound.brief)")
    return nil
  }

  private mutating func check(
    _ point: PatternInput.Point, after last: PatternInput.Point, _ course: PatternInput.Course?,
    _ place: String
  ) {
    if point.input <= last.input {
      report(place, "its input must be above the previous point's input")
    }
    let side: String? =
      switch course {
      case .rising where point.output < last.output: "below"
      case .falling where point.output > last.output: "above"
      case .rising, .falling, nil: nil
      }
    if let side, let course {
      report(
        place, "it is \(side) the previous point, but the course is \(course.rawValue)",
        breaksCourse: true)
    }
  }
}

/// The combined changes that the values of several inputs make to a pattern.
struct InputChange {
  private(set) var intensity = 1.0
  private(set) var sharpness = 0.0
  private(set) var pan = 0.0
  private(set) var time = 1.0

  /// Adds the effect of `mapping` at `value` of its input.
  mutating func add(_ mapping: PatternInput.Mapping, at value: Double) {
    let value = mapping.value(at: value)
    switch mapping.target {
    case .intensity: intensity *= value
    case .sharpness: sharpness += value
    case .pan: pan += value
    case .time: time *= value
    }
  }

  /// Returns `pattern` with the change, without its declaration of inputs.
  func applied(to pattern: HapticPattern) throws(PatternError) -> HapticPattern {
    var metadata = pattern.metadata
    metadata["Inputs"] = nil
    if time != 1, !pattern.captions.isEmpty {
      let captions = pattern.captions.map { caption -> JSONValue in
        ["Time": .number(self.scaled(caption.time)), "Text": .text(caption.text)]
      }
      metadata["Captions"] = (try? JSONEncoding.text(captions, isOneLine: true)).map { .json($0) }
    }
    var scaled = pattern.entries
    if time != 1 {
      scaled = PatternCourse.changingTimes(of: scaled) { $0.scalingTimes(by: time) }
    }
    Self.add(sharpness, to: .hapticSharpness, of: &scaled) { $0.isHaptic }
    Self.add(pan, to: .audioPan, of: &scaled) { !$0.isHaptic }
    let changed = try HapticPattern(entries: scaled, metadata: metadata)
    return intensity == 1 ? changed : changed.scalingIntensity(by: intensity)
  }

  /// Adds `offset` to a parameter of all events whose type satisfies `isMeant`.
  private static func add(
    _ offset: Double, to id: EventParameter.ID, of entries: inout [HapticPattern.Entry],
    where isMeant: (EventType) -> Bool
  ) {
    guard offset != 0 else { return }
    for index in entries.indices {
      guard case .event(var event) = entries[index], isMeant(event.type) else { continue }
      let value = id.range.clamped(event.value(of: id) ?? id.defaultValue) + offset
      let written = PatternCourse.sum(value, 0)
      event.parameters.removeAll { $0.id == id }
      event.parameters.append(EventParameter(id, id.range.clamped(written)))
      entries[index] = .event(event)
    }
  }

  /// Returns a time with the change, rounded so that it has few decimals.
  private func scaled(_ seconds: Seconds) -> Seconds {
    time == 1 ? seconds : PatternCourse.sum(seconds * time, 0)
  }
}
