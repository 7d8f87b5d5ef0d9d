internal import HapticEditing
public import HapticEngine
internal import HapticPerception
public import Realtime
public import TextFormats

/// The expectations of a pattern, from a YAML file.
///
/// ```yaml
/// duration: 3.6
/// transients: { min: 2 }
/// peak: { max: 0.9 }
/// parts: { between: [0, 0.1], felt: { min: 20, max: 40 } }
/// distance: { from: heartbeat.ahap, level: { max: 3 } }
/// ```
///
/// Source: `Documentation/PatternTests.md`.
public struct PatternTest: Sendable {
  /// The result of one expectation.
  public struct Result: Hashable, Sendable {
    /// The name of the measure, with the part of the time or the other pattern, such as `felt from 0 to 0.1 s`.
    public let name: String
    /// The place of the expected value in the file.
    public let place: SourceLocation
    /// The measured number and the expected number, in one sentence without a period; nil if they match.
    public let failure: String?
  }

  /// The ending of a test file's name, after the pattern's name.
  public static let fileEnding = ".test.yaml"

  /// The pattern that the file names; nil for the pattern next to the test file.
  public private(set) var pattern: String?
  /// The profile that turns intensity and sharpness into a signal.
  public private(set) var profile = Profile.wideband

  private var whole: [ExpectedMeasure<MeasuredPattern>] = []
  private var parts: [Part] = []
  private var distances: [Distance] = []

  /// The expectations of a part of the time.
  private struct Part: Sendable {
    var time = 0.0...0.0
    var expected: [ExpectedMeasure<MeasuredPart>] = []
  }

  /// The expectations of the difference from another pattern.
  private struct Distance: Sendable {
    var from = ""
    var expected: [ExpectedMeasure<SensationDifference>] = []
  }

  /// The other patterns that the file names, in the order of the file.
  public var others: [String] { distances.map(\.from) }

  /// Compares a pattern with all expectations.
  ///
  /// - Parameters:
  ///   - pattern: the pattern of the test.
  ///   - sounds: its decoded sounds at 48 000 frames per second, by their paths.
  ///   - others: the patterns that `others` names.
  /// - Returns: a result for each expectation, in the order of the file.
  /// - Throws: `RenderError` if the pattern cannot be rendered.
  /// - Thread: any; takes as long as rendering.        Realtime-safe: no.
  public func results(
    for pattern: HapticPattern, sounds: [String: DecodedSound] = [:],
    others: [String: HapticPattern] = [:]
  ) throws(RenderError) -> [Result] {
    let measured = try MeasuredPattern(pattern, profile: profile, sounds: sounds)
    var results = whole.map { $0.result(measured) }
    for part in parts {
      let words = " from \(part.time.lowerBound.exactText) to \(part.time.upperBound.exactText) s"
      results += part.expected.map {
        $0.result(MeasuredPart(whole: measured, time: part.time), words)
      }
    }
    for distance in distances {
      guard let other = others[distance.from] else { continue }
      let difference = SensationDifference(
        from: try SensationTrack(of: other, profile: profile), to: measured.track)
      results += distance.expected.map {
        $0.result(difference, " of distance from \(distance.from)")
      }
    }
    return results.sorted { $0.place < $1.place }
  }
}

extension PatternTest {
  /// The maximum size of a test file, in bytes; our choice.
  public static let maximumBytes = 1 << 20

  /// Reads a test.
  ///
  /// - Parameter bytes: the content of a YAML file.
  /// - Throws: `LintConfiguration.Invalid` with every problem: text that is not YAML, unknown keys, values out of
  ///   their ranges, and a file without expectations.
  public init(yaml bytes: [UInt8]) throws(LintConfiguration.Invalid) {
    self.init()
    let root = try ManifestReader.read(bytes, "a pattern test", Self.fields, into: &self)
    guard whole.isEmpty && parts.isEmpty && distances.isEmpty else { return }
    let keys = PatternMeasures.ofWhole.map(\.name) + ["parts", "distance"]
    throw LintConfiguration.Invalid(problems: [
      .init(
        place: root.place,
        message:
          "the file does not expect anything; it needs one or more of \(keys.joined(separator: ", "))"
      )
    ])
  }

  /// The shape of a file, for its schema.
  package static let shape = DocumentShape(fields)

  private typealias Field = DocumentField<ManifestReader, PatternTest>
  private typealias Value<Content> = DocumentValue<ManifestReader, Content>

  private static let fields: [Field] =
    [
      Field("pattern", .name, "The pattern, if it is not the file next to this test file.") {
        $0.pattern = $1
      },
      Field(
        "profile", .choice("profile", Profile.builtIn.map { ($0.name, $0) }),
        "The profile that turns intensity and sharpness into a signal."
      ) { $0.profile = $1 },
    ] + PatternMeasures.ofWhole.map { measure in measure.field { $0.whole.append($1) } } + [
      Field("parts", part.listOrOne, "Expectations about parts of the time.") { $0.parts = $1 },
      Field("distance", distance.listOrOne, "How different the pattern feels from others.") {
        $0.distances = $1
      },
    ]

  private static let part = Value<Part>.map(
    Part(),
    [
      DocumentField(
        "between", time, "The start and the end of the part, in seconds.", isRequired: true
      ) {
        $0.time = $1
      }
    ]
      + PatternMeasures.ofPart.map { measure in measure.field { $0.expected.append($1) } }, least: 2
  ).checked { reader, node, part -> Part? in
    if !part.expected.isEmpty { return part }
    reportNothing(PatternMeasures.ofPart.map(\.name), node, "a part", &reader)
    return nil
  }

  private static let distance = Value<Distance>.map(
    Distance(),
    [DocumentField("from", .name, "The other pattern.", isRequired: true) { $0.from = $1 }]
      + PatternMeasures.ofDistance.map { measure in measure.field { $0.expected.append($1) } },
    least: 2
  ).checked { reader, node, distance -> Distance? in
    if !distance.expected.isEmpty { return distance }
    reportNothing(PatternMeasures.ofDistance.map(\.name), node, "a distance", &reader)
    return nil
  }

  private static func reportNothing(
    _ keys: [String], _ node: YAMLNode, _ what: String, _ reader: inout ManifestReader
  ) {
    reader.report(
      node.place, .missing,
      "\(what) does not expect anything; it needs one or more of \(keys.joined(separator: ", "))")
  }

  /// Two times in ascending order, in seconds.
  private static let time = Value<Double>.number(in: 0...PatternLimits.maximumTime).list(least: 2)
    .checked { reader, node, times -> ClosedRange<Double>? in
      if times.count == 2, times[0] <= times[1] { return times[0]...times[1] }
      reader.report(
        node.place, .outOfRange, "between must be two times in ascending order, such as [0.2, 0.5]")
      return nil
    }
}
