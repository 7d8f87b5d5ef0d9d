import HapticEngine

/// Puts what a notation says in time.
struct NotationEvaluator {
  private let definitions: [NotationItem]
  private(set) var entries: [HapticPattern.Entry] = []
  /// How many items were put in time, which bounds what repeats and names may cost.
  ///
  /// The voices of a group, the parameters of an event and the points of a curve count as well: each
  /// of them may be as many as a notation is long.
  private var itemCount = 0
  /// What brings controls back after ramps: the index of the step, and of the event.
  private var backs: [(step: Int, event: Int)] = []
  /// The indices of the curves of ramps.
  private var ramps: [Int] = []
  private var depth = 0

  /// Where in time a sequence is.
  private struct Position {
    /// Seconds from the start of the pattern.
    var time: Seconds = 0
    var tempo: NotationTempo?
    /// Where the bars are counted from: where the tempo began.
    var firstBar: Seconds = 0
  }

  init(_ definitions: [NotationItem]) { self.definitions = definitions }

  /// Puts the voices of a whole notation in time.
  mutating func evaluate(_ voices: [[NotationItem]]) throws(NotationError) {
    var position = Position()
    try play(voices, &position, column: 1)
    // What else begins is known now.
    let taps = RampEnds.taps(in: entries)
    for index in ramps {
      guard case .curve(let curve) = entries[index] else { continue }
      entries[index] = .curve(RampEnds.begun(curve, behind: taps))
    }
    let ends = RampEnds(entries, backs: Set(backs.map(\.step)))
    for (step, event) in backs {
      guard case .parameter(let back) = entries[step], case .event(let event) = entries[event]
      else { continue }
      entries[step] = .parameter(
        DynamicParameter(back.id, back.value, at: ends.back(back.id, after: event, at: step)))
    }
    // By the lengths that were written, so that no end depends on another that was moved.
    let released = backs.compactMap { step, index -> (Int, HapticEvent)? in
      guard case .parameter(let back) = entries[step], case .event(let event) = entries[index],
        let curve = entries[index...step].lazy.compactMap(\.rampCurve).first(where: {
          $0.id == back.id
        })
      else { return nil }
      return ends.released(event, under: curve, back: back.time, at: step).map { (index, $0) }
    }
    for (index, event) in released { entries[index] = .event(event) }
  }

  /// All voices begin where the group does; it ends with the last of them.
  private mutating func play(
    _ voices: [[NotationItem]], _ position: inout Position, column: Int
  ) throws(NotationError) {
    // The whole is a group as well, which is not nested in anything.
    if depth > Notation.maximumDepth { throw Self.error(.tooDeep, column) }
    depth += 1
    try charge(voices.count - 1, column)
    var end = position.time
    for voice in voices {
      var inner = position
      for item in voice { try play(item, &inner, groupStart: position.time) }
      end = max(end, inner.time)
    }
    position.time = end
    depth -= 1
  }

  private mutating func play(
    _ item: NotationItem, _ position: inout Position, groupStart: Seconds
  ) throws(NotationError) {
    // What is repeated counts each time, and not once more for the count before it.
    if case .repeated = item.kind {} else { try charge(1, item.column) }
    switch item.kind {
    case .event(let event):
      try charge(event.parameters.count, item.column)
      try play(event, &position)
    case .rest(let length):
      position.time = Self.sum(position.time, try seconds(length, position))
    case .tempo(let tempo):
      position.tempo = tempo
      position.firstBar = position.time
    case .barLine:
      try goToBar(&position, item.column)
    case .group(let voices):
      try play(voices, &position, column: item.column)
    case .repeated(let count, let inner):
      for _ in 0..<count { try play(inner, &position, groupStart: groupStart) }
    case .atTempo(let tempo, let inner):
      let outer = position
      position.tempo = tempo
      position.firstBar = position.time
      try play(inner, &position, groupStart: groupStart)
      position.tempo = outer.tempo
      position.firstBar = outer.firstBar
    case .at(let length, let inner):
      position.time = Self.sum(groupStart, try seconds(length, position))
      try play(inner, &position, groupStart: groupStart)
    case .name(let number):
      try play([[definitions[number]]], &position, column: item.column)
    case .set(let id, let value):
      entries.append(.parameter(DynamicParameter(id, value, at: position.time)))
    case .curve(let id, let points):
      try charge(points.count, item.column)
      var controlPoints: [ParameterCurve.ControlPoint] = []
      for point in points {
        controlPoints.append(.init(at: try seconds(point.time, position), point.value))
      }
      entries.append(.curve(ParameterCurve(id, at: position.time, controlPoints: controlPoints)))
    }
  }

