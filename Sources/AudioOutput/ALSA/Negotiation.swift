/// Which of the things a device offers are taken: pure functions of request and offer.
enum Negotiation {
  /// The rates an engine renders at.
  ///
  /// Source: `Documentation/Signal.md`, 1.
  static let renderedRates = 8_000...192_000

  /// The rate asked for when none is named.
  ///
  /// Source: `Documentation/Signal.md`, 1.
  static let defaultRate = 48_000

  /// Formats from the best to the worst: the first that is offered is taken.
  ///
  /// Float first, because it is what a mixing server takes without loss; then the integers by their
  /// resolution.
  static let formats: [SampleFormat] = [.float32, .int32, .int24, .int24Packed, .int16]

  /// The format to take of those `offered`, or nil if none serves.
  static func format(offered: [SampleFormat]) -> SampleFormat? {
    formats.first { offered.contains($0) }
  }

  /// The channel count to take of those `offered`, or nil if none serves.
  ///
  /// An explicit count must be offered. Otherwise: the least that has two channels and every one of
  /// `hapticChannels`; failing that, without haptic channels, the most there are.
  static func channelCount(requested: Int?, hapticChannels: [Int], offered: [Int]) -> Int? {
    let highest = hapticChannels.max() ?? 0
    if let requested {
      return offered.contains(requested) && requested >= highest ? requested : nil
    }
    let enough = offered.filter { $0 >= max(2, highest) }.min()
    return enough ?? (hapticChannels.isEmpty ? offered.max() : nil)
  }

  /// The rate to ask for near `requested`, or nil if nothing within `offered` can be rendered.
  static func rate(requested: Int?, offered: ClosedRange<Int>) -> Int? {
    guard offered.overlaps(renderedRates) else { return nil }
    let possible = offered.clamped(to: renderedRates)
    return min(max(requested ?? defaultRate, possible.lowerBound), possible.upperBound)
  }
}
