package import Realtime

/// The samples of a sound as extremes, for pictures of any width.
///
/// Extremes of short and of long parts are computed once, so that a picture takes about as long as it has columns.
///
/// - Thread: any.        Realtime-safe: no.
package struct Waveform: Sendable {
  private let sound: DecodedSound
  /// The extremes of parts of the sound: at each level, of parts that are `factor` times as long.
  private var levels: [[(low: Float, high: Float)]] = []

  /// The length of the parts at the first level, in frames, and the ratio of the lengths at consecutive levels.
  ///
  /// Our choice: the parts of all levels together take a seventh of the memory of the samples.
  private static let factor = 16

  /// Measures `sound`, of which all channels count.
  package init(_ sound: DecodedSound) {
    self.sound = sound
    var count = sound.frameCount
    while count > Self.factor {
      let last = levels.last
      let parts = stride(from: 0, to: count, by: Self.factor).map { start in
        let range = start..<min(count, start + Self.factor)
        return last.map { Self.extremes($0[range]) } ?? Self.extremes(sound, range)
      }
      levels.append(parts)
      count = parts.count
    }
  }

  /// The length of the sound, in seconds.
  package var seconds: Double { Double(sound.frameCount) / sound.sampleRate }

  /// Returns the lowest and the highest sample in each of `count` columns of `seconds`, from `start` on; zeros after the
  /// end.
  ///
  /// The extremes of a long column are those of a time that begins and ends at most a sixteenth of a column earlier.
  package func columns(
    from start: Double, seconds: Double, count: Int
  ) -> [(low: Float, high: Float)] {
    let frames = seconds * sound.sampleRate
    var level = 0
    var length = 1
    while level < levels.count, Double(length * Self.factor * Self.factor) <= frames {
      (level, length) = (level + 1, length * Self.factor)
    }
    let limit = level == 0 ? sound.frameCount : levels[level - 1].count
    return (0..<count).map { index in
      let from = (start * sound.sampleRate + Double(index) * frames) / Double(length)
      guard from < Double(limit) else { return (0, 0) }
      let first = max(0, Int(from))
      // A column that is shorter than a sample shows the sample in which it lies.
      let last = max(first + 1, Int(min(from + frames / Double(length), Double(limit))))
      let range = first..<min(last, limit)
      return level == 0 ? Self.extremes(sound, range) : Self.extremes(levels[level - 1][range])
    }
  }

  private static func extremes(
    _ parts: ArraySlice<(low: Float, high: Float)>
  ) -> (low: Float, high: Float) {
    parts.reduce((Float.infinity, -Float.infinity)) { (min($0.0, $1.low), max($0.1, $1.high)) }
  }

  private static func extremes(
    _ sound: DecodedSound, _ range: Range<Int>
  ) -> (low: Float, high: Float) {
    var (low, high) = (Float.infinity, -Float.infinity)
    for channel in sound.channels {
      for sample in channel[range] { (low, high) = (min(low, sample), max(high, sample)) }
    }
    return (low, high)
  }
}
