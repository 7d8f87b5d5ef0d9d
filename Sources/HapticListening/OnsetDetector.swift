private import Glibc
internal import TextFormats

/// Finds onsets in a signal that arrives block by block.
///
/// Source: S. Böck and G. Widmer, "Maximum filter vibrato suppression for onset detection", DAFx 2013 (SuperFlux). In
/// each quarter-tone band, the detector measures the rise above the recent maximum of the band and its neighbors, so
/// that a wavering tone is not detected as a new onset. The following are our choice, made with grooves of sampled
/// drums and instruments (Documentation/Listening.md): what is recent (the last `memory` spectra), how peaks are
/// picked, and the timing between two hops (`OnsetTiming`).
struct OnsetDetector {
  /// The time between two spectra, in seconds.
  ///
  /// Our choice: a hundred spectra a second are enough, because `OnsetTiming` finds times between them.
  static let hopSeconds = 0.01
  /// The approximate length of a spectrum, in seconds.
  ///
  /// Source: SuperFlux, 2 048 samples at 44.1 kHz.
  private static let spectrumSeconds = 2_048 / 44_100.0
  /// The number of hops on either side that must not be higher than a peak, and the number of hops before it that
  /// determine the usual value.
  ///
  /// Our choice: 20 ms, and 80 ms, which is less than the time between two fast strokes.
  private static let (peakReach, backReach) = (2, 8)
  /// The number of earlier spectra with which a spectrum is compared.
  ///
  /// Our choice: noise and beating tones return to their former level within 40 ms, and this must not count as an
  /// onset. With a single spectrum, the threshold would have to be too high for soft notes.
  private static let memory = 4
  /// The minimum distance of a peak above the preceding mean, for a sensitivity of 0.5 and `usualBands` bands.
  ///
  /// Our choice: as much as a tenfold rise in a single band.
  private static let threshold = 1.0
  /// The number of bands of a sound at 44.1 kHz.
  private static let usualBands = 140.0
  /// The minimum distance of a peak above the median of the last 0.4 s for a sensitivity up to 0.5.
  ///
  /// The unit is the distance from the median to the lower quartile, which depends on noise but not on onsets.
  ///
  /// Our choice: five standard deviations of steady noise, which then causes an onset once in a few seconds at most.
  private static let noiseFactor: Float = 8
  private static let noiseReach = (before: 40, after: 4)
  /// The number of hops at the beginning of a sound that are too few to distinguish noise from a stroke.
  ///
  /// Our choice: a stroke within the first two spectra causes a rise in four spectra, which is less than half of this
  /// number.
  private static let beginning = 12
  /// The beginning of a sound is an onset if the sound reaches this fraction of the loud level within this number of
  /// seconds.
  ///
  /// Our choice: anything 40 dB below the loud level is the noise of a recording, which does not become haptics.
  private static let (quietStart, startSeconds) = (0.01, 0.02)
  /// The time, in seconds, before an onset's place at which the measurement of its loudness starts.
  ///
  /// Our choice: the precision of places; a click is over very quickly.
  private static let early = 0.003
  /// The minimum loudness of a stroke that the spectra do not show, as a fraction of the loud level.
  ///
  /// Our choice: 30 dB below the loud level; softer strokes are crackles.
  private static let quietStroke = 0.03
  /// Two distances from an onset's place, in seconds: the spectrum that determines the onset's frequencies starts
  /// `lead` before the place, and the spectrum for comparison ends `clearance` before it.
  ///
  /// Our choice: if the spectrum of the nearest hop were used instead, the sharpness of equal strokes would vary by a
  /// seventh. The place is early enough in the spectrum for a click to be included.
  private static let (lead, clearance) = (0.012, 0.003)

  let sampleRate: Double
  let hop: Int
  /// The magnitudes of the last spectrum.
  private(set) var magnitudes: [Float]
  private(set) var onsets: [Onset] = []

  private let gain: Float
  /// The linear loudness of the sound.
  private let level: Double
  private let filters: BandFilters
  private let octaves: [Float]
  private let spectrum: Spectrum
  private let threshold: Float
  private let noiseFactor: Float
  /// The minimum loudness of a stroke that the spectra do not show, as a fraction of the loud level.
  private let quietStroke: Double
  private var timing: OnsetTiming
  private let places: OnsetPlace
  private var signal = SignalWindow()
  private var nextHop = 0
  private var nextPick = 0
  private var levels: [Float]
  /// The spectrum of an onset, and the spectrum before it.
  private var (strokeMagnitudes, strokeLevels, base): ([Float], [Float], [Float])
  /// The maximum of each band and its neighbors in the last spectra, in arbitrary order.
  private var recent: [[Float]]
  /// The rise at each of the last hops.
  private var rises: [Float] = []
  /// The hop of the first of `rises`.
  private var firstRise = 0

