package import TextFormats

/// A log in the Static Analysis Results Interchange Format.
///
/// Source: OASIS, SARIF 2.1.0 (errata 01).
public struct SARIFLog: Encodable, Sendable {
  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    let results: [Result]
    let columnKind = "unicodeCodePoints"

    private enum CodingKeys: String, CodingKey { case tool, invocations, results, columnKind }
  }

  /// The program's run.
  ///
  /// Without the run, a log of a file that could not be read would look clean.
  struct Invocation: Encodable {
    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    let level = "error"
    let message: Text

    private enum CodingKeys: String, CodingKey { case level, message }
  }

  struct Tool: Encodable {
    let driver: Driver
  }

  struct Driver: Encodable {
    let name: String
    let version: String
    let rules: [Rule]
  }

  struct Text: Encodable {
    let text: String
  }

  struct Rule: Encodable {
    let id: String
    let name: String
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
    let suppressions: [Suppression]?
    let properties: Properties?
  }

  /// Data without a place in SARIF: the thresholds that applied to a result.
  struct Properties: Encodable {
    let thresholds: [LintReport.Limit]
  }

  struct Suppression: Encodable {
    let kind: String
    let justification: String
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
    let logicalLocations: [LogicalLocation]?
  }

  struct LogicalLocation: Encodable {
    let fullyQualifiedName: String
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region
  }

  struct ArtifactLocation: Encodable {
    let uri: String
  }

  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
  }

  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  /// The log of `report` by version `version` of the program, with `failures`, the reasons why files were not judged.
  public init(_ report: LintReport, version: String, failures: [String] = []) {
    let rules = Lint.rules
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    let driver = Driver(
      name: "haptic lint", version: version,
      rules: rules.map {
        Rule(
          id: $0.id, name: $0.name, shortDescription: Text(text: $0.title),
          fullDescription: Text(text: "\($0.why) (\($0.guideline))"),
          help: Text(text: $0.advice))
      })
    self.init(driver, report.findings.map { Self.result($0, indices[$0.rule.id] ?? -1) }, failures)
  }

  /// Creates a log with one rule.
  ///
  /// - Parameters:
  ///   - tool: the name of the tool.
  ///   - version: the version of the program.
  ///   - rule: the identifier of the rule, what it requires, and the remedy.
  ///   - problems: the places that break the rule, each with its level, `error`, `warning` or `note`.
  ///   - failures: the reasons why files were not judged.
  package init(
    tool: String, version: String, rule: (id: String, title: String, advice: String),
    problems: [(file: String, place: SourceLocation, level: String, message: String)],
    failures: [String]
  ) {
    let row = Rule(
      id: rule.id, name: rule.id, shortDescription: Text(text: rule.title),
      fullDescription: Text(text: rule.title), help: Text(text: rule.advice))
    let results = problems.map { problem in
      Result(
        ruleId: rule.id, ruleIndex: 0, level: problem.level,
        message: Text(text: problem.message.printable),
        locations: [Self.location(problem.file, problem.place)], suppressions: [], properties: nil)
    }
    self.init(Driver(name: tool, version: version, rules: [row]), results, failures)
  }

  private init(_ driver: Driver, _ results: [Result], _ failures: [String]) {
    runs = [
      Run(
        tool: Tool(driver: driver),
        invocations: [
          Invocation(
            executionSuccessful: failures.isEmpty,
            toolExecutionNotifications: failures.map { Notification(message: Text(text: $0)) })
        ],
        results: results)
    ]
  }

  private static func location(
    _ file: String, _ place: SourceLocation, path: String = ""
  ) -> Location {
    let physical = PhysicalLocation(
      artifactLocation: ArtifactLocation(uri: file.uriReference),
      region: Region(startLine: place.line, startColumn: place.column))
    return Location(
      physicalLocation: physical,
      logicalLocations: path.isEmpty ? nil : [LogicalLocation(fullyQualifiedName: path.printable)])
  }

  private static func result(_ finding: LintFinding, _ index: Int) -> Result {
    let level =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "note"
      }
    return Result(
      ruleId: finding.rule.id, ruleIndex: index, level: level,
      message: Text(text: finding.message.printable),
      locations: [Self.location(finding.file, finding.place, path: finding.path)],
      suppressions: finding.suppression.map {
        [Suppression(kind: "external", justification: $0)]
      } ?? [],
      properties: finding.thresholds.isEmpty
        ? nil
        : Properties(
          thresholds: finding.thresholds.map { LintReport.Limit($0, of: finding.rule) }))
  }
}

extension String {
  /// The path as a URI reference, in which everything except unreserved characters and slashes is escaped.
  ///
  /// Source: RFC 3986, 2.3.
  fileprivate var uriReference: String {
    SystemPath.bytes(of: self).reduce(into: "") { text, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
