internal import HapticEditing
internal import HapticEngine

/// One rule: its demand, the reason, the source, and the remedy for a breach.
///
/// All texts about a rule, on the command line, in reports and in `Documentation/Lint.md`, come from its row.
/// `Lint.rules` lists all rules.
public struct LintRule: Sendable {
  /// A number that a rule compares measurements with.
  public struct Threshold: Hashable, Sendable {
    /// The name in a configuration, after the rule's identifier and a dot.
    public let name: String
    /// The value that applies unless a configuration changes it.
    public let value: Double
    /// The unit, such as `s`.
    public let unit: String
    /// The source of the value.
    public let source: String

    /// The limits of all thresholds, far beyond anything that is measured.
    static let largest = -1e9...1e9

    /// The values that a configuration may set; only levels may be negative.
    var range: ClosedRange<Double> { unit.hasPrefix("dB") ? Self.largest : 0...1e9 }
  }

  /// One kind of breach.
  public struct Clause: Hashable, Sendable {
    /// The input in which the breach is found.
    public let input: LintInput
    /// The severity of the finding.
    public let severity: LintSeverity
    /// A phrase that describes the breach and names its thresholds.
    public let text: String

    static func error(_ input: LintInput, _ text: String) -> Clause {
      Clause(input: input, severity: .error, text: text)
    }

    static func warning(_ input: LintInput, _ text: String) -> Clause {
      Clause(input: input, severity: .warning, text: text)
    }

    static func info(_ input: LintInput, _ text: String) -> Clause {
      Clause(input: input, severity: .info, text: text)
    }
  }

  /// The stable identifier for reports and configurations, such as `L-07`.
  public let id: String
  /// A short name in lower case, such as `drawn-out`.
  public let name: String
  /// The demand: one sentence.
  public let title: String
  /// The reason: one or two sentences.
  public let why: String
  /// The source of the rule: a chapter of the guidelines, or a practice.
  public let guideline: String
  /// The remedy for a breach: one sentence.
  public let advice: String
  /// The thresholds of the rule.
  public private(set) var thresholds: [Threshold] = []
  /// The breaches that the rule finds, each with its severity.
  public let clauses: [Clause]
  /// A mechanical correction: an edit of the pattern's file that leaves the remaining text unchanged.
  typealias Fix = @Sendable (inout EditRun, AHAPReading) throws(EditError) -> Void

  /// Corrects a pattern; nil if a correction requires a person's decision.
  private(set) var fix: Fix?
  /// Finds the breaches.
  let check: @Sendable (LintSubjects, LintContext) -> [LintHit]

  /// The inputs that the rule reads.
  public var inputs: [LintInput] {
    var seen: Set<LintInput> = []
    return clauses.map(\.input).filter { seen.insert($0).inserted }
  }

  /// Whether `--fix` can correct breaches.
  public var isFixable: Bool { fix != nil }
}
