internal import Realtime
internal import TextFormats

/// The spelling of numbers that an edit computes.
enum EditNumber {
  /// Returns `value` rounded to nine decimals: times to the nanosecond.
  ///
  /// Our choice: this way, 0.7 * 0.8 becomes 0.56 instead of 0.5599999999999999. A nanosecond is far shorter than a
  /// frame at 192 000 Hz, which lasts 5208 ns.
  static func rounded(_ value: Double) -> Double {
    let scaled = (value * 1e9).rounded()
    // Above 2^53 the product is not exact, and such a number is whole anyway.
    return scaled.magnitude < 9_007_199_254_740_992 ? scaled / 1e9 : value
  }

  /// Returns a time in nanoseconds, for comparisons; a time that is out of range becomes the smallest or the largest
  /// number.
  static func nanoseconds(_ time: Double) -> Int {
    let nanoseconds = (time * 1e9).rounded()
    return Int(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
  }

  /// Returns the shortest text that reads back to `value`; a whole number is written without a decimal point if `old`,
  /// the text that it replaces, does not have one.
  static func text(_ value: Double, replacing old: ArraySlice<UInt8>) -> String {
    let isPlain = !old.contains(UInt8(ascii: ".")) && old.first.map { $0 < 0x3A } ?? false
    return isPlain ? word(value) : "\(value == 0 ? 0 : value)"
  }

  /// Returns the shortest text that reads back to `value`; a whole number is written without a decimal point.
  static func word(_ value: Double) -> String { value.exactText }
}

extension SplitMix64 {
  /// Returns the next number from -1 to 1, all equally likely.
  mutating func nextOffset() -> Double { Double(next() >> 11) / 4_503_599_627_370_496 - 1 }
}
