import HapticEngine

/// An item of a notation as written, before it is placed in time.
struct NotationItem {
  indirect enum Kind {
    case event(NotationWrittenEvent)
    case rest(NotationLength)
    /// A constant tempo that applies to the following items of its group.
    case tempo(NotationTempo)
    /// Restarts the random numbers with a seed.
    case seed(UInt64)
    /// Continues at the next bar line.
    case barLine
    /// Voices that sound together, each a sequence of items.
    case group([[NotationItem]])
    /// An item that is repeated; the number of repetitions is in this range.
    case repeated(ClosedRange<Int>, NotationItem)
    /// An item with its own tempo. If the tempo stays, its last value applies to the following items.
    case atTempo(NotationTempo, NotationItem, stays: Bool)
    /// An item at an explicit time, from the start of its group.
    case at(NotationLength, NotationItem)
    /// A name, identified by its index in the list of definitions.
    case name(Int)
    case set(DynamicParameter.ID, NotationNumber)
    case curve(DynamicParameter.ID, [(time: NotationLength, value: NotationNumber)])
  }

  var kind: Kind
  var column: Int
}

/// An event of a notation, with numbers that may be random.
struct NotationWrittenEvent {
  /// The parts of the event that are not numbers.
  var item: NotationEventItem
  var duration: NotationLength?
  var first: (start: NotationNumber, end: NotationNumber?)?
  var second: (start: NotationNumber, end: NotationNumber?)?
  /// Whether a shape was written.
  var hasShape = false
  var parameters: [(id: EventParameter.ID, value: NotationNumber)] = []

  /// Whether one of the event's values moves.
  var isRamp: Bool { first?.end != nil || second?.end != nil }
}

/// An event of a notation, played once.
struct NotationEventItem {
  var row: NotationEvent
  var first: NotationValue?
  var second: NotationValue?
  var shape = NotationShape.linear
  var parameters: [EventParameter] = []
  var waveform: HapticEvent.Waveform?

  /// Whether the ends of the event's ramps are valid values, which is always so in a notation that has been read.
  var hasRampsInRange: Bool {
    [(first, row.values.first.range), (second, row.values.second.range)].allSatisfy {
      value, range in
      guard let value, let end = value.end else { return true }
      return range.contains(value.start) && range.contains(end)
    }
  }
}

/// A value, or a ramp from one value to another.
struct NotationValue: Hashable {
  var start: Double
  var end: Double?
}
