internal import HapticEngine

/// Pulses that people do not feel one by one, but as the roughness of a vibration.
extension SoundListening {
  /// The time from one pulse to the next, in half frames.
  ///
  /// Source: N. Cao, H. Nagano, M. Konyo, S. Okamoto and S. Tadokoro, "A pilot study: introduction of time-domain
  /// segment to intensity-based perception model of high-frequency vibration", EuroHaptics 2018. People distinguish a
  /// vibration that is modulated at 15, 30 or 45 Hz from an even one, but hardly from steps of up to a third of the
  /// modulation's period. Four half frames, or 50 pulses a second, are our choice. Ten are 20 pulses a second, and slower
  /// pulses are strokes. One more is allowed, because pulses vary.
  private static let gaps = 4...11
  /// The factor by which the level falls between two pulses, and the greatest difference between two successive gaps, in
  /// half frames.
  ///
  /// Our choice: 6 dB, as for strokes. Notes of a chord beat less deeply, and noise fluctuates less regularly.
  private static let (fall, irregularity) = (2.0, 2)
  /// The smallest ratio of the brightness and the rate of pulses.
  ///
  /// Our choice: pulses change the level of a higher tone. In a tone with the frequency of the rate, such as a bass note
  /// or the hum of an engine, the level falls only within its waves. The fundamental carries most of its power, so that
  /// the ratio is at most 1.5.
  private static let carrier = 1.75
  /// The lowest level at which pulses are searched for, as a factor of the loud level.
  ///
  /// Our choice: the default of the gate.
  private static let faintest = 0.01

  /// Returns the parts of `range` in which pulses make the sound rough, and the time from one pulse to the next, in
  /// seconds.
  func roughParts(of range: Range<Int>) -> [(frames: Range<Int>, period: Seconds)] {
    let peaks = peaks(in: range)
    let gaps = zip(peaks.dropFirst(), peaks).map { $0 - $1 }
    var parts: [(frames: Range<Int>, period: Seconds)] = []
    var start = 0
    while start < gaps.count {
      var end = start
      while end < gaps.count, Self.gaps.contains(gaps[end]),
        end == start || abs(gaps[end] - gaps[end - 1]) <= Self.irregularity
      {
        end += 1
      }
      defer { start = max(end, start + 1) }
      let seconds = Double(peaks[end] - peaks[start]) * frameSeconds / 2
      guard seconds >= Self.shortRun else { continue }
      let first = range.lowerBound + (peaks[start] - gaps[start]) / 2
      let last = range.lowerBound + (peaks[end] + gaps[end - 1]) / 2
      let (own, period) = ((first..<last + 1).clamped(to: range), seconds / Double(end - start))
      let brightness = frames[own].map(\.hertz).sorted()[own.count / 2]
      if Double(brightness) * period >= Self.carrier { parts.append((own, period)) }
    }
    return parts
  }

  /// Returns the half frames of `range`, from 0, in which the level is highest between two falls.
  private func peaks(in range: Range<Int>) -> [Int] {
    // Each level is that of a whole frame, because the waves of a low tone are longer than half a frame.
    var before: Float = 0
    let levels = frames[range].flatMap { frame in
      let power = (before * before + frame.firstHalf * frame.firstHalf) / 2
      before = frame.secondHalf
      return [power.squareRoot(), frame.amplitude].map { max(loud * Self.faintest, Double($0)) }
    }
    var (peaks, top, bottom): ([Int], Int?, Double) = ([], nil, .infinity)
    for (index, level) in levels.enumerated() {
      if let peak = top {
        if level > levels[peak] { top = index }
        guard level * Self.fall < levels[peak] else { continue }
        peaks.append(peak)
        (top, bottom) = (nil, level)
      } else {
        bottom = min(bottom, level)
        if level > bottom * Self.fall { top = index }
      }
    }
    return peaks
  }
}
