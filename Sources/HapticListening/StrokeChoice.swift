private import Glibc
internal import HapticEngine
internal import Realtime

/// The onsets that become transients on top of a vibration.
extension SoundListening {
  /// Returns whether an onset is a stroke, which becomes a transient on top of a vibration.
  ///
  /// The values are our choice for a sensitivity of 0.5, made with the sounds of Benchmarks/haptics. Drum hits and
  /// plucked or struck notes have a strength of at least 2.8, or are 6 dB louder than the quietest moment of the
  /// preceding 30 ms. Fluctuations of noise and of tones are weaker. An onset swells, and is not a stroke, if its first
  /// 40 ms are 7 dB weaker than the following sound, as in a bowed note. An onset at the start of the file is a stroke
  /// if the sound is 6 dB weaker at some time in the next half second, or if it decays by 4 dB or more within a second
  /// and is never 1 dB louder. Otherwise, the file begins in the middle of a sound.
  func isStroke(_ onset: Onset) -> Bool {
    let high = amplitude(after: onset, 0)
    let next = onsets[onsetRange(from: onset.time + 0.03, to: onset.time + 0.2)].first?.time
    let end = next.map { $0 - onset.time } ?? 0.2
    let later = stride(from: 0.04, through: end - 0.04, by: 0.02).map {
      amplitude(after: onset, $0)
    }
    guard Decibels.level(high / max(later.max() ?? 0, 1e-6)) >= -7 else { return false }
    let loudest = amplitudes(around: onset, -0.005, 0.04).max() ?? 0
    let past = amplitudes(around: onset, -0.03, -0.005)
    guard !past.isEmpty else {
      return beginsWithStroke(onset, high)
    }
    if isPulse(onset, loudest) { return false }
    if onset.strength >= 2.8 * exp2(6 * (0.5 - sensitivity)) { return true }
    // The waves of a low tone rise nearly as far as strokes do.
    let isWave = frames(from: onset.time, to: onset.time + 0.03).contains {
      $0.pitch > 0 && $0.pitch < Self.lowTone
    }
    return Decibels.level(loudest / max(past.min() ?? 0, 1e-6)) >= (isWave ? 12 : 6)
  }

  /// Returns whether an onset at the start of the file, whose first 40 ms have the amplitude `high`, is a stroke.
  private func beginsWithStroke(_ onset: Onset, _ high: Double) -> Bool {
    func levels(to end: Seconds) -> [Double] {
      stride(from: 0.08, to: end, by: 0.04).map {
        Decibels.level(max(amplitude(after: onset, $0), 1e-6) / high)
      }
    }
    if levels(to: 0.5).contains(where: { $0 <= -6 }) { return true }
    let next = onsets[onsetRange(from: onset.time + 0.03, to: onset.time + 1.04)].first
    let tail = levels(to: next.map { $0.time - onset.time - 0.04 } ?? 1)
    return tail.contains { $0 <= -4 } && tail.allSatisfy { $0 <= 1 }
  }

  /// Returns whether an onset whose amplitude is `loudest` is one of the pulses of a fast train of pulses of unequal
  /// strength.
  ///
  /// The train lasts as long as a rough vibration, and its rate changes by less than a tenth of an octave from frame to
  /// frame, as that of an engine that changes its speed. Its amplitude dips by 6 dB between pulses, and the pulse is
  /// neither 6 dB louder than the loudest pulse of the last tenth of a second nor two octaves brighter than the train.
  /// Our choice: a drum hit over the train is louder, a hi-hat is brighter, and a low note that continues until it is
  /// struck again does not dip.
  private func isPulse(_ onset: Onset, _ loudest: Double) -> Bool {
    let past = frames(from: onset.time - 0.1, to: onset.time - 0.005)
    let next = frames(from: onset.time, to: onset.time + 0.03)
    guard !past.isEmpty, let rate = next.first?.pitch, rate > Float(1 / Self.fastest),
      rate < Self.lowTone
    else { return false }
    func length(_ frames: some Sequence<Frame>) -> Int {
      var last = rate
      return frames.prefix { frame in
        defer { last = frame.pitch }
        return frame.pitch > 0 && abs(log2(frame.pitch / last)) < 0.1
      }.count
    }
    let run = Int(Self.shortRun / frameSeconds)
    let before = length(frames[..<next.startIndex].suffix(run).reversed())
    let after = length(frames[next.startIndex...].prefix(run))
    guard before >= past.count, before + after >= run else { return false }
    let amplitudes = past.map(\.amplitude)
    // The last spectra already include the onset, so the median is used.
    let brightness = past.map(\.hertz).sorted()[past.count / 2]
    let dips = amplitudes.indices.contains { index in
      let (before, after) = (amplitudes[..<index].max() ?? 0, amplitudes[index...].max() ?? 0)
      return min(before, after) >= 2 * amplitudes[index]
    }
    return dips && loudest < 2 * Double(amplitudes.max() ?? 0)
      && onset.hertz < 4 * Double(brightness)
  }

  /// The frequency below which a tone's waves are longer than two frames, in hertz.
  private static let lowTone: Float = 50

  /// Returns the root mean square of the 40 ms that begin `start` seconds after an onset.
  private func amplitude(after onset: Onset, _ start: Seconds) -> Double {
    let frames = frames(from: onset.time + start, to: onset.time + start + 0.04)
    let sum = frames.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    return (sum / Double(max(frames.count, 1))).squareRoot()
  }

  /// Returns the amplitudes from `start` to `end` seconds after an onset; none outside of the sound.
  private func amplitudes(around onset: Onset, _ start: Seconds, _ end: Seconds) -> [Double] {
    frames(from: onset.time + start, to: onset.time + end).map { Double($0.amplitude) }
  }
}
