private import Glibc
internal import TextFormats

/// Analyzes samples that arrive block by block.
package struct SoundAnalysis {
  /// The level to which a sound is amplified for the thresholds of onsets.
  ///
  /// Our choice: -20 dB of full scale, which is common for music.
  package static let level = 0.1
  /// The maximum amplification: a nearly silent sound stays silent.
  ///
  /// Our choice: 60 dB, for a sound that is 80 dB below full scale.
  private static let largestGain = 1_000.0

  private(set) var frames: [SoundListening.Frame] = []
  let frameSeconds: Double
  var onsets: [Onset] { detector.onsets }

  private var detector: OnsetDetector
  private var tones: ToneAnalysis
  private var slowTones: SlowTones
  private var track = PitchTrack()
  private var pulses = PulseTrack()
  private var bassFilter: DoubleBiquad
  private var amplitudes: FrameAmplitudes
  private var basses: FrameAmplitudes

  /// - Parameters:
  ///   - sampleRate: the frame rate, in frames per second.
  ///   - level: the linear loudness of the sound.
  ///   - options: the settings of the analysis.
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(sampleRate: Double, level: Double, options: ListenOptions) throws(MissingLibrary) {
    let gain = level > 0 ? min(Self.level / level, Self.largestGain) : 1
    detector = try OnsetDetector(
      sampleRate: sampleRate, gain: gain, limits: options.band ?? ListenOptions.frequencies,
      sensitivity: options.sensitivity)
    tones = try ToneAnalysis(size: detector.spectrumSize, sampleRate: sampleRate)
    slowTones = SlowTones(
      sampleRate: sampleRate, seconds: 2 * Double(detector.hop) / sampleRate)
    bassFilter = DoubleBiquad(
      isLowPass: true, hertz: SoundListening.bassHertz, sampleRate: sampleRate)
    (amplitudes, basses) = (FrameAmplitudes(hop: detector.hop), FrameAmplitudes(hop: detector.hop))
    frameSeconds = Double(detector.hop) / sampleRate
  }

  mutating func append(_ block: [Float]) {
    amplitudes.append(block)
    var bass = block
    bassFilter.filter(&bass)
    basses.append(bass)
    slowTones.append(block) {
      track.appendSlow($0.tones)
      pulses.append($0.pulses)
    }
    let each = Self.frame
    detector.append(block) { each($0, &tones, &track, &frames) }
  }

  mutating func finish() {
    amplitudes.finish()
    basses.finish()
    slowTones.finish {
      track.appendSlow($0.tones)
      pulses.append($0.pulses)
    }
    let each = Self.frame
    detector.finish { each($0, &tones, &track, &frames) }
    let pitches = pulses.machines(over: track.path(), seconds: 2 * frameSeconds)
    for index in frames.indices {
      if index < amplitudes.values.count {
        frames[index].amplitude = amplitudes.values[index]
        frames[index].firstHalf = amplitudes.firstHalves[index]
      }
      if index < basses.values.count { frames[index].bass = basses.values[index] }
      if index / 2 < pitches.count { frames[index].pitch = pitches[index / 2] }
    }
    (amplitudes, basses) = (FrameAmplitudes(hop: 1), FrameAmplitudes(hop: 1))
  }

  private static func frame(
    _ detector: borrowing OnsetDetector, _ tones: inout ToneAnalysis, _ track: inout PitchTrack,
    _ frames: inout [SoundListening.Frame]
  ) {
    let found = tones.tones(of: detector.magnitudes)
    var frame = SoundListening.Frame()
    (frame.hertz, frame.bassHertz) = (found.hertz, found.bassHertz)
    // Pitches last long enough that every other frame suffices.
    if frames.count.isMultiple(of: 2) { track.appendFast(tones.pitches(of: detector.magnitudes)) }
    frames.append(frame)
  }
}

/// The root mean square around each hop: from half a hop before it to half a hop after.
struct FrameAmplitudes {
  private let hop: Int
  private let keepsMeans: Bool
  private(set) var values: [Float] = []
  /// The root mean square of the half hop before the middle of each hop.
  private(set) var firstHalves: [Float] = []
  /// The means of the hops, if they are kept.
  ///
  /// The first hop is not included, because half of it is before the sound.
  private(set) var means: [Float] = []
  /// The sums of the squares and of the samples of every eighth sample of a hop, by its place in the hop, so that block
  /// boundaries do not affect the sums.
  private var (squares, totals): (SIMD8<Float>, SIMD8<Float>) = (.zero, .zero)
  /// The sum of the squares of the first half of a hop.
  private var firstHalf: Float = 0
  private var count: Int
  private var half: Int { hop / 2 }

  init(hop: Int, keepsMeans: Bool = false) {
    (self.hop, self.keepsMeans) = (hop, keepsMeans)
    // Half of the first hop is before the sound.
    count = hop / 2
  }

