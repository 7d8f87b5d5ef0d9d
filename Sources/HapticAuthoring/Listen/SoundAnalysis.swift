private import Glibc
internal import TextFormats

/// Listens to samples that come block by block.
struct SoundAnalysis {
  /// How loud a sound is made for the thresholds of onsets.
  ///
  /// Our choice: -20 dB of full scale, which is common for music.
  static let level = 0.1
  /// By how much it is made louder at most: what is nearly silent stays so.
  ///
  /// Our choice: 60 dB, to what is 80 dB below full scale.
  private static let largestGain = 1_000.0

  private(set) var frames: [SoundListening.Frame] = []
  let frameSeconds: Double
  var onsets: [Onset] { detector.onsets }

  private var detector: OnsetDetector
  private var tones: ToneAnalysis
  private var bassFilters: [Biquad]
  private var amplitudes: FrameAmplitudes
  private var basses: FrameAmplitudes

  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - level: how loud the sound is, linear.
  ///   - options: what to listen for.
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(sampleRate: Double, level: Double, options: ListenOptions) throws(MissingLibrary) {
    let gain = level > 0 ? min(Self.level / level, Self.largestGain) : 1
    detector = try OnsetDetector(
      sampleRate: sampleRate, gain: gain, limits: options.band ?? ListenOptions.frequencies,
      sensitivity: options.sensitivity)
    tones = try ToneAnalysis(size: detector.spectrumSize, sampleRate: sampleRate)
    let filter = Biquad(
      isLowPass: true, hertz: SoundListening.bassHertz, sampleRate: sampleRate)
    bassFilters = [filter, filter]
    (amplitudes, basses) = (FrameAmplitudes(hop: detector.hop), FrameAmplitudes(hop: detector.hop))
    frameSeconds = Double(detector.hop) / sampleRate
  }

  mutating func append(_ block: [Float]) {
    amplitudes.append(block)
    var bass = block
    for index in bassFilters.indices { bassFilters[index].filter(&bass) }
    basses.append(bass)
    let each = Self.frame
    detector.append(block) { each($0, &tones, &frames) }
  }

  mutating func finish() {
    amplitudes.finish()
    basses.finish()
    let each = Self.frame
    detector.finish { each($0, &tones, &frames) }
    for index in frames.indices {
      frames[index].amplitude = amplitudes.held(at: index)
      frames[index].bass = basses.held(at: index)
    }
    (amplitudes, basses) = (FrameAmplitudes(hop: 1), FrameAmplitudes(hop: 1))
  }

  private static func frame(
    _ detector: borrowing OnsetDetector, _ tones: inout ToneAnalysis,
    _ frames: inout [SoundListening.Frame]
  ) {
    // A pitch lasts: every other frame is enough.
    let found = tones.tones(of: detector.magnitudes, withPitch: frames.count.isMultiple(of: 2))
    var frame = SoundListening.Frame()
    (frame.hertz, frame.bassHertz) = (found.hertz, found.bassHertz)
    frame.pitch = found.pitch ?? frames.last?.pitch ?? 0
    frames.append(frame)
  }
}

/// The root of the mean square around each hop: from half a hop before it to half a hop after.
struct FrameAmplitudes {
  private let hop: Int
  private let keepsMeans: Bool
  private(set) var values: [Float] = []
  /// The means of the hops, none of the first, half of which is before the sound; if they are kept.
  private(set) var means: [Float] = []
  private var sum: Float = 0
  private var total: Float = 0
  private var count: Int

  init(hop: Int, keepsMeans: Bool = false) {
    (self.hop, self.keepsMeans) = (hop, keepsMeans)
    // The first half of the first is before the sound.
    count = hop / 2
  }

  mutating func append(_ block: [Float]) {
    var index = 0
    while index < block.count {
      let end = min(block.count, index + hop - count)
      // In the order of the samples, however they are cut into blocks.
      var (sum, total) = (self.sum, self.total)
      for sample in block[index..<end] {
        sum += sample * sample
        total += sample
      }
      (self.sum, self.total) = (sum, total)
      count += end - index
      index = end
      if count == hop { close() }
    }
  }

