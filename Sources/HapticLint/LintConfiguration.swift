public import TextFormats
internal import YAMLText

/// A project's settings: thresholds, rules that are off, and findings that are accepted.
///
/// ```yaml
/// thresholds:
///   L-07.longest: { value: 2, source: our own tests with thirty people }
/// off:
///   - { rule: L-12, reason: the studio keeps its own records }
/// accept:
///   - { rule: P-05, file: texture.ahap, reason: the taps are meant as a texture }
/// ```
///
/// `Examples/Lint/haptic-lint.yaml` lists every threshold with its value and its source.
public struct LintConfiguration: Sendable {
  /// A finding that is accepted.
  public struct Acceptance: Hashable, Sendable {
    /// The rule's identifier.
    public var rule: String
    /// The file, or the end of its path; empty for all files.
    public var file: String
    /// The reason for the acceptance.
    public var reason: String

    /// Accepts breaches of `rule` in `file` because of `reason`.
    public init(rule: String, file: String, reason: String) {
      self.rule = rule
      self.file = file
      self.reason = reason
    }
  }

  /// A problem of a configuration file.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The place in the file; its beginning if the configuration was not read from a file.
    public let place: SourceLocation
    /// The problem: one sentence without a period.
    public let message: String

    /// The place and the problem, such as `2:3: missing key 'reason'`.
    public var description: String { "\(place): \(message)" }
  }

  /// The error for a configuration that cannot be used.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// Every problem, in order.
    public let problems: [Problem]

    /// A line for each problem, with its place.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
  }

  /// The maximum size of a configuration file, in bytes; our choice.
  public static let maximumBytes = 1 << 20

  /// The configured values, by the names of their thresholds, such as `L-07.longest`.
  public private(set) var thresholds: [String: Double]
  /// The sources of these values, by threshold.
  ///
  /// A value that is given only as a number does not have an entry.
  public private(set) var sources: [String: String]
  /// The reasons for the rules that are off, by their identifiers.
  public private(set) var off: [String: String]
  /// The accepted findings.
  public private(set) var accepted: [Acceptance]

  /// The default configuration: the thresholds of the rules, all rules on, nothing accepted.
  public init() { (thresholds, sources, off, accepted) = ([:], [:], [:], []) }

  /// Creates a configuration with these values.
  ///
  /// Levels must be from -1e9 to 1e9 dB, and other thresholds from 0 to 1e9 in their unit.
  ///
  /// - Throws: `Invalid` with every problem: unknown rules and thresholds, and values that are out of range.
  public init(
    thresholds: [String: Double] = [:], sources: [String: String] = [:],
    off: [String: String] = [:], accepted: [Acceptance] = []
  ) throws(Invalid) {
    (self.thresholds, self.sources, self.off, self.accepted) = (thresholds, sources, off, accepted)
    let known = Lint.thresholds
    var reader = ManifestReader()
    for name in Set(thresholds.keys).union(sources.keys).sorted() where known[name] == nil {
      reader.reportUnknown(
        name, .start, .unknownKey, "threshold", among: known.keys.sorted())
    }
    for (name, value) in thresholds.sorted(by: { $0.key < $1.key }) {
      guard let range = known[name]?.range, !range.contains(value) else { continue }
      let limits = "from \(range.lowerBound.brief) to \(range.upperBound.brief)"
      reader.report(.start, .outOfRange, "\(name) must be \(limits), not \(value.brief)")
    }
    let rules = Lint.rules.map(\.id)
    for rule in off.keys.sorted() + accepted.map(\.rule) where !rules.contains(rule) {
      reader.reportUnknown(rule, .start, .unknownWord, "rule", among: rules)
    }
    try reader.end()
  }

  func value(of threshold: String) -> Double? { thresholds[threshold] }

  func isOff(_ rule: LintRule) -> Bool { off[rule.id] != nil }

  /// The thresholds of `rule`, with the values that apply and their sources.
  func thresholds(of rule: LintRule) -> [LintRule.Threshold] {
    rule.thresholds.map { threshold in
      let name = "\(rule.id).\(threshold.name)"
      guard let value = thresholds[name] else { return threshold }
      return LintRule.Threshold(
        name: threshold.name, value: value, unit: threshold.unit,
        source: sources[name] ?? "the configuration")
    }
  }

  func suppression(of rule: LintRule, in file: String) -> String? {
    let file = Self.plain(file)
    return accepted.first { acceptance in
      let accepted = Self.plain(acceptance.file)
      return acceptance.rule == rule.id
        && (accepted.isEmpty || file == accepted || file.hasSuffix("/" + accepted))
    }?.reason
  }

  /// The path without a leading `./`.
  private static func plain(_ path: String) -> Substring {
    path.hasPrefix("./") ? path.dropFirst(2) : path[...]
  }
}

