/// The kinds of problems that a reader of documents reports, in addition to those of its format.
package protocol DocumentFault: SendableMetatype {
  static var unknownKey: Self { get }
  static var unknownWord: Self { get }
  static var missing: Self { get }
  static var wrongType: Self { get }
  static var outOfRange: Self { get }
}

/// Reads the values of a document and collects its problems.
///
/// Its functions report a problem and return nil if the document has another kind of value. `what` names the value.
package protocol DocumentReader: SendableMetatype {
  associatedtype Fault: DocumentFault

  /// The number of problems so far.
  var problemCount: Int { get }
  /// Words that people write instead of the available words. The first row that applies is used.
  static var meanings: [WordMeaning] { get }

  /// Adds a problem.
  mutating func report(_ place: SourceLocation, _ fault: Fault, _ message: String)
}

extension DocumentReader {
  package static var meanings: [WordMeaning] { [] }

  /// Reports that `node` is not `kind`.
  package mutating func refuse(_ node: YAMLNode, _ what: String, _ kind: String) {
    report(node.place, .wrongType, "\(what) must be \(kind), not \(node.kind)")
  }

  /// Reports an unknown word, with "did you mean" or the available words, and with `hint`.
  package mutating func reportUnknown(
    _ written: String, _ place: SourceLocation, _ fault: Fault, _ what: String,
    among words: [String], hint: String = ""
  ) {
    report(
      place, fault,
      "unknown \(what) '\(written.prefix(64))'; \(Self.advice(on: written, among: words))\(hint)")
  }

  private static func advice(on written: String, among words: [String]) -> String {
    if let meant = WordMeaning.question(for: written, among: words, meanings) { return meant }
    let folded = written.lowercased()
    // The written word may be the first word of longer names, such as `interruption began`.
    let longer = words.filter { $0.lowercased().hasPrefix(folded + " ") }
    // An unknown number is not a typing error.
    if longer.isEmpty, Double(written) == nil,
      let question = NearestWord.question(for: written, among: words)
    {
      return question
    }
    // Numbers are listed in numerical order, followed by words.
    let keys = (longer.isEmpty ? words : longer)
      .map { (Double($0).flatMap { $0.isFinite ? $0 : nil } ?? .infinity, $0) }
    return "available: \(keys.sorted(by: <).map(\.1).joined(separator: ", "))"
  }

  // MARK: Maps and lists

  /// Returns the entries of a map.
  ///
  /// Entries whose key is not in `keys` are reported and omitted.
  package mutating func entries(
    _ node: YAMLNode, _ what: String, keys: [String]
  ) -> [YAMLNode.Entry]? {
    guard case .mapping(let entries) = node.content else {
      refuse(node, what, "a map")
      return nil
    }
    return entries.filter { entry in
      if keys.contains(entry.key) { return true }
      reportUnknown(entry.key, entry.place, .unknownKey, "key", among: keys)
      return false
    }
  }

  /// Returns the entries of a map that must not be empty.
  package mutating func someEntries(
    _ node: YAMLNode, _ what: String, keys: [String]
  ) -> [YAMLNode.Entry]? {
    if case .mapping(let all) = node.content, all.isEmpty {
      report(
        node.place, .missing,
        "\(what) is empty; it must have one or more of \(keys.joined(separator: ", "))")
      return nil
    }
    return entries(node, what, keys: keys)
  }

  /// Returns the items of a list.
  package mutating func list(_ node: YAMLNode, _ what: String) -> [YAMLNode]? {
    if case .sequence(let items) = node.content { return items }
    if case .scalar(let word, _) = node.content, !node.isNull {
      report(
        node.place, .wrongType,
        "\(what) must be a list, not \(node.kind); write [\(word.prefix(64))]")
    } else {
      refuse(node, what, "a list")
    }
    return nil
  }

  // MARK: Scalars

