public import TextFormats
internal import YAMLText

/// What a project sets for itself: thresholds, rules that are off, findings that are accepted.
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
/// `Examples/Lint/haptic-lint.yaml` has every threshold with its value and its source.
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
  public struct Problem: Hashable, Sendable {
    /// Where.
    public let place: SourceLocation
    /// What is wrong: one sentence without a full stop.
    public let message: String
  }

  /// Why a configuration cannot be used.
  public struct Invalid: Error, Sendable {
    /// Every problem, in order.
    public let problems: [Problem]
  }

  /// The largest configuration, in bytes; our choice.
  public static let maximumBytes = 1 << 20

  /// Values by threshold, such as `L-07.longest`.
  public var thresholds: [String: Double]
  /// The sources of these values, by threshold; none for one that is only a number.
  public var sources: [String: String]
  /// The rules that are off, by their identifiers, and the reason of each.
  public var off: [String: String]
  /// What is accepted.
  public var accepted: [Acceptance]

  /// The thresholds of the rules, all rules on, nothing accepted.
  public init(
    thresholds: [String: Double] = [:], sources: [String: String] = [:],
    off: [String: String] = [:], accepted: [Acceptance] = []
  ) {
    self.thresholds = thresholds
    self.sources = sources
    self.off = off
    self.accepted = accepted
  }

  func value(of threshold: String) -> Double? { thresholds[threshold] }

  func isOff(_ rule: LintRule) -> Bool { off[rule.id] != nil }

  /// The thresholds of `rule`, with the values that are measured against and their sources.
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

  /// A path without the folder that it begins in.
  private static func plain(_ path: String) -> Substring {
    path.hasPrefix("./") ? path.dropFirst(2) : path[...]
  }
}

extension LintConfiguration {
  /// Reads a configuration.
  ///
  /// - Parameter bytes: a YAML file.
  /// - Throws: `Invalid` with every problem: what is no YAML, unknown keys, rules and thresholds, and
  ///   acceptances without a reason.
  public init(yaml bytes: [UInt8]) throws(Invalid) {
    self.init()
    var reader = ManifestReader(bytes)
    reader.members(of: reader.root, keys: ["thresholds", "off", "accept"]) { reader, key, node in
      switch key {
      case "thresholds":
        reader.members(of: node, keys: Lint.thresholds.keys.sorted()) { readThreshold(&$0, $1, $2) }
      case "off": for element in reader.elements(of: node) { readOff(&reader, element) }
      case "accept": for element in reader.elements(of: node) { readAcceptance(&reader, element) }
      default: preconditionFailure("\(key) is listed and not read")
      }
    }
    if !reader.problems.isEmpty { throw Invalid(problems: reader.problems) }
  }

  /// A threshold: a number, or a map of one with its source.
  private mutating func readThreshold(
    _ reader: inout ManifestReader, _ name: String, _ node: YAMLNode
  ) {
    let range = Lint.thresholds[name]?.range ?? LintRule.Threshold.largest
    guard case .mapping = node.content else {
      thresholds[name] = reader.number(node, in: range)
      return
    }
    let problems = reader.problems.count
    reader.members(of: node, keys: ["value", "source"]) { reader, key, node in
      if key == "value" {
        thresholds[name] = reader.number(node, in: range)
      } else {
        sources[name] = reader.text(node)
      }
    }
    if thresholds[name] == nil, reader.problems.count == problems {
      reader.report(node.place, "a value is missing")
    }
  }

  /// A rule that is off, with the reason.
  private mutating func readOff(_ reader: inout ManifestReader, _ node: YAMLNode) {
    guard case .mapping = node.content else {
      if let rule = reader.rule(node) {
        reader.report(
          node.place, "a reason is missing: why is it off? Write { rule: \(rule), reason: … }")
      }
      return
    }
    let found = reader.acceptance(node, keys: ["rule", "reason"], "off")
    if !found.rule.isEmpty { off[found.rule] = found.reason }
  }

  /// A finding that is accepted, with the reason.
  private mutating func readAcceptance(_ reader: inout ManifestReader, _ node: YAMLNode) {
    let found = reader.acceptance(node, keys: ["rule", "file", "reason"], "accepted")
    if !found.rule.isEmpty { accepted.append(found) }
  }

