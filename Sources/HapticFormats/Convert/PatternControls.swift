package import HapticEngine
internal import TextFormats

/// The effect of a pattern's controls on its haptic events.
package struct PatternControls {
  private let course: PatternCourse
  private let intensity: [ControlSegment]
  private let sharpness: [ControlSegment]

  package init(_ pattern: HapticPattern) {
    course = PatternCourse(pattern.entries)
    intensity = course.segments(of: .hapticIntensityControl)
    sharpness = course.segments(of: .hapticSharpnessControl)
  }

  package func transient(_ event: HapticEvent, at index: Int, isScaled: Bool) -> VibrationTransient
  {
    let control = isScaled ? intensity.value(at: event.time) : 1
    return VibrationTransient(
      place: "Pattern[\(index)]", time: event.time,
      intensity: event.played(.hapticIntensity) * control,
      sharpness: event.played(.hapticSharpness))
  }

  package func voice(
    _ event: HapticEvent, at index: Int, losses: inout ConversionLosses
  ) -> VibrationVoice {
    let place = "Pattern[\(index)]"
    let envelope = envelope(of: event, at: index, place, &losses)
    let end = envelope.points.last?.time ?? event.time
    let own = event.played(.hapticIntensity)
    var strength = VibrationLine()
    for piece in Self.pieces(of: intensity, from: event.time, to: end) {
      // The product of two lines is not a line; if both move, eight pieces approximate it (our choice).
      let isFlat = piece.first == piece.last
      for (start, end) in Self.cuts(piece, at: envelope.points.map(\.time)) {
        let levels = (envelope.value(after: start), envelope.value(before: end))
        let count = isFlat || levels.0 == levels.1 ? 1 : 8
        for step in 0...count {
          let share = Double(step) / Double(count)
          let time = step == count ? end : start + (end - start) * share
          let level = levels.0 + (levels.1 - levels.0) * share
          let value = own * level * piece.value(at: time)
          // A line to 0 ends at exactly 0 despite rounding.
          strength.append(time, value < 1e-12 ? 0 : min(value, 1))
        }
      }
    }
    return VibrationVoice(
      place: place, intensity: strength, sharpness: sharpness(of: event, until: end))
  }

  private func sharpness(of event: HapticEvent, until end: Seconds) -> VibrationLine {
    let own = event.played(.hapticSharpness)
    var line = VibrationLine()
    for piece in Self.pieces(of: sharpness, from: event.time, to: end) {
      let (first, last) = (own + piece.first, own + piece.last)
      line.append(piece.start, min(max(first, 0), 1))
      // The clamped line has a corner where the sum leaves or reenters 0...1.
      let corners = [0.0, 1.0].filter { (first < $0) != (last < $0) && first != $0 && last != $0 }
        .map { (time: piece.start + (piece.end - piece.start) * ($0 - first) / (last - first), $0) }
      for corner in corners.sorted(by: { $0.time < $1.time }) {
        line.append(corner.time, corner.1)
      }
      line.append(piece.end, min(max(last, 0), 1))
    }
    return line
  }

  /// Returns the envelope of the event at `index`, 0...1, with the lengths that the renderer uses.
  ///
  /// The shortest lengths become 0.
  private func envelope(
    of event: HapticEvent, at index: Int, _ place: String, _ losses: inout ConversionLosses
  ) -> VibrationLine {
    let given = course.envelope(of: event)
    func length(_ id: EventParameter.ID, _ value: Double, _ seconds: Seconds) -> Seconds {
      guard value > 0 else { return 0 }
      losses.add(
        .envelope, place, at: event.time, seconds, .seconds,
        because:
          "\(id.rawValue) becomes a line whose length this program chooses, because Core Haptics does not publish it"
      )
      return seconds
    }
    let start = event.time
    // Uses the end as it was written, so that the next event does not overlap because of rounding.
    let end = course.whole(of: index)?.end ?? PatternCourse.sum(start, given.hold)
    let hold = end - start
    let attack = length(.attackTime, given.attackValue, given.attack)
    var line = VibrationLine()
    if attack > 0 { line.append(start, 0) }
    line.append(start + min(attack, hold), attack > hold ? hold / attack : 1)
    var level = min(1, attack > 0 ? hold / attack : 1)
    if !given.isSustained {
      _ = length(.decayTime, given.decayValue, given.decay)
      if attack + given.decay <= hold {
        line.append(start + attack + given.decay, 0)
        return line
      }
      if hold > attack { level = 1 - (hold - attack) / given.decay }
    }
    reportCut(of: event, place, &losses)
    line.append(end, level)
    let release = length(.releaseTime, given.releaseValue, given.release)
    if release > 0 { line.append(end + release, 0) }
    return line
  }

  /// Reports the part of `event` that Core Haptics does not play, because the event is too long.
  private func reportCut(
    of event: HapticEvent, _ place: String, _ losses: inout ConversionLosses
  ) {
    let longest = event.playedDuration
    guard let duration = event.duration, duration - longest > VibrationLine.resolution,
      event.played(.hapticIntensity) > 0
    else { return }
    losses.add(
      .length, place, at: event.time + longest, duration - longest, .seconds,
      because: "Core Haptics ends an event after \(longest.brief) s, so the rest is omitted; "
        + "to keep it, use consecutive events of at most \(longest.brief) s")
  }

  /// A straight piece of a control.
  private struct Piece {
    let start: Seconds
    let end: Seconds
    let first: Double
    let last: Double

    func value(at time: Seconds) -> Double {
      time >= end ? last : first + (last - first) * (time - start) / (end - start)
    }
  }

  /// Returns the pieces of a control from `start` to `end`.
  ///
  /// The value before a tap at the start (`NotationChain.behindTap`) is omitted, because the attack hides it.
  private static func pieces(
    of segments: [ControlSegment], from start: Seconds, to end: Seconds
  ) -> [Piece] {
    var pieces: [Piece] = []
    var index = max(firstIndex(segments, after: start) - 1, 0)
    while index < segments.count, segments[index].start < end {
      let segment = segments[index]
      let next = index + 1 < segments.count ? segments[index + 1].start : .infinity
      let (from, to) = (max(start, segment.start), min(end, next))
      index += 1
      guard to > from else { continue }
      pieces.append(
        Piece(
          start: from, end: to, first: segment.value + segment.slope * (from - segment.start),
          last: segment.value + segment.slope * (to - segment.start)))
    }
    if pieces.count > 1, pieces[0].first == pieces[0].last,
      pieces[0].end - start < NotationChain.behindTap + VibrationLine.resolution
    {
      let first = pieces[1].first
      pieces[0] = Piece(start: start, end: pieces[0].end, first: first, last: first)
    }
    return pieces
  }

  private static func cuts(_ piece: Piece, at times: [Seconds]) -> [(Seconds, Seconds)] {
    let inner = times.filter { $0 > piece.start && $0 < piece.end }
    let borders = [piece.start] + inner + [piece.end]
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }
  }

  private static func firstIndex(_ segments: [ControlSegment], after time: Seconds) -> Int {
    segments.partitioningIndex { $0.start > time }
  }
}
