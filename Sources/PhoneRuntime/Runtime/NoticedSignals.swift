internal import AudioSession

/// What apps that behave have noticed and not yet acted upon.
///
/// What follows from one event is acted upon by the app first that was the first to start something, and by
/// the one last that was the last, so that they stand to each other afterwards as they did before: in
/// which order they are listed decides nothing. What follows from a later event comes later.
///
/// Our choice: on a phone each app acts in a process of its own, and nothing is promised about who is first.
struct NoticedSignals: Sendable {
  private struct Entry: Sendable {
    var event: Int
    var app: AppID
    var signal: GuidelinesSignal
  }

  private var entries: [Entry] = []
  /// How many events were reported so far.
  private var events = 0
  /// When each app last started something, as a number that grows; those that never did are not in it.
  private var starts: [AppID: Int] = [:]

  /// Takes note of a signal that follows from the event that is being reported.
  mutating func append(_ app: AppID, _ signal: GuidelinesSignal) {
    entries.append(Entry(event: events, app: app, signal: signal))
  }

  /// All that follows from an event was reported.
  mutating func endEvent(_ phone: Phone) {
    events += 1
    // At most sixteen apps are active, and each event is later than all before it.
    for (place, app) in phone.state.startOrder.enumerated() { starts[app] = events * 16 - place }
  }

  /// The next app to act, and upon what.
  mutating func popFirst() -> (app: AppID, signal: GuidelinesSignal)? {
    guard let event = entries.first?.event else { return nil }
    let together = entries.indices.prefix { entries[$0].event == event }
    let next = together.min { order(of: $0) < order(of: $1) }
    guard let next else { return nil }
    let entry = entries.remove(at: next)
    return (entry.app, entry.signal)
  }

  /// Forgets everything that was noticed.
  mutating func removeAll() { entries = [] }

  /// Of one app the signals keep their order.
  private func order(of place: Int) -> (Int, Int, Int) {
    let app = entries[place].app
    return (starts[app] ?? 0, app.index, place)
  }
}
