internal import TextFormats

/// Finds where exactly something begins near a hop: in short spectra, where a share of what rises has
/// risen.
struct OnsetTiming {
  /// How much of the signal around a hop is looked at, in seconds.
  static let reach = (before: 0.06, after: 0.045)
  /// Seconds that a short spectrum covers, before it is made a power of two.
  ///
  /// Our choice: 1 024 samples at 44.1 kHz tell a note from the one before, which still sounds; half as
  /// many do not, and placed strings, winds and organs worse and drums no better.
  private static let spectrumSeconds = 1_024 / 44_100.0
  /// Seconds between two of them.
  private static let stepSeconds = 0.002
  /// The first and the last of them, in steps from the hop; the first `baseCount` say what was there.
  ///
  /// Our choice: as few as hold a rise; more hold the stroke before as well.
  private static let (steps, baseCount) = (-22...16, 6)
  /// The parts of what rises at which times are taken: its foot, where it counts as begun, and its half.
  ///
  /// Our choice: noise stays below a fifth.
  private static let (foot, begun, half): (Float, Float, Float) = (0.1, 0.2, 0.5)
  /// How much later than that it begins, in seconds, and how much more for a rise by a power of ten in
  /// every band, by its root: a spectrum sees a loud onset as soon as its edge reaches it.
  ///
  /// Our choice: fitted, with `Lead`, to sampled drums and instruments, and judged on others
  /// (Documentation/Listening.md).
  private static let (delay, delayOfPower) = (0.004_9, 0.007_3)

  /// How much earlier something begins that rises slowly, as bowed and blown tones do: long before it is
  /// loud.
  private enum Lead {
    /// For each second from the foot to where it has begun, and from there to its half.
    static let (foot, half) = (0.8, 1.1)
    /// The longest foot that counts, in seconds.
    static let longestFoot = 0.005
    /// The longest time to the half that counts, in lengths of the foot: of two strokes almost at once the
    /// first rises fast, and the half is reached with the second.
    static let longestHalf = 3.0
  }

  private let sampleRate: Double
  private let gain: Float
  private let filters: BandFilters
  private let spectrum: Spectrum
  private var magnitudes: [Float]
  private var levels: [Float]
  private var base: [Float]
  private var rises: [Float] = []

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
    listen(near, in: signal)
    guard let (top, peak) = rise, let start = time(before: peak, above: Self.begun * top) else {
      return nil
    }
    let delay = Self.delay + Self.delayOfPower * (Double(top) / Double(levels.count)).squareRoot()
    return Double(near) + (start + delay - lead(start, peak, top)) * sampleRate
  }

  /// How much earlier than others a rise begins that has begun at `start`, in seconds.
  private func lead(_ start: Double, _ peak: Int, _ top: Float) -> Double {
    let foot = start - (time(before: peak, above: Self.foot * top) ?? start)
    let half = (time(before: peak, above: Self.half * top) ?? start) - start
    return Lead.foot * min(foot, Lead.longestFoot)
      + Lead.half * min(half, Lead.longestHalf * foot)
  }

  /// Measures what rises at each step around the sample `near`.
  private mutating func listen(_ near: Int, in signal: borrowing SignalWindow) {
    let step = Self.stepSeconds * sampleRate
    rises.removeAll(keepingCapacity: true)
    for band in base.indices { base[band] = 0 }
    for index in Self.steps {
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
    return (Double(Self.steps.lowerBound + index - 1) + part) * Self.stepSeconds
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
