import HapticEngine
import TextFormats

/// How the notation declares inputs.
///
///     input draw 0..1=0.5 "cm" intensity rising 0:0.2 0.5:1 1:1.5 sharpness 0:-0.2 0.5:0
extension PatternInput.Target {
  fileprivate var notationWord: String {
    switch self {
    case .intensity: "intensity"
    case .sharpness: "sharpness"
    case .pan: "pan"
    case .time: "time"
    }
  }

  fileprivate static func named(_ token: NotationToken) -> Self? {
    allCases.first { token.kind == .word($0.notationWord) }
  }
}

extension NotationParser {
  /// The metadata of the pattern.
  var metadata: [String: MetadataValue] {
    inputs.isEmpty ? [:] : ["Inputs": Self.declaration(of: inputs)]
  }

  private static func declaration(of inputs: [String: JSONValue]) -> MetadataValue {
    // The encoding does not fail because all numbers are finite.
    .json((try? JSONEncoding.text(JSONValue.object(inputs), isOneLine: true)) ?? "{}")
  }

  /// `(NAME | QUOTATION) number ".." number "=" number [QUOTATION] TARGET mapping { TARGET mapping }`.
  mutating func declareInput() throws(Skip) {
    let start = token
    let name = try inputName()
    if name.isEmpty { throw note(.input("the name of the input is empty"), at: start) }
    if inputs[name] != nil { note(.input("the input '\(name)' is already declared"), at: start) }
    if inputs.count == PatternInput.maximumInputs {
      throw note(.input("a pattern has at most \(PatternInput.maximumInputs) inputs"), at: start)
    }
    // The column of each part, by the path that the reader of declarations uses for its problems.
    var columns = ["": start.column, name: start.column, "\(name): Range": token.column]
    let lowest = try declaredNumber("the lowest value of the input, such as 0")
    try expect("..", "'..' and the highest value, as in 0..1=0.5")
    let highest = try declaredNumber("the highest value of the input, such as 1")
    try expect("=", "'=' and the default, as in 0..1=0.5")
    columns["\(name): Default"] = token.column
    let value = try declaredNumber("the default, such as 0.5")
    var members: [String: JSONValue] = [
      "Range": [.number(lowest), .number(highest)], "Default": .number(value),
    ]
    if case .quotation(let unit) = token.kind {
      columns["\(name): Unit"] = token.column
      members["Unit"] = .text(unit)
      skip()
    } else if let unit = bareUnit {
      note(.input("the unit has no quotation marks; write \"\(unit)\""))
      while !isMapping(at: 0) { skip() }
    }
    takeLineEndBeforeMapping()
    repeat {
      try mapping(of: name, &members, &columns)
    } while takeLineEndBeforeMapping()
    var reader = InputReader()
    _ = reader.inputs(Self.declaration(of: [name: .object(members)]))
    for problem in reader.problems {
      let path = columns.first { $0.key.printable == problem.path }
      problems.append(.init(column: path?.value ?? start.column, .input(problem.reason)))
    }
    inputs[name] = .object(members)
  }

  private mutating func inputName() throws(Skip) -> String {
    switch token.kind {
    case .word(let name), .quotation(let name):
      skip()
      return name
    case .number, .mark, .unknown, .lineEnd, .end:
      throw note(.unexpected(token.text, expected: "the input's name, such as draw or \"2nd\""))
    }
  }

  /// A number of a declaration, which cannot be random and does not take a unit.
  private mutating func declaredNumber(_ expected: String) throws(Skip) -> Double {
    if case .number(let number, let unit) = token.kind, !unit.isEmpty {
      throw note(
        .input(
          "'\(number)\(unit)' has a unit; write '\(number)', and the unit in quotation marks after the default, "
            + "as in 0..70=35 \"\(unit)\""))
    }
    let number = try number(expected)
    if token.kind == .mark("~") {
      throw note(
        .input(
          "the numbers of an input cannot be random; write a single number, and the range of the input as 0..1"
        ))
    }
    return number
  }

  /// The next tokens as a unit that lacks its quotation marks; nil if they are not a unit.
  private var bareUnit: String? {
    var unit = ""
    // Our choice: a unit such as km / h consists of three tokens, and a line may end after it.
    for offset in 0..<5 {
      if isMapping(at: offset) { return unit.isEmpty ? nil : unit }
      switch token(at: offset).kind {
      case .word(let text), .unknown(let text): unit += text
      case .mark("/"): unit += "/"
      case .lineEnd: continue
      case .number, .quotation, .mark, .end: return nil
      }
    }
    return nil
  }

