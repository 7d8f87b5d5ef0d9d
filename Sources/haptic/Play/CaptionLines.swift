import HapticEngine
import TextFormats

/// The captions of a pattern that plays, as lines where there is no screen that shows them.
struct CaptionLines {
  private let captions: [PatternCaption]
  /// Up to where they were told: the repetition, and the time in it in seconds.
  private var repetition = 0
  private var time: Seconds

  /// The captions of a pattern that begins to play at `start`.
  init(_ captions: [PatternCaption], from start: Seconds) {
    self.captions = captions
    time = start.nextDown
  }

  /// What was reached since the last call, by a player that is at `position` now: whole repetitions may be over.
  mutating func texts(until position: PlayerPosition) -> [String] {
    if captions.isEmpty { return [] }
    var texts: [String] = []
    while repetition < position.repetition {
      texts += self.texts(until: .infinity)
      (repetition, time) = (repetition + 1, -1)
    }
    // Somebody went back.
    if position.repetition < repetition || position.time < time {
      (repetition, time) = (position.repetition, position.time.nextDown)
    }
    texts += self.texts(until: position.time)
    time = position.time
    return texts
  }

  private func texts(until end: Seconds) -> [String] {
    captions.filter { $0.time > time && $0.time <= end }.map(\.text.printable)
  }
}
