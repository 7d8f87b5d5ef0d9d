extension String {
  /// The text as a name in source code: `haptic_` and the ASCII letters and digits of the text.
  ///
  /// Other ASCII characters become underscores, and all remaining characters become their codes. Because of the prefix,
  /// the name is not a keyword and does not start with a digit: `switch` becomes `haptic_switch`.
  var identifier: String {
    let parts = unicodeScalars.map { scalar in
      guard scalar.isASCII else { return "u" + String(scalar.value, radix: 16, uppercase: true) }
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      return isPlain ? String(scalar) : "_"
    }
    return "haptic_" + parts.joined()
  }
}
