import HapticEngine
import Realtime

/// Places the items of a notation in time.
struct NotationEvaluator {
  private let definitions: [NotationItem]
  /// The entries of the pattern, and the columns of the items that made them.
  var made: (entries: [HapticPattern.Entry], columns: [Int]) {
    let timing = NotationTiming(placed)
    return (timing.entries, timing.origins.map { columns[$0] })
  }
  private var placed: [NotationPlaced] = []
  /// The columns of the items in `placed`.
  private var columns: [Int] = []
  /// The number of events, parameters, controls and points that have been placed in time.
  ///
  /// It bounds the memory that repetitions and names can use.
  private var itemCount = 0
  /// The number of items of any kind that have been evaluated.
  ///
  /// It bounds the evaluation time.
  ///
  /// The voices of a group are also counted, because a notation can contain as many voices as it has characters.
  private var stepCount = 0
  private var depth = 0
  /// The random numbers for ranges.
  private var random = SplitMix64(seed: Notation.defaultSeed)
  /// The number of tempos that have started.
  private var tempoCount = 0

  /// The position of a sequence in time.
  private struct Position {
    /// Seconds from the start of the pattern.
    var time: Seconds = 0
    var pulse: NotationPulse?
    /// The ordinal number of the current tempo in the order in which tempos have started; 0 before the first tempo.
    var tempo = 0
    /// The time from which bars are counted: the start of the tempo.
    var firstBar: Seconds = 0
    /// The number of beats since the start of the tempo.
    ///
    /// Lengths in seconds and items with their own tempo do not count.
    var beat = 0.0
    /// Whether the next event is placed at an explicit time with `at`.
    var isPlaced = false

    mutating func advance(by span: (seconds: Seconds, beats: Double)) {
      time = NotationEvaluator.sum(time, span.seconds)
      beat += span.beats
    }
  }

  init(_ definitions: [NotationItem]) { self.definitions = definitions }

  /// Places the voices of a whole notation in time.
  mutating func evaluate(_ voices: [[NotationItem]]) throws(NotationError) {
    var position = Position()
    try play(voices, &position, column: 1)
  }

  /// Plays all voices from the start of the group.
  ///
  /// The group ends when the last voice ends.
  private mutating func play(
    _ voices: [[NotationItem]], _ position: inout Position, column: Int
  ) throws(NotationError) {
    // The whole notation is also a group, at depth 0.
    if depth > Notation.maximumDepth { throw Self.error(.tooDeep, column) }
    depth += 1
    try chargeSteps(voices.count - 1, column)
    var (end, lastBeat) = (position.time, position.beat)
    for voice in voices {
      var inner = position
      var beat = inner.beat
      for item in voice {
        try play(item, &inner, group: position)
        if inner.tempo == position.tempo { beat = inner.beat }
      }
      (end, lastBeat) = (max(end, inner.time), max(lastBeat, beat))
    }
    (position.time, position.beat) = (end, lastBeat)
    depth -= 1
  }

  /// Plays an item of the group that started at `group`.
  private mutating func play(
    _ item: NotationItem, _ position: inout Position, group: Position
  ) throws(NotationError) {
    // A repeated item counts as a step each time that it is played; the repetition itself does not count as a step.
    if case .repeated = item.kind {} else { try chargeSteps(1, item.column) }
    switch item.kind {
    case .event(let event): try play(event, &position, item.column)
    case .rest(let length): position.advance(by: try span(length, position))
    case .tempo(let tempo): begin(pulse(tempo), &position)
    case .seed(let seed): random = SplitMix64(seed: seed)
    case .barLine: try goToBar(&position, item.column)
    case .group(let voices): try play(voices, &position, column: item.column)
    case .repeated(let counts, let inner):
      for _ in 0..<count(of: counts) { try play(inner, &position, group: group) }
    case .atTempo(let tempo, let inner, let stays):
      try play(inner, tempo, stays: stays, &position, group)
    case .at(let length, let inner):
      // Beats are counted from the start of the group, or of a tempo that started later.
      position.time = group.time
      position.beat = group.tempo == position.tempo ? group.beat : 0
      position.advance(by: try span(length, position))
      position.isPlaced = true
      try play(inner, &position, group: group)
      position.isPlaced = false
    case .name(let number):
      try play([[definitions[number]]], &position, column: item.column)
    case .set(let id, let value):
      try charge(1, item.column)
      let value = value.drawn(by: &random)
      place(.control(.parameter(DynamicParameter(id, value, at: position.time))), item.column)
    case .curve(let id, let points):
      try charge(1 + points.count, item.column)
      let curve = try self.curve(id, points, position)
      place(.control(.curve(curve)), item.column)
    }
  }

