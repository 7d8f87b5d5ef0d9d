extension JSONReader {
  /// Reads the number that begins at `position`.
  ///
  /// Numbers of up to 19 digits with a small exponent are computed exactly, as a product or quotient of two doubles
  /// (Source: W. Clinger, "How to Read Floating Point Numbers Accurately", 1990) or as a quotient of integers. All
  /// other numbers are read by the standard library, which also rounds correctly.
  package mutating func scanNumber() -> Value {
    let start = position
    var index = start
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var digits = Digits()
    let whole = index
    index = digits.take(bytes, from: index)
    let hasLeadingZero = index - whole > 1 && bytes[whole] == UInt8(ascii: "0")
    guard index > whole, !hasLeadingZero else { return scanIrregularNumber() }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      let fraction = index + 1
      index = digits.take(bytes, from: fraction)
      guard index > fraction else { return scanIrregularNumber() }
      digits.exponent = fraction - index
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      guard let end = digits.takeExponent(bytes, from: index + 1) else {
        return scanIrregularNumber()
      }
      index = end
    }
    if index < bytes.count, Self.continuesWord(bytes[index]) { return scanIrregularNumber() }
    position = index
    previousEnd = index
    if let magnitude = digits.exactValue { return .number(isNegative ? -magnitude : magnitude) }
    return slowNumber(from: start)
  }

  private mutating func slowNumber(from start: Int) -> Value {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let value = Double(text), value.isFinite { return .number(value) }
    fault(.numberTooLarge, at: start, "\(Quoted.words(text)) is too large for a number")
    return .damaged
  }

  private mutating func scanIrregularNumber() -> Value {
    let start = position
    position += 1
    while let next = byte, Self.continuesWord(next) { position += 1 }
    previousEnd = position
    let text = String(decoding: bytes[start..<min(position, start + 64)], as: UTF8.self)
    if text.contains(where: \.isNumber) {
      fault(.invalidNumber, at: start, Self.words(forNumber: text))
    } else {
      fault(.invalidWord, at: start, Self.words(forWord: text))
    }
    return .damaged
  }

  private static func words(forNumber text: String) -> String {
    let unsigned = text.drop { $0 == "-" || $0 == "+" }
    let quoted = Quoted.words(text)
    if text.hasPrefix("+") { return "\(quoted) is not a JSON number: omit the plus sign" }
    if unsigned.hasPrefix(".") {
      return "\(quoted) is not a JSON number: write a 0 before the decimal point"
    }
    if unsigned.hasSuffix(".") {
      return "\(quoted) is not a JSON number: write a digit after the decimal point"
    }
    if unsigned.hasPrefix("0"), unsigned.dropFirst().first?.isNumber == true {
      return "\(quoted) is not a JSON number: omit the leading zero"
    }
    return "\(quoted) is not a JSON number"
  }

  /// Reports a value that begins with `first`, which cannot begin a JSON value, and skips it.
  package mutating func beginIrregularValue(_ first: UInt8) -> Value {
    switch first {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      if !forgivesSeparator {
        fault(.missingValue, at: position, "missing value")
      }
      return .damaged
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return scanIrregularNumber()
    default: break
    }
    if let string = scanWrongQuotes() { return .string(string) }
    guard Self.continuesWord(first) else {
      refuseCharacter("a value")
      return .damaged
    }
    let start = position
    let word = takeWord()
    fault(.invalidWord, at: start, Self.words(forWord: word))
    return .damaged
  }

  private static func words(forWord word: String) -> String {
    let quoted = Quoted.words(word)
    let question = { "\(quoted) is not a JSON value; \(NearestWord.question($0))" }
    switch word.lowercased() {
    case "nan", "inf", "infinity", "-nan", "-inf", "-infinity", "+inf", "+infinity":
      return "JSON does not have \(quoted): numbers must be finite"
    case "true", "yes": return question("true")
    case "false", "no": return question("false")
    case "null", "none", "nil", "undefined": return question("null")
    default: return "\(quoted) is not a JSON value; strings need double quotes"
    }
  }

  /// Reports a key that does not begin with a double quote, and interprets it as its author probably intended.
  package mutating func scanIrregularKey(_ first: UInt8) -> JSONString {
    if let string = scanWrongQuotes() { return string }
    let start = position
    guard Self.continuesWord(first) || first == UInt8(ascii: ".") else {
      refuseCharacter("a key in double quotes")
      return JSONString(start: start, lower: start, upper: start, hasEscapes: false)
    }
    let word = takeWord()
    fault(.unquotedKey, at: start, "the key \(Quoted.words(word)) must be in double quotes")
    return JSONString(start: start, lower: start, upper: position, hasEscapes: false)
  }

  /// Skips the word at `position`, and returns it.
  private mutating func takeWord() -> String {
    let start = position
    position += 1
    while let next = byte, Self.continuesWord(next) { position += 1 }
    previousEnd = position
    return String(decoding: bytes[start..<min(position, start + 64)], as: UTF8.self)
  }

  /// Reports and reads a text in single or typographic quotes; nil if no such quote is at the position.
  private mutating func scanWrongQuotes() -> JSONString? {
    let start = position
    let opening = UTF8Scan.scalar(at: start, in: bytes)
    let closing: Set<Unicode.Scalar>
    switch opening {
    case "'": closing = ["'"]
    case "\u{2018}", "\u{2019}": closing = ["\u{2018}", "\u{2019}", "'"]
    case "\u{201C}", "\u{201D}", "\u{201E}":
      closing = ["\u{201C}", "\u{201D}", "\""]
    default: return nil
    }
    fault(.wrongQuotes, at: start, "strings need straight double quotes (\")")
    let lower = start + (opening == "'" ? 1 : 3)
    position = lower
    while let next = byte, next != 0x0A, next != 0x0D {
      let scalar = UTF8Scan.scalar(at: position, in: bytes)
      if let scalar, closing.contains(scalar) {
        let upper = position
        position += UTF8.width(scalar)
        previousEnd = position
        return JSONString(start: start, lower: lower, upper: upper, hasEscapes: false)
      }
      position += scalar.map(UTF8.width) ?? 1
    }
    forgivesSeparator = true
    previousEnd = position
    return JSONString(start: start, lower: lower, upper: position, hasEscapes: false)
  }

  /// Whether `byte` can occur inside a word or number.
  package static func continuesWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The digits of a number, as far as they fit into 64 bits.
