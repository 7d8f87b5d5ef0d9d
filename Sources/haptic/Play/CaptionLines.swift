import HapticEngine
import TextFormats

/// The captions of a playing pattern, as lines that are printed if no screen shows the captions.
struct CaptionLines {
  private let captions: [PatternCaption]
  /// The position up to which captions were printed: the repetition, and the time within it in seconds.
  private var repetition = 0
  private var time: Seconds

  /// Creates the captions of a pattern that starts playing at `start`.
  init(_ captions: [PatternCaption], from start: Seconds) {
    self.captions = captions
    time = start.nextDown
  }

  /// Returns the captions reached since the last call by a player that is now at `position`.
  ///
  /// Whole repetitions may have passed since then.
  mutating func texts(until position: PlayerPosition) -> [String] {
    if captions.isEmpty { return [] }
    var texts: [String] = []
    while repetition < position.repetition {
      texts += self.texts(until: .infinity)
      (repetition, time) = (repetition + 1, -1)
    }
    // A seek went backward.
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
