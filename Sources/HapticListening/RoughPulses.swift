private import Glibc
internal import HapticEngine
internal import Realtime

/// Pulses that people do not feel one by one, but as the roughness of a vibration.
extension SoundListening {
  /// The time between two pulses that are felt as roughness, in seconds.
  ///
  /// Source: N. Cao, M. Konyo, H. Nagano and S. Tadokoro, "A pilot study: introduction of time-domain segment to
  /// intensity-based perception model of high-frequency vibration", 2018. People distinguish vibrations whose amplitude
  /// changes 15, 30 or 45 times a second from even vibrations of the same energy. They hardly distinguish them from
  /// vibrations that follow the changes in steps of up to a third of the time between two pulses; half a frame is a
  /// quarter of the shortest time.
  private static let roughness = 0.02...0.07
  /// The fall of the level between two pulses, in decibels, and the greatest difference between the times to the next
  /// two pulses, in half frames.
  ///
  /// Our choice: the notes of a chord beat less deeply, and the level of noise changes less regularly. The times are
  /// measured in whole half frames.
  private static let (fall, irregularity) = (6.0, 2)
  /// The lowest level at which pulses are searched for, in decibels relative to the loud level.
  ///
  /// Our choice: the default of the gate.
  private static let faintest = -40.0

  /// Returns the parts of `range` in which pulses make the sound rough, in order.
  func roughParts(of range: Range<Int>) -> [Range<Int>] {
    let peaks = peaks(in: range)
    var parts: [Range<Int>] = []
    var (start, last) = (0, 0)
    func close(at end: Int) {
      guard Double(peaks[end] - peaks[start]) * frameSeconds / 2 >= Self.shortRun else { return }
      let first = range.lowerBound + (peaks[start] - last) / 2
      parts.append(
        (first..<range.lowerBound + (peaks[end] + last) / 2 + 1).clamped(to: range))
    }
    for index in peaks.indices.dropFirst() {
      let gap = peaks[index] - peaks[index - 1]
      let isRough = Self.roughness.contains(Double(gap) * frameSeconds / 2)
      if isRough, index - 1 > start, abs(gap - last) > Self.irregularity {
        close(at: index - 1)
        start = index - 1
      } else if !isRough {
        close(at: index - 1)
        start = index
      }
      last = gap
    }
    if !peaks.isEmpty { close(at: peaks.count - 1) }
    return parts
  }

  /// Returns the half frames of `range`, from 0, in which the level is highest between two falls.
  private func peaks(in range: Range<Int>) -> [Int] {
    let least = loud * Decibels.ratio(Self.faintest)
    // Each level is that of a whole frame, because the waves of a low tone are longer than half a frame.
    var before: Float = 0
    var levels: [Double] = []
    for frame in frames[range] {
      let power = (before * before + frame.firstHalf * frame.firstHalf) / 2
      levels.append(Decibels.level(max(least, Double(power.squareRoot()))))
      levels.append(Decibels.level(max(least, Double(frame.amplitude))))
      before = frame.secondHalf
    }
    var (peaks, top, bottom): ([Int], Int?, Double) = ([], nil, .infinity)
    for (index, level) in levels.enumerated() {
      if let peak = top {
        if level > levels[peak] { top = index }
        guard level < levels[peak] - Self.fall else { continue }
        peaks.append(peak)
        (top, bottom) = (nil, level)
      } else {
        bottom = min(bottom, level)
        if level > bottom + Self.fall { top = index }
      }
    }
    return peaks
  }
}
