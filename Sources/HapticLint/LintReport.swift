internal import HapticEngine
public import TextFormats

/// The findings of lint, which can be written in several formats.
public struct LintReport: Sendable {
  /// The findings, in order, including suppressed ones.
  public let findings: [LintFinding]

  /// A report of `findings`.
  public init(_ findings: [LintFinding]) { self.findings = findings }

  /// The findings that are not accepted.
  public var open: [LintFinding] { findings.filter { $0.suppression == nil } }

  /// The number of findings of `severity` that are not accepted.
  public func count(_ severity: LintSeverity) -> Int { open.count { $0.severity == severity } }

  /// A readable report: each finding with its rule, the reason for the rule, its source, and the remedy.
  ///
  /// - Parameter isBrief: whether to print only the first line of each finding.
  /// - Returns: the lines of the report; empty if there are no findings.
  public func text(isBrief: Bool = false) -> String {
    var text = ""
    var explained: Set<String> = []
    for finding in open {
      text += "\(finding)\n"
      guard !isBrief, explained.insert(finding.rule.id).inserted else { continue }
      text += "  rule  \(finding.rule.title)\n"
      text += "  why   \(finding.rule.why)\n"
      text += "  from  \(finding.rule.guideline)\n"
      for threshold in finding.thresholds {
        text +=
          "  with  \(finding.rule.id).\(threshold.name) = \(threshold.value.brief) "
          + "\(threshold.unit) (\(threshold.source.printable))\n"
      }
      text += "  fix   \(finding.rule.advice)"
      let own = open.filter { $0.rule.id == finding.rule.id }
      text +=
        own.allSatisfy(\.isFixable)
        ? " (--fix makes this correction)\n"
        : own.contains(where: \.isFixable) ? " (--fix makes some of these corrections)\n" : "\n"
    }
    return text
  }

  /// The command that makes Git hosts show a failure that does not belong to a particular line of a file.
  public static func annotation(ofFailure message: String) -> String {
    "::error::\(escaped(message, isProperty: false))\n"
  }

  /// Commands that make Git hosts show the findings next to the lines of a change.
  ///
  /// Source: GitHub, "Workflow commands": `::error file=,line=,col=,title=::message`, with `%`, CR and
  /// LF escaped, and in properties also `:` and `,`. Gitea and Forgejo also read these commands.
  public var annotations: String {
    open.map { finding in
      let command =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
      return Self.annotation(
        command, finding.file, finding.place, title: "\(finding.rule.id) \(finding.rule.name)",
        "\(finding.message.printable). \(finding.rule.advice)")
    }.joined()
  }

  /// The command that makes Git hosts show `message` next to a place in a file.
  ///
  /// - Parameters:
  ///   - command: `error`, `warning` or `notice`.
  ///   - file: the file, as it was named.
  ///   - place: the place in the file.
  ///   - title: the title of the message.
  ///   - message: the message.
  /// - Returns: the command, as one line with its line break.
  public static func annotation(
    _ command: String, _ file: String, _ place: SourceLocation, title: String, _ message: String
  ) -> String {
    "::\(command) file=\(escaped(file, isProperty: true)),line=\(place.line),col=\(place.column),"
      + "title=\(escaped(title, isProperty: true))::\(escaped(message, isProperty: false))\n"
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n", "\r\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      // The format does not define escapes for other characters. Control characters become visible text, so that
      // they cannot control a terminal.
      default: escaped += "\(character)".printable
      }
    }
    return escaped
  }
}

extension LintFinding: CustomStringConvertible {
  /// The finding on one line: file, place, severity, message and rule.
  ///
  /// For example `tap.ahap:3:1: warning: the HapticIntensityControl curve has one point [P-02 one-point-curve]`.
  public var description: String {
    "\(file.printable):\(place): \(severity.rawValue): \(message.printable) [\(rule.id) \(rule.name)]"
  }
}

// MARK: JSON

extension LintReport {
  /// An element of the output of `haptic lint --json`, which is an array with an object for each finding.
  public struct Entry: Encodable, Hashable, Sendable {
    /// The file, as it was named.
    public let file: String
    /// The line of the place, from 1.
    public let line: Int
    /// The column of the place, from 1, in Unicode scalars.
    public let column: Int
    /// The severity: `info`, `warning` or `error`.
    public let severity: String
    /// The rule's identifier, such as `L-07`.
    public let rule: String
    /// The rule's name, such as `drawn-out`.
    public let name: String
    /// The problem: one sentence without a period.
    public let message: String
    /// The path in the file, such as `Pattern[3]`; empty for the file as a whole.
    public let path: String
    /// The reason for the rule: one sentence.
    public let why: String
    /// The source of the rule.
    public let guideline: String
    /// The remedy: one sentence.
    public let fix: String
    /// Whether `Lint.fix` corrects the breach.
    public let fixable: Bool
    /// The thresholds that applied.
    public let thresholds: [Limit]
    /// The reason for accepting the finding; nil if it is not accepted.
    public let accepted: String?
  }

