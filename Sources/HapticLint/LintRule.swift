internal import HapticEditing
internal import HapticEngine

/// One rule: what it asks for, why, where that comes from, and what to do about a breach.
///
/// Everything that is said about a rule, on the command line, in reports and in `Documentation/Lint.md`,
/// comes from its row; `Lint.rules` lists all of them.
public struct LintRule: Sendable {
  /// A number that a rule measures against.
  public struct Threshold: Hashable, Sendable {
    /// The name in a configuration, after the rule's identifier and a dot.
    public let name: String
    /// The value unless a configuration has another.
    public let value: Double
    /// The unit, such as `s`.
    public let unit: String
    /// Where the value comes from.
    public let source: String

    /// The largest values that a threshold may have: nothing that is measured comes near them.
    static let largest = -1e9...1e9

    /// The values that a configuration may give it: only levels are below zero.
    var range: ClosedRange<Double> { unit.hasPrefix("dB") ? Self.largest : 0...1e9 }
  }

  /// One thing that the rule finds.
  public struct Clause: Hashable, Sendable {
    /// The input in which it is found.
    public let input: LintInput
    /// The severity of the finding.
    public let severity: LintSeverity
    /// What is found: a phrase; thresholds by their names.
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

  /// Stays the same in reports and configurations, such as `L-07`.
  public let id: String
  /// A short name in lower case, such as `drawn-out`.
  public let name: String
  /// What the rule asks for: one sentence.
  public let title: String
  /// Why: one sentence.
  public let why: String
  /// Where the rule comes from: a chapter of the guidelines, or what practice.
  public let guideline: String
  /// What to do about a breach: one sentence.
  public let advice: String
  /// The numbers it measures against.
  public private(set) var thresholds: [Threshold] = []
  /// The things that the rule finds, each with its severity.
  public let clauses: [Clause]
  /// What corrects a pattern, where that is mechanical: an edit of its file, which keeps all else.
  typealias Fix = @Sendable (inout EditRun, AHAPReading) throws(EditError) -> Void

  /// Corrects a pattern; nil where that takes a decision.
  private(set) var fix: Fix?
  /// Finds breaches.
  let check: @Sendable (LintSubjects, LintContext) -> [LintHit]

  /// The inputs that the rule reads.
  public var inputs: [LintInput] {
    var seen: Set<LintInput> = []
    return clauses.map(\.input).filter { seen.insert($0).inserted }
  }

  /// Whether `--fix` can correct what it finds.
  public var isFixable: Bool { fix != nil }
}
