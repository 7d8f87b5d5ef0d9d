private import Glibc

/// Removes the resonances of a sound, such as the ringing of the parts of an engine.
///
/// Each sample is predicted from the samples before it, with weights that were learned during the last seconds. The
/// resonances of a machine stay, so they are predicted; its rate moves, so the pulses are not.
///
/// Source: J. Makhoul, "Linear prediction: a tutorial review", Proceedings of the IEEE 63, 1975, for the weights.
struct Whitening {
  /// The number of weights.
  ///
  /// Our choice: two for each of six resonances.
  private static let order = 12
  /// The time constant of learning, and the time after which the weights are computed again, in seconds.
  ///
  /// Our choice: a machine that revs changes its rate by more than its resonances are wide.
  private static let (memory, pace) = (2.0, 0.02)

  private let block: Int
  private let fade: Double
  /// The sums of the products of the samples with the samples 0 to `order` earlier.
  private var products = [Double](repeating: 0, count: order + 1)
  /// The weights of the last samples, the latest first.
  private var weights: [Float] = []
  private var past = [Float](repeating: 0, count: order)

  init(sampleRate: Double) {
    block = max(1, Int(Self.pace * sampleRate))
    fade = exp(-Double(block) / (Self.memory * sampleRate))
  }

  /// Returns the error of the prediction of the next sample.
  mutating func residual(of sample: Float) -> Float {
    var residual = sample
    for (lag, weight) in weights.enumerated() { residual -= weight * past[past.count - 1 - lag] }
    past.append(sample)
    if past.count == Self.order + block { learn() }
    return residual
  }

  private mutating func learn() {
    for lag in products.indices {
      var sum = 0.0
      for index in Self.order..<past.count {
        sum += Double(past[index]) * Double(past[index - lag])
      }
      products[lag] = fade * products[lag] + sum
    }
    past.removeFirst(block)
    // The first product is enlarged, so that silence and pure tones have weights as well.
    var error = products[0] * 1.001 + 1e-9
    var weights: [Double] = []
    for order in 0..<Self.order {
      var reflection = products[order + 1]
      for (index, weight) in weights.enumerated() { reflection -= weight * products[order - index] }
      reflection /= error
      let former = weights
      for index in former.indices { weights[index] -= reflection * former[order - 1 - index] }
      weights.append(reflection)
      error *= 1 - reflection * reflection
    }
    self.weights = weights.map(Float.init)
  }
}