  /// A threshold of a rule, with the value that applied.
  public struct Limit: Encodable, Hashable, Sendable {
    /// The name in a configuration, such as `L-07.longest`.
    public let name: String
    /// The value that applied.
    public let value: Double
    /// The unit, such as `s`.
    public let unit: String
    /// The source of the value.
    public let source: String

    init(_ threshold: LintRule.Threshold, of rule: LintRule) {
      name = "\(rule.id).\(threshold.name)"
      value = threshold.value
      unit = threshold.unit
      source = threshold.source.printable
    }
  }

  /// An entry for each finding, including accepted ones with their reasons.
  public var entries: [Entry] {
    findings.map { finding in
      Entry(
        file: finding.file, line: finding.place.line, column: finding.place.column,
        severity: finding.severity.rawValue, rule: finding.rule.id, name: finding.rule.name,
        message: finding.message.printable, path: finding.path.printable, why: finding.rule.why,
        guideline: finding.rule.guideline, fix: finding.rule.advice, fixable: finding.isFixable,
        thresholds: finding.thresholds.map { Limit($0, of: finding.rule) },
        accepted: finding.suppression)
    }
  }
}

// MARK: The page

extension LintSeverity {
  /// The word at the beginning of a line.
  fileprivate var title: String {
    switch self {
    case .error: "Error"
    case .warning: "Warning"
    case .info: "Information"
    }
  }
}

extension Lint {
  /// All rules as a page in Markdown: `Documentation/Lint.md`.
  public static var page: String {
    var page = """
      # Lint

      The rules that `haptic lint` applies. This page is generated from the rules in `HapticLint/Rules`; a test compares
      them.

      Rules that begin with L come from Apple's guidelines; rules that begin with P come from practice. Each rule lists the
      inputs that it reads and its findings with their severity: error, warning or information. A configuration can change
      each threshold under the name on this page; the guidelines do not give numbers for haptics. In a trace, an app's
      action counts as the app's response to a notification from the system if the action follows within
      `L-23.reaction`.


      """
    for rule in rules {
      page += "## \(rule.id) \(rule.name)\n\(rule.title) \(rule.why)\n\n"
      page += "- From: \(rule.guideline).\n- Fix: \(rule.advice)"
      page += rule.isFixable ? " `--fix` makes this correction.\n" : "\n"
      page += "- Reads: \(rule.inputs.map(\.rawValue).joined(separator: ", ")).\n"
      for clause in rule.clauses {
        page += "- \(clause.severity.title) (\(clause.input.rawValue)): \(clause.text).\n"
      }
      for threshold in rule.thresholds {
        page +=
          "- `\(rule.id).\(threshold.name)`: \(threshold.value.brief) \(threshold.unit) "
          + "(\(threshold.source)).\n"
      }
      page += "\n"
    }
    page += """
      ## Accepting findings
      A pattern can accept findings in its metadata: each needs a reason, and semicolons separate them. JSON and SARIF
      reports list accepted findings with their reasons:

      ```json
      "Metadata": { "Lint": "P-05: the taps are a texture; P-02: the point is intentional" }
      ```

      `haptic-lint.yaml` in the current folder, or the file given to `--config`, has the keys `thresholds` (a number, or
      `value` and `source`), `off` (rules with a reason) and `accept` (findings of a rule with a reason, in one file or in all).
      `Examples/Lint/haptic-lint.yaml` lists all thresholds with their values:

      ```yaml
      thresholds:
        L-06.perMinute: { value: 20, source: "a rhythm game" }
      off: [{ rule: L-12, reason: "players will try it next month" }]
      accept: [{ rule: P-05, file: texture.ahap, reason: "the taps are a texture" }]
      ```

      ## What a program cannot judge
      Only people can judge whether haptics enrich an experience, whether they are missed when they are off, whether
      they suit people with different sensitivities, and whether they are attractive. L-12 only checks whether people
      have tried the haptics.

      """
    return page
  }
}
