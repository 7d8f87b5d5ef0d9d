/// The digits of a number, as far as they fit into 64 bits.
struct Digits {
  private var mantissa: UInt64 = 0
  private var fits = true
  /// The power of ten that the mantissa is multiplied by.
  var exponent = 0

  /// Takes digits from `index` on and returns the index after them.
  mutating func take(_ bytes: [UInt8], from index: Int) -> Int {
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

  /// Takes an exponent, `index` being after its `e`, and returns the index after it, or nil if it
  /// has no digits.
  mutating func takeExponent(_ bytes: [UInt8], from index: Int) -> Int? {
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
      // Far beyond every double already; more digits must not overflow.
      if value < 100_000 { value = value * 10 + Int(digit) }
      index += 1
    }
    exponent += isNegative ? -value : value
    return index > first ? index : nil
  }

  /// The number, correctly rounded, if it can be had by few operations.
  var exactValue: Double? {
    if mantissa == 0 && fits { return 0 }
    guard fits else { return nil }
    if mantissa <= 1 << 53, -22 <= exponent, exponent <= 22 {
      let value = Double(mantissa)
      return exponent < 0 ? value / Self.power(-exponent) : value * Self.power(exponent)
    }
    return -19 <= exponent && exponent < 0 ? quotient : nil
  }

  /// The mantissa over a power of ten that fits into 64 bits, by one division of 128 bits by 64:
  /// the quotient has 63 bits at least, and the remainder says on which side of it the number is.
  private var quotient: Double {
    let divisor = Self.wholePowers[-exponent]
    let (shift, divisorShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let numerator = mantissa << UInt64(shift)
    let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth(
      (numerator >> 1, numerator << 63))
    // A bit that stands for the remainder is below the half of the last of 53 bits.
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
