internal import PhoneRuntime

/// The events that an app has received since a scenario last expected its `events`.
struct ReceivedEvents: Hashable, Sendable {
  /// One event.
  private struct Event: Hashable, Sendable {
    let line: String
    /// When the app received it, in seconds.
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

  /// Notes that an expectation has asked for the events; `all` removes them, as `events` does.
  mutating func noteExpectation(ofAll all: Bool) {
    if all { events = [] }
    expectedCount = events.count
  }

  /// Returns the events that count from `start`; all events for nil.
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

  /// Returns the first event that matches `wanted` and that an earlier expectation could see, with its time in seconds;
  /// nil if all matching events are new.
  func seen(by wanted: [String]) -> (line: String, seconds: Double)? {
    guard let first = Self.match(wanted, in: lines)?.first, first < expectedCount else {
      return nil
    }
    return (events[first].line, events[first].time)
  }
}
