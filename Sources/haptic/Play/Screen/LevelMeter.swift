import Glibc

/// A meter that jumps up at once and falls slowly, so that a tap of a few milliseconds is seen.
struct LevelMeter: Hashable, Sendable {
  /// The quietest that is shown, in decibels of full scale.
  ///
  /// Our choice.
  static let floorDecibels = -48.0

  /// How fast it falls, in decibels per second.
  ///
  /// Our choice: a tap is gone when the next can come, half a second later.
  static let fallDecibelsPerSecond = 60.0

  /// What it shows, in decibels of full scale.
  private(set) var decibels = -Double.infinity

  /// Takes in the largest magnitude of the last `seconds` seconds, full scale 1.
  mutating func feed(peak: Float, seconds: Double) {
    let level = peak > 0 ? 20 * log10(Double(peak)) : -.infinity
    decibels = max(level, decibels - max(0, seconds) * Self.fallDecibelsPerSecond)
    if decibels < 2 * Self.floorDecibels { decibels = -.infinity }
  }

  /// How much of a bar is full, 0...1.
  var part: Double { min(1, max(0, 1 - decibels / Self.floorDecibels)) }

  /// How much of a bar is full at `level`, full scale 1.
  static func part(of level: Double) -> Double {
    level > 0 ? min(1, max(0, 1 - 20 * log10(level) / floorDecibels)) : 0
  }
}
