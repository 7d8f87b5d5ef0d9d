internal import HapticEngine
internal import TextFormats

/// Operations in words, as on the command line and in a log.
public enum EditWords {
  /// An argument of an operation.
  public enum Argument: Hashable, Sendable, CustomStringConvertible {
    /// A required value with this name.
    case value(String)
    /// An optional value with this name.
    case optional(String)
    /// The name of a pattern.
    case pattern

    /// The name as shown in help, such as `TIME`, or `[TIME]` for an optional argument.
    public var description: String {
      switch self {
      case .value(let name): name
      case .optional(let name): "[\(name)]"
      case .pattern: "PATTERN"
      }
    }
  }

  /// The name, the arguments and the description of an operation, for help.
  public struct Row: Sendable {
    /// The word that the operation begins with.
    public let name: String
    /// The arguments of the operation, in order.
    public let arguments: [Argument]
    /// A few words that describe the operation.
    public let summary: String
    /// Reads the words after the name; the second argument reads the pattern that the operation adds.
    fileprivate let read: Reader
  }

  fileprivate typealias Reader =
    @Sendable (
      inout EditWordReader, (String) throws(EditError) -> EditFragment
    ) throws(EditError) -> EditOperation

  /// All operations, in the order in which help lists them.
  public static let rows: [Row] = [
    Row("select", [.value("SELECTION")], "apply later operations to these entries") {
      reader, _ throws(EditError) in .select(try reader.selection())
    },
    Row("scale-intensity", [.value("FACTOR")], "multiply intensities; clamped to 0...1") {
      reader, _ throws(EditError) in .scaleIntensity(try reader.number("FACTOR", 0...1e6))
    },
    Row("scale-sharpness", [.value("FACTOR")], "multiply sharpnesses; clamped to 0...1") {
      reader, _ throws(EditError) in .scaleSharpness(try reader.number("FACTOR", 0...1e6))
    },
    Row("raise-intensity", [.value("AMOUNT")], "add to intensities; clamped to 0...1") {
      reader, _ throws(EditError) in .raiseIntensity(try reader.number("AMOUNT", -1...1))
    },
    Row("raise-sharpness", [.value("AMOUNT")], "add to sharpnesses; clamped to 0...1") {
      reader, _ throws(EditError) in .raiseSharpness(try reader.number("AMOUNT", -1...1))
    },
    Row("normalize", [.optional("LEVEL")], "scale the strongest event to LEVEL (1)") {
      reader, _ throws(EditError) in
      .normalize(reader.hasNumber ? try reader.number("LEVEL", 0...1) : 1)
    },
    Row(
      "humanize", [.value("SEED"), .optional("TIME"), .optional("AMOUNT")],
      "vary times (10ms) and intensities (0.05)"
    ) { reader, _ throws(EditError) in try reader.humanization() },
    Row("set", [.value("PATH"), .value("VALUE")], "set a field, adding it if necessary") {
      reader, _ throws(EditError) in try reader.setting()
    },
    Row("shift", [.value("TIME")], "move by TIME") { reader, _ throws(EditError) in
      .shift(try reader.time("TIME", isSigned: true))
    },
    Row("move", [.value("TIME")], "move so that the first entry is at TIME") {
      reader, _ throws(EditError) in .move(try reader.time("TIME"))
    },
    Row("stretch", [.value("FACTOR/TIME")], "multiply times and durations, or fit into TIME") {
      reader, _ throws(EditError) in try reader.stretching()
    },
    Row("reverse", [], "mirror in time") { _, _ in .reverse },
    Row("quantize", [.value("TIME")], "move to the nearest multiple of TIME") {
      reader, _ throws(EditError) in .quantize(try reader.step())
    },
    Row(
      "snap", [.value("TEMPO"), .optional("DIVISION")],
      "move to TEMPO's grid of DIVISION notes (1/16)"
    ) { reader, _ throws(EditError) in try reader.snap() },
    Row("trim", [.value("FROM"), .value("TO")], "keep only FROM to TO of the whole pattern") {
      reader, _ throws(EditError) in try reader.trim()
    },
    Row("delete", [], "remove") { _, _ in .delete },
    Row("duplicate", [.optional("TIME")], "insert copies, later by TIME or their length") {
      reader, _ throws(EditError) in
      .duplicate(reader.hasNumber ? try reader.time("TIME", isSigned: true) : nil)
    },
    Row("append", [.pattern], "add a pattern after the end") {
      reader, fragment throws(EditError) in .append(try fragment(try reader.next("PATTERN")))
    },
    Row("overlay", [.pattern], "add a pattern that plays at the same time") {
      reader, fragment throws(EditError) in .overlay(try fragment(try reader.next("PATTERN")))
    },
    Row(
      "add-point", [.value("PATH"), .value("TIME"), .value("VALUE")], "add a point to a curve"
    ) { reader, _ throws(EditError) in try reader.addedPoint() },
    Row("delete-point", [.value("PATH"), .value("INDEX")], "remove a point of a curve") {
      reader, _ throws(EditError) in try reader.deletedPoint()
    },
    Row("simplify", [.value("DECIBELS")], "remove points of curves within a tolerance") {
      reader, _ throws(EditError) in
      .simplify(decibels: try reader.number("DECIBELS", 0.001...60, units: ["dB", "db"]))
    },
    Row("split", [], "split at 16 points and 30 s, a device's limits") { _, _ in .split },
  ]

