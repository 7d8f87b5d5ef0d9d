/// Paths to values, as `Pattern[3].Event.EventParameters[0].ParameterValue`.
enum JSONPath {
  /// The path that `frames` lead to.
  ///
  /// Keys that are no plain words are in brackets and quotes.
  static func words(_ frames: some Sequence<JSONReader.Frame>, in bytes: [UInt8]) -> String {
    var path = ""
    for frame in frames where frame.index >= 0 {
      if frame.isObject {
        append(key: JSONText.text(frame.key, in: bytes, most: 64), to: &path)
      } else {
        path += "[\(frame.index)]"
      }
    }
    return path
  }

  /// Appends one key.
  static func append(key: String, to path: inout String) {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy {
        JSONReader.continuesWord($0) && $0 < 0x80 && $0 != UInt8(ascii: "+")
      }
    if isPlain {
      path += path.isEmpty ? key : ".\(key)"
    } else {
      path += "[\(Quoted.words(key))]"
    }
  }
}

/// Text of others in our messages.
enum Quoted {
  /// `text` in double quotes, on one line, with nothing in it that moves a terminal, cut after 48
  /// characters.
  static func words(_ text: String) -> String {
    var result = "\""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == 48 {
        result += "..."
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
