private import Glibc

/// Levels in decibels, and the ratios of amplitudes that they stand for.
package enum Decibels {
  /// The ratio of two amplitudes that are `decibels` apart.
  package static func ratio(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  /// The decibels of a ratio of amplitudes; minus infinity for 0.
  package static func level(_ ratio: Double) -> Double { 20 * log10(ratio) }
}