  mutating func append(_ block: [Float]) {
    let lanes = SIMD8<Float>.scalarCount
    var index = 0
    while index < block.count {
      let end = min(block.count, index + (count < half ? half : hop) - count)
      while index < end, !count.isMultiple(of: lanes) { add(block[index], &index) }
      var (squares, totals) = (self.squares, self.totals)
      let first = index
      unsafe block.withUnsafeBytes { bytes in
        while index + lanes <= end {
          // SAFETY: eight samples from `index` on are within the block.
          let samples = unsafe bytes.loadUnaligned(
            fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
          squares += samples * samples
          totals += samples
          index += lanes
        }
      }
      (self.squares, self.totals) = (squares, totals)
      count += index - first
      while index < end { add(block[index], &index) }
      if count == half { firstHalf = squares.sum() }
      if count == hop { close() }
    }
  }

  private mutating func add(_ sample: Float, _ index: inout Int) {
    let lane = count % SIMD8<Float>.scalarCount
    squares[lane] += sample * sample
    totals[lane] += sample
    count += 1
    index += 1
  }

  mutating func finish() { close() }

  private mutating func close() {
    if count < half { firstHalf = squares.sum() }
    firstHalves.append((2 * firstHalf / Float(hop)).squareRoot())
    if keepsMeans, !values.isEmpty, count == hop { means.append(totals.sum() / Float(hop)) }
    values.append((squares.sum() / Float(hop)).squareRoot())
    (squares, totals, firstHalf, count) = (.zero, .zero, 0, 0)
  }
}

/// The brightness and the pitches of a spectrum.
struct ToneAnalysis {
  /// The highest pitch that is searched for, in hertz.
  ///
  /// Our choice: the pitch of a high voice. Higher octaves would be mapped to the same frequency in the range of
  /// haptics.
  static let highest = 1_500.0
  /// The lowest pitch that a spectrum can detect, in hertz: three periods.
  ///
  /// `SlowTones` detects pitches below this limit and some pitches above it.
  static let lowest = 80.0

  private let spectrum: Spectrum
  private let sampleRate: Double
  private var correlation: [Float]
  /// The autocorrelation of the window, by which the autocorrelation of the windowed signal is divided.
  private let window: [Float]
  private let bassBins: Int

  init(size: Int, sampleRate: Double) throws(MissingLibrary) {
    spectrum = try Spectrum(size: size)
    self.sampleRate = sampleRate
    correlation = Array(repeating: 0, count: size / 2 + 1)
    window = (0...size / 2).map { lag in
      // The closed form for a Hann window.
      let part = Double(lag) / Double(size)
      let angle = 2 * Double.pi * part
      return Float(
        ((1 - part) * (2.0 / 3 + cos(angle) / 3) + sin(angle) / (2 * Double.pi)))
    }
    bassBins = max(1, Int(SoundListening.bassHertz / sampleRate * Double(size)))
  }

  /// Returns the brightness of the spectrum with these magnitudes.
  func tones(of magnitudes: [Float]) -> (hertz: Float, bassHertz: Float) {
    let binHertz = Float(sampleRate) / Float(spectrum.size)
    let split = min(bassBins + 1, magnitudes.count)
    let (bass, bassMoment) = Self.moments(of: magnitudes, bins: 1..<split)
    let (above, aboveMoment) = Self.moments(of: magnitudes, bins: split..<magnitudes.count)
    let (power, moment) = (bass + above, bassMoment + aboveMoment)
    return (
      power > 0 ? moment / power * binHertz : 0, bass > 0 ? bassMoment / bass * binHertz : 0
    )
  }

  /// The power in `bins`, and the sum of each bin's power times its number.
  private static func moments(
    of magnitudes: [Float], bins: Range<Int>
  ) -> (power: Float, moment: Float) {
    let width = SIMD8<Float>.scalarCount
    var (power, moment) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var numbers = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + Float(bins.lowerBound)
    var bin = bins.lowerBound
    unsafe magnitudes.withUnsafeBytes { bytes in
      while bin + width <= bins.upperBound {
        // SAFETY: eight magnitudes from `bin` on are within the array.
        let own = unsafe bytes.loadUnaligned(
          fromByteOffset: bin * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
        power += own * own
        moment += own * own * numbers
        numbers += Float(width)
        bin += width
      }
    }
    var (powerSum, momentSum) = (power.sum(), moment.sum())
    for bin in bin..<bins.upperBound {
      let own = magnitudes[bin] * magnitudes[bin]
      powerSum += own
      momentSum += own * Float(bin)
    }
    return (powerSum, momentSum)
  }

  /// Returns the fundamentals that a spectrum could have, from `lowest` on.
  mutating func pitches(of magnitudes: [Float]) -> [PitchTrack.Candidate] {
    spectrum.autocorrelation(of: magnitudes, into: &correlation)
    let zero = correlation[0]
    guard zero > 1e-6 else { return [] }
    let last = min(correlation.count - 2, Int(sampleRate / Self.lowest))
    func value(_ lag: Int) -> Float { correlation[lag] / (zero * window[lag]) }
    // The search starts where the autocorrelation has fallen for the first time.
    var first = 1
    while first < last, value(first) > 0.5 { first += 1 }
    first = max(2, Int(sampleRate / Self.highest), first)
    return PitchTrack.candidates(first, last, sampleRate: sampleRate, value)
  }
}