package struct Digits {
  private var mantissa: UInt64 = 0
  private var fits = true
  /// The power of ten by which the mantissa is multiplied.
  package var exponent = 0

  /// Skips digits from `index` on, and returns the index after them.
  package mutating func take(_ bytes: [UInt8], from index: Int) -> Int {
    var index = index
    let count = bytes.count
    while index < count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // 10^18 leaves room for one more digit in 64 bits.
      if mantissa < 1_000_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
      } else {
        fits = false
      }
      index += 1
    }
    return index
  }

  /// Skips an exponent whose digits or sign begin at `index`, after the `e`.
  ///
  /// Returns the index after the exponent; nil
  /// if the exponent does not contain digits.
  package mutating func takeExponent(_ bytes: [UInt8], from index: Int) -> Int? {
    var index = index
    var isNegative = false
    if index < bytes.count,
      bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
    {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    let first = index
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // An exponent of six digits is far beyond the range of doubles. Further digits are ignored, because they could
      // overflow.
      if value < 100_000 { value = value * 10 + Int(digit) }
      index += 1
    }
    exponent += isNegative ? -value : value
    return index > first ? index : nil
  }

  /// The number, correctly rounded; nil if more than a few operations are needed to compute it.
  package var exactValue: Double? {
    if mantissa == 0 && fits { return 0 }
    guard fits else { return nil }
    if mantissa <= 1 << 53, -22 <= exponent, exponent <= 22 {
      let value = Double(mantissa)
      return exponent < 0 ? value / Self.power(-exponent) : value * Self.power(exponent)
    }
    return -19 <= exponent && exponent < 0 ? quotient : nil
  }

  /// The mantissa divided by a power of ten that fits into 64 bits, in one division of 128 bits by 64.
  ///
  /// The quotient has at least 63 bits, and the remainder determines the rounding.
  private var quotient: Double {
    let divisor = Self.wholePowers[-exponent]
    let (shift, divisorShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let numerator = mantissa << UInt64(shift)
    let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth(
      (numerator >> 1, numerator << 63))
    // The bit that represents the remainder is worth less than half of the last of the 53 bits.
    let rounded = Double(quotient | (remainder == 0 ? 0 : 1))
    let scale = 1023 - 63 + divisorShift - shift
    return rounded * Double(bitPattern: UInt64(scale) << 52)
  }

  /// 10 to the power of 0...22, which doubles hold exactly.
  private static func power(_ exponent: Int) -> Double { powers[exponent] }

  /// 10 to the power of 0...19.
  private static let wholePowers: [UInt64] = (0...19).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
