internal import HapticEngine

/// The pitch of tones that are too low for the spectra that are used for onsets, such as the tone of an idling engine,
/// and the rate of pulses that ring, such as those of its firings.
///
/// If each firing of an engine rings at the frequencies of its parts, the ringing looks like a tone. The rate of the
/// firings appears in two bands: the sound below 440 Hz repeats with each firing, and so do the rises of the amplitude
/// of the sound above 440 Hz. The ringing itself appears in only one of them, and `Whitening` removes it there.
///
/// Sources: P. McLeod and G. Wyvill, "A smarter way to find pitch", ICMC 2005; their normalized square difference needs
/// two periods. T. Tolonen and M. Karjalainen, "A computationally efficient multipitch analysis model", IEEE
/// Transactions on Speech and Audio Processing 8, 2000, for the sum over a low band and the amplitude of a high band;
/// their bands meet at 1 kHz.
struct SlowTones {
  /// The candidates for the tone of one moment, and the similarities at the periods of `PulseTrack.rates`.
  typealias Moment = (tones: [PitchTrack.Candidate], pulses: [Float])

  /// The highest tone, in hertz; the range starts at `lowest`.
  ///
  /// Our choice: far above the lowest pitch that a spectrum can detect. A tone above this limit would look like a tone
  /// an octave lower.
  static let highest = 400.0
  /// The lowest tone, in hertz.
  ///
  /// Our choice: the crank of an engine at 720 turns a minute.
  static let lowest = 12.0
  /// The slowest pulses, in hertz, and the distance of the samples that are used for pulses slower than `lowest`.
  ///
  /// Our choice: the firings of a single cylinder at 600 turns a minute, and nearly two samples per period of the highest
  /// frequency of the low band.
  static let (slowest, thinning) = (5.0, 2)
  /// The approximate sample rate of this analysis, the frequency at which the two bands meet, and the cutoff of the
  /// amplitude of the high band, in hertz.
  ///
  /// Our choice: four samples per period of the highest tone, bands that meet slightly above this tone, and pulses that
  /// are wide enough for a rate that changes within the window.
  private static let (rate, split, smoothness) = (1_600.0, 440.0, 300.0)

  private var (lowPass, highPass, smoothing): (DoubleBiquad, DoubleBiquad, DoubleBiquad)
  private let factor: Int
  private let sampleRate: Double
  /// The samples of the low band and the amplitudes of the high band that the next moments need, and the offset of the
  /// next sample in the next block.
  private var (samples, amplitudes): ([Float], [Float]) = ([], [])
  /// The samples of the low band without its resonances.
  private var residual: [Float] = []
  private var whitening: Whitening
  private var phase = 0
  /// The lengths of the windows for tones and for the slowest pulses, in samples.
  private let (window, longWindow): (Int, Int)
  /// The positions of the first of `samples` and of the next moment, in samples.
  private var (first, middle) = (0, 0.0)
  private let step: Double

  /// - Parameters:
  ///   - sampleRate: the frame rate of the sound, in frames per second.
  ///   - seconds: the time from one moment to the next.
  init(sampleRate: Double, seconds: Double) {
    factor = max(1, Int(sampleRate / Self.rate))
    self.sampleRate = sampleRate / Double(factor)
    lowPass = DoubleBiquad(isLowPass: true, hertz: Self.split, sampleRate: sampleRate)
    highPass = DoubleBiquad(isLowPass: false, hertz: Self.split, sampleRate: sampleRate)
    smoothing = DoubleBiquad(isLowPass: true, hertz: Self.smoothness, sampleRate: sampleRate)
    whitening = Whitening(sampleRate: self.sampleRate)
    window = Int(2.2 / Self.lowest * self.sampleRate)
    longWindow = Int(2.2 / Self.slowest * self.sampleRate)
    step = seconds * self.sampleRate
  }

