internal import PhoneRuntime

/// The events that an app has received since a scenario last expected its `events`.
struct ReceivedEvents: Hashable, Sendable {
  /// One event.
  private struct Event: Hashable, Sendable {
    let line: String
    /// The time at which the app received the event, in seconds.
    let time: Double
  }

  private var events: [Event] = []
  /// The number of events that had been received when the app's events were last expected.
  private var expectedCount = 0

  /// The events in words, the oldest first.
  var lines: [String] { events.map(\.line) }

  /// Adds an event that the app receives at `time`, in seconds.
  mutating func add(_ line: String, at time: Double) {
    events.append(Event(line: line, time: time))
  }

  /// Records that an expectation has asked for the events.
  ///
  /// If `all` is true, as for `events`, removes all of them.
  mutating func noteExpectation(ofAll all: Bool) {
    if all { events = [] }
    expectedCount = events.count
  }

  /// Returns the events since `start`, or all events if `start` is nil.
  func lines(since start: EventStart?) -> [String] {
    switch start {
    case nil: lines
    case .lastExpect: events.dropFirst(expectedCount).map(\.line)
    case .time(let seconds):
      events.filter { PhoneTime(seconds: $0.time) >= PhoneTime(seconds: seconds) }.map(\.line)
    }
  }

  /// Returns the indices of the events that match `wanted` in order, each as early as possible; nil if one is missing.
  static func match(_ wanted: [String], in lines: [String]) -> [Int]? {
    var places: [Int] = []
    for line in wanted {
      let next = places.last.map { $0 + 1 } ?? 0
      guard let place = lines[next...].firstIndex(where: { AppNotice.matches($0, line) }) else {
        return nil
      }
      places.append(place)
    }
    return places
  }

  /// Returns the first of the events that match `wanted`, with its time in seconds, if an earlier expectation could
  /// already see it; nil if all matching events are new.
  func seen(by wanted: [String]) -> (line: String, seconds: Double)? {
    guard let first = Self.match(wanted, in: lines)?.first, first < expectedCount else {
      return nil
    }
    return (events[first].line, events[first].time)
  }
}
