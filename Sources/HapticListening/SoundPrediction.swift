/// The continuation of a sound that is predicted from its past.
///
/// While tones continue, each sample is nearly a weighted sum of the samples before it. A stroke over the tones is a
/// surprise: the prediction fails from its first sample on, even if its spectrum overlaps that of the tones.
///
/// Source: J. P. Burg, "Maximum entropy spectral analysis", 1975, for the weights.
struct SoundPrediction {
  /// The number of weights.
  ///
  /// Our choice: two for each of sixteen tones.
  private static let order = 32
  /// The length of the past from which the weights are computed, in seconds, and the time before the place of an onset
  /// at which it ends.
  ///
  /// Our choice: ten periods of a low tone. Places are early or late by a few milliseconds.
  private static let (past, margin) = (0.05, 0.004)
  /// The times after the place within which a stroke is searched for, in seconds.
  ///
  /// Our choice: places of low strokes over tones are up to 5 ms early. An earlier surprise confirms the place.
  private static let reach = 0.001...0.01
  /// The factor by which an error must exceed all errors of the past, and the factor that it must reach within `rise`
  /// seconds.
  ///
  /// Our choice: bowed and blown notes, whose places are right, begin gradually.
  private static let (surprise, certainty, rise): (Double, Double, Double) = (4, 16, 0.001)

  /// The weights of the last samples, the latest first.
  private let weights: [Double]

  /// Computes the weights for which the errors in `samples`, forward and backward, are smallest.
  private init(_ samples: [Double]) {
    var (forward, backward) = (samples, samples)
    var weights: [Double] = []
    for order in 0..<Self.order {
      var (product, power) = (0.0, 0.0)
      for index in order + 1..<samples.count {
        product += forward[index] * backward[index - 1]
        power += forward[index] * forward[index] + backward[index - 1] * backward[index - 1]
      }
      guard power > 0 else { break }
      let reflection = 2 * product / power
      for index in (order + 1..<samples.count).reversed() {
        let old = forward[index]
        forward[index] = old - reflection * backward[index - 1]
        backward[index] = backward[index - 1] - reflection * old
      }
      let former = weights
      for index in former.indices {
        weights[index] -= reflection * former[former.count - 1 - index]
      }
      weights.append(reflection)
    }
    self.weights = weights
  }

  /// Returns the absolute error of the prediction of each of `samples` after the first `order`.
  private func errors(_ samples: [Double]) -> [Double] {
    (Self.order..<max(Self.order, samples.count)).map { index in
      var error = samples[index]
      for (lag, weight) in weights.enumerated() { error -= weight * samples[index - 1 - lag] }
      return abs(error)
    }
  }

  /// Returns the sample at which the sound stops continuing as before, within `reach` after the sample `place`; nil if it
  /// continues, changes gradually, or changes at `place`.
  static func surprise(
    after place: Double, sampleRate: Double, in signal: borrowing SignalWindow
  ) -> Double? {
    let end = Int(place - margin * sampleRate)
    let start = end - Int(past * sampleRate)
    let last = Int(place + (reach.upperBound + rise) * sampleRate)
    let samples = signal.samples(from: start, until: last).map(Double.init)
    // At the beginning of a sound there is no past to learn from.
    guard samples.count == last - start else { return nil }
    let learned = end - start
    let prediction = SoundPrediction(Array(samples[..<learned]))
    let errors = prediction.errors(samples)
    let usual = errors[..<(learned - order)].max() ?? 0
    guard usual > 0,
      let first = errors[(learned - order)...].firstIndex(where: { $0 > surprise * usual })
    else { return nil }
    let rest = errors[first..<min(errors.count, first + Int(rise * sampleRate))]
    guard let top = rest.max(), top > certainty * usual else { return nil }
    let found = Double(start + order + first)
    return (found - place) / sampleRate >= reach.lowerBound ? found : nil
  }
}