  /// A configuration that changes nothing: every threshold with its value and its source.
  public static var defaults: String {
    var text = """
      # What haptic lint measures against, and why: copy what you change to haptic-lint.yaml, with your source.
      # Written from the rules; a test holds it.
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

/// Reads maps and lists of YAML, and collects what is wrong.
struct ManifestReader {
  private(set) var problems: [LintConfiguration.Problem] = []
  /// Where the key is of the member that is being read.
  private(set) var keyPlace = SourceLocation.start
  let root: YAMLNode

  init(_ bytes: [UInt8]) {
    let documents = YAMLDocuments(bytes)
    root =
      documents.roots.first ?? YAMLNode(place: .start, content: .scalar("", isQuoted: false))
    problems = documents.problems.map { .init(place: $0.place, message: $0.message) }
    if documents.roots.count > 1 {
      report(documents.roots[1].place, "only one document is read; put this into a file of its own")
    }
  }

  mutating func report(_ place: SourceLocation, _ message: String) {
    problems.append(.init(place: place, message: message))
  }

  /// Reads each member of a map, whose keys must be among `keys`.
  mutating func members(
    of node: YAMLNode, keys: [String],
    _ read: (inout ManifestReader, String, YAMLNode) -> Void
  ) {
    if node.isNull { return }
    guard case .mapping(let entries) = node.content else {
      return report(node.place, "this must be a map, not \(node.kind)")
    }
    var seen: Set<String> = []
    for entry in entries {
      if !keys.contains(entry.key) {
        let hint = NearestWord.hint(for: entry.key, among: keys)
        report(entry.place, "unknown key '\(entry.key)'\(hint)")
      } else if !seen.insert(entry.key).inserted {
        report(entry.place, "'\(entry.key)' is here twice")
      } else {
        keyPlace = entry.place
        read(&self, entry.key, entry.value)
      }
    }
  }

  /// The elements of a list; a single value is a list of one.
  mutating func elements(of node: YAMLNode) -> [YAMLNode] {
    switch node.content {
    case .sequence(let elements):
      for element in elements where element.isNull {
        report(element.place, "this element is empty")
      }
      return elements.filter { !$0.isNull }
    case .scalar where node.isNull: return []
    case .scalar, .mapping: return [node]
    }
  }

  /// A rule, perhaps in one file, with a reason, of which rule and reason must be there.
  ///
  /// - Parameters:
  ///   - node: a map.
  ///   - keys: the keys that it may have.
  ///   - what: what the rule is, for problems.
  /// - Returns: what was found; without a rule if that is missing or unknown.
  fileprivate mutating func acceptance(
    _ node: YAMLNode, keys: [String], _ what: String
  ) -> LintConfiguration.Acceptance {
    var found = LintConfiguration.Acceptance(rule: "", file: "", reason: "")
    var namesRule = false
    members(of: node, keys: keys) { reader, key, node in
      switch key {
      case "rule":
        namesRule = true
        found.rule = reader.rule(node) ?? ""
      case "file": found.file = reader.text(node) ?? ""
      case "reason": found.reason = reader.text(node) ?? ""
      default: preconditionFailure("\(key) is listed and not read")
      }
    }
    if found.reason.isEmpty { report(node.place, "a reason is missing: why is this \(what)?") }
    if !namesRule { report(node.place, "a rule is missing: what is \(what)?") }
    return found
  }

  /// The text of a scalar.
  mutating func text(_ node: YAMLNode) -> String? {
    if case .scalar(let text, _) = node.content, !node.isNull { return text }
    report(node.place, "this must be a text, not \(node.kind)")
    return nil
  }

  /// The texts of a list.
  mutating func texts(_ node: YAMLNode) -> [String] {
    var texts: [String] = []
    for element in elements(of: node) {
      if let text = text(element) { texts.append(text) }
    }
    return texts
  }

  /// A finite number.
  mutating func number(_ node: YAMLNode) -> Double? {
    if case .scalar(let text, isQuoted: false) = node.content, let number = Double(text),
      number.isFinite
    {
      return number
    }
    report(node.place, "this must be a number, not \(node.kind)")
    return nil
  }

  /// A number in a range.
  mutating func number(_ node: YAMLNode, in range: ClosedRange<Double>) -> Double? {
    guard let number = number(node) else { return nil }
    if range.contains(number) { return number }
    report(
      node.place,
      "\(number.brief) is not from \(range.lowerBound.brief) to \(range.upperBound.brief)")
    return nil
  }

  /// A whole number in a range.
  mutating func wholeNumber(_ node: YAMLNode, in range: ClosedRange<Int>) -> Int? {
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    guard let number = number(node, in: bounds) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    report(node.place, "\(number.brief) is not a whole number")
    return nil
  }

  /// A truth value.
  mutating func boolean(_ node: YAMLNode) -> Bool? {
    if case .scalar(let text, isQuoted: false) = node.content {
      if ["true", "yes", "on"].contains(text) { return true }
      if ["false", "no", "off"].contains(text) { return false }
    }
    report(node.place, "this must be true or false, not \(node.kind)")
    return nil
  }

  /// One of the cases of an enumeration.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ node: YAMLNode, _ type: Word.Type
  ) -> Word? where Word.RawValue == String {
    guard let text = text(node) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let advice =
      NearestWord.question(for: text, among: words)
      ?? "available: \(words.joined(separator: ", "))"
    report(node.place, "unknown value '\(text)'; \(advice)")
    return nil
  }

  /// The identifier of a rule.
  mutating func rule(_ node: YAMLNode) -> String? {
    guard let text = text(node) else { return nil }
    if let rule = Lint.rule(text) { return rule.id }
    let hint = NearestWord.hint(for: text, among: Lint.rules.map(\.id))
    report(node.place, "unknown rule '\(text)'\(hint)")
    return nil
  }
}