  /// Creates a detector for sounds at `sampleRate`.
  ///
  /// - Parameters:
  ///   - sampleRate: the frame rate, in frames per second.
  ///   - gain: the factor that makes the sound as loud as the threshold expects.
  ///   - limits: the frequencies that are analyzed, in hertz.
  ///   - sensitivity: 0...1.
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(
    sampleRate: Double, gain: Double, limits: ClosedRange<Double>, sensitivity: Double
  ) throws(MissingLibrary) {
    self.sampleRate = sampleRate
    hop = max(1, Int((sampleRate * Self.hopSeconds).rounded()))
    spectrum = try Spectrum(seconds: Self.spectrumSeconds, sampleRate: sampleRate)
    self.gain = spectrum.gain(gain)
    level = SoundAnalysis.level / gain
    filters = BandFilters(binCount: spectrum.binCount, sampleRate: sampleRate, limits: limits)
    octaves = filters.centers.map { Float(log2($0)) }
    let part = min(1, max(0.2, Double(filters.count) / Self.usualBands))
    // For a sensitivity of 0, the threshold is thirty-two times as high, so that soft notes do not reach it; for 1, it
    // is a quarter as high.
    let strictness = exp2((sensitivity < 0.5 ? 10 : 4) * (0.5 - sensitivity))
    threshold = Float(Self.threshold * part * strictness)
    // In noise, the noise determines which rises are onsets.
    noiseFactor = Self.noiseFactor * Float(min(1, pow(strictness, 0.75)))
    // Our choice: at most sixteen times, which is half of the loud level.
    quietStroke = Self.quietStroke * min(strictness, 16)
    places = OnsetPlace(sampleRate: sampleRate)
    timing = try OnsetTiming(sampleRate: sampleRate, gain: gain, limits: limits)
    magnitudes = Array(repeating: 0, count: spectrum.binCount)
    levels = Array(repeating: 0, count: filters.count)
    (strokeMagnitudes, strokeLevels, base) = (magnitudes, levels, levels)
    recent = Array(repeating: levels, count: Self.memory)
  }

  /// The number of samples in a spectrum.
  var spectrumSize: Int { spectrum.size }

  /// Processes the next samples; `each` is called after each spectrum with the detector.
  mutating func append(_ block: [Float], each: (borrowing OnsetDetector) -> Void) {
    signal.append(block)
    // The samples for a spectrum, for the comparison around a peak, and for its timing must have arrived.
    let reach = max(spectrum.size / 2, Int(OnsetTiming.reach.after * sampleRate))
    while nextHop * hop + reach <= signal.end { step(each) }
    let needed = nextPick * hop - spectrum.size - Int(OnsetTiming.reach.before * sampleRate)
    signal.forget(before: needed)
  }

  /// Processes the end of the sound.
  mutating func finish(each: (borrowing OnsetDetector) -> Void) {
    while nextHop * hop < signal.end { step(each) }
    while nextPick < nextHop { pick() }
    onsets = onsets.merged
  }

  private mutating func step(_ each: (borrowing OnsetDetector) -> Void) {
    spectrum.magnitudes(
      of: signal, from: nextHop * hop - spectrum.size / 2, gain: gain, into: &magnitudes)
    filters.levels(of: magnitudes, into: &levels)
    rises.append(rise())
    remember()
    if rises.count > 1_024 {
      rises.removeFirst(512)
      firstRise += 512
    }
    each(self)
    nextHop += 1
    while nextPick + Self.noiseReach.after < nextHop { pick() }
  }

  /// Returns the rise above the maximum of each band and its neighbors in the last spectra.
  private func rise() -> Float {
    var sum: Float = 0
    for band in levels.indices {
      var greatest: Float = 0
      for past in recent { greatest = max(greatest, past[band]) }
      let difference = levels[band] - greatest
      if difference > 0 { sum += difference }
    }
    return sum
  }

