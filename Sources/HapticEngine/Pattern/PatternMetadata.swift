/// What a pattern file says about itself: names and texts, as in `"Description": "a heartbeat"`.
///
/// Nested values are kept as their JSON text. Not part of Core Haptics' format, which ignores it;
/// most files in the wild have it.
public typealias PatternMetadata = [String: MetadataValue]

/// A value of a pattern's metadata.
public enum MetadataValue: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A text.
  case text(String)
  /// A number.
  case number(Double)
  /// Anything else, as compact JSON.
  case json(String)

  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}
