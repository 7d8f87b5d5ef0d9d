import HapticEngine

/// Puts what a notation says in time.
struct NotationEvaluator {
  private let definitions: [NotationItem]
  /// The entries of the pattern.
  var entries: [HapticPattern.Entry] { NotationTiming(placed).entries }
  private var placed: [NotationPlaced] = []
  /// How many events, parameters, controls and points were put in time, which bounds the memory that repeats and
  /// names may cost.
  private var itemCount = 0
  /// How many items of any kind were read, which bounds the time.
  ///
  /// The voices of a group count as well: there may be as many as a notation is long.
  private var stepCount = 0
  private var depth = 0

  /// Where in time a sequence is.
  private struct Position {
    /// Seconds from the start of the pattern.
    var time: Seconds = 0
    var tempo: NotationTempo?
    /// Where the bars are counted from: where the tempo began.
    var firstBar: Seconds = 0
    /// Whether the event that comes next is `at` a time of its own.
    var isPlaced = false

    mutating func begin(_ tempo: NotationTempo) { (self.tempo, firstBar) = (tempo, time) }
  }

  init(_ definitions: [NotationItem]) { self.definitions = definitions }

  /// Puts the voices of a whole notation in time.
  mutating func evaluate(_ voices: [[NotationItem]]) throws(NotationError) {
    var position = Position()
    try play(voices, &position, column: 1)
  }

  /// All voices begin where the group does; it ends with the last of them.
  private mutating func play(
    _ voices: [[NotationItem]], _ position: inout Position, column: Int
  ) throws(NotationError) {
    // The whole is a group as well, which is not nested in anything.
    if depth > Notation.maximumDepth { throw Self.error(.tooDeep, column) }
    depth += 1
    try chargeSteps(voices.count - 1, column)
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
    if case .repeated = item.kind {} else { try chargeSteps(1, item.column) }
    switch item.kind {
    case .event(let event): try play(event, &position, item.column)
    case .rest(let length):
      position.time = Self.sum(position.time, try seconds(length, position))
    case .tempo(let tempo): position.begin(tempo)
    case .barLine: try goToBar(&position, item.column)
    case .group(let voices): try play(voices, &position, column: item.column)
    case .repeated(let count, let inner):
      for _ in 0..<count { try play(inner, &position, groupStart: groupStart) }
    case .atTempo(let tempo, let inner):
      let outer = position
      position.begin(tempo)
      try play(inner, &position, groupStart: groupStart)
      (position.tempo, position.firstBar) = (outer.tempo, outer.firstBar)
    case .at(let length, let inner):
      position.time = Self.sum(groupStart, try seconds(length, position))
      position.isPlaced = true
      try play(inner, &position, groupStart: groupStart)
      position.isPlaced = false
    case .name(let number):
      try play([[definitions[number]]], &position, column: item.column)
    case .set(let id, let value):
      try charge(1, item.column)
      placed.append(.control(.parameter(DynamicParameter(id, value, at: position.time))))
    case .curve(let id, let points):
      try charge(1 + points.count, item.column)
      let controlPoints = try points.map { point throws(NotationError) in
        ParameterCurve.ControlPoint(at: try seconds(point.time, position), point.value)
      }
      placed.append(
        .control(.curve(ParameterCurve(id, at: position.time, controlPoints: controlPoints))))
    }
  }

  private mutating func charge(_ count: Int, _ column: Int) throws(NotationError) {
    itemCount += count
    if itemCount > Notation.maximumItemCount { throw Self.error(.tooLong, column) }
  }

  private mutating func chargeSteps(_ count: Int, _ column: Int) throws(NotationError) {
    stepCount += count
    if stepCount > Notation.maximumStepCount { throw Self.error(.tooLong, column) }
  }

  private mutating func play(
    _ event: NotationEventItem, _ position: inout Position, _ column: Int
  ) throws(NotationError) {
    try charge(1 + event.parameters.count, column)
    let duration = try event.duration.map { length throws(NotationError) in
      try seconds(length, position)
    }
    placed.append(
      .event(
        NotationPlacedEvent(
          item: event, time: position.time, duration: duration, isPlaced: position.isPlaced)))
    position.isPlaced = false
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
