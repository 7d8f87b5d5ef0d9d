/// The loudness of a sound by its samples: the mean square of the parts that are not much quieter than the loudest.
///
/// Pauses do not count, so a single tap in a long silence is as loud as the tap. The level of a sound that is played
/// with a factor differs by exactly that factor.
package enum GatedLevel {
  /// The distance from the loudest part, in decibels, below which parts do not count.
  ///
  /// Our choice: a tenth of the amplitude; quieter parts, such as decays, hardly contribute to the loudness.
  private static let gate = -20.0

  /// Measures a sound.
  ///
  /// - Parameter meanSquares: the mean of the squares of the samples in each of the equally long parts.
  /// - Returns: the level in decibels, where a full-scale square wave is 0 dB; nil for silence.
  package static func decibels(ofMeanSquares meanSquares: [Float]) -> Double? {
    guard let loudest = meanSquares.max(), loudest > 0 else { return nil }
    let least = Double(loudest) * Decibels.ratio(2 * gate)
    var (sum, count) = (0.0, 0)
    for square in meanSquares where Double(square) >= least {
      sum += Double(square)
      count += 1
    }
    return Decibels.level(sum / Double(count)) / 2
  }
}
