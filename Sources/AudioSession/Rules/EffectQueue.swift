/// Where an effect comes among those of one event.
///
/// Source: R13: input and output stop, observed properties, *began* and *became inactive*, route
/// changes, hint, *ended* and recommendation, the volume. That results of calls come last, so that
/// the loser has been told before the winner's call returns, is T8.
enum EffectPhase: Int, Comparable {
  case ioStopped
  case observed
  case routeChangedBefore
  case began
  case routeChanged
  case hint
  case ended
  case routeChangedAfter
  case volume
  case played
  case result
  case gain

  static func < (left: EffectPhase, right: EffectPhase) -> Bool { left.rawValue < right.rawValue }
}

/// The effects of one event, kept in the documented order whenever they are added.
struct EffectQueue {
  private var entries: [(phase: EffectPhase, effect: SessionEffect)] = []

  /// The effects in order.
  var effects: [SessionEffect] { entries.map(\.effect) }

  /// Adds an effect behind those of its phase.
  mutating func add(_ effect: SessionEffect, _ phase: EffectPhase) {
    var place = entries.count
    while place > 0, entries[place - 1].phase > phase { place -= 1 }
    entries.insert((phase, effect), at: place)
  }
}