  private mutating func charge(_ count: Int, _ column: Int) throws(NotationError) {
    itemCount += count
    if itemCount > Notation.maximumItemCount { throw Self.error(.tooLong, column) }
  }

  private mutating func play(
    _ event: NotationEventItem, _ position: inout Position
  ) throws(NotationError) {
    let duration = try event.duration.map { length throws(NotationError) in
      try seconds(length, position)
    }
    let start = entries.count
    entries += event.entries(at: position.time, duration: duration)
    for step in start..<entries.count {
      if case .parameter = entries[step] { backs.append((step, start)) }
      if case .curve = entries[step] { ramps.append(step) }
    }
    // Without a length a transient is a beat where there are beats, so that a row is a rhythm.
    let length = duration ?? position.tempo?.secondsPerBeat ?? 0
    position.time = Self.sum(position.time, length)
  }

  private func goToBar(_ position: inout Position, _ column: Int) throws(NotationError) {
    guard let tempo = position.tempo else { throw Self.error(.noTempo, column) }
    let bar = tempo.secondsPerBeat * tempo.beatsPerBar
    // A bar line where a bar has just begun stays there: a microsecond is rounding.
    let bars = ((position.time - position.firstBar - 1e-6) / bar).rounded(.up)
    position.time = Self.sum(position.firstBar, max(0, bars) * bar)
  }

  private func seconds(
    _ length: NotationLength, _ position: Position
  ) throws(NotationError) -> Seconds {
    switch (length.unit, position.tempo) {
    case (.seconds, _): return length.amount
    case (.beats, let tempo?): return length.amount * tempo.secondsPerBeat
    case (.bars, let tempo?): return length.amount * tempo.secondsPerBeat * tempo.beatsPerBar
    case (.beats, nil), (.bars, nil): throw Self.error(.noTempo, length.column)
    }
  }

  /// The sum of two times, to the nanosecond, so that tenths of a second stay tenths; a length from
  /// the start of the pattern stays exactly what it is.
  static func sum(_ time: Seconds, _ length: Seconds) -> Seconds {
    if time == 0 { return length }
    let sum = time + length
    return abs(sum) < 1e6 ? (sum * 1e9).rounded() / 1e9 : sum
  }

  private static func error(_ reason: NotationError.Reason, _ column: Int) -> NotationError {
    NotationError(problems: [.init(column: column, reason)])
  }
}

extension NotationEventItem {
  /// The event at `time`, the curves of its ramps, and what brings their controls back: here at its end; when, the
  /// whole pattern decides (`RampEnds`).
  func entries(at time: Seconds, duration: Seconds?) -> [HapticPattern.Entry] {
    var parameters: [EventParameter] = []
    var curves: [HapticPattern.Entry] = []
    var ends: [HapticPattern.Entry] = []
    let values = [
      (first, row.values.first, row.controls.first, row.neutral.first),
      (second, row.values.second, row.controls.second, row.neutral.second),
    ]
    for (value, id, control, neutral) in values {
      guard let value else { continue }
      guard let end = value.end, let duration else {
        parameters.append(EventParameter(id, value.start))
        continue
      }
      let ramp = NotationRamp(from: value.start, to: end, multiplies: neutral == 1)
      parameters.append(EventParameter(id, ramp.base))
      curves.append(
        .curve(
          ParameterCurve(
            control, at: time,
            controlPoints: shape.points(from: ramp.first, to: ramp.last, within: duration))))
      if ramp.last != neutral {
        ends.append(
          .parameter(
            DynamicParameter(control, neutral, at: NotationEvaluator.sum(time, duration))))
      }
    }
    let event = HapticEvent(
      row.type, at: time, duration: duration, parameters: parameters + self.parameters,
      waveform: waveform)
    return [.event(event)] + curves + ends
  }
}

/// A ramp as a value of the event and a curve of its control.
///
/// Intensity and volume are multiplied by their controls, so that the event has the larger value and
/// the curve goes down from it; the others are added to, so that the event has the first one.
struct NotationRamp {
  let base: Double
  let first: Double
  let last: Double

  init(from start: Double, to end: Double, multiplies: Bool) {
    if multiplies {
      base = max(start, end)
      first = base == 0 ? 1 : start / base
      last = base == 0 ? 1 : end / base
    } else {
      base = start
      first = 0
      last = end - start
    }
  }
}