  /// Returns the operations that `words` describe.
  ///
  /// - Parameters:
  ///   - words: names and arguments, such as `select`, `transient`, `scale-intensity`, `0.8`.
  ///   - fragment: reads the pattern that `append` and `overlay` name.
  /// - Returns: the operations, in order; at least one.
  /// - Throws: `EditError.words` for the first word that cannot be understood.
  public static func operations(
    _ words: [String], fragment: (_ name: String) throws(EditError) -> EditFragment
  ) throws(EditError) -> [EditOperation] {
    var reader = EditWordReader(words)
    var operations: [EditOperation] = []
    while !reader.isAtEnd { operations.append(try reader.operation(fragment)) }
    return operations
  }
}

extension EditWords.Row {
  fileprivate init(
    _ name: String, _ arguments: [EditWords.Argument], _ summary: String,
    _ read: @escaping EditWords.Reader
  ) {
    self.name = name
    self.arguments = arguments
    self.summary = summary
    self.read = read
  }
}

/// Reads the words of operations one by one.
private struct EditWordReader {
  private let words: [String]
  private var position = 0
  private var name = ""

  init(_ words: [String]) { self.words = words }

  var isAtEnd: Bool { position == words.count }

  mutating func operation(
    _ fragment: (String) throws(EditError) -> EditFragment
  ) throws(EditError) -> EditOperation {
    name = words[position]
    position += 1
    if let row = EditWords.rows.first(where: { $0.name == name }) {
      return try row.read(&self, fragment)
    }
    let names = EditWords.rows.map(\.name)
    throw error(
      "unknown operation '\(name.printable)'; "
        + (NearestWord.question(for: name, among: names, EditWords.meanings)
          ?? "available: \(names.joined(separator: ", "))"))
  }

  mutating func selection() throws(EditError) -> Selection {
    let text = try next("SELECTION")
    do throws(SelectionError) { return try Selection(text) } catch {
      throw .words(number: position, column: error.column, reason: error.reason)
    }
  }

  mutating func setting() throws(EditError) -> EditOperation {
    let target = try path(EditTarget.init(path:))
    // The entry's own check names the field.
    return .set(
      target, try target.field.isTime ? time("VALUE", isSigned: true) : number("VALUE"))
  }

  mutating func trim() throws(EditError) -> EditOperation {
    let from = try time("FROM")
    let to = try time("TO")
    if to <= from { throw error("TO must be later than FROM") }
    return .trim(from: from, to: to)
  }

  mutating func addedPoint() throws(EditError) -> EditOperation {
    .addPoint(
      entry: try path(EditTarget.entry(path:)), time: try time("TIME"), value: try number("VALUE"))
  }

  mutating func deletedPoint() throws(EditError) -> EditOperation {
    .deletePoint(entry: try path(EditTarget.entry(path:)), index: try index("INDEX"))
  }

