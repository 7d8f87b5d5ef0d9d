import Realtime

extension String {
  /// The text on one line and with nothing that a terminal would obey: names and words come from
  /// files of strangers, and so do the names of files.
  ///
  /// A byte of a file's name that is not UTF-8 is shown as `\xFF`.
  var printable: String {
    guard unicodeScalars.contains(where: { $0.isObeyed || SystemPath.byte(of: $0) != nil }) else {
      return self
    }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = SystemPath.byte(of: scalar) {
        text += "\\x" + String(byte, radix: 16)
      } else if scalar.isObeyed {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The same for each line of the text.
  var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, ends a line or changes the direction of writing.
  ///
  /// Source: Unicode, general category Cc; UAX 14, BK; UAX 9, explicit formatting and marks.
  fileprivate var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
