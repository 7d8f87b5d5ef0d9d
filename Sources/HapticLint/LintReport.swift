internal import HapticEngine
public import TextFormats

/// What lint has found, in the forms in which others read it.
public struct LintReport: Sendable {
  /// The findings, in order; suppressed ones included.
  public let findings: [LintFinding]

  /// A report of `findings`.
  public init(_ findings: [LintFinding]) { self.findings = findings }

  /// The findings that are not accepted.
  public var open: [LintFinding] { findings.filter { $0.suppression == nil } }

  /// The number of findings of `severity` that are not accepted.
  public func count(_ severity: LintSeverity) -> Int { open.count { $0.severity == severity } }

  /// For people: the description of each finding with its rule, why, where that comes from, and what to do.
  ///
  /// - Parameter isBrief: whether only the first line of each is given.
  /// - Returns: lines; without any finding, none.
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
        ? " (--fix does it)\n"
        : own.contains(where: \.isFixable) ? " (--fix does some of it)\n" : "\n"
    }
    return text
  }

  /// The command by which hosts of git show a message that is about no line.
  public static func annotation(ofFailure message: String) -> String {
    "::error::\(escaped(message, isProperty: false))\n"
  }

  /// Commands that hosts of git show beside the lines of a change.
  ///
  /// Source: GitHub, "Workflow commands": `::error file=,line=,col=,title=::message`, with `%`, CR and
  /// LF escaped, and in properties `:` and `,` as well. Others read them too, such as Gitea and Forgejo.
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

  /// The command by which hosts of git show `message` next to a place of a file.
  ///
  /// - Parameters:
  ///   - command: `error`, `warning` or `notice`.
  ///   - file: the file, as it was named.
  ///   - place: the place in it.
  ///   - title: the title of the message.
  ///   - message: the message.
  /// - Returns: the command, as one line with its end.
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
      // There is no escape for others: a terminal is not to obey them.
      default: escaped += "\(character)".printable
      }
    }
    return escaped
  }
}

extension LintFinding: CustomStringConvertible {
  /// The finding on one line: file, place, severity, message and rule.
  ///
  /// Such as `tap.ahap:3:1: warning: the curve of HapticIntensityControl has one point [P-02 one-point-curve]`.
  public var description: String {
    "\(file.printable):\(place): \(severity.rawValue): \(message.printable) [\(rule.id) \(rule.name)]"
  }
}

// MARK: JSON

extension LintReport {
  /// What `haptic lint --json` prints: an array with an object for each finding.
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
    /// What is wrong: one sentence without a full stop.
    public let message: String
    /// The path in the file, such as `Pattern[3]`; empty for the file as a whole.
    public let path: String
    /// Why the rule is there: one sentence.
    public let why: String
    /// Where the rule comes from.
    public let guideline: String
    /// What to do about it: one sentence.
    public let fix: String
    /// Whether `Lint.fix` corrects it.
    public let fixable: Bool
    /// The numbers that it was measured against.
    public let thresholds: [Limit]
    /// The reason for which the finding is accepted; nil if it is not.
    public let accepted: String?
  }

  /// A number that a rule measures against.
  public struct Limit: Encodable, Hashable, Sendable {
    /// The name in a configuration, such as `L-07.longest`.
    public let name: String
    /// The value that was measured against.
    public let value: Double
    /// The unit, such as `s`.
    public let unit: String
    /// Where the value comes from.
    public let source: String

    init(_ threshold: LintRule.Threshold, of rule: LintRule) {
      name = "\(rule.id).\(threshold.name)"
      value = threshold.value
      unit = threshold.unit
      source = threshold.source.printable
    }
  }

  /// An entry for each finding, accepted ones included, with their reasons.
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
  /// All rules as a table in Markdown: `Documentation/Lint.md`.
  public static var page: String {
    var page = """
      # Lint

      What `haptic lint` judges by. This page is made from the rows in `HapticLint/Rules`; a test holds it.

      A rule that begins with L is from the guidelines, one with P from practice. Each says what it finds, in which input,
      and whether that is an error, a warning or information. Numbers are thresholds, which a configuration changes under
      the name that stands here; the guidelines have none for haptics. In a trace, what an app does within `L-23.reaction`
      of a notice is its answer to it.


      """
    for rule in rules {
      page += "## \(rule.id) \(rule.name)\n\(rule.title) \(rule.why)\n\n"
      page += "- From: \(rule.guideline).\n- Fix: \(rule.advice)"
      page += rule.isFixable ? " `--fix` does it.\n" : "\n"
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
      ## What is accepted
      A pattern accepts findings in its own metadata, each with a reason, several parted by semicolons; reports in JSON and
      SARIF list them with their reasons:

      ```json
      "Metadata": { "Lint": "P-05: the taps are a texture; P-02: the point is meant" }
      ```

      `haptic-lint.yaml` in the current folder, or the file of `--config`, has the keys `thresholds` (a number, or `value` and
      `source`), `off` (rules with a reason) and `accept` (findings of a rule with a reason, in one file or in all). All
      thresholds with their values stand in `Examples/Lint/haptic-lint.yaml`:

      ```yaml
      thresholds:
        L-06.perMinute: { value: 20, source: "a game of rhythm" }
      off: [{ rule: L-12, reason: "tried with players next month" }]
      accept: [{ rule: P-05, file: texture.ahap, reason: "the taps are a texture" }]
      ```

      ## What cannot be judged by a program
      Whether an experience is enriched, whether it is missed when it is off, whether it suits people who differ in what they
      feel, and whether it is attractive: that takes people. L-12 asks whether some were asked.

      """
    return page
  }
}
