/// Corrects the places of onsets in the samples: where a sound begins after silence, where a stroke begins, and where a
/// sound is cut off without an onset.
struct OnsetPlace {
  /// The factors below which the sound stays after a cut and after a fade-out.
  ///
  /// They distinguish a cut from an onset, because a cut has a broad spectrum as well.
  ///
  /// Our choice: 20 dB for a cut, and 30 dB 25 ms later for a fade-out.
  private static let (cutOff, fadedOut) = (0.1, 0.03)
  /// The fraction of the following peak below which the 5 ms before an onset are considered silent, and the maximum
  /// time, in seconds, until the sound exceeds this fraction.
  ///
  /// The onset is moved to the time at which the sound exceeds it.
  ///
  /// Our choice: -46 dB is silence compared with a stroke, and a spectrum shows a low-pitched stroke 4 ms early.
  private static let (silentPart, silentSeconds): (Float, Double) = (0.005, 0.012)
  /// The minimum factor by which a stroke, within `strokeSeconds`, is louder than everything in the `calmSeconds`
  /// before it.
  ///
  /// Such a stroke is detected even if the spectra do not show it, because they cover more time than there is between
  /// two strokes of a roll. An onset whose place is at most `lateSeconds` before such a stroke is moved to the stroke.
  ///
  /// Our choice: 12 dB within 2 ms. The noise of a rumble below 120 Hz rises that much once in ten minutes, and the
  /// tones in the grooves of Benchmarks/listen never do. `lateSeconds` is the amount by which places are too early
  /// while other sounds still ring.
  private static let strokeRatio: Float = 4
  private static let (calmSeconds, strokeSeconds, lateSeconds) = (0.02, 0.002, 0.01)
  let sampleRate: Double

  /// Returns the start of the sound after `place`, because an onset cannot be in silence, and a stroke begins where it
  /// stands out.
  func soundStart(from place: Double, in signal: SignalWindow) -> Double {
    let peak = signal.peak(from: Int(place), until: Int(place + 0.03 * sampleRate))
    let least = Self.silentPart * peak
    let (first, last) = (Int(place), Int(place + Self.silentSeconds * sampleRate))
    guard signal.peak(from: first - Int(0.005 * sampleRate), until: first) <= least else {
      return strokeStart(
        from: first, until: Int(place + Self.lateSeconds * sampleRate), in: signal)
        ?? SoundPrediction.surprise(after: place, sampleRate: sampleRate, in: signal) ?? place
    }
    return signal.firstIndex(from: first, until: last, above: least).map(Double.init) ?? place
  }

  /// The start of a stroke between the samples `start` and `end`, if any.
  func strokeStart(
    from start: Int, until end: Int, in signal: SignalWindow
  ) -> Double? {
    let (calm, rise) = (Int(Self.calmSeconds * sampleRate), Int(Self.strokeSeconds * sampleRate))
    let step = max(1, Int(sampleRate / 1_000))
    // The samples before the first place precede all places, as far as they are not too long ago.
    let common = signal.peak(from: end - calm, until: start)
    guard signal.peak(from: start, until: end + rise) > Self.strokeRatio * common else {
      return nil
    }
    var place = start
    while place < end {
      let before = signal.peak(from: place - calm, until: place)
      let after = signal.peak(from: place, until: place + rise)
      if after > Self.strokeRatio * before {
        let above = max(1.2 * before, Self.silentPart * after)
        return signal.firstIndex(from: place, until: place + rise, above: above).map(Double.init)
      }
      place += step
    }
    return nil
  }

  /// Returns whether the sound before `place` ends there, immediately or with a short fade, without an onset.
  func isCutOff(at place: Double, in signal: SignalWindow) -> Bool {
    func amplitude(_ start: Double, _ seconds: Double) -> Double {
      let first = place + start * sampleRate
      return signal.amplitude(from: Int(first), until: Int(first + seconds * sampleRate))
    }
    let before = amplitude(-0.025, 0.017)
    if amplitude(0.008, 0.02) < Self.cutOff * before { return true }
    return amplitude(0, 0.015) <= before && amplitude(0.025, 0.015) < Self.fadedOut * before
  }
}
