private import Glibc

/// Overlapping triangles over the magnitudes of a spectrum, evenly spaced in pitch.
package struct BandFilters {
  /// The number of bands in an octave.
  ///
  /// Source: S. Böck and G. Widmer, "Maximum filter vibrato suppression for onset detection", DAFx 2013: quarter tones.
  private static let bandsPerOctave = 24.0
  /// The frequency range that is divided into bands, in hertz.
  ///
  /// Source: as above, 30 Hz to 17 kHz.
  static let hertz = 30.0...17_000

  /// The frequency of each band's peak, in hertz.
  let centers: [Double]
  /// For each bin, the last band that rises or falls in the bin, and the band's weight there.
  private let starts: [Int]
  private let counts: [Int]
  private let weights: [Float]
  private let offsets: [Int]

  /// Creates the bands of a spectrum with `binCount` bins up to half of `sampleRate`, within `limits`.
  package init(binCount: Int, sampleRate: Double, limits: ClosedRange<Double>) {
    let binHertz = sampleRate / 2 / Double(binCount - 1)
    let low = max(Self.hertz.lowerBound, limits.lowerBound)
    let high = min(Self.hertz.upperBound, limits.upperBound, sampleRate / 2)
    // A band that would be narrower than a bin is one bin wide.
    var bins: [Int] = []
    var step = 0.0
    while true {
      let hertz = low * exp2(step / Self.bandsPerOctave)
      if hertz > high { break }
      let bin = min(max(Int((hertz / binHertz).rounded()), 1), binCount - 1)
      if bin != bins.last { bins.append(bin) }
      step += 1
    }
    if bins.isEmpty { bins = [min(max(Int((low / binHertz).rounded()), 1), binCount - 1)] }
    var (starts, counts, offsets): ([Int], [Int], [Int]) = ([], [], [])
    var weights: [Float] = []
    for (index, center) in bins.enumerated() {
      let below = index > 0 ? bins[index - 1] : center - 1
      let above = index + 1 < bins.count ? bins[index + 1] : center + 1
      starts.append(below + 1)
      offsets.append(weights.count)
      for bin in (below + 1)..<min(max(above, center + 1), binCount) {
        weights.append(
          bin <= center
            ? Float(bin - below) / Float(center - below)
            : Float(above - bin) / Float(above - center))
      }
      counts.append(weights.count - offsets[index])
    }
    centers = bins.map { Double($0) * binHertz }
    (self.starts, self.counts, self.offsets, self.weights) = (starts, counts, offsets, weights)
  }

  /// The number of bands.
  package var count: Int { centers.count }

  /// Writes, for each band, the logarithm of one plus the weighted sum of `magnitudes`.
  package func levels(of magnitudes: [Float], into levels: inout [Float]) {
    unsafe magnitudes.withUnsafeBufferPointer { magnitudes in
      unsafe weights.withUnsafeBufferPointer { weights in
        for band in 0..<count {
          let (start, offset) = (starts[band], offsets[band])
          var sum: Float = 0
          // SAFETY: each band lies within the bins, and has `counts` weights from its offset on.
          for index in 0..<counts[band] {
            unsafe sum += magnitudes[start + index] * weights[offset + index]
          }
          levels[band] = 1 + sum
        }
      }
    }
    // This loop is separate from the sums, so that both loops are vectorized.
    for band in levels.indices { levels[band] = Self.log10(levels[band]) }
  }

  /// Returns the logarithm to base 10 of a number of at least 1, with an error of at most 3e-7; for infinity, a large
  /// finite number.
  ///
  /// The series is written out because calling the C library for each band took a tenth of the analysis time. Source of
  /// the series: ln m = 2 artanh((m - 1) / (m + 1)), here with m between the square roots of a half and of two, where
  /// the first omitted term is 7e-10.
  @inline(__always)
  static func log10(_ value: Float) -> Float {
    let rootOfHalf: UInt32 = 0x3f35_04f3
    let shifted = value.bitPattern &- rootOfHalf
    let exponent = Float(Int32(bitPattern: shifted) >> 23)
    let mantissa = Float(bitPattern: (shifted & 0x7f_ffff) &+ rootOfHalf)
    let part = (mantissa - 1) / (mantissa + 1)
    let square = part * part
    let series = 1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9)))
    return exponent * 0.301_029_996 + 2 * 0.434_294_482 * part * series
  }
}
