internal import TextFormats

/// Finds where exactly something begins near a hop: in short spectra, where a share of what rises has
/// risen.
struct OnsetTiming {
  /// How much of the signal around a hop is looked at, in seconds.
  static let reach = (before: 0.075, after: 0.055)
  /// Seconds that a short spectrum covers, before it is made a power of two.
  ///
  /// Our choice: 512 samples at 44.1 kHz tell the tones of a chord apart, and still show an attack.
  private static let spectrumSeconds = 512 / 44_100.0
  /// Seconds between two of them.
  private static let stepSeconds = 0.002
  /// The first and the last of them, in steps from the hop, for strokes and for what begins softly; the
  /// first `baseCount` say what was there.
  ///
  /// Our choice: as few as hold a rise; more hold the stroke before as well.
  private static let (steps, softSteps, baseCount) = (-18...12, -30...24, 6)
  /// What begins has begun where this part of what rises has risen.
  ///
  /// Our choice: above what noise does.
  private static let share: Float = 0.2
  /// How much later it begins than that, in seconds, and how much more for a rise by a power of ten in
  /// every band: a spectrum sees a loud onset as soon as its edge reaches it.
  ///
  /// Our choice: measured on clicks and sampled drums.
  private static let (delay, delayPerPower) = (0.000_5, 0.002)
  /// An onset is soft that takes so long from `share` to a half of its rise, and so long from `softShare`
  /// to `share`, in seconds: a little above the lower values, wholly above the upper.
  ///
  /// Our choice: strokes take 1 to 3 ms, bowed and blown tones 5 to 20; two strokes almost at once rise
  /// for long, but not from the beginning.
  private static let (softSeconds, footSeconds) = (0.003...0.006, 0.001...0.002)
  /// A soft one begins so many seconds before `softShare` has risen, but no more than `softReach` before
  /// `share`: it begins long before it is loud.
  ///
  /// Our choice: measured on sampled strings, winds and voices, and judged on others
  /// (Documentation/Listening.md).
  private static let softShare: Float = 0.1
  private static let (softLead, softReach) = (0.005_5, 0.015)

  private let sampleRate: Double
  private let gain: Float
  private let filters: BandFilters
  private let spectrum: Spectrum
  private var magnitudes: [Float]
  private var levels: [Float]
  private var base: [Float]
  private var rises: [Float] = []
  /// The step of the first of them.
  private var firstStep = 0

  /// - Parameters: as of `OnsetDetector`.
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(
    sampleRate: Double, gain: Double, limits: ClosedRange<Double>
  ) throws(MissingLibrary) {
    self.sampleRate = sampleRate
    spectrum = try Spectrum(seconds: Self.spectrumSeconds, sampleRate: sampleRate)
    self.gain = spectrum.gain(gain)
    filters = BandFilters(binCount: spectrum.binCount, sampleRate: sampleRate, limits: limits)
    magnitudes = Array(repeating: 0, count: spectrum.binCount)
    levels = Array(repeating: 0, count: filters.count)
    base = levels
  }

  /// Where it begins near the sample `near`, in samples; nil if nothing rises there.
  mutating func place(near: Int, in signal: borrowing SignalWindow) -> Double? {
    listen(near, Self.steps, in: signal)
    guard let (top, peak) = rise, let start = time(before: peak, above: Self.share * top) else {
      return nil
    }
    let delay = Self.delay + Self.delayPerPower * Double(top) / Double(levels.count)
    var place = start + delay
    let softness = softness(start, peak, top)
    if softness > 0 { place += softness * (softStart(near, start, in: signal) - place) }
    return Double(near) + place * sampleRate
  }

  /// When a soft onset begins that has risen to `share` at `start`, in seconds from the hop.
  private mutating func softStart(
    _ near: Int, _ start: Double, in signal: borrowing SignalWindow
  ) -> Double {
    listen(near, Self.softSteps, in: signal)
    let found = rise.flatMap { top, peak in time(before: peak, above: Self.softShare * top) }
    return min(max((found ?? start) - Self.softLead, start - Self.softReach), start)
  }

  /// Measures what rises at each of `steps` around the sample `near`.
  private mutating func listen(
    _ near: Int, _ steps: ClosedRange<Int>, in signal: borrowing SignalWindow
  ) {
    let step = Self.stepSeconds * sampleRate
    rises.removeAll(keepingCapacity: true)
    firstStep = steps.lowerBound
    for band in base.indices { base[band] = 0 }
    for index in steps {
      let start = near + Int(Double(index) * step) - spectrum.size / 2
      spectrum.magnitudes(of: signal, from: start, gain: gain, into: &magnitudes)
      filters.levels(of: magnitudes, into: &levels)
      var sum: Float = 0
      if rises.count < Self.baseCount {
        addToBase()
      } else {
        for band in base.indices { sum += max(0, levels[band] - base[band]) }
      }
      rises.append(sum)
    }
  }

  /// The most that has risen, and the first step at which nearly as much has; nil where nothing rises.
  private var rise: (top: Float, peak: Int)? {
    guard let top = rises.max(), top > 0, let peak = rises.firstIndex(where: { $0 > 0.9 * top })
    else { return nil }
    return (top, peak)
  }

  /// When the rise comes above `level` for the last time before the step `peak`, in seconds from the hop;
  /// nil if it is above it from the first step on.
  private func time(before peak: Int, above level: Float) -> Double? {
    var index = peak
    while index > 0, rises[index - 1] > level { index -= 1 }
    guard index > 0 else { return nil }
    let (below, above) = (rises[index - 1], rises[index])
    let part = above > below ? Double((level - below) / (above - below)) : 0
    return (Double(firstStep + index - 1) + part) * Self.stepSeconds
  }

  /// How soft an onset is, 0...1, that has risen to `share` at `start`.
  private func softness(_ start: Double, _ peak: Int, _ top: Float) -> Double {
    guard let half = time(before: peak, above: 0.5 * top),
      let foot = time(before: peak, above: Self.softShare * top)
    else { return 0 }
    func part(_ seconds: Double, _ range: ClosedRange<Double>) -> Double {
      min(max((seconds - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
    }
    return part(half - start, Self.softSeconds) * part(start - foot, Self.footSeconds)
  }

  /// What was there before, in each band and its neighbours.
  private mutating func addToBase() {
    for band in base.indices {
      var greatest = levels[band]
      if band > 0 { greatest = max(greatest, levels[band - 1]) }
      if band + 1 < levels.count { greatest = max(greatest, levels[band + 1]) }
      base[band] = max(base[band], greatest)
    }
  }
}