  private mutating func curve(
    _ id: DynamicParameter.ID, _ points: [(time: NotationLength, value: NotationNumber)],
    _ position: Position
  ) throws(NotationError) -> ParameterCurve {
    let controlPoints = try points.map { point throws(NotationError) in
      ParameterCurve.ControlPoint(
        at: try span(point.time, position).seconds, point.value.drawn(by: &random))
    }
    return ParameterCurve(id, at: position.time, controlPoints: controlPoints)
  }

  /// Draws one of these counts; all are equally likely.
  private mutating func count(of counts: ClosedRange<Int>) -> Int {
    if counts.count == 1 { return counts.lowerBound }
    return counts.lowerBound
      + Int(random.next().multipliedFullWidth(by: UInt64(counts.count)).high)
  }

  // MARK: Limits

  private mutating func charge(_ count: Int, _ column: Int) throws(NotationError) {
    itemCount += count
    if itemCount > Notation.maximumItemCount { throw Self.error(.tooLong, column) }
  }

  private mutating func chargeSteps(_ count: Int, _ column: Int) throws(NotationError) {
    stepCount += count
    if stepCount > Notation.maximumStepCount { throw Self.error(.tooLong, column) }
  }

  // MARK: Events

  private mutating func play(
    _ event: NotationWrittenEvent, _ position: inout Position, _ column: Int
  ) throws(NotationError) {
    try charge(1 + event.parameters.count, column)
    let span = try event.duration.map { length throws(NotationError) in
      try self.span(length, position)
    }
    var item = event.item
    item.first = value(event.first)
    item.second = value(event.second)
    item.parameters = event.parameters.map { EventParameter($0.id, $0.value.drawn(by: &random)) }
    place(
      .event(
        NotationPlacedEvent(
          item: item, time: position.time, duration: span?.seconds, isPlaced: position.isPlaced)),
      column)
    position.isPlaced = false
    // If there is a tempo, a transient without a length is one beat long, so that a series of transients is a rhythm.
    let beat = position.pulse.map { ($0.seconds(of: 1, from: position.beat), 1.0) }
    position.advance(by: span ?? beat ?? (0, 0))
  }

  private mutating func place(_ item: NotationPlaced, _ column: Int) {
    placed.append(item)
    columns.append(column)
  }

  private mutating func value(
    _ value: (start: NotationNumber, end: NotationNumber?)?
  ) -> NotationValue? {
    guard let value else { return nil }
    let start = value.start.drawn(by: &random)
    return NotationValue(start: start, end: value.end?.drawn(by: &random))
  }

  // MARK: Tempo

  private mutating func begin(_ pulse: NotationPulse, _ position: inout Position) {
    tempoCount += 1
    (position.pulse, position.tempo) = (pulse, tempoCount)
    (position.firstBar, position.beat) = (position.time, 0)
  }

  /// Draws the numbers of a tempo that does not move.
  private mutating func pulse(_ tempo: NotationTempo) -> NotationPulse {
    NotationPulse(
      beatsPerMinute: tempo.start.drawn(by: &random), beatsPerBar: tempo.beatsPerBar)
  }