  /// Reads a path, whose meaning `read` returns.
  private mutating func path<Meaning>(
    _ read: (String) throws(SelectionError) -> Meaning
  ) throws(EditError) -> Meaning {
    let text = try next("PATH")
    do throws(SelectionError) { return try read(text) } catch {
      throw .words(number: position, column: error.column, reason: error.reason)
    }
  }

  mutating func humanization() throws(EditError) -> EditOperation {
    let text = try next("SEED")
    guard let seed = UInt64(text) else {
      throw error("SEED must be a whole number, not '\(text.printable)'")
    }
    // Our choice: small enough to stay in time, large enough not to sound mechanical.
    let time = hasNumber ? try time("TIME") : 0.01
    let intensity = hasNumber ? try number("AMOUNT", 0...1) : 0.05
    return .humanize(seed: seed, time: time, intensity: intensity)
  }

  /// Reads a factor, or a time, which needs a unit.
  mutating func stretching() throws(EditError) -> EditOperation {
    if position < words.count, trimmed(position).hasSuffix("s") { return .fit(try time("TIME")) }
    return .stretch(try number("FACTOR", 1e-6...1e6))
  }

  mutating func step() throws(EditError) -> Seconds {
    let step = try time("TIME")
    // Our choice: the precision of written numbers.
    if step < 1e-9 { throw error("TIME must be at least 1e-9 s") }
    return step
  }

  mutating func snap() throws(EditError) -> EditOperation {
    let tempo = try number("TEMPO", 1...10_000, units: ["bpm"])
    let division = hasNumber ? try fraction() : 1.0 / 16
    // A division is a fraction of a whole note, which has four beats.
    return .snap(tempo: tempo, step: division * 4)
  }

  /// Reads a division such as `1/16`, `3/8` or `2`.
  private mutating func fraction() throws(EditError) -> Double {
    let text = try next("DIVISION")
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    if parts.count == 2, let upper = parts[0], let lower = parts[1] {
      let value = upper / lower
      if (1.0 / 1024...64).contains(value) { return value }
    } else if parts.count == 1, let value = parts[0], (1.0 / 1024...64).contains(value) {
      return value
    }
    throw error("DIVISION must be from 1/1024 to 64, such as 1/16, not '\(text.printable)'")
  }

  mutating func next(_ argument: String) throws(EditError) -> String {
    guard position < words.count else { throw error("'\(name)' needs \(argument)", at: position) }
    position += 1
    return trimmed(position - 1)
  }

  /// The word at `index` without leading spaces, which on a command line keep a negative number from being taken for an
  /// option.
  private func trimmed(_ index: Int) -> String { String(words[index].drop { $0 == " " }) }

  /// Whether the next word begins like a number, or is `nan` or `inf`.
  ///
  /// In this case, the word is the optional argument.
  var hasNumber: Bool {
    guard position < words.count, let first = trimmed(position).utf8.first else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      || first == UInt8(ascii: "-") || first == UInt8(ascii: ".")
      || Double(trimmed(position)) != nil
  }

  private mutating func index(_ argument: String) throws(EditError) -> Int {
    let text = try next(argument)
    if let index = Int(text), index >= 0 { return index }
    throw error("\(argument) must be a whole number from 0, not '\(text.printable)'")
  }

  mutating func number(
    _ argument: String, _ range: ClosedRange<Double> = -1e9...1e9, units: [String] = []
  ) throws(EditError) -> Double {
    let text = try next(argument)
    let unit = units.first { text.hasSuffix($0) } ?? ""
    guard let value = Double(text.dropLast(unit.count)), value.isFinite else {
      throw error("\(argument) must be a number, not '\(text.printable)'")
    }
    guard range.contains(value) else {
      let bounds =
        "from \(EditNumber.word(range.lowerBound)) to \(EditNumber.word(range.upperBound))"
      throw error("\(argument) must be \(bounds), not '\(text.printable)'")
    }
    return value
  }