  mutating func append(_ block: [Float], _ each: (Moment) -> Void) {
    var (low, high) = (block, block)
    lowPass.filter(&low)
    highPass.filter(&high)
    high = high.map { abs($0) }
    smoothing.filter(&high)
    while phase < block.count {
      samples.append(low[phase])
      residual.append(whitening.residual(of: low[phase]))
      amplitudes.append(high[phase])
      phase += factor
    }
    phase -= block.count
    while Int(middle) + longWindow / 2 < first + samples.count { each(moment()) }
  }

  /// Processes the moments up to the end of the sound.
  mutating func finish(_ each: (Moment) -> Void) {
    while Int(middle) < first + samples.count { each(moment()) }
  }

  /// The factors by which the windows for faster and faster pulses are shorter.
  ///
  /// Our choice: a window is at most three and a half times as long as the period of a pulse of up to 30 Hz, because the
  /// rate of a machine changes within a longer window.
  private static let shorter = [1.5, 2.5]

  private mutating func moment() -> Moment {
    defer {
      middle += step
      let past = Int(middle) - longWindow / 2 - first
      if past > samples.count / 2, past > longWindow {
        samples.removeFirst(past)
        amplitudes.removeFirst(past)
        residual.removeFirst(past)
        first += past
      }
    }
    let whole = part(of: window)
    let (shortest, longest) = (
      max(2, Int(sampleRate / Self.highest)),
      min(Int(sampleRate / Self.lowest), whole.count * 5 / 11)
    )
    guard shortest + 2 < longest else { return ([], []) }
    let tone = Similarity(samples[whole], longest: longest)
    var pulse = pulses(in: whole, longest: longest)
    let slow = slowPulses()
    for factor in Self.shorter {
      let part = part(of: Int(Double(window) / factor))
      let longest = min(Int(sampleRate / Self.lowest / factor), part.count * 5 / 11)
      guard shortest + 2 < longest else { continue }
      pulse.replace(pulses(in: part, longest: longest))
    }
    let tones =
      tone.power > 1e-9
      ? PitchTrack.candidates(shortest, longest, sampleRate: sampleRate) { tone.values[$0] } : []
    let similarities = PulseTrack.rates.map { rate in
      let lag = Float(sampleRate) / rate
      return rate < Float(Self.lowest)
        ? slow.value(at: lag / Float(Self.thinning)) : pulse.value(at: lag)
    }
    return (tones, similarities)
  }

  private func pulses(in part: Range<Int>, longest: Int) -> PulseSimilarity {
    PulseSimilarity(
      Similarity(residual[part], longest: longest),
      power: samples[part].reduce(0) { $0 + $1 * $1 }, amplitudes[part])
  }

  /// Returns the similarities of pulses that are slower than `lowest`, for lags of `thinning` samples and multiples.
  private func slowPulses() -> PulseSimilarity {
    let part = part(of: longWindow)
    func thinned(_ values: [Float]) -> ArraySlice<Float> {
      stride(from: part.lowerBound, to: part.upperBound, by: Self.thinning).map { values[$0] }[...]
    }
    let low = thinned(samples)
    let longest = min(Int(sampleRate / Self.slowest) / Self.thinning, low.count * 5 / 11)
    return PulseSimilarity(
      Similarity(thinned(residual), longest: longest),
      power: low.reduce(0) { $0 + $1 * $1 }, thinned(amplitudes))
  }

  /// The samples of a window around the moment.
  private func part(of window: Int) -> Range<Int> {
    let start = max(0, Int(middle) - window / 2 - first)
    return start..<max(start, min(samples.count, Int(middle) + window / 2 - first))
  }
}

/// How similar a signal is to itself some samples later: its normalized square difference for each lag, at most 1.
private struct Similarity {
  private(set) var values: [Float] = [1]
  /// The sum of the squares of all samples.
  let power: Float

  init(_ samples: ArraySlice<Float>, longest: Int) {
    let samples = Array(samples)
    // The sum of the squares of the samples before each sample.
    var squares = [Float](repeating: 0, count: samples.count + 1)
    for index in samples.indices {
      squares[index + 1] = squares[index] + samples[index] * samples[index]
    }
    power = squares[samples.count]
    values.reserveCapacity(longest + 2)
    for lag in 1...(longest + 1) {
      let shared = squares[samples.count - lag] + power - squares[lag]
      values.append(2 * Self.product(samples, lag) / max(shared, 1e-12))
    }
  }

