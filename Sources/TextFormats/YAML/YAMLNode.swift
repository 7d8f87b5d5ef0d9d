/// A value of a YAML document, with its location.
package struct YAMLNode: Hashable, Sendable {
  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// The key's text.
    package var key: String
    /// The location of the key.
    package var place: SourceLocation
    /// The value.
    package var value: YAMLNode

    /// Creates an entry.
    package init(key: String, place: SourceLocation, value: YAMLNode) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  /// The content of a value.
  package indirect enum Content: Hashable, Sendable {
    /// Text. If `isQuoted`, it was written in quotes and is therefore not a number, truth value or
    /// null.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  /// The location of the node.
  package var place: SourceLocation
  /// The content of the node.
  package var content: Content
  /// The tag of a scalar, such as `!pla`: an unquoted word that begins with `!`.
  package var tag: String?

  /// Creates a value.
  package init(place: SourceLocation, content: Content, tag: String? = nil) {
    self.place = place
    self.content = content
    self.tag = tag
  }

  /// The kind of node, for messages.
  package var kind: String {
    switch content {
    case .scalar(let text, _): isNull ? "nothing" : "\"\(text.prefix(40))\""
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  /// Whether the value is missing or null.
  package var isNull: Bool {
    guard case .scalar(let text, isQuoted: false) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}
