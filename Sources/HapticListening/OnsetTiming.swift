internal import TextFormats

/// Finds the exact time of an onset near a hop in short spectra, based on the times at which fractions of the total
/// rise are reached.
///
/// Longer spectra distinguish a note from a previous note that is still sounding. If they do not show a clear rise,
/// because another sound continues or stops, shorter spectra may show a stroke.
struct OnsetTiming {
  /// The examined time around a hop, in seconds.
  static let reach = (before: 0.06, after: 0.045)
  /// Fractions of the rise: its foot, its nominal beginning, and its half.
  ///
  /// Our choice: noise stays below a fifth.
  private static let (foot, begun, half): (Float, Float, Float) = (0.1, 0.2, 0.5)
  /// The time of an onset, derived from its rise in the longer spectra.
  ///
  /// Our choice: fitted to sampled drums and instruments, and judged on others (Documentation/Listening.md).
  private enum Long {
    /// The delay of the onset after its nominal beginning, in seconds, and the additional delay per square root of the
    /// mean rise in powers of ten.
    ///
    /// The louder the onset, the earlier it is visible at the edge of a spectrum.
    static let (delay, delayOfPower) = (0.004_9, 0.007_3)
    /// The time by which an onset is earlier for each second from the foot to the nominal beginning, and for each
    /// second from there to the half, because a sound that rises slowly begins long before it is loud.
    static let (foot, half) = (0.8, 1.1)
    /// The maximum length of the foot that is taken into account, in seconds.
    static let longestFoot = 0.005
    /// The maximum time to the half that is taken into account, in multiples of the foot's length: if two strokes are
    /// almost simultaneous, the first rises fast, and the half is reached with the second.
    static let longestHalf = 3.0
    /// The maximum time, in seconds, from the foot of a clear rise to its half; the limits above apply.
    static let clear = 0.014
  }

  /// The time of a stroke, derived from its rise in the shorter spectra.
  ///
  /// Our choice: measured on clicks and sampled drums.
  private enum Short {
    /// The delays, as for the longer spectra, but with the power itself instead of its root.
    static let (delay, delayOfPower) = (0.000_5, 0.002)
    /// The time to the half, in seconds.
    ///
    /// Below the lower bound the onset is a stroke, above the upper bound it is not. Strokes take 1 to 2 ms; bowed and
    /// blown tones take 4 to 20 ms.
    static let strokeSeconds = 0.001_5...0.002_5
    /// The maximum time, in seconds, by which an onset without a clear rise may precede a stroke; an earlier rise is a
    /// different sound.
    static let reach = 0.015
  }

  private let sampleRate: Double
  private var short: RiseCurve
  private var long: RiseCurve

  /// - Parameters: as for `OnsetDetector`.
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(
    sampleRate: Double, gain: Double, limits: ClosedRange<Double>
  ) throws(MissingLibrary) {
    self.sampleRate = sampleRate
    // Our choice: just enough steps to contain a rise. With more steps, the preceding stroke would be included.
    short = try RiseCurve(
      seconds: 512 / 44_100.0, steps: -18...12, sampleRate: sampleRate, gain: gain, limits: limits)
    long = try RiseCurve(
      seconds: 1_024 / 44_100.0, steps: -22...16, sampleRate: sampleRate, gain: gain,
      limits: limits)
  }

  /// Returns the onset near the sample `near`, in samples; nil if nothing rises there.
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

  /// Returns the time of the onset according to the longer spectra, in seconds from the hop, and whether its rise is
  /// clear.
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

  /// Returns how little the onset resembles a stroke in the shorter spectra, from 0 (a stroke) to 1, if it nominally
  /// begins at `begun`.
  private func softness(_ begun: Double) -> Double {
    guard let half = short.time(of: Self.half) else { return 0 }
    let (low, high) = (Short.strokeSeconds.lowerBound, Short.strokeSeconds.upperBound)
    return min(max((half - begun - low) / (high - low), 0), 1)
  }
}

/// The rise at each moment around a hop, summed over all bands of short spectra.
private struct RiseCurve {
  /// The time between two spectra, in seconds.
  ///
  /// Our choice: strokes take 1 to 2 ms to rise by a half, and times between two spectra are interpolated.
  private static let stepSeconds = 0.002
  /// The number of initial spectra that determine the level before.
  ///
  /// Our choice: 12 ms, which end before a spectrum reaches the hop.
  private static let baseCount = 6
  /// The fraction of the maximum rise that is nearly the maximum.
  ///
  /// Our choice: after a stroke, the rise stays near its maximum, and the first of these steps is the end of the rise.
  private static let nearly: Float = 0.9

  private let sampleRate: Double
  private let steps: ClosedRange<Int>
  private let gain: Float
  private let filters: BandFilters
  private let spectrum: Spectrum
  private var magnitudes: [Float]
  private var levels: [Float]
  private var base: [Float]
  private var rises: [Float] = []
  /// The maximum rise, and the first step at which it is nearly reached.
  private var (top, peak): (Float, Int) = (0, 0)

  /// Creates a curve from spectra of about `seconds`, at `steps` from a hop; the other parameters are as for
  /// `OnsetDetector`.
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

  /// The rise in powers of ten, averaged over the bands.
  var power: Double { Double(top) / Double(levels.count) }

  /// Measures the rise at each step around the sample `near`.
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
    peak = rises.firstIndex { $0 > Self.nearly * top } ?? 0
  }

  /// Returns the last time before the peak at which the rise exceeds the fraction `share` of its maximum, in seconds
  /// from the hop; nil if nothing rises.
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

  /// Adds the current level of each band and its neighbors to the level before.
  private mutating func addToBase() {
    for band in base.indices {
      var greatest = levels[band]
      if band > 0 { greatest = max(greatest, levels[band - 1]) }
      if band + 1 < levels.count { greatest = max(greatest, levels[band + 1]) }
      base[band] = max(base[band], greatest)
    }
  }
}
