internal import TextFormats

extension AHAPReader {
  /// Reads what the file says about itself.
  ///
  /// It is no part of what a device reads, so nothing in it is an error unless it is no JSON.
  mutating func readMetadata() {
    metadata = [:]
    let value = json.beginValue()
    let start = json.valueStart
    guard case .object = value else {
      if case .damaged = value { return }
      report(.ignoredMetadata, at: start) { _ in
        "Metadata is an object of names and texts, not \(value.noun); it is not kept"
      }
      json.skip(value)
      return
    }
    var isTooLong = false
    while let key = json.nextKey() {
      let name = JSONText.text(key, in: json.bytes)
      let item = readMetadataValue()
      isTooLong = isTooLong || json.position - start > AHAP.longestMetadata
      if isTooLong {
        metadata = [:]
      } else if metadata.updateValue(item, forKey: name) != nil {
        report(.duplicateKey, at: key.start) { _ in
          "\(Quoted.words(name)) is there twice; the last one counts"
        }
      }
    }
    if isTooLong {
      report(.ignoredMetadata, at: start) { _ in
        "Metadata is longer than \(AHAP.longestMetadata) bytes; it is not kept"
      }
    }
  }

  private mutating func readMetadataValue() -> MetadataValue {
    let value = json.beginValue()
    switch value {
    case .string(let string): return .text(JSONText.text(string, in: json.bytes))
    case .number(let number): return .number(number)
    case .object, .array, .boolean, .null, .damaged:
      var output: [UInt8] = []
      json.copy(value, to: &output)
      return .json(String(decoding: output, as: UTF8.self))
    }
  }
}
