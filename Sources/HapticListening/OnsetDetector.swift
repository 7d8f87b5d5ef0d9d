private import Glibc
internal import TextFormats

/// A beginning that is heard in a sound.
public struct Onset: Hashable, Sendable, Encodable {
  /// Seconds from the beginning of the sound.
  public var time: Double
  /// How much begins: the rises of all bands of a quarter tone together, in powers of ten.
  public var strength: Double
  /// The root of the mean square of 30 ms from 3 ms before the onset on, or of 10 ms if that is more; full scale is 1.
  public var amplitude: Double
  /// The middle of the frequencies that rise, in hertz.
  public var hertz: Double

  /// An onset of these values.
  public init(time: Double, strength: Double, amplitude: Double, hertz: Double) {
    self.time = time
    self.strength = strength
    self.amplitude = amplitude
    self.hertz = hertz
  }
}

/// Finds onsets in a signal that comes block by block.
///
/// Source: S. Böck and G. Widmer, "Maximum filter vibrato suppression for onset detection", DAFx 2013
/// (SuperFlux): what rises in bands of a quarter tone above the greatest of the neighbouring bands a
/// moment before, so that a tone that wavers does not begin again. That the moment is `memory` spectra
/// long, how peaks are picked, and what lies between two hops (`OnsetTiming`) are our choice, made on
/// grooves of sampled drums and instruments (Documentation/Listening.md).
struct OnsetDetector {
  /// Seconds between two spectra.
  ///
  /// Our choice: a hundred a second are enough, because `OnsetTiming` finds what lies between them.
  static let hopSeconds = 0.01
  /// Seconds that a spectrum covers, about.
  ///
  /// Source: SuperFlux, 2 048 samples at 44.1 kHz.
  private static let spectrumSeconds = 2_048 / 44_100.0
  /// Onsets closer than this are one, in seconds.
  ///
  /// Source: SuperFlux, 30 ms, less what their places may be off.
  static let minimumGap = 0.025
  /// How many hops on either side must not be higher than a peak, and how many before it say what is
  /// usual.
  ///
  /// Our choice: 20 ms, and 80 ms, which is less than between two fast strokes.
  private static let (peakReach, backReach) = (2, 8)
  /// How many spectra before say what was there.
  ///
  /// Our choice: noise and tones that beat come back within 40 ms to where they were, and do not begin again
  /// then; of one spectrum only, a threshold that they stay below is too high for soft notes.
  private static let memory = 4
  /// How far above the mean before it a peak must be, for a sensitivity of a half and `usualBands`.
  ///
  /// Our choice.
  private static let threshold = 1.0
  /// The number of bands of a sound at 44.1 kHz.
  private static let usualBands = 140.0
  /// How far above the median of the last 0.4 s a peak must be for a sensitivity up to a half, in distances from the median to the
  /// lower quarter, in which noise shows and onsets do not.
  ///
  /// Our choice: five standard deviations of steady noise, which then begins once in a few seconds at most.
  private static let noiseFactor: Float = 8
  private static let noiseReach = (before: 40, after: 4)
  /// How many hops at the beginning of a sound are too few to tell noise from a stroke.
  ///
  /// Our choice: a stroke within the first two spectra rises in four, which are not the half of so many.
  private static let beginning = 12
  /// A sound that is cut off has a broad spectrum as well, but what follows is below this part of it.
  ///
  /// Our choice: 20 dB; 30 dB 25 ms later, if it fades out.
  private static let (cutOff, fadedOut) = (0.1, 0.03)
  /// Where a sound begins is an onset if it begins this loud, in parts of what is loud in it, within so many
  /// seconds.
  ///
  /// Our choice: 40 dB below is the noise of a recording, and gets no haptic.
  private static let (quietStart, startSeconds) = (0.01, 0.02)
  /// How much before its place the loudness of an onset is measured from, in seconds.
  ///
  /// Our choice: places are that precise, and a click is over in no time.
  private static let early = 0.003
  /// Where everything within 5 ms before an onset is below this part of the peak that follows, the onset is
  /// where the sound comes above it, if that is within so many seconds.
  ///
  /// Our choice: -46 dB is silence beside a stroke, and a spectrum sees a low one 4 ms early.
  private static let (silentPart, silentSeconds): (Float, Double) = (0.005, 0.012)
  /// A stroke is this many times louder within `strokeSeconds` than all that was in `calmSeconds` before.
  ///
  /// Whatever the spectra say: they cover more time than is between two strokes of a roll. An onset whose place
  /// is at most `lateSeconds` before such a stroke is where that begins.
  ///
  /// Our choice: 12 dB within 2 ms; the noise of a rumble below 120 Hz does that once in ten minutes, and no
  /// tone of the grooves of Benchmarks/listen does. As late as places are early over what still sounds.
  private static let strokeRatio: Float = 4
  private static let (calmSeconds, strokeSeconds, lateSeconds) = (0.02, 0.002, 0.01)
  /// How loud a stroke is at least that no spectrum shows, in parts of what is loud in the sound.
  ///
  /// Our choice: 30 dB below; what is softer crackles.
  private static let quietStroke = 0.03
  /// How much before and after its place the spectrum lies whose frequencies are those of an onset, in
  /// seconds, and how long before its place the one ends that it is compared with.
  ///
  /// Our choice: where the spectrum lies between two hops would change the sharpness of equal strokes by a
  /// seventh; early enough in it that a click counts.
  private static let (lead, clearance) = (0.012, 0.003)

