#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Conversions between decibels and amplitude ratios.
package enum Decibels {
  /// The ratio of two amplitudes that are `decibels` apart.
  package static func ratio(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  /// The difference in decibels for a ratio of amplitudes; minus infinity for 0.
  package static func level(_ ratio: Double) -> Double { 20 * log10(ratio) }
}
