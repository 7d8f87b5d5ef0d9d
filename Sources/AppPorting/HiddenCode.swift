internal import TextFormats

/// Lines that the compiler leaves out on Linux.
public struct HiddenLines: Hashable, Sendable, Encodable {
  /// The first line, from 1.
  public let first: Int
  /// The last line.
  public let last: Int
  /// The condition, as written.
  public let condition: String
}

extension SwiftSource {
  /// The value of a condition on Linux: true, false, or nil if the source does not determine it.
  ///
  /// Source: The Swift Programming Language, "Conditional Compilation Block".
  private func value(_ tokens: ArraySlice<String>) -> Bool? {
    var parser = ConditionParser(tokens: tokens)
    return parser.alternatives()
  }

  /// The lines that are left out because of a condition that is false on Linux, such as `#if os(iOS)`.
  ///
  /// Conditions on other modules and on flags are not judged. A block within a hidden block is part of it.
  var hiddenLines: [HiddenLines] {
    var locations = SourceLocations(bytes)
    var hidden: [HiddenLines] = []
    // The branch that is open at each depth: its first line and its condition, if it is hidden.
    var open: [(hidden: (line: Int, condition: String)?, isTaken: Bool?)] = []
    func close(at line: Int) {
      guard let branch = open.last?.hidden, line > branch.line else { return }
      if open.dropLast().contains(where: { $0.hidden != nil }) { return }
      hidden.append(HiddenLines(first: branch.line, last: line - 1, condition: branch.condition))
    }
    for index in tokens.indices where tokens[index].kind == .directive {
      let name = text(index)
      guard ["#if", "#elseif", "#else", "#endif"].contains(name) else { continue }
      let line = locations.place(of: tokens[index].range.lowerBound).line
      if name != "#if" { close(at: line) }
      if name == "#endif" {
        _ = open.popLast()
        continue
      }
      let words = condition(after: index)
      let former = name == "#if" ? false : open.popLast()?.isTaken
      let own: Bool? = name == "#else" ? true : value(words[...])
      let isHidden = former == true || own == false
      let text = name == "#else" ? "else" : words.joined()
      open.append(
        (isHidden ? (line + 1, text) : nil, former == true ? true : former == nil ? nil : own))
    }
    return hidden
  }

  /// Returns the tokens of the condition after the directive at `index`, up to the end of its line.
  private func condition(after index: Int) -> [String] { range(after: index).map(text) }

  private func range(after index: Int) -> Range<Int> {
    var next = index + 1
    while next < tokens.count, !beginsLine(next) { next += 1 }
    return (index + 1)..<next
  }

  /// The places of `os(iOS)` in conditions, without those that `|| os(Linux)` follows.
  var phoneConditions: [Range<Int>] {
    tokens.indices.filter {
      tokens[$0].kind == .directive && ["#if", "#elseif"].contains(text($0))
    }.flatMap { directive in
      let range = range(after: directive)
      return range.compactMap { index -> Range<Int>? in
        guard range.contains(index + 3), (index...index + 3).map(text) == ["os", "(", "iOS", ")"]
        else { return nil }
        let next = (index + 4...index + 8).map(text)
        if next == ["|", "|", "os", "(", "Linux"] { return nil }
        return tokens[index].range.lowerBound..<tokens[index + 3].range.upperBound
      }
    }
  }
}

/// Reads a condition of `#if`.
private struct ConditionParser {
  var tokens: ArraySlice<String>
  private var depth = 0

  init(tokens: ArraySlice<String>) { self.tokens = tokens }

  /// The maximum number of nested operators and parentheses, beyond which the value counts as not known.
  ///
  /// Our choice: far more than any condition that a person writes.
  private static let maximumDepth = 256

  /// Operands joined by `||`; nil if the value is not known.
  mutating func alternatives() -> Bool? {
    var result = terms()
    while tokens.starts(with: ["|", "|"]) {
      tokens = tokens.dropFirst(2)
      let other = terms()
      result =
        result == true || other == true ? true : result == false && other == false ? false : nil
    }
    return result
  }

  private mutating func terms() -> Bool? {
    var result = factor()
    while tokens.starts(with: ["&", "&"]) {
      tokens = tokens.dropFirst(2)
      let other = factor()
      result =
        result == false || other == false ? false : result == true && other == true ? true : nil
    }
    return result
  }

  private mutating func factor() -> Bool? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth, let first = tokens.popFirst() else { return nil }
    switch first {
    case "!": return factor().map(!)
    case "(":
      let value = alternatives()
      if tokens.first == ")" { tokens.removeFirst() }
      return value
    case "true": return true
    case "false": return false
    default: return call(first)
    }
  }

  /// The conditions whose value on Linux is known.
  private mutating func call(_ name: String) -> Bool? {
    guard tokens.first == "(" else { return nil }
    let end = tokens.firstIndex(of: ")") ?? tokens.endIndex
    let argument = tokens[(tokens.startIndex + 1)..<end].joined()
    tokens = tokens[end...].dropFirst()
    switch name {
    case "os": return argument == "Linux"
    case "targetEnvironment": return false
    case "canImport": return Self.absent.contains(argument) ? false : nil
    default: return nil
    }
  }

  /// Modules of Apple that do not exist on Linux and that this project does not offer.
  private static let absent: Set = ["AppKit", "Darwin", "WatchKit", "ObjectiveC"]
}
