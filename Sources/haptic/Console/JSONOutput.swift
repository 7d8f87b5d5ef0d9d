import TextFormats

/// Answers for programs.
enum JSONOutput {
  /// Prints `value` to standard output, with the keys in alphabetical order.
  static func write(_ value: some Encodable) throws {
    try StandardOutput.write(text(value) + "\n")
  }

  /// `value` as JSON.
  static func text(_ value: some Encodable) throws -> String { try JSONEncoding.text(value) }
}
