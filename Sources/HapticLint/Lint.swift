public import HapticEditing
public import HapticEngine
public import TextFormats

/// Judges patterns, sounds and apps by Apple's guidelines and by rules from practice.
///
/// - Thread: any.        Realtime-safe: no.
public enum Lint {
  /// All rules, in order of their identifiers.
  public static let rules: [LintRule] =
    (PatternRules.rows + CurveRules.rows + SeamRules.rows + FolderRules.rows + SoundRules.rows
    + BindingRules.rows
    + PresetRules.rows + AmountRules.rows + SessionRules.rows + TraceRules.rows).sorted {
      $0.id < $1.id
    }

  /// Returns the rule whose identifier or name is `text`, ignoring case.
  public static func rule(_ text: String) -> LintRule? {
    rules.first { $0.id.lowercased() == text.lowercased() || $0.name == text.lowercased() }
  }

  /// Judges `subjects`.
  ///
  /// - Returns: the findings, in order of file and place, including suppressed ones with their reasons.
  public static func check(
    _ subjects: LintSubjects, configuration: LintConfiguration = LintConfiguration()
  ) -> [LintFinding] {
    let context = LintContext(configuration: configuration)
    let accepted = Dictionary(
      subjects.patterns.compactMap { subject in
        subject.pattern.map { (subject.file, Self.accepted(in: $0)) }
      }, uniquingKeysWith: { first, _ in first })
    return rules.filter { !configuration.isOff($0) }.flatMap { rule in
      rule.check(subjects, context).map { hit in
        LintFinding(
          rule: rule, hit: hit,
          thresholds: configuration.thresholds(of: rule).filter {
            hit.thresholds?.contains($0.name) ?? true
          },
          suppression: configuration.suppression(of: rule, in: hit.file)
            ?? accepted[hit.file]?[rule.id])
      }
    }.sorted { $0.sortKey < $1.sortKey }
  }

  /// The rules that judge `subjects`: the rules that are not switched off and read at least one kind of input in
  /// `subjects`.
  public static func rules(
    for subjects: LintSubjects, configuration: LintConfiguration = LintConfiguration()
  ) -> [LintRule] {
    let inputs = subjects.inputs
    return rules.filter { !configuration.isOff($0) && !inputs.isDisjoint(with: $0.inputs) }
  }

  /// Corrects every breach that can be corrected automatically in the pattern file `file`, whose content is `bytes`.
  ///
  /// All other text stays unchanged, including unknown keys, metadata and the spelling of numbers.
  /// Findings that the configuration or the pattern accepts are not corrected.
  ///
  /// - Returns: the corrected file and the rules that changed it; nil if nothing changed, or if the file is not a
  ///   valid pattern.
  /// - Throws: `EditError` if a correction is not possible, such as a time beyond the limits.
  public static func fix(
    _ bytes: [UInt8], file: String, configuration: LintConfiguration = LintConfiguration()
  ) throws(EditError) -> (bytes: [UInt8], rules: [LintRule])? {
    var applied: [LintRule] = []
    var reading = AHAP.read(bytes, file: file)
    guard let pattern = reading.pattern else { return nil }
    var document = EditDocument(valid: bytes)
    let accepted = accepted(in: pattern)
    for rule in rules where !configuration.isOff(rule) {
      guard let fix = rule.fix, configuration.suppression(of: rule, in: file) == nil,
        accepted[rule.id] == nil
      else { continue }
      var run = EditRun(document, .all)
      try run.carryOut { (run) throws(EditError) in try fix(&run, reading) }
      if run.patch.isEmpty { continue }
      applied.append(rule)
      document = document.patched(run.patch)
      reading = AHAP.read(document.bytes, file: file)
    }
    return applied.isEmpty ? nil : (document.bytes, applied)
  }

