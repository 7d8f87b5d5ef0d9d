internal import Realtime
internal import TextFormats

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

  /// A time in nanoseconds, to compare it; a time that is too large for a number is the first or the last.
  static func nanoseconds(_ time: Double) -> Int {
    let nanoseconds = (time * 1e9).rounded()
    return Int(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
  }

  /// The shortest text that reads back to `value`; a whole number without a point if `old`, the text that
  /// it replaces, has none.
  static func text(_ value: Double, replacing old: ArraySlice<UInt8>) -> String {
    let isPlain = !old.contains(UInt8(ascii: ".")) && old.first.map { $0 < 0x3A } ?? false
    return isPlain ? word(value) : "\(value == 0 ? 0 : value)"
  }

  /// The shortest text that reads back to `value`, a whole number without a point.
  static func word(_ value: Double) -> String { value.exactText }
}

extension SplitMix64 {
  /// The next number from -1 to 1, all equally likely.
  mutating func nextOffset() -> Double { Double(next() >> 11) / 4_503_599_627_370_496 - 1 }
}
