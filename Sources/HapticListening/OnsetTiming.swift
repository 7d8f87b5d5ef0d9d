internal import TextFormats

/// Finds where exactly something begins near a hop: in short spectra, by when shares of what rises have
/// risen.
///
/// Longer spectra tell a note from the one before that still sounds. Where they show no clear rise, because
/// something else goes on or stops, shorter ones may show a stroke.
struct OnsetTiming {
  /// How much of the signal around a hop is looked at, in seconds.
  static let reach = (before: 0.06, after: 0.045)
  /// Shares of what rises: the foot of a rise, where it counts as begun, and its half.
  ///
  /// Our choice: noise stays below a fifth.
  private static let (foot, begun, half): (Float, Float, Float) = (0.1, 0.2, 0.5)
  /// When something begins, from its rise in the longer spectra.
  ///
  /// Our choice: fitted to sampled drums and instruments, and judged on others (Documentation/Listening.md).
  private enum Long {
    /// How much later it begins than it counts as begun, in seconds, and how much more for the root of a
    /// power of ten in every band: a spectrum sees a loud onset as soon as its edge reaches it.
    static let (delay, delayOfPower) = (0.004_9, 0.007_3)
    /// How much earlier for each second from the foot to where it counts as begun, and from there to its
    /// half: what rises slowly begins long before it is loud.
    static let (foot, half) = (0.8, 1.1)
    /// The longest foot that counts, in seconds.
    static let longestFoot = 0.005
    /// The longest time to the half that counts, in lengths of the foot: of two strokes almost at once the
    /// first rises fast, and the half is reached with the second.
    static let longestHalf = 3.0
    /// A rise is clear that takes at most this long from its foot, as far as that counts, to its half, in
    /// seconds.
    static let clear = 0.014
  }

  /// When a stroke begins, from its rise in the shorter spectra.
  ///
  /// Our choice: measured on clicks and sampled drums.
  private enum Short {
    /// As for the longer ones, but for the power itself.
    static let (delay, delayOfPower) = (0.000_5, 0.002)
    /// What takes this long to its half is a stroke below the lower value, in seconds, and none above the
    /// upper: strokes take 1 to 2 ms, bowed and blown tones 4 to 20.
    static let strokeSeconds = 0.001_5...0.002_5
    /// How much earlier than a stroke something without a clear rise may begin, in seconds; what rises still
    /// earlier is something else.
    static let reach = 0.015
  }

  private let sampleRate: Double
  private var short: RiseCurve
  private var long: RiseCurve

  /// - Parameters: as of `OnsetDetector`.
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(
    sampleRate: Double, gain: Double, limits: ClosedRange<Double>
  ) throws(MissingLibrary) {
    self.sampleRate = sampleRate
    // Our choice: as few steps as hold a rise; more hold the stroke before as well.
    short = try RiseCurve(
      seconds: 512 / 44_100.0, steps: -18...12, sampleRate: sampleRate, gain: gain, limits: limits)
    long = try RiseCurve(
      seconds: 1_024 / 44_100.0, steps: -22...16, sampleRate: sampleRate, gain: gain,
      limits: limits)
  }

  /// Where it begins near the sample `near`, in samples; nil if nothing rises there.
  mutating func place(near: Int, in signal: borrowing SignalWindow) -> Double? {
    let slow = longPlace(near: near, in: signal)
    if let slow, slow.isClear { return Double(near) + slow.seconds * sampleRate }
    short.measure(near: near, in: signal)
    guard let begun = short.time(of: Self.begun) else { return nil }
    let stroke = begun + Short.delay + Short.delayOfPower * short.power
    var place = stroke
    if let slow {
      place += softness(begun) * (max(slow.seconds, stroke - Short.reach) - stroke)
    }
    return Double(near) + place * sampleRate
  }

  /// When something begins by the longer spectra, in seconds from the hop, and whether its rise is clear.
  private mutating func longPlace(
    near: Int, in signal: borrowing SignalWindow
  ) -> (seconds: Double, isClear: Bool)? {
    long.measure(near: near, in: signal)
    guard let begun = long.time(of: Self.begun) else { return nil }
    let whole = begun - (long.time(of: Self.foot) ?? begun)
    let foot = min(whole, Long.longestFoot)
    let half = (long.time(of: Self.half) ?? begun) - begun
    let delay = Long.delay + Long.delayOfPower * long.power.squareRoot()
    let lead = Long.foot * foot + Long.half * min(half, Long.longestHalf * whole)
    return (begun + delay - lead, foot + half < Long.clear)
  }

  /// How little of a stroke the shorter spectra show, 0...1, where it counts as begun at `begun`.
  private func softness(_ begun: Double) -> Double {
    guard let half = short.time(of: Self.half) else { return 0 }
    let (low, high) = (Short.strokeSeconds.lowerBound, Short.strokeSeconds.upperBound)
    return min(max((half - begun - low) / (high - low), 0), 1)
  }
}

/// How much has risen at each moment around a hop, in all bands of short spectra together.
private struct RiseCurve {
  /// Seconds between two spectra.
  private static let stepSeconds = 0.002
  /// How many of the first say what was there.
  private static let baseCount = 6

  private let sampleRate: Double
  private let steps: ClosedRange<Int>
  private let gain: Float
  private let filters: BandFilters
  private let spectrum: Spectrum
  private var magnitudes: [Float]
  private var levels: [Float]
  private var base: [Float]
  private var rises: [Float] = []
  /// The most that has risen, and the first step at which nearly as much has.
  private var (top, peak): (Float, Int) = (0, 0)

  /// Of spectra of about `seconds`, at `steps` from a hop; the rest as of `OnsetDetector`.
  ///
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(
    seconds: Double, steps: ClosedRange<Int>, sampleRate: Double, gain: Double,
    limits: ClosedRange<Double>
  ) throws(MissingLibrary) {
    (self.sampleRate, self.steps) = (sampleRate, steps)
    spectrum = try Spectrum(seconds: seconds, sampleRate: sampleRate)
    self.gain = spectrum.gain(gain)
    filters = BandFilters(binCount: spectrum.binCount, sampleRate: sampleRate, limits: limits)
    magnitudes = Array(repeating: 0, count: spectrum.binCount)
    levels = Array(repeating: 0, count: filters.count)
    base = levels
  }

  /// By how many powers of ten it rises, on average over the bands.
  var power: Double { Double(top) / Double(levels.count) }

  /// Measures what rises at each step around the sample `near`.
  mutating func measure(near: Int, in signal: borrowing SignalWindow) {
    let step = Self.stepSeconds * sampleRate
    rises.removeAll(keepingCapacity: true)
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
    top = rises.max() ?? 0
    peak = rises.firstIndex { $0 > 0.9 * top } ?? 0
  }

  /// When the rise comes above `share` of its most for the last time before its peak, in seconds from the
  /// hop; nil if nothing rises.
  func time(of share: Float) -> Double? {
    guard top > 0 else { return nil }
    let level = share * top
    var index = peak
    while index > 0, rises[index - 1] > level { index -= 1 }
    guard index > 0 else { return nil }
    let (below, above) = (rises[index - 1], rises[index])
    let part = above > below ? Double((level - below) / (above - below)) : 0
    return (Double(steps.lowerBound + index - 1) + part) * Self.stepSeconds
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
