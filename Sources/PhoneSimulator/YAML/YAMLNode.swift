/// Where something is in a file.
public struct Place: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters.
  public var column: Int

  /// A place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Such as `12:7`.
  public var description: String { "\(line):\(column)" }

  /// In the order of reading.
  public static func < (first: Place, second: Place) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}

/// A value of a YAML document, with its place.
struct YAMLNode: Hashable, Sendable {
  /// A key and its value.
  struct Entry: Hashable, Sendable {
    var key: String
    var place: Place
    var value: YAMLNode
  }

  /// What a value is.
  indirect enum Content: Hashable, Sendable {
    /// A word; `isQuoted` if it was written in quotes, and so is no number, truth value or null.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  var place: Place
  var content: Content

  /// What it is, for messages.
  var kind: String {
    switch content {
    case .scalar(let text, let isQuoted):
      text.isEmpty && !isQuoted ? "nothing" : "\"\(text.prefix(40))\""
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  /// Whether nothing is written there, or null.
  var isNull: Bool {
    guard case .scalar(let text, isQuoted: false) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}
