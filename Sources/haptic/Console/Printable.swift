extension String {
  /// The text on one line and with nothing that a terminal would obey: names and words come from
  /// files of strangers.
  var printable: String {
    guard unicodeScalars.contains(where: Self.isObeyed) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if Self.isObeyed(scalar) {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether it is a control character, ends a line or changes the direction of writing.
  ///
  /// Source: Unicode, general category Cc; UAX 14, BK; UAX 9, explicit formatting.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
