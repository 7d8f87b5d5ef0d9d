package import HapticEngine

/// Intensity and sharpness over time, as they result from events, parameters and curves together.
///
/// The values are those from which the renderer computes the signal (`Documentation/Signal.md`, 2 to 4): the intensity
/// of a vibration times its control and its envelope, and its sharpness plus its control. At each time, the values are
/// those of the strongest vibration. Transients are separate, because they have no length.
///
/// - Thread: any.        Realtime-safe: no.
package struct CombinedCurves: Sendable {
  /// The values of a part of the time.
  package struct Column: Hashable, Sendable {
    /// The lowest and the highest intensity of the vibration, 0...1; 0 if nothing vibrates.
    package var low: Float = 0
    package var high: Float = 0
    /// The lowest and the highest sharpness of the vibration, 0...1.
    package var sharpnessLow: Float = 0
    package var sharpnessHigh: Float = 0
    /// The intensity and the sharpness of the strongest transient that begins in the column; 0 without a transient.
    package var tap: Float = 0
    package var tapSharpness: Float = 0

    /// All values, in the order in which they are declared.
    package var values: [Float] { [low, high, sharpnessLow, sharpnessHigh, tap, tapSharpness] }
  }

  /// A vibration, with its own values.
  private struct Voice {
    let start: Seconds
    let end: Seconds
    let intensity: Double
    let sharpness: Double
    let envelope: EventEnvelope

    /// The times at which the envelope changes its direction.
    var corners: [Seconds] {
      let attacked = start + envelope.attack
      return [start, attacked, attacked + envelope.decay, start + envelope.hold, end]
    }

    /// Returns the level of the envelope at `time`.
    func level(at time: Seconds) -> Double {
      let age = time - start
      if age <= 0 || time >= end { return 0 }
      if age < envelope.hold { return envelope.held(age) }
      return envelope.held(envelope.hold) * max(0, 1 - (age - envelope.hold) / envelope.release)
    }
  }

  /// A transient, to which its control is applied.
  private struct Tap {
    let time: Seconds
    let intensity: Double
    let sharpness: Double
  }

  /// The strongest vibration at one time.
  private struct Moment {
    let voice: Int
    let intensity: Double
    let sharpness: Double
  }

  /// The vibrations in order of their starts, and the length of the longest one.
  private var voices: [Voice] = []
  private var longest: Seconds = 0
  /// The transients in order of time.
  private var taps: [Tap] = []
  private let intensity: [ControlSegment]
  private let sharpness: [ControlSegment]

  /// The number of values that are compared for a column.
  ///
  /// Our choice: thirty vibrations with thirty corners each. If more fall into one column, only some of their times are
  /// compared, so that a column takes a bounded time.
  private static let maximumWork = 1_000

  /// Evaluates `pattern`.
  ///
  /// - Complexity: O(n log n).
  package init(_ pattern: HapticPattern) {
    let course = PatternCourse(pattern.entries)
    intensity = course.segments(of: .hapticIntensityControl)
    sharpness = course.segments(of: .hapticSharpnessControl)
    for event in pattern.events {
      let (strength, crispness) = (event.played(.hapticIntensity), event.played(.hapticSharpness))
      switch event.type {
      case .hapticTransient:
        let control = course.value(of: .hapticIntensityControl, at: event.time)
        taps.append(Tap(time: event.time, intensity: strength * control, sharpness: crispness))
      case .hapticContinuous:
        let envelope = course.envelope(of: event)
        let end = event.time + envelope.hold + envelope.release
        voices.append(
          Voice(
            start: event.time, end: end, intensity: strength, sharpness: crispness,
            envelope: envelope))
        longest = max(longest, end - event.time)
      case .audioContinuous, .audioCustom: break
      }
    }
    voices.sort { $0.start < $1.start }
    taps.sort { $0.time < $1.time }
  }

  /// Returns `count` columns of `seconds` each, from `start` on.
  ///
  /// A column contains its start, and not its end. Nothing is in a column before the one in which it happens.
  ///
  /// - Complexity: O(count + k log n) for k events and corners of controls in the columns and shortly before them.
  package func columns(from start: Seconds, seconds: Seconds, count: Int) -> [Column] {
    var columns: [Column] = []
    columns.reserveCapacity(count)
    var next = voices.partitioningIndex { $0.start > start - longest }
    var tap = taps.partitioningIndex { $0.time >= start }
    var playing: [Int] = []
    for index in 0..<count {
      let (from, to) = (start + Double(index) * seconds, start + Double(index + 1) * seconds)
      playing.removeAll { voices[$0].end <= from }
      while next < voices.count, voices[next].start < to {
        if voices[next].end > from { playing.append(next) }
        next += 1
      }
      var column = column(of: playing, from: from, to: to)
      while tap < taps.count, taps[tap].time < to {
        if Float(taps[tap].intensity) > column.tap {
          column.tap = Float(taps[tap].intensity)
          column.tapSharpness = Float(taps[tap].sharpness)
        }
        tap += 1
      }
      columns.append(column)
    }
    return columns
  }

  /// Returns the column of the vibrations `playing`.
  private func column(of playing: [Int], from: Seconds, to: Seconds) -> Column {
    guard !playing.isEmpty else { return Column() }
    let times = times(of: playing, from: from, to: to)
    let moments = times.map { moment(of: playing, at: $0) }
    var column = Column(low: .infinity, sharpnessLow: .infinity)
    for moment in moments {
      column.low = min(column.low, Float(moment.intensity))
      column.high = max(column.high, Float(moment.intensity))
      guard moment.intensity > 0 else { continue }
      column.sharpnessLow = min(column.sharpnessLow, Float(moment.sharpness))
      column.sharpnessHigh = max(column.sharpnessHigh, Float(moment.sharpness))
    }
    for index in stride(from: 0, to: moments.count - 2, by: 2) {
      column.high = max(column.high, Float(Self.peak(moments[index...index + 2])))
    }
    return column.high > 0 ? column : Column()
  }

  /// Returns the times at which the vibrations are compared: the ends of the column, the corners between them, and the
  /// middles of these.
  private func times(of playing: [Int], from: Seconds, to: Seconds) -> [Seconds] {
    var corners = [from, to.nextDown]
    func add(_ time: Seconds) { if time > from, time < to { corners.append(time) } }
    for voice in playing { voices[voice].corners.forEach(add) }
    for segments in [intensity, sharpness] {
      let first = segments.partitioningIndex { $0.start > from }
      let last = max(first, segments.partitioningIndex { $0.start >= to })
      for index in stride(from: first, to: last, by: max(1, (last - first) / 64)) {
        // A control can jump.
        add(segments[index].start.nextDown)
        add(segments[index].start)
      }
    }
    corners.sort()
    let most = max(2, Self.maximumWork / playing.count)
    if corners.count > most {
      corners = stride(from: 0, to: corners.count, by: (corners.count + most - 1) / most).map {
        corners[$0]
      }
    }
    return zip(corners, corners.dropFirst()).flatMap { [$0, ($0 + $1) / 2] } + corners.suffix(1)
  }

  /// Returns the strongest of the vibrations `playing` at `time`.
  private func moment(of playing: [Int], at time: Seconds) -> Moment {
    let control = intensity.value(at: time)
    var strongest = (voice: playing[0], intensity: -1.0)
    for voice in playing {
      let level = voices[voice].intensity * control * voices[voice].level(at: time)
      if level > strongest.intensity { strongest = (voice, level) }
    }
    let crispness = voices[strongest.voice].sharpness + sharpness.value(at: time)
    return Moment(
      voice: strongest.voice, intensity: strongest.intensity, sharpness: min(max(crispness, 0), 1))
  }

  /// Returns the highest value between three moments at equal distances.
  ///
  /// The product of two lines is a parabola.
  private static func peak(_ moments: ArraySlice<Moment>) -> Double {
    let (first, middle, last) = (
      moments[moments.startIndex], moments[moments.startIndex + 1], moments[moments.startIndex + 2]
    )
    guard first.voice == middle.voice, middle.voice == last.voice else { return 0 }
    let square = 2 * (first.intensity - 2 * middle.intensity + last.intensity)
    let slope = 4 * middle.intensity - 3 * first.intensity - last.intensity
    guard square < 0, slope > 0, slope < -2 * square else { return 0 }
    return first.intensity - slope * slope / (4 * square)
  }
}
