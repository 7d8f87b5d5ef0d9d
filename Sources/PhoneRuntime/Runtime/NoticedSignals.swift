internal import AudioSession

/// The signals that automatic apps have noticed but not yet acted upon.
///
/// For signals of the same event, the app that started input or output first acts first, and the app that
/// started last acts last. The relative order of the apps is therefore preserved, and the order in which they are
/// listed does not matter. Signals of a later event are handled later.
///
/// Our choice: on a real phone, each app acts in its own process, and the order is not guaranteed.
struct NoticedSignals: Sendable {
  private struct Entry: Sendable {
    var event: Int
    var app: AppID
    var signal: GuidelinesSignal
  }

  private var entries: [Entry] = []
  /// The number of events reported so far.
  private var events = 0
  /// For each app, a number that is larger the later the app last started.
  ///
  /// Apps that never started are not included.
  private var starts: [AppID: Int] = [:]

  /// Notes a signal of the event that is being reported.
  mutating func append(_ app: AppID, _ signal: GuidelinesSignal) {
    entries.append(Entry(event: events, app: app, signal: signal))
  }

  /// Ends an event after all its effects have been reported.
  mutating func endEvent(_ phone: Phone) {
    events += 1
    // At most sixteen apps are active, and each event is later than all previous ones.
    for (place, app) in phone.state.startOrder.enumerated() { starts[app] = events * 16 - place }
  }

  /// Removes and returns the next app to act, with its signal.
  mutating func popFirst() -> (app: AppID, signal: GuidelinesSignal)? {
    guard let event = entries.first?.event else { return nil }
    let together = entries.indices.prefix { entries[$0].event == event }
    let next = together.min { order(of: $0) < order(of: $1) }
    guard let next else { return nil }
    let entry = entries.remove(at: next)
    return (entry.app, entry.signal)
  }

  /// Removes all noticed signals.
  mutating func removeAll() { entries = [] }

  /// Returns the sort key of an entry.
  ///
  /// The signals of one app keep their order.
  private func order(of place: Int) -> (Int, Int, Int) {
    let app = entries[place].app
    return (starts[app] ?? 0, app.index, place)
  }
}
