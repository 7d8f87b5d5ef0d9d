/// Untrusted text, made safe to display.
package enum Quoted {
  /// `text` in double quotes, on one line, without control characters, truncated after 48 characters.
  package static func words(_ text: String) -> String {
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

extension String {
  /// The text on one line, with control characters escaped, because names and texts from files, and file names
  /// themselves, are not trusted.
  ///
  /// A byte of a file name that is not UTF-8 is shown as `\xFF`.
  package var printable: String {
    guard unicodeScalars.contains(where: { $0.isControlling || SystemPath.byte(of: $0) != nil })
    else {
      return self
    }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = SystemPath.byte(of: scalar) {
        text += "\\x" + String(byte, radix: 16)
      } else if scalar.isControlling {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text with each line made printable.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, ends a line or changes the writing direction.
  ///
  /// Source: Unicode, general category Cc; UAX 14, BK; UAX 9, explicit formatting and marks.
  package var isControlling: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// The shortest text from which exactly this number can be read back.
  ///
  /// A whole number is written without a decimal point, and zero without a sign.
  package var exactText: String {
    let text = "\(self == 0 ? 0 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Double {
  /// The number as text with at most `digits` decimals, without trailing zeros.
  package func rounded(to digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (self * scale).rounded()
    // Larger numbers do not have decimals to round.
    return scaled.magnitude < 1e15 ? (scaled / scale).exactText : exactText
  }

  /// The number as text with at most three decimals.
  package var brief: String { rounded(to: 3) }
}

extension Int {
  /// The number and the noun, as in `1 file`, `2 files`; pass `plural` if it is not formed with an s.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
