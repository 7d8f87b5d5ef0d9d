internal import TextFormats

/// Finds where exactly something begins near a hop: in short spectra, where a share of what rises has
/// risen.
struct OnsetTiming {
  /// How much of the signal around a hop is looked at, in seconds.
  static let reach = (before: 0.05, after: 0.035)
  /// Seconds that a short spectrum covers, before it is made a power of two.
  ///
  /// Our choice: 512 samples at 44.1 kHz tell the tones of a chord apart, and still show an attack.
  private static let spectrumSeconds = 512 / 44_100.0
  /// Seconds between two of them.
  private static let stepSeconds = 0.002
  /// The first and the last of them, in steps from the hop; the first `baseCount` say what was there.
  private static let (steps, baseCount) = (-18...12, 6)
  /// What begins has begun where this part of what rises has risen.
  ///
  /// Our choice: low, because tones with a soft attack begin long before they are loud.
  private static let share: Float = 0.2
  /// How much later it begins than that, in seconds, and how much more for a rise by a power of ten in
  /// every band: a spectrum sees a loud onset as soon as its edge reaches it.
  ///
  /// Our choice: measured on clicks and sampled drums.
  private static let (delay, delayPerPower) = (0.000_5, 0.002)

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
    let step = Self.stepSeconds * sampleRate
    let count = levels.count
    rises.removeAll(keepingCapacity: true)
    for band in 0..<count { base[band] = 0 }
    for index in Self.steps {
      let start = near + Int(Double(index) * step) - spectrum.size / 2
      spectrum.magnitudes(of: signal, from: start, gain: gain, into: &magnitudes)
      filters.levels(of: magnitudes, into: &levels)
      var sum: Float = 0
      if rises.count < Self.baseCount {
        addToBase()
      } else {
        for band in 0..<count { sum += max(0, levels[band] - base[band]) }
      }
      rises.append(sum)
    }
    guard let top = rises.max(), top > 0, let peak = rises.firstIndex(where: { $0 > 0.9 * top })
    else { return nil }
    var index = peak
    while index > 0, rises[index - 1] > Self.share * top { index -= 1 }
    guard index > 0 else { return nil }
    let (below, above) = (rises[index - 1], rises[index])
    let part = above > below ? Double((Self.share * top - below) / (above - below)) : 0
    let delay = Self.delay + Self.delayPerPower * Double(top) / Double(count)
    let steps = Double(Self.steps.lowerBound + index - 1) + part
    return Double(near) + steps * step + delay * sampleRate
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
