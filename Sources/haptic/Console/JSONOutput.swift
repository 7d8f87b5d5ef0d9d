import FoundationEssentials

/// Answers for programs.
enum JSONOutput {
  /// Prints `value` to standard output, with the keys in alphabetical order.
  static func write(_ value: some Encodable) throws {
    try StandardOutput.write(text(value) + "\n")
  }

  /// `value` as JSON.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
