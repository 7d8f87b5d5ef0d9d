private import Glibc

/// How numbers that an edit computes are written.
enum EditNumber {
  /// `value` to nine decimals: times to the nanosecond.
  ///
  /// Our choice: 0.7 * 0.8 is then 0.56 and not 0.5599999999999999; a frame at 192 000 Hz is 5208 ns.
  static func rounded(_ value: Double) -> Double {
    let scaled = (value * 1e9).rounded()
    // Beyond 2^53 the product is not exact, and such a number has no nine decimals.
    return scaled.magnitude < 9_007_199_254_740_992 ? scaled / 1e9 : value
  }

  /// The shortest text that reads back to `value`; a whole number without a point if `old`, the text that
  /// it replaces, has none.
  static func text(_ value: Double, replacing old: ArraySlice<UInt8>) -> String {
    let isPlain = !old.contains(UInt8(ascii: ".")) && old.first.map { $0 < 0x3A } ?? false
    return isPlain ? word(value) : "\(value == 0 ? 0 : value)"
  }

  /// The shortest text that reads back to `value`, a whole number without a point.
  static func word(_ value: Double) -> String {
    let text = "\(value == 0 ? 0 : value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A generator of random numbers that gives the same sequence for the same seed on every machine.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct EditRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number from -1 to 1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / 4_503_599_627_370_496 - 1
  }
}

/// Levels in decibels.
enum DecibelMath {
  /// The ratio of two amplitudes that are `decibels` apart.
  static func ratio(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  /// The decibels of a ratio of amplitudes; minus infinity for 0.
  static func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }
}