  /// The reasons in a pattern's metadata for accepting breaches, by rule ID: `"Lint": "P-05: the taps are a texture"`,
  /// separated by semicolons.
  private static func accepted(in pattern: HapticPattern) -> [String: String] {
    Dictionary(
      acceptances(pattern.text("Lint") ?? "").compactMap(\.read).map { ($0.rule, $0.reason) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The maximum number of problems reported.
  ///
  /// Our choice.
  private static let maximumProblems = 20

  /// The parts of a metadata text that accepts findings; `read` is nil for a part that does not accept any finding.
  private static func acceptances(
    _ text: String
  ) -> [(text: String, read: (rule: String, reason: String)?)] {
    text.split(separator: ";").compactMap { part in
      let pieces = part.split(separator: ":", maxSplits: 1).map(\.trimmed)
      if pieces.allSatisfy(\.isEmpty) { return nil }
      let rule = rulesByID[pieces.first?.lowercased() ?? ""]
      guard let rule, pieces.count == 2, !pieces[1].isEmpty else { return (part.trimmed, nil) }
      return (part.trimmed, (rule.id, pieces[1]))
    }
  }

  private static let rulesByID: [String: LintRule] = Dictionary(
    uniqueKeysWithValues: rules.map { ($0.id.lowercased(), $0) })

  /// The problems in the metadata entry `Lint`, with which a pattern accepts findings.
  public static func acceptanceProblems(of pattern: HapticPattern) -> [String] {
    guard pattern.metadata["Lint"] != nil else { return [] }
    let form = "\"Lint\" in Metadata must have the form \"P-05: reason; P-02: reason\""
    guard let text = pattern.text("Lint") else { return [form + ", as one string"] }
    let unread = acceptances(text).filter { $0.read == nil }
    let more = unread.count - maximumProblems
    return unread.prefix(maximumProblems).map {
      "\(form); \(Quoted.words($0.text)) does not accept any finding"
    }
      + (more > 0 ? ["the same problem in \(more.counted("more part"))"] : [])
  }
}

/// The severity of a breach.
public enum LintSeverity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Worth knowing.
  case info
  /// Probably wrong.
  case warning
  /// Wrong.
  case error

  /// Whether the first severity is less severe than the second.
  public static func < (first: LintSeverity, second: LintSeverity) -> Bool {
    first.rank < second.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A breach, before it is combined with its rule.
struct LintHit: Sendable {
  let severity: LintSeverity
  let file: String
  var place: SourceLocation = .start
  /// The path in the file, such as `Pattern[3]`; empty for the file as a whole.
  var path = ""
  let message: String
  /// Whether `--fix` corrects this breach, if its rule has a correction.
  var isFixable = true
  /// The names of the thresholds that applied; nil for all thresholds of the rule.
  var thresholds: Set<String>?
}

/// A breach of a rule.
public struct LintFinding: Sendable {
  /// The rule.
  public let rule: LintRule
  /// The severity of the finding.
  public let severity: LintSeverity
  /// The file.
  public let file: String
  /// The place in the file; the beginning if the finding is about the file as a whole.
  public let place: SourceLocation
  /// The path in the file, such as `Pattern[3]`; empty for the file as a whole.
  public let path: String
  /// The problem: one sentence without a period.
  public let message: String
  /// The reason for accepting the finding; nil if it is not accepted.
  public let suppression: String?
  /// Whether `Lint.fix` corrects the breach.
  public let isFixable: Bool
  /// The thresholds that applied, with their sources.
  public let thresholds: [LintRule.Threshold]

  init(rule: LintRule, hit: LintHit, thresholds: [LintRule.Threshold], suppression: String?) {
    self.rule = rule
    self.thresholds = thresholds
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

/// Orders findings by file, place and rule.
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

extension Lint {
  /// The thresholds of all rules, by their names in a configuration.
  static let thresholds = Dictionary(
    uniqueKeysWithValues: rules.flatMap { rule in
      rule.thresholds.map { ("\(rule.id).\($0.name)", $0) }
    })
}

/// The threshold values that a check may read.
struct LintContext: Sendable {
  let configuration: LintConfiguration

  /// The value of threshold `name` of rule `id`.
  func value(_ id: String, _ name: String) -> Double {
    if let value = configuration.value(of: "\(id).\(name)") { return value }
    guard let threshold = Lint.thresholds["\(id).\(name)"] else {
      preconditionFailure("\(id) has no threshold \(name)")
    }
    return threshold.value
  }

  /// The value of threshold `name` of rule `id` as a whole number, clamped to 0...1e9.
  func count(_ id: String, _ name: String) -> Int { Int(min(max(value(id, name), 0), 1e9)) }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) }
    return end.map { String(start[..<$0]) } ?? ""
  }
}
