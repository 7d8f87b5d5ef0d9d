public import HapticEngine
internal import TextFormats

/// A named value that a pattern follows, such as the height of a jump.
///
/// Inputs are declared in a pattern's metadata. Core Haptics ignores metadata, so there the pattern plays as
/// written. See Documentation/Inputs.md.
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
  /// A property of the pattern that an input changes.
  ///
  /// Raw values are the words of the metadata.
  public enum Target: String, Hashable, Sendable, CaseIterable {
    /// The intensity of every haptic event: the factor multiplies it, and the product is clamped to 0...1.
    case intensity = "HapticIntensity"
    /// The sharpness of every haptic event: the offset is added, and the sum is clamped to 0...1.
    case sharpness = "HapticSharpness"
    /// The pan of every audio event: the offset is added, and the sum is clamped to -1...1.
    case pan = "AudioPan"
    /// All times and durations: the factor multiplies them.
    case time = "Time"

    /// The key of the points: `Factor` or `Offset`.
    var word: String { isAdded ? "Offset" : "Factor" }

    /// The value that does not change anything.
    var neutral: Double { isAdded ? 0 : 1 }

    private var isAdded: Bool { self == .sharpness || self == .pan }

    /// The range of the factors or offsets that points may have.
    ///
    /// Our choice: a tenth to ten times the duration or strength.
    var range: ClosedRange<Double> {
      switch self {
      case .intensity: 0...10
      case .sharpness, .pan: -1...1
      case .time: 0.1...10
      }
    }
  }

  /// The direction that a mapping promises to take.
  public enum Course: String, Hashable, Sendable, CaseIterable {
    /// No point is lower than the point before it.
    case rising
    /// No point is higher than the point before it.
    case falling
  }

  /// A function from the input's value to a factor or an offset: straight lines between points.
  public struct Mapping: Hashable, Sendable {
    /// The property that the mapping changes.
    public let target: Target
    /// The course that the mapping promises to take; nil if it does not promise a course.
    public let course: Course?
    /// The points, by rising values of the input.
    ///
    /// The output is constant before the first point and after the last.
    public let points: [Point]

    /// Returns the output of the mapping at `value`.
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
    /// The factor or offset at this value.
    public let output: Double
  }

  /// The name, which is also used on the command line.
  public let name: String
  /// The range of the input's values.
  public let range: ClosedRange<Double>
  /// The value at which the pattern plays as written.
  public let defaultValue: Double
  /// The unit, for display; nil if the input does not have a unit.
  public let unit: String?
  /// The mappings of the input: at least one, and at most one for each target.
  public let mappings: [Mapping]

  /// The maximum number of inputs in a pattern, and of points in a mapping.
  ///
  /// Our choice: more than anybody adjusts by hand.
  public static let maximumInputs = 16, maximumPoints = 64
}

/// A reason why a pattern cannot follow its inputs.
public enum PatternInputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One problem of the declaration.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The path of the problem, such as `height: HapticIntensity: point 2`; empty for the whole declaration.
    public let path: String
    /// The problem and its remedy.
    public let reason: String
    /// Whether the problem is only that the points break the promised course, and the declaration is otherwise valid.
    public let breaksCourse: Bool

    /// The path and the reason.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
  }

  /// The declaration in the metadata is not valid.
  case declaration([Problem])
  /// The pattern does not declare an input of this name; `known` lists the names that it declares.
  case unknown(String, known: [String])
  /// The value is outside the input's range.
  case outOfRange(Double, PatternInput)
  /// The values produce a pattern that is not valid.
  case pattern(PatternError)

  /// The problem, its place, and the remedy.
  public var description: String {
    switch self {
    case .declaration(let problems):
      return "the metadata's Inputs: " + problems.map(\.description).joined(separator: "; ")
    case .unknown(let name, let known):
      if known.isEmpty { return "unknown input '\(name)': the pattern does not declare inputs" }
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
  /// Returns the reading with a warning for each problem of the inputs that the metadata declares.
  ///
  /// Such inputs are ignored, and the pattern plays as written.
  ///
  /// - Returns: the reading, unchanged if there are no problems or no pattern.
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
  /// Returns the inputs that the metadata declares, in order of their names; empty without `Inputs`.
  ///
  /// - Returns: the inputs, all valid.
  /// - Throws: `PatternInputError.declaration` with every problem.
  /// - Thread: any.        Realtime-safe: no.
  public func inputs() throws(PatternInputError) -> [PatternInput] {
    guard let declaration = metadata["Inputs"] else { return [] }
    var reader = InputReader()
    let inputs = reader.inputs(declaration)
    if !reader.problems.isEmpty { throw .declaration(reader.problems) }
    return inputs.sorted { $0.name < $1.name }
  }

  /// Returns the pattern for these values of its inputs.
  ///
  /// - Parameter values: a value for each named input, in its unit; all other inputs have their defaults.
  /// - Returns: the pattern with events, curves and captions changed. It no longer declares inputs, because the
  ///   declared defaults would be wrong for it.
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