extension LintConfiguration {
  private typealias Field = DocumentField<ManifestReader, LintConfiguration>

  /// Reads a configuration.
  ///
  /// - Parameter bytes: the content of a YAML file.
  /// - Throws: `Invalid` with every problem: text that is not YAML, unknown keys, rules and thresholds, and
  ///   acceptances without a reason.
  public init(yaml bytes: [UInt8]) throws(Invalid) {
    self.init()
    try ManifestReader.read(bytes, "a configuration", Self.fields, into: &self)
  }

  private static let fields: [Field] = [
    Field("thresholds", thresholdFields),
    Field("off", acceptance(of: [.rule, .reason]).listOrOne) { configuration, off in
      for found in off { configuration.off[found.rule] = found.reason }
    },
    Field("accept", acceptance(of: [.rule, .file, .reason]).listOrOne) { $0.accepted = $1 },
  ]

  /// Thresholds: each is a number, or a map with the number and its source.
  private static var thresholdFields: [Field] {
    Lint.thresholds.sorted { $0.key < $1.key }.map { name, threshold in
      let number = DocumentValue<ManifestReader, Double>.number(in: threshold.range)
      let map = DocumentValue<ManifestReader, (value: Double, source: String?)>.map(
        (0, nil),
        [
          DocumentField("value", number, isRequired: true) { $0.value = $1 },
          DocumentField("source", .text) { $0.source = $1 },
        ])
      return Field(name, .either(number.then { ($0, nil) }, map)) { configuration, found in
        configuration.thresholds[name] = found.value
        configuration.sources[name] = found.source
      }
    }
  }

  /// A rule with a reason, optionally in one file.
  private static func acceptance(
    of fields: [DocumentField<ManifestReader, Acceptance>]
  ) -> DocumentValue<ManifestReader, Acceptance> {
    .map(Acceptance(rule: "", file: "", reason: ""), fields)
  }

  /// The text of a configuration that does not change anything: every threshold with its value and its source.
  public static var defaults: String {
    var text = """
      # The thresholds of haptic lint, with their sources. Copy those that you change to haptic-lint.yaml, with your source.
      # Written from the rules; a test compares them.
      # off: [{ rule: L-12, reason: … }]
      # accept: [{ rule: P-05, file: texture.ahap, reason: … }]
      thresholds:

      """
    for rule in Lint.rules {
      for threshold in rule.thresholds {
        text +=
          "  \(rule.id).\(threshold.name): { value: \(threshold.value.brief), "
          + "source: \"\(threshold.source)\" } # \(threshold.unit)\n"
      }
    }
    return text
  }
}

extension DocumentField<ManifestReader, LintConfiguration.Acceptance> {
  fileprivate static var rule: Self {
    Self(
      "rule",
      DocumentValue<ManifestReader, String>.text.checked { reader, node, text in
        if let rule = Lint.rule(text) { return rule.id }
        reader.reportUnknown(text, node.place, .unknownWord, "rule", among: Lint.rules.map(\.id))
        return nil
      }, isRequired: true
    ) { $0.rule = $1 }
  }

  fileprivate static var file: Self { Self("file", .text) { $0.file = $1 } }

  fileprivate static var reason: Self {
    Self("reason", .name, isRequired: true) { $0.reason = $1 }
  }
}

typealias ManifestReader = PlainDocumentReader

extension ManifestReader {
  /// Reads a YAML file into `value`; an empty file does not change anything.
  ///
  /// - Returns: the document.
  /// - Throws: `LintConfiguration.Invalid` with every problem, in order of their places.
  @discardableResult
  static func read<Root>(
    _ bytes: [UInt8], _ what: String, _ fields: [DocumentField<ManifestReader, Root>],
    into value: inout Root
  ) throws(LintConfiguration.Invalid) -> YAMLNode {
    let documents = YAMLDocuments(bytes)
    let empty = YAMLNode(place: .start, content: .scalar("", isQuoted: false))
    let root = documents.roots.first ?? empty
    var reader = ManifestReader(
      problems: documents.problems.map { .init(place: $0.place, message: $0.message) })
    for other in documents.roots.dropFirst().prefix(1) {
      reader.report(
        other.place, .unknownKey,
        "only one document is read; put this document into a separate file")
    }
    if !root.isNull { reader.read(root, what, fields, into: &value) }
    try reader.end()
    return root
  }

  /// Ends the reading.
  ///
  /// - Throws: `LintConfiguration.Invalid` with every problem that was found.
  fileprivate func end() throws(LintConfiguration.Invalid) {
    if problemCount == 0 { return }
    throw LintConfiguration.Invalid(
      problems: problems.map { .init(place: $0.place, message: $0.message) })
  }
}