  /// Returns the text of a word.
  package mutating func word(_ node: YAMLNode, _ what: String) -> String? {
    if case .scalar(let text, _) = node.content, !node.isNull { return text }
    // Source: YAML 1.1, 6.8.2: text that begins with an exclamation mark is a tag. Tags are not used
    // here.
    if let tag = node.tag, tag.hasPrefix("!"), tag.count > 1 {
      report(
        node.place, .wrongType,
        "\(tag) without quotes is a YAML tag, not a word; quote it: \"\(tag.prefix(64))\"")
    } else {
      refuse(node, what, "a word")
    }
    return nil
  }

  /// Returns a truth value.
  package mutating func truth(_ node: YAMLNode, _ what: String) -> Bool? {
    if case .scalar(let text, isQuoted: false) = node.content {
      // Source: YAML 1.1, bool.
      if ["true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"].contains(text) {
        return true
      }
      if ["false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"].contains(text) {
        return false
      }
    }
    refuse(node, what, "true or false")
    return nil
  }

  /// Returns a finite number, which must be in the range if one is given.
  package mutating func number(
    _ node: YAMLNode, _ what: String, in range: ClosedRange<Double>? = nil
  ) -> Double? {
    guard case .scalar(let text, isQuoted: false) = node.content, let number = Double(text),
      text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) })
    else {
      refuse(node, what, "a number")
      return nil
    }
    let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    if (range ?? finite).contains(number) { return number }
    let limits = range.map { "from \($0.lowerBound.brief) to \($0.upperBound.brief)" } ?? "finite"
    report(node.place, .outOfRange, "\(what) must be \(limits), not \(text)")
    return nil
  }

  /// Returns a whole number, which must be in the range.
  package mutating func whole(
    _ node: YAMLNode, _ what: String, in range: ClosedRange<Int>
  ) -> Int? {
    let limits = Double(range.lowerBound)...Double(range.upperBound)
    guard let number = number(node, what, in: limits) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    refuse(node, what, "a whole number")
    return nil
  }

  /// Returns the value that belongs to the word in the node; other words are reported.
  package mutating func choice<Value>(
    _ node: YAMLNode, _ what: String, _ choices: [(String, Value)]
  ) -> Value? {
    guard let text = word(node, what) else { return nil }
    if let found = choices.first(where: { $0.0 == text }) { return found.1 }
    reportUnknown(text, node.place, .unknownWord, what, among: choices.map(\.0))
    return nil
  }
}

/// A problem of a document.
package struct DocumentProblem: Sendable {
  /// The location of the problem.
  package let place: SourceLocation
  /// One sentence without a period at the end.
  package let message: String

  package init(place: SourceLocation, message: String) {
    self.place = place
    self.message = message
  }
}

/// Reads documents of formats that do not number their problems.
package struct PlainDocumentReader: DocumentReader {
  package enum Fault: DocumentFault {
    case unknownKey, unknownWord, missing, wrongType, outOfRange
  }

  private var found: [DocumentProblem]

  package var problemCount: Int { found.count }
  /// The problems, in order of location.
  package var problems: [DocumentProblem] { found.sorted { $0.place < $1.place } }

  /// The locations of damage in a text that is read despite the damage; nil for an undamaged text.
  private var damages: [SourceLocation]?

  /// Creates a reader that has found `problems` so far.
  package init(problems: [DocumentProblem] = []) { found = problems }

  /// Creates a reader of `document`.
  ///
  /// If the document is damaged, the remaining parts are still read: missing keys are not reported in damaged parts,
  /// and the damage is reported once.
  package init(of document: JSONDocument) {
    found = document.problems
    damages = document.isSound ? nil : document.problems.map(\.place)
  }

  package mutating func report(_ place: SourceLocation, _ fault: Fault, _ message: String) {
    if let damages, fault == .missing || damages.contains(place) { return }
    found.append(DocumentProblem(place: place, message: message))
  }
}
