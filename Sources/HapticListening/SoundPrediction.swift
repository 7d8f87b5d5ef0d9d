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
  private static let (surprise, certainty, rise): (Float, Float, Double) = (4, 16, 0.001)

  /// The weights of the last samples, the earliest first.
  private let weights: [Float]

  /// Computes the weights for which the errors in `samples`, forward and backward, are smallest.
  private init(_ samples: ArraySlice<Float>) {
    // Of the errors after `order` weights, the forward errors start at `order`, and the backward errors at 0.
    var (forward, backward) = (Array(samples), Array(samples))
    var weights: [Double] = []
    for order in 0..<Self.order {
      let count = samples.count - order - 1
      let (product, power) = Self.sums(forward, from: order + 1, backward, count)
      guard power > 0 else { break }
      let reflection = 2 * product / power
      Self.subtract(reflection, &forward, from: order + 1, &backward, count)
      let former = weights
      for index in former.indices {
        weights[index] -= Double(reflection) * former[former.count - 1 - index]
      }
      weights.append(Double(reflection))
    }
    self.weights = weights.reversed().map(Float.init)
  }

  /// Returns the sum of the products of `count` elements of two arrays, and the sum of the squares of these elements.
  private static func sums(
    _ forward: [Float], from first: Int, _ backward: [Float], _ count: Int
  ) -> (product: Float, power: Float) {
    var (products, powers): (SIMD8<Float>, SIMD8<Float>) = (.zero, .zero)
    var index = 0
    while index + 8 <= count {
      let (one, other) = (eight(forward, first + index), eight(backward, index))
      products += one * other
      powers += one * one + other * other
      index += 8
    }
    var (product, power) = (products.sum(), powers.sum())
    for index in index..<max(index, count) {
      let (one, other) = (forward[first + index], backward[index])
      product += one * other
      power += one * one + other * other
    }
    return (product, power)
  }

  /// Subtracts from `count` elements of each of two arrays the other array's elements times `reflection`.
  private static func subtract(
    _ reflection: Float, _ forward: inout [Float], from first: Int, _ backward: inout [Float],
    _ count: Int
  ) {
    precondition(count >= 0 && first + count <= forward.count && count <= backward.count)
    unsafe forward.withUnsafeMutableBufferPointer { forward in
      unsafe backward.withUnsafeMutableBufferPointer { backward in
        // SAFETY: the elements are within both arrays. Without checks of each index, the loop is vectorized.
        for index in 0..<count {
          let (one, other) = unsafe (forward[first + index], backward[index])
          unsafe forward[first + index] = one - reflection * other
          unsafe backward[index] = other - reflection * one
        }
      }
    }
  }

  /// Returns eight elements of `values` from `index` on.
  @inline(__always)
  private static func eight(_ values: [Float], _ index: Int) -> SIMD8<Float> {
    precondition(index >= 0 && index + 8 <= values.count)
    return unsafe values.withUnsafeBytes { bytes in
      // SAFETY: the eight elements are within the array.
      unsafe bytes.loadUnaligned(
        fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
    }
  }

  /// Returns the absolute error of the prediction of each of `samples` after the first `weights.count`.
  private func errors(_ samples: [Float]) -> [Float] {
    (weights.count..<max(weights.count, samples.count)).map { index in
      let first = index - weights.count
      var sum = SIMD8<Float>.zero
      var place = 0
      while place + 8 <= weights.count {
        sum += Self.eight(samples, first + place) * Self.eight(weights, place)
        place += 8
      }
      var predicted = sum.sum()
      for place in place..<weights.count { predicted += samples[first + place] * weights[place] }
      return abs(samples[index] - predicted)
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
    let samples = Array(signal.samples(from: start, until: last))
    // At the beginning of a sound there is no past to learn from.
    guard samples.count == last - start else { return nil }
    let learned = end - start
    let prediction = SoundPrediction(samples[..<learned])
    let errors = prediction.errors(samples)
    let order = prediction.weights.count
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