  /// Reads a time in seconds, or with a unit: `10ms`, `0.5s`.
  mutating func time(
    _ argument: String, isSigned: Bool = false
  ) throws(EditError) -> Seconds {
    let text = try next(argument)
    let (digits, scale): (Substring, Double) =
      text.hasSuffix("ms")
      ? (text.dropLast(2), 1e3)
      : (text.hasSuffix("s") ? text.dropLast(1) : Substring(text), 1)
    guard let value = Double(digits).map({ $0 / scale }), value.isFinite else {
      throw error("\(argument) must be a time such as 0.5 or 10ms, not '\(text.printable)'")
    }
    let range = (isSigned ? -PatternLimits.maximumTime : 0)...PatternLimits.maximumTime
    guard range.contains(value) else {
      let bounds =
        "from \(EditNumber.word(range.lowerBound)) to \(EditNumber.word(range.upperBound)) s"
      throw error("\(argument) must be \(bounds), not '\(text.printable)'")
    }
    return value
  }

  private func error(_ reason: String, at index: Int? = nil) -> EditError {
    .words(number: (index ?? position - 1) + 1, column: nil, reason: reason)
  }
}

extension EditTarget.Field {
  /// Whether the value is a time.
  var isTime: Bool {
    switch self {
    case .time, .duration, .pointTime: true
    case .value, .parameter, .parameterValue, .pointValue: false
    }
  }
}

extension EditOperation {
  /// The operation's name and arguments, which `EditWords` reads; an added pattern is represented by its name.
  public var words: [String] {
    switch self {
    case .select(let selection): ["select", selection.description]
    case .scaleIntensity(let factor): ["scale-intensity", EditNumber.word(factor)]
    case .scaleSharpness(let factor): ["scale-sharpness", EditNumber.word(factor)]
    case .raiseIntensity(let amount): ["raise-intensity", EditNumber.word(amount)]
    case .raiseSharpness(let amount): ["raise-sharpness", EditNumber.word(amount)]
    case .normalize(let level): ["normalize", EditNumber.word(level)]
    case .humanize(let seed, let time, let intensity):
      ["humanize", "\(seed)", EditNumber.word(time), EditNumber.word(intensity)]
    case .set(let target, let value): ["set", target.description, EditNumber.word(value)]
    case .shift(let time): ["shift", EditNumber.word(time)]
    case .move(let time): ["move", EditNumber.word(time)]
    case .stretch(let factor): ["stretch", EditNumber.word(factor)]
    case .fit(let duration): ["stretch", EditNumber.word(duration) + "s"]
    case .reverse: ["reverse"]
    case .quantize(let step): ["quantize", EditNumber.word(step)]
    case .snap(let tempo, let step): ["snap", EditNumber.word(tempo), EditNumber.word(step / 4)]
    case .trim(let from, let to): ["trim", EditNumber.word(from), EditNumber.word(to)]
    case .delete: ["delete"]
    case .duplicate(nil): ["duplicate"]
    case .duplicate(let time?): ["duplicate", EditNumber.word(time)]
    case .append(let fragment): ["append", fragment.name]
    case .overlay(let fragment): ["overlay", fragment.name]
    case .addPoint(let entry, let time, let value):
      ["add-point", "Pattern[\(entry)]", EditNumber.word(time), EditNumber.word(value)]
    case .deletePoint(let entry, let index): ["delete-point", "Pattern[\(entry)]", "\(index)"]
    case .simplify(let decibels): ["simplify", EditNumber.word(decibels)]
    case .split: ["split"]
    }
  }

  /// Checks the operation against the ranges that `EditWords` reads.
  ///
  /// - Throws: `EditError.operation` for the first argument that is out of range.
  func check() throws(EditError) {
    do throws(EditError) {
      _ = try EditWords.operations(words) { name throws(EditError) in
        guard let fragment else { throw .operation(name: name, reason: "the pattern is missing") }
        return fragment
      }
    } catch {
      guard case .words(_, _, let reason) = error else { throw error }
      throw .operation(name: words[0], reason: reason)
    }
  }

  /// The pattern that the operation adds; nil for most operations.
  var fragment: EditFragment? {
    switch self {
    case .append(let fragment), .overlay(let fragment): fragment
    case .select, .scaleIntensity, .scaleSharpness, .raiseIntensity, .raiseSharpness, .normalize,
      .humanize, .set, .shift, .move, .stretch, .fit, .reverse, .quantize, .snap, .trim, .delete,
      .duplicate, .addPoint, .deletePoint, .simplify, .split:
      nil
    }
  }
}
