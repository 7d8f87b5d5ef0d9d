public import HapticEngine

/// Generates random patterns that are valid and as awkward as valid patterns can be.
///
/// Events, parameters and curves come in any order in the file. Times lie on the sample grid, on round decimals, or
/// between samples, and some are equal. Values lie inside and far outside their ranges. Some events have zero length,
/// or last more than 30 s. Curves overlap, and have one point, unordered points, or several points at one time. The
/// same generator gives the same pattern every time.
public struct PatternGenerator {
  /// Optional contents of the patterns, in addition to haptic events and their controls.
  public struct Extras: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Tones and audio controls.
    public static let tones = Extras(rawValue: 1)
    /// Events that last 30 s and longer, and events without an end.
    public static let longEvents = Extras(rawValue: 2)
    /// Times and durations up to the maximum of a pattern, 31 years.
    public static let hugeTimes = Extras(rawValue: 4)
  }

  private var random: SplitMix64
  private let sampleRate: Double
  private let length: Seconds
  private let extras: Extras
  /// The times used so far.
  ///
  /// A new time is often one of them, because the order of equal times matters.
  private var usedTimes: [Seconds] = [0]

  /// Creates a generator of the pattern of `seed`.
  ///
  /// - Parameters:
  ///   - seed: the same seed gives the same pattern.
  ///   - sampleRate: the rate, in hertz, whose sample grid some of the times lie on.
  ///   - length: all but a few entries start before this time, in seconds.
  ///   - extras: the optional contents of the pattern.
  public init(seed: UInt64, sampleRate: Double, length: Seconds, extras: Extras = []) {
    random = SplitMix64(seed: seed)
    self.sampleRate = sampleRate
    self.length = length
    self.extras = extras
  }

  /// Returns the next pattern.
  ///
  /// - Throws: `PatternError` if the generator is wrong, because it only creates valid patterns.
  public mutating func pattern() throws(PatternError) -> HapticPattern {
    let events = (0..<random.count(upTo: 7)).map { _ in HapticPattern.Entry.event(event()) }
    let steps = (0..<random.count(upTo: 8)).map { _ in HapticPattern.Entry.parameter(step()) }
    let curves = (0..<random.count(upTo: 5)).map { _ in HapticPattern.Entry.curve(curve()) }
    return try HapticPattern(entries: (events + steps + curves).shuffled(using: &random))
  }
}

extension PatternGenerator {
  private mutating func event() -> HapticEvent {
    var types: [EventType] = [.hapticTransient, .hapticContinuous, .hapticContinuous]
    if extras.contains(.tones) { types.append(.audioContinuous) }
    let type = random.choice(of: types)
    var parameters: [EventParameter] = []
    for id in EventParameter.ID.allCases where random.oneIn(2) {
      parameters.append(EventParameter(id, id == .sustained ? switchValue() : value()))
      // If two have the same ID, the last one wins.
      if random.oneIn(10) { parameters.append(EventParameter(id, random.oneIn(2) ? 1 : 0)) }
    }
    let hasLength = type != .hapticTransient || random.oneIn(4)
    return HapticEvent(
      type, at: time(), duration: hasLength ? duration() : nil,
      parameters: parameters.shuffled(using: &random))
  }

  private mutating func step() -> DynamicParameter {
    DynamicParameter(control(), value(), at: time())
  }

  private mutating func curve() -> ParameterCurve {
    let pointLimit = random.oneIn(4) ? 1 : random.choice(of: [2, 3, 5, 16, 40])
    let pointCount = Int.random(in: 1...pointLimit, using: &random)
    var times: [Seconds] = []
    for _ in 0..<pointCount {
      let isRepeated = !times.isEmpty && random.oneIn(5)
      let time = random.oneIn(3) ? time() : newTime() * random.choice(of: [1, 0.5, 0.25])
      times.append(isRepeated ? random.choice(of: times) : time)
    }
    if !random.oneIn(4) { times.sort() }
    return ParameterCurve(
      control(), at: time(), controlPoints: times.map { .init(at: $0, value()) })
  }

  /// A control; usually one of the two that affect every sample.
  private mutating func control() -> DynamicParameter.ID {
    if !random.oneIn(3) {
      return random.choice(of: [.hapticIntensityControl, .hapticSharpnessControl])
    }
    return random.choice(of: DynamicParameter.ID.allCases)
  }

  private mutating func time() -> Seconds {
    let time = newTime()
    usedTimes.append(time)
    return time
  }

  private mutating func newTime() -> Seconds {
    if extras.contains(.hugeTimes) && random.oneIn(4) {
      return random.choice(of: [1e3, 86_400.5, 1e6, 123_456_789, 1e9])
    }
    let time = random.number(in: 0...length)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return 0
    case 1: return (time * sampleRate).rounded() / sampleRate
    case 2: return ((time * sampleRate).rounded() + 0.5) / sampleRate
    case 3: return (time * 100).rounded() / 100
    case 4: return random.choice(of: [1e-9, 1e-5, .leastNonzeroMagnitude, 0.4999 / sampleRate])
    case 5, 6: return random.choice(of: usedTimes)
    default: return time
    }
  }

  private mutating func duration() -> Seconds? {
    if extras.contains(.hugeTimes) && random.oneIn(6) {
      return random.choice(of: [0, 1e3, 1e6, 1e9])
    }
    if extras.contains(.longEvents) && random.oneIn(3) {
      return random.choice(of: [0, 30, 30.nextUp, 31.5, 45, 29.9999, nil])
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let short = [.leastNonzeroMagnitude, 1e-9, 0.3 / sampleRate, 1 / sampleRate]
      return random.choice(of: short)
    case 1: return random.number(in: 0...0.01)
    default: return random.number(in: 0...length)
    }
  }

  /// A value of a parameter or control; usually in a meaningful range.
  private mutating func value() -> Double {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: 0
    case 1: 1
    case 2: random.number(in: -3...3)
    case 3: random.choice(of: [-1, 1e6, -1e30, 1e-30, .greatestFiniteMagnitude, -0.0])
    case 4, 5: random.number(in: -1...0)
    default: random.number(in: 0...1)
    }
  }

  /// A value of an on-off parameter; the specification does not define values in between.
  private mutating func switchValue() -> Double { random.choice(of: [0, 0, 1, -2, 7]) }
}

extension SplitMix64 {
  /// A count of 0...`limit`, seldom 0.
  fileprivate mutating func count(upTo limit: Int) -> Int {
    oneIn(10) ? 0 : Int.random(in: 1...limit, using: &self)
  }
}