  let sampleRate: Double
  let hop: Int
  /// The magnitudes of the last spectrum.
  private(set) var magnitudes: [Float]
  private(set) var onsets: [Onset] = []

  private let gain: Float
  /// How loud the sound is, linear.
  private let level: Double
  private let filters: BandFilters
  private let octaves: [Float]
  private let spectrum: Spectrum
  private let threshold: Float
  private let noiseFactor: Float
  /// How loud a stroke is at least that no spectrum shows, in parts of what is loud.
  private let quietStroke: Double
  private var timing: OnsetTiming
  private var signal = SignalWindow()
  private var nextHop = 0
  private var nextPick = 0
  private var levels: [Float]
  /// The spectrum of an onset, and what was there before it.
  private var (strokeMagnitudes, strokeLevels, base): ([Float], [Float], [Float])
  /// The greatest of each band and its neighbours in the last spectra, in no order.
  private var recent: [[Float]]
  /// What rises at each of the last hops.
  private var rises: [Float] = []
  /// The hop of the first of them.
  private var firstRise = 0

  /// A detector for sounds at `sampleRate`.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - gain: what makes the sound as loud as the threshold expects.
  ///   - limits: the frequencies that count, in hertz.
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
    // Thirty-two times as much for 0, which soft notes do not reach, and a quarter for 1.
    let strictness = exp2((sensitivity < 0.5 ? 10 : 4) * (0.5 - sensitivity))
    threshold = Float(Self.threshold * part * strictness)
    // In noise it is the noise that decides what is heard.
    noiseFactor = Self.noiseFactor * Float(min(1, pow(strictness, 0.75)))
    // Our choice: not more than sixteen times, which is half of the loudest.
    quietStroke = Self.quietStroke * min(strictness, 16)
    timing = try OnsetTiming(sampleRate: sampleRate, gain: gain, limits: limits)
    magnitudes = Array(repeating: 0, count: spectrum.binCount)
    levels = Array(repeating: 0, count: filters.count)
    (strokeMagnitudes, strokeLevels, base) = (magnitudes, levels, levels)
    recent = Array(repeating: levels, count: Self.memory)
  }

  /// How many samples a spectrum covers.
  var spectrumSize: Int { spectrum.size }

  /// Takes what comes next; `each` is called after each spectrum with the detector.
  mutating func append(_ block: [Float], each: (borrowing OnsetDetector) -> Void) {
    signal.append(block)
    // What a spectrum, the comparison around a peak, and its timing need must have come.
    let reach = max(spectrum.size / 2, Int(OnsetTiming.reach.after * sampleRate))
    while nextHop * hop + reach <= signal.end { step(each) }
    let needed = nextPick * hop - spectrum.size - Int(OnsetTiming.reach.before * sampleRate)
    signal.forget(before: needed)
  }

  /// Takes the end.
  mutating func finish(each: (borrowing OnsetDetector) -> Void) {
    while nextHop * hop < signal.end { step(each) }
    while nextPick < nextHop { pick() }
    onsets = Self.merged(onsets)
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

  /// What rises above the greatest of a band and its neighbours in the last spectra.
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

  /// Puts the spectrum in the place of the oldest of those that are remembered.
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
      let place = soundStart(from: risen)
      // Later on the spectra say what is too soft.
      let isFirst = place <= Self.startSeconds * sampleRate
      add(at: place, strength: rises[index], least: isFirst ? Self.quietStart : 0)
    } else if let place = strokeStart(from: near - hop / 2, until: near + hop / 2) {
      add(at: place, strength: rises[index], least: quietStroke)
    }
  }

  /// Whether more rises at the rise of `index` than around it, and than usual.
  private func isPeak(_ index: Int) -> Bool {
    let rise = rises[index]
    let around = rises[
      max(0, index - Self.peakReach)...min(rises.count - 1, index + Self.peakReach)]
    // Of equal ones the first.
    let isRepeated = index > 0 && rises[index - 1] == rise
    guard rise > 0, !isRepeated, !around.contains(where: { $0 > rise }) else { return false }
    let back = rises[max(0, index - Self.backReach)..<index]
    let mean = back.reduce(Float(0), +) / Float(max(1, back.count))
    return rise >= mean + threshold && rise >= noise(around: index)
  }

  /// Adds what begins at the sample `place`, if it is no cut, and at least as loud as the part `least` of what
  /// is loud in the sound.
  private mutating func add(at place: Double, strength: Float, least: Double) {
    guard !isCutOff(at: place) else { return }
    let start = place - Self.early * sampleRate
    // As long as a frame, by which the sound is measured: 30 ms of a click are mostly silence.
    let loudness = max(
      amplitude(from: start, seconds: Self.hopSeconds), amplitude(from: start, seconds: 0.03))
    guard least == 0 || loudness > least * level else { return }
    onsets.append(
      Onset(
        time: max(0, place / sampleRate), strength: Double(strength), amplitude: loudness,
        hertz: hertz(at: place)))
  }

  /// The middle of the frequencies that rise at `place`, in hertz.
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

  /// Where a sound begins that `place` is before: nothing begins in silence, and a stroke where it stands out.
  private func soundStart(from place: Double) -> Double {
    let peak = signal.peak(from: Int(place), until: Int(place + 0.03 * sampleRate))
    let least = Self.silentPart * peak
    let (first, last) = (Int(place), Int(place + Self.silentSeconds * sampleRate))
    guard signal.peak(from: first - Int(0.005 * sampleRate), until: first) <= least else {
      return strokeStart(from: first, until: Int(place + Self.lateSeconds * sampleRate)) ?? place
    }
    return signal.firstIndex(from: first, until: last, above: least).map(Double.init) ?? place
  }

  /// Where a stroke begins from the sample `start` until `end`; nil if none does.
  private func strokeStart(from start: Int, until end: Int) -> Double? {
    let (calm, rise) = (Int(Self.calmSeconds * sampleRate), Int(Self.strokeSeconds * sampleRate))
    let step = max(1, Int(sampleRate / 1_000))
    // What is before the first of the places is before all of them, if it is not too long ago.
    let common = signal.peak(from: end - calm, until: start)
    guard signal.peak(from: start, until: end + rise) > Self.strokeRatio * common else {
      return nil
    }
    var place = start
    while place < end {
      let before = signal.peak(from: place - calm, until: place)
      let after = signal.peak(from: place, until: place + rise)
      if after > Self.strokeRatio * before {
        let above = max(1.2 * before, Self.silentPart * after)
        return signal.firstIndex(from: place, until: place + rise, above: above).map(Double.init)
      }
      place += step
    }
    return nil
  }

  /// What the noise around a hop stays below.
  private func noise(around index: Int) -> Float {
    let range =
      max(0, index - Self.noiseReach.before)...min(rises.count - 1, index + Self.noiseReach.after)
    // After the end of a sound nothing rises: else what is shorter than this would be its own noise.
    let after = index + Self.noiseReach.after - range.upperBound
    let ended = after > 0 ? max(after, Self.backReach - range.count) : 0
    // Nor before its beginning: what begins in the first spectra rises in several of them.
    let silent = ended + max(0, Self.beginning - index)
    let near = (rises[range] + Array(repeating: 0, count: silent)).sorted()
    let median = near[near.count / 2]
    return median + noiseFactor * (median - near[near.count / 4])
  }

  /// Whether what sounds before `place` ends there, at once or by a short fade, and nothing begins.
  private func isCutOff(at place: Double) -> Bool {
    let before = amplitude(from: place - 0.025 * sampleRate, seconds: 0.017)
    if amplitude(from: place + 0.008 * sampleRate, seconds: 0.02) < Self.cutOff * before {
      return true
    }
    return amplitude(from: place, seconds: 0.015) <= before
      && amplitude(from: place + 0.025 * sampleRate, seconds: 0.015) < Self.fadedOut * before
  }

  private func amplitude(from place: Double, seconds: Double) -> Double {
    signal.amplitude(from: Int(place), until: Int(place + seconds * sampleRate))
  }

  /// Of onsets that are too close the stronger.
  private static func merged(_ onsets: [Onset]) -> [Onset] {
    var merged: [Onset] = []
    for onset in onsets.sorted(by: { $0.time < $1.time }) {
      if let last = merged.last, onset.time - last.time < minimumGap {
        if onset.strength > last.strength { merged[merged.count - 1] = onset }
      } else {
        merged.append(onset)
      }
    }
    return merged
  }
}
