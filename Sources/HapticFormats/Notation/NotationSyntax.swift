import HapticEngine

/// What a notation says, before anything is put in time.
struct NotationItem {
  indirect enum Kind {
    case event(NotationEventItem)
    case rest(NotationLength)
    /// From here on in its group.
    case tempo(NotationTempo)
    /// Goes on at the next bar line.
    case barLine
    /// Voices that sound together, each a sequence of items.
    case group([[NotationItem]])
    case repeated(Int, NotationItem)
    /// An item with a tempo of its own.
    case atTempo(NotationTempo, NotationItem)
    /// An item at a time of its own, from the start of its group.
    case at(NotationLength, NotationItem)
    /// What a name stands for, by its number in the list of names.
    case name(Int)
    case set(DynamicParameter.ID, Double)
    case curve(DynamicParameter.ID, [(time: NotationLength, value: Double)])
  }

  var kind: Kind
  var column: Int
}

/// An event of a notation.
struct NotationEventItem {
  var row: NotationEvent
  var duration: NotationLength?
  var first: NotationValue?
  var second: NotationValue?
  var shape = NotationShape.linear
  /// Whether a shape was written.
  var hasShape = false
  var parameters: [EventParameter] = []
  var waveform: HapticEvent.Waveform?
}

/// A value, or a ramp from one to another.
struct NotationValue: Hashable {
  var start: Double
  var end: Double?
}

/// A length of time.
struct NotationLength: Hashable {
  enum Unit: Hashable {
    case seconds, beats, bars
  }

  var amount: Double
  var unit: Unit
  var column: Int
}

/// How fast beats follow each other, and how many make a bar.
struct NotationTempo: Hashable {
  var secondsPerBeat: Seconds
  var beatsPerBar = 4.0
}
