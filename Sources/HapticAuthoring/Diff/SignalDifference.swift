public import HapticEngine
internal import Realtime

/// How different two patterns are when they are rendered: in decibels of the signal.
///
/// Both are rendered with the same profile at 8 kHz, which holds all frequencies of haptic profiles; of
/// patterns without haptic events there is nothing to compare. These are levels of the rendered signal, not
/// of what a person perceives.
///
/// Thread: any; takes as long as rendering both. Realtime-safe: no.
public struct SignalDifference: Hashable, Sendable {
  /// What a rendered pattern is, in numbers.
  public struct Summary: Hashable, Sendable {
    /// The energy of the haptic bus: the sum of squares, in seconds at full scale.
    public let energy: Double
    /// The spectral centroid of the haptic bus, in hertz: the root mean square frequency of its power
    /// spectrum; nil for silence.
    public let centroid: Double?
    /// When the level rises at once, in seconds: by 6 dB within 10 ms, above -40 dB of the maximum.
    public let onsets: [Seconds]
    /// The largest root mean square of 10 ms.
    public let peakLevel: Double
    fileprivate let levels: [Float]
  }

  /// The first pattern.
  public let first: Summary
  /// The second pattern.
  public let second: Summary
  /// The change of energy, in decibels; nil if one of them is silent.
  public let energyDecibels: Double?
  /// The mean difference of the levels of 10 ms, in decibels.
  ///
  /// Where one of the two is louder than -40 dB of the maximum; levels below that count as that. 0 for two
  /// silent patterns.
  public let levelDecibels: Double
  /// The largest of these differences, in decibels, and when it is, in seconds.
  public let largestDecibels: Double
  /// When the levels differ most, in seconds.
  public let largestTime: Seconds
  /// The number of onsets of the first pattern that have one of the second within 50 ms.
  public let matchedOnsets: Int
  /// The mean distance of these, in seconds; 0 for none.
  public let onsetOffset: Seconds

  /// Frames per second of the comparison.
  ///
  /// Our choice: the lowest that the renderer has; profiles go to some 700 Hz.
  private static let sampleRate = 8_000.0
  /// The length of a level, in frames: 10 ms.
  private static let window = 80
  /// Levels this far below the maximum count as silence: -40 dB.
  ///
  /// Our choice: a hundredth is hardly perceived beside what is strongest.
  private static let floor = 0.01

  /// Compares two patterns.
  ///
  /// - Throws: `RenderError` for a profile that is out of range.
  public init(
    from first: HapticPattern, to second: HapticPattern, profile: Profile = .wideband
  ) throws(RenderError) {
    let (a, b) = (try Self.summary(first, profile), try Self.summary(second, profile))
    self.first = a
    self.second = b
    energyDecibels =
      a.energy > 0 && b.energy > 0 ? DecibelMath.decibels(b.energy / a.energy) / 2 : nil
    let floor = max(a.peakLevel, b.peakLevel) * Self.floor
    var (sum, count, largest, place) = (0.0, 0, 0.0, 0)
    for index in 0..<max(a.levels.count, b.levels.count) {
      let x = index < a.levels.count ? Double(a.levels[index]) : 0
      let y = index < b.levels.count ? Double(b.levels[index]) : 0
      guard max(x, y) > floor else { continue }
      let difference = abs(DecibelMath.decibels(max(y, floor) / max(x, floor)))
      sum += difference
      count += 1
      if difference > largest { (largest, place) = (difference, index) }
    }
    levelDecibels = count > 0 ? sum / Double(count) : 0
    largestDecibels = largest
    largestTime = Double(place * Self.window) / Self.sampleRate
    (matchedOnsets, onsetOffset) = Self.match(a.onsets, b.onsets)
  }

  private static func match(_ a: [Seconds], _ b: [Seconds]) -> (count: Int, offset: Seconds) {
    var (count, sum, j) = (0, 0.0, 0)
    for time in a {
      while j + 1 < b.count, abs(b[j + 1] - time) <= abs(b[j] - time) { j += 1 }
      guard j < b.count, abs(b[j] - time) <= 0.05 else { continue }
      count += 1
      sum += abs(b[j] - time)
    }
    return (count, count > 0 ? sum / Double(count) : 0)
  }

  private static func summary(
    _ pattern: HapticPattern, _ profile: Profile
  ) throws(RenderError) -> Summary {
    let renderer = try OfflineRenderer(
      pattern, sampleRate: sampleRate, profile: profile)
    let buffers = BusBuffers(capacity: window * 50)
    var meter = SignalMeter(window: window)
    while renderer.position < renderer.frameCount {
      let count = min(buffers.capacity, renderer.frameCount - renderer.position)
      let block = buffers.block(frames: count)
      renderer.render(into: block)
      for index in 0..<count {
        // SAFETY: the block's buffers hold `frameCount` samples.
        meter.add(Double(unsafe block.haptic[index]))
      }
    }
    return meter.summary(sampleRate: sampleRate, floor: floor)
  }
}

/// Measures samples as they come.
private struct SignalMeter {
  private let window: Int
  private var squares = 0.0
  private var differences = 0.0
  private var previous = 0.0
  private var part = 0.0
  private var count = 0
  private var levels: [Float] = []

  init(window: Int) { self.window = window }

  mutating func add(_ sample: Double) {
    squares += sample * sample
    differences += (sample - previous) * (sample - previous)
    previous = sample
    part += sample * sample
    count += 1
    if count % window == 0 {
      levels.append(Float((part / Double(window)).squareRoot()))
      part = 0
    }
  }

  func summary(sampleRate: Double, floor: Double) -> SignalDifference.Summary {
    var levels = levels
    if count % window != 0 { levels.append(Float((part / Double(window)).squareRoot())) }
    let peak = levels.max() ?? 0
    let least = peak * Float(floor)
    var onsets: [Seconds] = []
    var before: Float = 0
    var isRising = false
    for (index, level) in levels.enumerated() {
      let rises = level > least && level > 2 * max(before, least / 2)
      if rises && !isRising { onsets.append(Double(index * window) / sampleRate) }
      isRising = rises
      before = level
    }
    // A difference of neighbours is 2 sin(w/2) times the signal at each frequency w.
    let ratio = squares > 0 ? (differences / squares).squareRoot() / 2 : 0
    return SignalDifference.Summary(
      energy: squares / sampleRate,
      centroid: squares > 0 ? DecibelMath.arcSine(min(1, ratio)) * sampleRate / .pi : nil,
      onsets: onsets, peakLevel: Double(peak), levels: levels)
  }
}
