private import Glibc

/// A second-order filter, applied twice.
///
/// Source: R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
struct DoubleBiquad {
  private let (b0, b1, b2, a1, a2): (Float, Float, Float, Float, Float)
  /// The last two samples of the input, of the output of the first filter, and of the output of the second.
  private var (x1, x2, y1, y2, z1, z2): (Float, Float, Float, Float, Float, Float) =
    (0, 0, 0, 0, 0, 0)

  /// Creates a Butterworth filter that passes frequencies below `hertz` or, if it is not a low-pass filter, above
  /// `hertz`.
  init(isLowPass: Bool, hertz: Double, sampleRate: Double) {
    let angle = 2 * Double.pi * min(hertz / sampleRate, 0.49)
    let (cosine, alpha) = (cos(angle), sin(angle) / 2.0.squareRoot())
    let edge = isLowPass ? 1 - cosine : -(1 + cosine)
    (b0, b1, b2) = (
      Float(abs(edge) / 2 / (1 + alpha)), Float(edge / (1 + alpha)),
      Float(abs(edge) / 2 / (1 + alpha))
    )
    (a1, a2) = (Float(-2 * cosine / (1 + alpha)), Float((1 - alpha) / (1 + alpha)))
  }

  /// Returns the filters that pass a band.
  static func band(_ band: ClosedRange<Double>, sampleRate: Double) -> [DoubleBiquad] {
    var filters: [DoubleBiquad] = []
    if band.lowerBound > ListenOptions.frequencies.lowerBound {
      filters.append(
        DoubleBiquad(isLowPass: false, hertz: band.lowerBound, sampleRate: sampleRate))
    }
    if band.upperBound < min(ListenOptions.frequencies.upperBound, 0.49 * sampleRate) {
      filters.append(DoubleBiquad(isLowPass: true, hertz: band.upperBound, sampleRate: sampleRate))
    }
    return filters
  }

  /// Filters the next samples.
  mutating func filter(_ samples: inout [Float]) {
    var (x1, x2, y1, y2, z1, z2) = (x1, x2, y1, y2, z1, z2)
    let (b0, b1, b2, a1, a2) = (b0, b1, b2, a1, a2)
    // Both filters are computed in one loop, because a single filter would have to wait for its own previous sample.
    // A span is checked once for other owners, and an array for each sample.
    var span = samples.mutableSpan
    for index in span.indices {
      let x = span[index]
      let y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
      let z = b0 * y + b1 * y1 + b2 * y2 - a1 * z1 - a2 * z2
      (x2, x1, y2, y1, z2, z1) = (x1, x, y1, y, z1, z)
      span[index] = z
    }
    (self.x1, self.x2, self.y1, self.y2, self.z1, self.z2) = (x1, x2, y1, y2, z1, z2)
  }
}

extension [DoubleBiquad] {
  /// Filters the next samples with all filters in turn.
  mutating func filter(_ samples: inout [Float]) {
    for index in indices { self[index].filter(&samples) }
  }
}