  /// `TARGET ["rising" | "falling"] point { point }`, with `number ":" number` as a point.
  private mutating func mapping(
    of name: String, _ members: inout [String: JSONValue], _ columns: inout [String: Int]
  ) throws(Skip) {
    let word = token
    guard let target = PatternInput.Target.named(word) else {
      let known = PatternInput.Target.allCases.map(\.notationWord)
      throw note(
        .unexpected(word.text, expected: "one of \(known.joined(separator: ", ")), and its points"))
    }
    skip()
    if members[target.rawValue] != nil {
      note(.input("the input '\(name)' already has points for \(target.notationWord)"), at: word)
    }
    let path = "\(name): \(target.rawValue)"
    columns[path] = word.column
    var mapping: [String: JSONValue] = [:]
    if case .word(let course) = token.kind, PatternInput.Course(rawValue: course) != nil {
      mapping["Course"] = .text(course)
      skip()
    }
    var points: [JSONValue] = []
    repeat {
      columns["\(path): point \(points.count + 1)"] = token.column
      let input = try declaredNumber("a point such as 0.5:1")
      try expect(":", "':' and the \(target.word.lowercased()) there, as in 0.5:1")
      let output = try declaredNumber("the \(target.word.lowercased()) there")
      points.append([.number(input), .number(output)])
    } while isNumber
    try refuseComma(behind: word)
    mapping[target.word] = .array(points)
    members[target.rawValue] = .object(mapping)
  }

  /// Notes a comma before another point, or before the points of another target, in the mapping that starts with
  /// `word`.
  private mutating func refuseComma(behind word: NotationToken) throws(Skip) {
    guard token.kind == .mark(",") else { return }
    let isPoint = token(at: 2).kind == .mark(":")
    guard isPoint || isMapping(at: 1) else { return }
    let example = isPoint ? "\(word.text ?? "") 0:0.2 1:1" : "intensity 0:0.2 1:1 time 0:1"
    note(.unexpected(",", expected: "the points of an input without commas, as in '\(example)'"))
    skip()
    throw Skip()
  }

  /// Whether another mapping follows; skips a line end before it.
  ///
  /// A line may also start with a defined name that equals the word of a target, but such a name is never followed by
  /// a point or a course.
  @discardableResult
  private mutating func takeLineEndBeforeMapping() -> Bool {
    if PatternInput.Target.named(token) != nil { return true }
    guard token.kind == .lineEnd, isMapping(at: 1) else { return false }
    skip()
    return true
  }

  /// Whether a mapping starts `offset` tokens after the next token: the word of a target, followed by a course or a
  /// point.
  private func isMapping(at offset: Int) -> Bool {
    guard PatternInput.Target.named(token(at: offset)) != nil else { return false }
    return switch token(at: offset + 1).kind {
    case .number(_, unit: ""): true
    case .word(let word): PatternInput.Course(rawValue: word) != nil
    case .number, .quotation, .mark, .unknown, .lineEnd, .end: false
    }
  }

  private mutating func expect(_ mark: String, _ expected: String) throws(Skip) {
    guard take(mark) else { throw note(.unexpected(token.text, expected: expected)) }
  }
}

extension PatternInput {
  /// The declaration as an item of a notation; nil if the unit contains a quotation mark, which a notation cannot
  /// express.
  var notation: String? {
    let isWord =
      name.first.map(NotationLexer.beginsWord) == true
      && name.allSatisfy(NotationLexer.continuesWord)
    var parts = [
      NotationWord.input, isWord ? name : "\"\(name)\"",
      "\(range.lowerBound.exactText)..\(range.upperBound.exactText)=\(defaultValue.exactText)",
    ]
    if let unit {
      if unit.contains("\"") { return nil }
      parts.append("\"\(unit)\"")
    }
    for mapping in mappings {
      parts.append(mapping.target.notationWord)
      if let course = mapping.course { parts.append(course.rawValue) }
      parts += mapping.points.map { "\($0.input.exactText):\($0.output.exactText)" }
    }
    return parts.joined(separator: " ")
  }
}
