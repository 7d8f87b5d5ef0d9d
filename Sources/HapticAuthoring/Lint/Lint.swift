public import HapticEngine
public import TextFormats

/// Judges patterns, sounds and apps by the guidelines and by what practice knows.
///
/// - Thread: any.        Realtime-safe: no.
public enum Lint {
  /// All rules, in order of their identifiers.
  public static let rules: [LintRule] =
    (PatternRules.rows + FolderRules.rows + SoundRules.rows + BindingRules.rows
    + AmountRules.rows + SessionRules.rows + TraceRules.rows).sorted { $0.id < $1.id }

  /// The rule called `text`: its identifier, in upper or lower case, or its name.
  public static func rule(_ text: String) -> LintRule? {
    rules.first { $0.id.lowercased() == text.lowercased() || $0.name == text.lowercased() }
  }

  /// Judges `subjects`.
  ///
  /// - Returns: what was found, in order of file and place; suppressed findings included, with their
  ///   reasons.
  public static func check(
    _ subjects: LintSubjects, configuration: LintConfiguration = LintConfiguration()
  ) -> [LintFinding] {
    let context = LintContext(configuration: configuration)
    return rules.filter { !configuration.isOff($0) }.flatMap { rule in
      rule.check(subjects, context).map { hit in
        LintFinding(
          rule: rule, hit: hit,
          suppression: configuration.suppression(of: rule, in: hit.file)
            ?? Self.ownSuppression(of: rule, in: hit.file, subjects))
      }
    }.sorted { $0.sortKey < $1.sortKey }
  }

  /// `pattern` with everything corrected that can be, by the rules that have something to correct.
  ///
  /// - Returns: the corrected pattern and the rules that changed it; nil if none did.
  public static func fix(
    _ pattern: LintedPattern, configuration: LintConfiguration = LintConfiguration(),
    profile: Profile = .wideband
  ) throws(RenderError) -> (pattern: HapticPattern, rules: [LintRule])? {
    let context = LintContext(configuration: configuration)
    var (current, applied): (LintedPattern, [LintRule]) = (pattern, [])
    for rule in rules where !configuration.isOff(rule) {
      if configuration.suppression(of: rule, in: pattern.file) != nil { continue }
      guard let fix = rule.fix, let fixed = fix(current, context), fixed != current.pattern else {
        continue
      }
      applied.append(rule)
      let bytes = AHAP.encode(fixed)
      current = try LintedPattern(
        AHAP.read(bytes, file: pattern.file), name: pattern.name, profile: profile)
    }
    guard !applied.isEmpty, let fixed = current.pattern else { return nil }
    return (fixed, applied)
  }

  /// The reason that a pattern's metadata gives for a rule: `"Lint": "P-05: the taps are a texture"`,
  /// several parted by semicolons.
  private static func ownSuppression(
    of rule: LintRule, in file: String, _ subjects: LintSubjects
  ) -> String? {
    guard let pattern = subjects.patterns.first(where: { $0.file == file })?.pattern,
      let text = pattern.text("Lint")
    else { return nil }
    for part in text.split(separator: ";") {
      let pieces = part.split(separator: ":", maxSplits: 1).map {
        String($0.drop { $0 == " " })
      }
      if pieces.count == 2, pieces[0].lowercased() == rule.id.lowercased(), !pieces[1].isEmpty {
        return pieces[1]
      }
    }
    return nil
  }
}

/// How bad a breach is.
public enum LintSeverity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Worth knowing.
  case info
  /// Probably wrong.
  case warning
  /// Wrong.
  case error

  /// In order of weight.
  public static func < (first: LintSeverity, second: LintSeverity) -> Bool {
    first.rank < second.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Where a rule is broken, and by what.
struct LintHit: Sendable {
  let severity: LintSeverity
  let file: String
  var place: SourceLocation = .start
  /// The path in the file, such as `Pattern[3]`; empty for the file as a whole.
  var path = ""
  let message: String
  /// Whether `--fix` corrects it, if its rule has a correction.
  var isFixable = true
}

/// A breach of a rule.
public struct LintFinding: Sendable {
  /// The rule.
  public let rule: LintRule
  /// The severity of the finding.
  public let severity: LintSeverity
  /// The file.
  public let file: String
  /// Where in the file; the beginning where it is the file as a whole.
  public let place: SourceLocation
  /// The path in the file, such as `Pattern[3]`; empty for the file as a whole.
  public let path: String
  /// What is wrong: one sentence without a full stop.
  public let message: String
  /// The reason for which the finding is accepted; nil if it is not.
  public let suppression: String?
  /// Whether `Lint.fix` corrects it.
  public let isFixable: Bool

  init(rule: LintRule, hit: LintHit, suppression: String?) {
    self.rule = rule
    severity = hit.severity
    file = hit.file
    place = hit.place
    path = hit.path
    message = hit.message
    isFixable = rule.isFixable && hit.isFixable
    self.suppression = suppression
  }

  fileprivate var sortKey: LintSortKey {
    LintSortKey(file: file, place: place, rule: rule.id, message: message)
  }
}

/// In order of file, place and rule.
private struct LintSortKey: Comparable {
  let file: String
  let place: SourceLocation
  let rule: String
  let message: String

  static func < (one: LintSortKey, two: LintSortKey) -> Bool {
    if one.file != two.file { return one.file < two.file }
    if one.place != two.place { return one.place < two.place }
    return (one.rule, one.message) < (two.rule, two.message)
  }
}

/// What a check may ask.
struct LintContext: Sendable {
  let configuration: LintConfiguration

  /// The value of threshold `name` of rule `id`.
  func value(_ id: String, _ name: String) -> Double {
    configuration.value(of: "\(id).\(name)")
      ?? Lint.rule(id)?.thresholds.first { $0.name == name }?.value ?? 0
  }
}