  /// Replaces the oldest of the remembered spectra by the current one.
  private mutating func remember() {
    let (oldest, count) = (nextHop % Self.memory, levels.count)
    for band in 0..<count {
      var greatest = levels[band]
      if band > 0 { greatest = max(greatest, levels[band - 1]) }
      if band + 1 < count { greatest = max(greatest, levels[band + 1]) }
      recent[oldest][band] = greatest
    }
  }

  // MARK: Peaks

  private mutating func pick() {
    let index = nextPick - firstRise
    nextPick += 1
    let near = (firstRise + index) * hop
    if isPeak(index), let risen = timing.place(near: near, in: signal) {
      let place = places.soundStart(from: risen, in: signal)
      // After the start of the sound, the spectra show which onsets are too soft.
      let isFirst = place <= Self.startSeconds * sampleRate
      add(at: place, strength: rises[index], least: isFirst ? Self.quietStart : 0)
    } else if let place = places.strokeStart(
      from: near - hop / 2, until: near + hop / 2, in: signal)
    {
      add(at: place, strength: rises[index], least: quietStroke)
    }
  }

  /// Returns whether the rise at `index` is larger than the adjacent rises, and larger than usual.
  private func isPeak(_ index: Int) -> Bool {
    let rise = rises[index]
    let around = rises[
      max(0, index - Self.peakReach)...min(rises.count - 1, index + Self.peakReach)]
    // Of equal rises, only the first is a peak.
    let isRepeated = index > 0 && rises[index - 1] == rise
    guard rise > 0, !isRepeated, !around.contains(where: { $0 > rise }) else { return false }
    let back = rises[max(0, index - Self.backReach)..<index]
    let mean = back.reduce(Float(0), +) / Float(max(1, back.count))
    return rise >= mean + threshold && rise >= noise(around: index)
  }

  /// Adds an onset at the sample `place`, unless it is a cut or softer than the fraction `least` of the loud level.
  private mutating func add(at place: Double, strength: Float, least: Double) {
    guard !places.isCutOff(at: place, in: signal) else { return }
    let start = place - Self.early * sampleRate
    // The shorter time is as long as the frames with which the sound is measured, because 30 ms of a click are mostly
    // silence.
    let loudness = max(
      amplitude(from: start, seconds: Self.hopSeconds), amplitude(from: start, seconds: 0.03))
    guard least == 0 || loudness > least * level else { return }
    onsets.append(
      Onset(
        time: max(0, place / sampleRate), strength: Double(strength), amplitude: loudness,
        hertz: hertz(at: place)))
  }

  /// The center of the frequencies that rise at `place`, in hertz.
  private mutating func hertz(at place: Double) -> Double {
    let before = Int(place - Self.clearance * sampleRate) - spectrum.size
    let after = Int(place - Self.lead * sampleRate)
    spectrum.magnitudes(of: signal, from: before, gain: gain, into: &strokeMagnitudes)
    filters.levels(of: strokeMagnitudes, into: &base)
    spectrum.magnitudes(of: signal, from: after, gain: gain, into: &strokeMagnitudes)
    filters.levels(of: strokeMagnitudes, into: &strokeLevels)
    var (sum, moment): (Float, Float) = (0, 0)
    for band in strokeLevels.indices {
      let difference = max(0, strokeLevels[band] - base[band])
      sum += difference
      moment += difference * octaves[band]
    }
    return sum > 0 ? Double(exp2f(moment / sum)) : 0
  }

  /// The value that the noise around a hop does not exceed.
  private func noise(around index: Int) -> Float {
    let range =
      max(0, index - Self.noiseReach.before)...min(rises.count - 1, index + Self.noiseReach.after)
    // After the end of a sound, the rise is zero; otherwise a very short sound would count as its own noise.
    let after = index + Self.noiseReach.after - range.upperBound
    let ended = after > 0 ? max(after, Self.backReach - range.count) : 0
    // The same applies before the beginning of a sound: an onset in the first spectra causes a rise in several of them.
    let silent = ended + max(0, Self.beginning - index)
    let near = (rises[range] + Array(repeating: 0, count: silent)).sorted()
    let median = near[near.count / 2]
    return median + noiseFactor * (median - near[near.count / 4])
  }

  private func amplitude(from place: Double, seconds: Double) -> Double {
    signal.amplitude(from: Int(place), until: Int(place + seconds * sampleRate))
  }
}