  mutating func finish() { close() }

  private mutating func close() {
    if keepsMeans, !values.isEmpty, count == hop { means.append(total / Float(hop)) }
    values.append((sum / Float(hop)).squareRoot())
    (sum, total, count) = (0, 0, 0)
  }

  /// The largest of a value and the three before it: the waves of an engine at 30 Hz are longer than a
  /// hop, and it does not begin anew with each.
  func held(at index: Int) -> Float {
    values[max(0, min(index - 3, values.count))..<min(index + 1, values.count)].max() ?? 0
  }
}

/// How bright and how tonal a spectrum is.
struct ToneAnalysis {
  /// The pitches that are looked for, in hertz.
  ///
  /// Our choice: from a bass to a high voice; what folds into the range of haptics is the same for
  /// octaves above.
  static let pitches = 45.0...1_500
  /// A tone repeats itself at least as well as this; 1 is exactly.
  ///
  /// Our choice.
  private static let clarity: Float = 0.75

  private let spectrum: Spectrum
  private let sampleRate: Double
  private var correlation: [Float]
  /// The autocorrelation of the window, by which that of a signal under it is divided.
  private let window: [Float]
  private let bassBins: Int

  init(size: Int, sampleRate: Double) throws(MissingLibrary) {
    spectrum = try Spectrum(size: size)
    self.sampleRate = sampleRate
    correlation = Array(repeating: 0, count: size / 2 + 1)
    window = (0...size / 2).map { lag in
      // Of a Hann window, in closed form.
      let part = Double(lag) / Double(size)
      let angle = 2 * Double.pi * part
      return Float(
        ((1 - part) * (2.0 / 3 + cos(angle) / 3) + sin(angle) / (2 * Double.pi)))
    }
    bassBins = max(1, Int(SoundListening.bassHertz / sampleRate * Double(size)))
  }

  /// What the magnitudes of a spectrum sound like.
  mutating func tones(
    of magnitudes: [Float], withPitch: Bool
  ) -> (hertz: Float, bassHertz: Float, pitch: Float?) {
    let binHertz = Float(sampleRate) / Float(spectrum.size)
    var (power, moment, bass, bassMoment): (Float, Float, Float, Float) = (0, 0, 0, 0)
    unsafe magnitudes.withUnsafeBufferPointer { magnitudes in
      for bin in 1..<magnitudes.count {
        // SAFETY: within the buffer.
        let own = unsafe magnitudes[bin] * magnitudes[bin]
        power += own
        moment += own * Float(bin)
        if bin == bassBins { (bass, bassMoment) = (power, moment) }
      }
    }
    return (
      power > 0 ? moment / power * binHertz : 0, bass > 0 ? bassMoment / bass * binHertz : 0,
      withPitch ? pitch(of: magnitudes) : nil
    )
  }

  /// The fundamental, or 0: the first lag at which the signal repeats itself nearly as well as at any.
  private mutating func pitch(of magnitudes: [Float]) -> Float {
    spectrum.autocorrelation(of: magnitudes, into: &correlation)
    let zero = correlation[0]
    guard zero > 1e-6 else { return 0 }
    let first = max(2, Int(sampleRate / Self.pitches.upperBound))
    let last = min(correlation.count - 2, Int(sampleRate / Self.pitches.lowerBound))
    guard first < last else { return 0 }
    func value(_ lag: Int) -> Float { correlation[lag] / (zero * window[lag]) }
    // From where it has fallen the first time.
    var lag = 1
    while lag < last, value(lag) > 0.5 { lag += 1 }
    lag = max(lag, first)
    guard lag < last else { return 0 }
    var best: Float = 0
    for candidate in lag...last { best = max(best, value(candidate)) }
    // More than exactly is what wraps around at the end of the window: long lags must not outshine
    // the first.
    best = min(best, 1)
    guard best >= Self.clarity else { return 0 }
    while lag < last, value(lag) < 0.9 * best || value(lag + 1) > value(lag) { lag += 1 }
    return Float(sampleRate) / Float(lag)
  }
}
