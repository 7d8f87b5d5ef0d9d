public import HapticEngine
internal import TextFormats

/// A named value that a pattern follows, such as the height of a jump.
///
/// Inputs are declared in a pattern's metadata, which Core Haptics ignores: there the pattern plays as
/// it is written. See Documentation/Inputs.md.
///
/// ```json
/// "Inputs": {
///   "height": {
///     "Range": [0, 5], "Default": 0.5, "Unit": "m",
///     "HapticIntensity": { "Course": "rising", "Factor": [[0, 0.5], [0.5, 1], [5, 1.7]] },
///     "HapticSharpness": { "Course": "falling", "Offset": [[0, 0.1], [0.5, 0], [5, -0.2]] },
///     "Time": { "Factor": [[0, 0.8], [0.5, 1], [5, 1.6]] }
///   }
/// }
/// ```
public struct PatternInput: Hashable, Sendable {
  /// What an input changes.
  ///
  /// Raw values are the words of the metadata.
  public enum Target: String, Hashable, Sendable, CaseIterable {
    /// The intensity of every haptic event, which is multiplied; the product is clamped to 0...1.
    case intensity = "HapticIntensity"
    /// The sharpness of every haptic event, to which is added; the sum is clamped to 0...1.
    case sharpness = "HapticSharpness"
    /// The pan of every audio event, to which is added; the sum is clamped to -1...1.
    case pan = "AudioPan"
    /// All times and durations, which are multiplied.
    case time = "Time"

    /// The word before the points: a factor or an offset.
    var word: String { isAdded ? "Offset" : "Factor" }

    /// What changes nothing.
    var neutral: Double { isAdded ? 0 : 1 }

    private var isAdded: Bool { self == .sharpness || self == .pan }

    /// The values that points may have.
    ///
    /// Our choice: a tenth to ten times as long or strong.
    var range: ClosedRange<Double> {
      switch self {
      case .intensity: 0...10
      case .sharpness, .pan: -1...1
      case .time: 0.1...10
      }
    }
  }

  /// How a mapping is promised to go.
  public enum Course: String, Hashable, Sendable, CaseIterable {
    /// No point is below the one before it.
    case rising
    /// No point is above the one before it.
    case falling
  }

  /// The way from the input's value to a factor or an offset: lines between points.
  public struct Mapping: Hashable, Sendable {
    /// What is changed.
    public let target: Target
    /// The course that the mapping promises to take; nil without a promise.
    public let course: Course?
    /// Values of the input, rising, and what each gives; before the first and after the last it stays.
    public let points: [Point]

    /// What the input gives at `value`.
    public func value(at value: Double) -> Double {
      guard let after = points.firstIndex(where: { $0.input >= value }) else {
        return points.last?.output ?? target.neutral
      }
      let end = points[after]
      guard after > 0, end.input > value else { return end.output }
      let start = points[after - 1]
      let part = (value - start.input) / (end.input - start.input)
      return start.output + (end.output - start.output) * part
    }
  }

  /// A point of a mapping.
  public struct Point: Hashable, Sendable {
    /// The value of the input.
    public let input: Double
    /// The factor or offset there.
    public let output: Double
  }

  /// The name, as it is given on the command line.
  public let name: String
  /// The values that it may have.
  public let range: ClosedRange<Double>
  /// The value at which the pattern is as it is written.
  public let defaultValue: Double
  /// The unit, for people; nil if it has none.
  public let unit: String?
  /// The mappings of the input, at least one, each target once.
  public let mappings: [Mapping]

  /// A pattern may have this many inputs, and a mapping this many points.
  ///
  /// Our choice: more than anybody turns by hand.
  public static let maximumInputs = 16, maximumPoints = 64
}

/// Why a pattern cannot follow its inputs.
public enum PatternInputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One problem of the declaration.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The path of the problem, as `height: HapticIntensity: point 2`; empty for the whole.
    public let path: String
    /// What is wrong, and what would be right.
    public let reason: String
    /// Whether only a promised course is broken; the rest of the declaration is as it must be.
    public let breaksCourse: Bool

    /// The place and the reason.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
  }

  /// The declaration in the metadata is not valid.
  case declaration([Problem])
  /// The pattern has no input of this name; those that it has.
  case unknown(String, known: [String])
  /// The value is outside the input's range.
  case outOfRange(Double, PatternInput)
  /// The pattern that the values give is not valid.
  case pattern(PatternError)

  /// What happened, where, and what to do.
  public var description: String {
    switch self {
    case .declaration(let problems):
      return "the metadata's Inputs: " + problems.map(\.description).joined(separator: "; ")
    case .unknown(let name, let known):
      if known.isEmpty { return "unknown input '\(name)': the pattern declares none" }
      let question = NearestWord.question(for: name, among: known)
      return "unknown input '\(name)'; "
        + (question ?? "available: \(known.joined(separator: ", "))")
    case .outOfRange(let value, let input):
      let unit = input.unit.map { " \($0)" } ?? ""
      return "the input \(input.name) is \(value)\(unit); it must be from "
        + "\(input.range.lowerBound.brief) to \(input.range.upperBound.brief)\(unit)"
    case .pattern(let error): return "with these inputs: \(error)"
    }
  }
}

extension AHAPReading {
  /// The reading with a warning for each problem of the inputs that the metadata declares: they are
  /// ignored, and the pattern plays as it is written.
  ///
  /// - Returns: the same reading where there are none, or no pattern.
  /// - Thread: any.        Realtime-safe: no.
  public func checkingInputs() -> AHAPReading {
    do throws(PatternInputError) {
      _ = try pattern?.inputs()
    } catch {
      guard case .declaration(let problems) = error else { return self }
      return adding(warnings: problems.map { "Inputs: \($0)" }, ofMetadata: "Inputs")
    }
    return self
  }
}

extension HapticPattern {
  /// The inputs that the metadata declares, in order of their names; none without `Inputs`.
  ///
  /// - Returns: the inputs, valid.
  /// - Throws: `PatternInputError.declaration` with every problem.
  /// - Thread: any.        Realtime-safe: no.
  public func inputs() throws(PatternInputError) -> [PatternInput] {
    guard let declaration = metadata["Inputs"] else { return [] }
    var reader = InputReader()
    let inputs = reader.inputs(declaration)
    if !reader.problems.isEmpty { throw .declaration(reader.problems) }
    return inputs.sorted { $0.name < $1.name }
  }

  /// The pattern for these values of its inputs.
  ///
  /// - Parameter values: a value for each named input, in its unit; the others have their default.
  /// - Returns: the pattern with events, curves and captions changed. It declares no inputs any more,
  ///   because it is not what its default would be.
  /// - Throws: `PatternInputError`.
  /// - Thread: any.        Realtime-safe: no.
  public func setting(inputs values: [String: Double]) throws(PatternInputError) -> HapticPattern {
    let inputs = try inputs()
    if values.isEmpty { return self }
    var change = InputChange()
    try inputs.check(values)
    for input in inputs {
      guard let value = values[input.name] else { continue }
      for mapping in input.mappings { change.add(mapping, at: value) }
    }
    do throws(PatternError) {
      return try change.applied(to: self)
    } catch {
      throw .pattern(error)
    }
  }
}