  /// Plays an item with its own tempo.
  private mutating func play(
    _ item: NotationItem, _ tempo: NotationTempo, stays: Bool, _ position: inout Position,
    _ group: Position
  ) throws(NotationError) {
    let outer = position
    var pulse = self.pulse(tempo)
    if let end = tempo.end?.drawn(by: &random) {
      let beats = try self.beats(of: item, from: position, pulse, group)
      guard beats > 0 else { throw Self.error(.rampWithoutBeats, tempo.column) }
      guard beats <= PatternLimits.maximumTime else {
        throw Self.error(.outOfRange("\(beats) beats", allowed: "up to 1e9 beats"), tempo.column)
      }
      pulse = NotationPulse(
        from: pulse.start, to: end, over: beats, beatsPerBar: tempo.beatsPerBar)
    }
    begin(pulse, &position)
    try play(item, &position, group: group)
    if stays {
      let last = NotationPulse(beatsPerMinute: pulse.end, beatsPerBar: pulse.beatsPerBar)
      begin(last, &position)
    } else {
      (position.pulse, position.tempo) = (outer.pulse, outer.tempo)
      (position.firstBar, position.beat) = (outer.firstBar, outer.beat)
    }
  }

  /// The number of beats of an item.
  ///
  /// The item is played to count them; the events that it places and the numbers that it draws are discarded.
  private mutating func beats(
    of item: NotationItem, from position: Position, _ pulse: NotationPulse, _ group: Position
  ) throws(NotationError) -> Double {
    let before = (placed: placed.count, items: itemCount, random: random)
    var position = position
    // The bars of a tempo ramp are counted in beats, regardless of the ramp's length.
    begin(
      NotationPulse(
        from: pulse.start, to: pulse.start, over: 1, beatsPerBar: pulse.beatsPerBar), &position)
    try play(item, &position, group: group)
    placed.removeSubrange(before.placed...)
    columns.removeSubrange(before.placed...)
    (itemCount, random) = (before.items, before.random)
    return position.beat
  }

  private func goToBar(_ position: inout Position, _ column: Int) throws(NotationError) {
    guard let pulse = position.pulse else { throw Self.error(.noTempo, column) }
    // At the start of a bar, a bar line does not add a rest. A difference of up to a microsecond, or a millionth of a
    // beat, is treated as rounding.
    if pulse.movingBeats != nil {
      let bars = ((position.beat - 1e-6) / pulse.beatsPerBar).rounded(.up)
      let beats = max(0, bars * pulse.beatsPerBar - position.beat)
      position.advance(by: (pulse.seconds(of: beats, from: position.beat), beats))
    } else {
      // Adds all bars in one step, because the lengths of single bars are rounded.
      let beats = (position.time - position.firstBar - 1e-6) * pulse.start / 60
      let bars = max(0, (beats / pulse.beatsPerBar).rounded(.up))
      position.time = Self.sum(
        position.firstBar, pulse.seconds(of: bars * pulse.beatsPerBar, from: 0))
    }
  }

  /// Returns a length in seconds, and in beats unless it is written in seconds.
  private mutating func span(
    _ length: NotationLength, _ position: Position
  ) throws(NotationError) -> (seconds: Seconds, beats: Double) {
    let amount = length.amount.drawn(by: &random)
    if length.unit == .seconds { return (amount, 0) }
    guard let pulse = position.pulse else { throw Self.error(.noTempo, length.column) }
    let beats = length.unit == .bars ? amount * pulse.beatsPerBar : amount
    return (pulse.seconds(of: beats, from: position.beat), beats)
  }

  /// Returns the sum of two times, rounded to the nanosecond, so that tenths of a second stay tenths.
  ///
  /// A length that starts at time 0 is unchanged.
  static func sum(_ time: Seconds, _ length: Seconds) -> Seconds {
    time == 0 ? length : rounded(time + length)
  }

  /// Returns a time rounded to the nanosecond; from 1e6 s on it is unchanged.
  static func rounded(_ time: Seconds) -> Seconds {
    abs(time) < 1e6 ? (time * 1e9).rounded() / 1e9 : time
  }

  private static func error(_ reason: NotationError.Reason, _ column: Int) -> NotationError {
    NotationError(problems: [.init(column: column, reason)])
  }
}