  /// The sum of the products of the samples with the samples `lag` later.
  private static func product(_ samples: [Float], _ lag: Int) -> Float {
    let width = SIMD8<Float>.scalarCount
    let count = samples.count - lag
    var sum = SIMD8<Float>.zero
    var index = 0
    unsafe samples.withUnsafeBytes { bytes in
      while index + width <= count {
        let offset = index * MemoryLayout<Float>.stride
        // SAFETY: eight samples from `index` and from `index + lag` on are within the array.
        sum +=
          unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
          * bytes.loadUnaligned(
            fromByteOffset: offset + lag * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
        index += width
      }
    }
    var product = sum.sum()
    while index < count {
      product += samples[index] * samples[index + lag]
      index += 1
    }
    return product
  }

  /// The similarity at the best lag after the first lag at which the signal is unlike itself.
  var best: Float {
    guard let unlike = values.firstIndex(where: { $0 < 0.3 }) else { return 0 }
    return values[unlike...].max() ?? 0
  }
}

/// How similar the low band of a sound and the rises of the amplitude of its high band are to themselves some samples
/// later.
///
/// The rises show each pulse, even if earlier pulses are still ringing.
private struct PulseSimilarity {
  private var values: [Float]

  /// The fraction of the other band's power from which a band counts fully.
  ///
  /// Our choice: -20 dB, because firings ring in several bands.
  private static let least: Float = 0.01
  /// The weight of the rises of clear pulses; the deviation of the amplitude, as a fraction of its mean, from which
  /// pulses are clear; and the similarities from which pulses count at all and count fully.
  ///
  /// Our choice, made with engines: the low band is affected less by unequal firings. A tone has a constant amplitude,
  /// and the amplitude of noise is never similar to itself.
  private static let (most, depth, noise, clear): (Float, Float, Float, Float) = (
    0.7, 0.1, 0.4, 0.7
  )

  /// - Parameters:
  ///   - low: the similarity of the low band without its resonances.
  ///   - power: the sum of the squares of the low band.
  ///   - amplitudes: the amplitudes of the high band.
  init(_ low: Similarity, power: Float, _ amplitudes: ArraySlice<Float>) {
    let count = Float(amplitudes.count)
    let mean = amplitudes.reduce(0, +) / count
    let high = amplitudes.reduce(0) { $0 + $1 * $1 }
    values = low.values
    let depth = (high / count - mean * mean) / max(mean * mean * Self.depth * Self.depth, 1e-12)
    let reference = max(power, high) * Self.least
    // Most tones need no second similarity.
    guard reference > 0, depth > 0.01 else { return }
    var rises = [0] + zip(amplitudes.dropFirst(), amplitudes).map { max(0, $0 - $1) }
    let rise = rises.reduce(0, +) / count
    for index in rises.indices { rises[index] -= rise }
    let pulses = Similarity(rises[...], longest: values.count - 2)
    let part = max(0, min(1, (pulses.best - Self.noise) / (Self.clear - Self.noise)))
    let own = min(1, power / reference)
    let other = Self.most * part * min(1, depth) * min(1, high / reference)
    guard own + other > 0 else { return }
    for (lag, value) in pulses.values.enumerated() {
      values[lag] = (own * values[lag] + other * value) / (own + other)
    }
  }

  /// The similarity at `lag` samples; -1 if the lag is too long for the window.
  func value(at lag: Float) -> Float {
    let index = Int(lag)
    guard index + 2 < values.count else { return -1 }
    let part = lag - Float(index)
    return values[index] * (1 - part) + values[index + 1] * part
  }

  /// Replaces the values for the lags that `other`, from a shorter window, has.
  mutating func replace(_ other: PulseSimilarity) {
    values.replaceSubrange(0..<other.values.count - 1, with: other.values.dropLast())
  }
}
