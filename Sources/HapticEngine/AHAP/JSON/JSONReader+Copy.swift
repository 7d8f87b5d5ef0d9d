extension JSONReader {
  /// Reads the rest of a value that was begun and writes all of it as compact JSON: no white space,
  /// no trailing commas, strings as `JSONText.append` writes them, numbers as they are.
  ///
  /// A damaged part is null.
  mutating func copy(_ value: Value, to output: inout [UInt8]) {
    copyStart(value, to: &output)
    switch value {
    case .object, .array: break
    case .string, .number, .boolean, .null, .damaged: return
    }
    let outer = frames.count - 1
    while frames.count > outer {
      let isObject = top.isObject
      let isFirst = top.index < 0
      let key = isObject ? nextKey() : nil
      guard isObject ? key != nil : nextElement() else {
        output.append(UInt8(ascii: isObject ? "}" : "]"))
        continue
      }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      if let key {
        JSONText.append(JSONText.text(key, in: bytes), to: &output)
        output.append(UInt8(ascii: ":"))
      }
      let item = beginValue()
      copyStart(item, to: &output)
    }
  }

  private func copyStart(_ value: Value, to output: inout [UInt8]) {
    switch value {
    case .object: output.append(UInt8(ascii: "{"))
    case .array: output.append(UInt8(ascii: "["))
    case .string(let string): JSONText.append(JSONText.text(string, in: bytes), to: &output)
    case .number: output.append(contentsOf: bytes[valueStart..<position])
    case .boolean(let boolean): output.append(contentsOf: (boolean ? "true" : "false").utf8)
    case .null, .damaged: output.append(contentsOf: "null".utf8)
    }
  }
}

extension JSONText {
  /// Appends `text` as a JSON string: quotes, backslashes and control characters escaped, all else
  /// as UTF-8.
  static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0D: output += "\\r".utf8
      case 0..<0x20, 0x7F:
        output += "\\u00".utf8
        output += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}
