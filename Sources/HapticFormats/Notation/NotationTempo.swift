import HapticEngine

/// A tempo and a bar length, as written.
struct NotationTempo {
  /// Beats per minute.
  var start: NotationNumber
  /// Beats per minute at the end of a ramp; nil for a tempo that does not move.
  var end: NotationNumber?
  var beatsPerBar = 4.0
  var column: Int
}

/// A tempo in time: gives the time of each of its beats.
///
/// In a ramp the tempo changes by the same amount in each second. Our choice: the ramp then lasts as long as its
/// beats at the mean of both tempos, and the time of each beat needs only a square root, which has the same result
/// on every machine. A tempo that changes by the same amount with each beat needs a logarithm, whose result differs
/// between machines.
struct NotationPulse {
  /// Beats per minute, at the start and at the end.
  let start, end: Double
  /// The number of beats over which the tempo moves; nil if it does not move.
  let movingBeats: Double?
  let beatsPerBar: Double

  /// Creates a tempo that does not move.
  init(beatsPerMinute: Double, beatsPerBar: Double) {
    (start, end, movingBeats) = (beatsPerMinute, beatsPerMinute, nil)
    self.beatsPerBar = beatsPerBar
  }

  /// Creates a ramp over `beats` beats; `beats` is above 0.
  init(from start: Double, to end: Double, over beats: Double, beatsPerBar: Double) {
    (self.start, self.end, movingBeats) = (start, end, beats)
    self.beatsPerBar = beatsPerBar
  }

  /// Returns the duration of `beats` beats from the beat `first` on, which is counted from the start of the tempo;
  /// rounded to the nanosecond.
  func seconds(of beats: Double, from first: Double) -> Seconds {
    NotationEvaluator.rounded(
      movingBeats == nil ? beats * 60 / start : time(of: first + beats) - time(of: first))
  }

  /// Returns the time of a beat of a ramp, from the start of the ramp.
  ///
  /// The square of the tempo is linear over the beats, as the square of a speed is linear over the distance under a
  /// constant acceleration.
  private func time(of beat: Double) -> Seconds {
    guard let movingBeats, beat > 0 else { return beat * (60 / start) }
    let moving = min(beat, movingBeats)
    let tempo = (start * start + (end * end - start * start) * (moving / movingBeats))
      .squareRoot()
    return 120 * moving / (start + tempo) + (beat - moving) * (60 / end)
  }
}
