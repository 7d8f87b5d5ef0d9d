internal import TextFormats

/// A property of a scenario's app, for editors.
///
/// It is derived from the rows with which scenarios are read.
package struct AppProperty: Hashable, Sendable {
  /// The kind of value, which determines how people change it.
  package enum Kind: String, Hashable, Sendable {
    /// One of the choices.
    case word
    /// Any of the choices, in a list.
    case words
    /// True or false.
    case truth
    /// Text in the notation of YAML.
    case text
  }

  /// The key.
  package let name: String
  /// The kind of value.
  package let kind: Kind
  /// The choices; empty for other kinds of values.
  package let choices: [String]
  /// What the value looks like, in a few words.
  package let form: String

  /// All properties, in the order of their documentation.
  package static let all = ScenarioReader.appFields.map { AppProperty($0.name, $0.shape) }

  private init(_ name: String, _ shape: DocumentShape) {
    self.name = name
    form = shape.form()
    switch shape {
    case .word(let words): (kind, choices) = (.word, words)
    case .list(.word(let words), _), .listOrOne(.word(let words)): (kind, choices) = (.words, words)
    case .truth: (kind, choices) = (.truth, [])
    default: (kind, choices) = (.text, [])
    }
  }
}

extension DocumentShape {
  /// The deepest values that a form shows.
  ///
  /// Our choice: what fits in a line.
  private static var deepest: Int { 2 }

  /// What a value of the shape looks like, in a few words.
  fileprivate func form(depth: Int = 0) -> String {
    func inner(_ shape: DocumentShape) -> String { shape.form(depth: depth + 1) }
    if depth > Self.deepest { return "…" }
    switch self {
    case .any, .string, .text: return "text"
    case .truth: return "true or false"
    case .number(nil): return "a number"
    case .number(let range?): return "\(range.lowerBound.brief) to \(range.upperBound.brief)"
    case .whole(let range): return "\(range.lowerBound) to \(range.upperBound)"
    case .word(let words): return words.joined(separator: " or ")
    case .list(let item, _), .listOrOne(let item): return "[\(inner(item)), …]"
    case .map(let keys, let others, _, _, _):
      let names = keys.sorted { $0.key < $1.key }.map { "\($0.key): \(inner($0.value))" }
      return "{ " + (names + (others.map { ["NAME: \(inner($0))"] } ?? [])).joined(separator: ", ")
        + " }"
    case .either(let shapes): return shapes.map(inner).joined(separator: " or ")
    case .optional(let shape), .described(let shape, _): return shape.form(depth: depth)
    case .nothing: return "nothing"
    }
  }
}
