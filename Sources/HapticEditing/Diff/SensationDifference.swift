public import HapticEngine
public import HapticPerception
internal import Realtime

/// The difference in feel between two patterns: the energy, frequency and onsets of their vibrations above the
/// detection threshold, according to the model of `SensationTrack`.
///
/// If a pattern is longer than `SensationTrack.maximumSeconds`, only its beginning is compared. Sounds are ignored.
///
/// - Thread: any; takes as long as rendering both.        Realtime-safe: no.
public struct SensationDifference: Hashable, Sendable {
  /// The perceptible part of one pattern, in numbers.
  public struct Summary: Hashable, Sendable {
    /// The energy above the threshold, in seconds: the time for which a vibration exactly at the threshold would have
    /// the same energy.
    public let energy: Double
    /// The spectral centroid: the mean frequency above the threshold, weighted by its energy, in hertz; nil if nothing
    /// can be felt.
    public let centroid: Double?
    /// The times, in seconds, at which the level can be felt and rises to 6 dB above its value 10 ms earlier.
    public let onsets: [Seconds]
    /// The time for which the pattern can be felt, in seconds.
    public let perceptibleSeconds: Seconds
  }

  /// The first pattern.
  public let first: Summary
  /// The second pattern.
  public let second: Summary
  /// The change in energy, in decibels; nil if one of the two patterns cannot be felt.
  public let energyDecibels: Double?
  /// The mean difference between the levels while at least one of the patterns can be felt, in decibels.
  ///
  /// Levels that cannot be felt are treated as equal to the threshold. A shift by `SensationTrack.frameSeconds` is not
  /// considered a difference, as in `noticeableShare`. The value is 0 if neither pattern can be felt.
  public let levelDecibels: Double
  /// The largest difference between the levels while at least one of the patterns can be felt, in decibels.
  public let largestDecibels: Double
  /// The time of the largest difference, in seconds.
  public let largestTime: Seconds
  /// Of the time during which at least one pattern can be felt, the fraction (0...1) with a noticeable difference.
  public let noticeableShare: Double
  /// The number of onsets of the first pattern for which the second pattern has an onset within 50 ms.
  public let matchedOnsets: Int
  /// The mean distance between matched onsets, in seconds; 0 if there are no matched onsets.
  public let onsetOffset: Seconds
  /// Whether one pattern has an onset, or a sudden stronger moment, that the other pattern does not have.
  ///
  /// An additional tap is short, but it can be felt.
  public let hasOtherStrokes: Bool

  /// The distance, in seconds, beyond which two onsets do not match.
  ///
  /// Our choice: half the time between two quick taps with a finger.
  private static let onsetDistance: Seconds = 0.05
  /// The rise, in decibels, that counts as an onset.
  ///
  /// Our choice: twice the amplitude, which is more than two just noticeable differences.
  private static let onsetDecibels: Float = 6

  /// Compares two patterns, played with one profile.
  ///
  /// - Throws: `RenderError` for a profile that is out of range.
  public init(
    from first: HapticPattern, to second: HapticPattern, profile: Profile = .wideband
  ) throws(RenderError) {
    self.init(
      from: try SensationTrack(of: first, profile: profile),
      to: try SensationTrack(of: second, profile: profile))
  }

  /// Compares two tracks.
  public init(from first: SensationTrack, to second: SensationTrack) {
    let (a, b) = (Self.summary(first), Self.summary(second))
    self.first = a
    self.second = b
    energyDecibels =
      a.energy > 0 && b.energy > 0 ? Decibels.level(b.energy / a.energy) / 2 : nil
    var (sum, count, largest, place) = (0.0, 0, 0.0, 0)
    for index in 0..<max(first.frames.count, second.frames.count) {
      let x = index < first.frames.count ? first.frames[index].level : 0
      let y = index < second.frames.count ? second.frames[index].level : 0
      guard x > 0 || y > 0 else { continue }
      let difference = first.levelDifference(to: second, at: index)
      sum += difference
      count += 1
      if difference > largest { (largest, place) = (difference, index) }
    }
    levelDecibels = count > 0 ? sum / Double(count) : 0
    largestDecibels = largest
    largestTime = Double(place) * SensationTrack.frameSeconds
    noticeableShare = first.difference(to: second).noticeableShare
    (matchedOnsets, onsetOffset) = Self.match(a.onsets, b.onsets)
    hasOtherStrokes =
      matchedOnsets < a.onsets.count
      || Self.match(b.onsets, a.onsets).count < b.onsets.count
      || Self.hasBlow(first, beside: second) || Self.hasBlow(second, beside: first)
  }

  /// Returns whether a moment of `track` exceeds all nearby moments of `other` by the rise that counts as an onset.
  private static func hasBlow(_ track: SensationTrack, beside other: SensationTrack) -> Bool {
    let reach = Int((onsetDistance / SensationTrack.frameSeconds).rounded())
    return track.frames.enumerated().contains { index, frame in
      let low = min(max(0, index - reach), other.frames.count)
      let near = other.frames[low..<max(low, min(index + reach + 1, other.frames.count))]
      return frame.isPerceptible
        && near.allSatisfy { max($0.level, 0) <= frame.level - onsetDecibels }
    }
  }

  private static func match(_ a: [Seconds], _ b: [Seconds]) -> (count: Int, offset: Seconds) {
    var (count, sum, j) = (0, 0.0, 0)
    for time in a {
      while j + 1 < b.count, abs(b[j + 1] - time) <= abs(b[j] - time) { j += 1 }
      guard j < b.count, abs(b[j] - time) <= onsetDistance else { continue }
      count += 1
      sum += abs(b[j] - time)
    }
    return (count, count > 0 ? sum / Double(count) : 0)
  }

  private static func summary(_ track: SensationTrack) -> Summary {
    var (energy, weighted) = (0.0, 0.0)
    var onsets: [Seconds] = []
    var before: Float = 0
    var isRising = false
    for (index, frame) in track.frames.enumerated() {
      let level = max(frame.level, 0)
      if frame.isPerceptible {
        let ratio = Decibels.ratio(Double(level))
        energy += ratio * ratio * SensationTrack.frameSeconds
        weighted += ratio * ratio * SensationTrack.frameSeconds * Double(frame.hertz)
      }
      let rises = level >= before + onsetDecibels
      if rises && !isRising { onsets.append(Double(index) * SensationTrack.frameSeconds) }
      isRising = rises
      before = level
    }
    return Summary(
      energy: energy, centroid: energy > 0 ? weighted / energy : nil, onsets: onsets,
      perceptibleSeconds: track.perceptibleSeconds)
  }
}
