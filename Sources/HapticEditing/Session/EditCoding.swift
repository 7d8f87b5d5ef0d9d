extension EditOperation: Codable {
  private enum CodingKeys: String, CodingKey {
    case edit
    case pattern
  }

  /// Encodes the operation as in a log: its words as `edit`, and the file that it adds as `pattern`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(words, forKey: .edit)
    if let fragment {
      let text = String(decoding: fragment.document.bytes, as: UTF8.self)
      try container.encode(text, forKey: .pattern)
    }
  }

  /// Decodes an operation that `encode` has encoded.
  ///
  /// - Throws: `DecodingError` if the words do not describe exactly one operation.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let words = try container.decode([String].self, forKey: .edit)
    let pattern = try container.decodeIfPresent(String.self, forKey: .pattern)
    var reason = "one operation was expected"
    var operation: EditOperation?
    do throws(EditError) {
      operation = try Self.decoded(words, pattern: pattern)
    } catch {
      reason = error.description
    }
    guard let operation else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: reason))
    }
    self = operation
  }

  /// Returns the operation that `words` describe; nil if they describe more than one operation.
  static func decoded(
    _ words: [String], pattern: String?
  ) throws(EditError) -> EditOperation? {
    let operations = try EditWords.operations(words) { name throws(EditError) in
      EditFragment(name: name, document: try EditDocument(Array((pattern ?? "").utf8), file: name))
    }
    return operations.count == 1 ? operations[0] : nil
  }
}
