public import Drawing
internal import PhoneRuntime
internal import TextFormats

extension SessionChart {
  /// Returns the chart as a drawing, with a lane for each app and for each interruptor that was present.
  ///
  /// An app's activities are drawn as blocks with a word. Haptics, notifications, remote commands, route changes and
  /// lifecycle changes are drawn as symbols.
  ///
  /// - Parameters:
  ///   - title: the title of the drawing.
  ///   - end: the minimum time at the right edge, in seconds. All the time that has passed is always shown.
  /// - Returns: a drawing with one panel.
  public func drawing(title: String, until end: Double = 0) -> Drawing {
    let (noted, last) = shownLanes
    let lanes = noted.map { lane in
      var drawn = Self.lane(lane, since: 0)
      if lane.isEmpty { drawn.marks = [.text(.init(0, 0.3), "neither plays nor records")] }
      return drawn
    }
    let title = title.printable
    return Drawing(
      title: title,
      description: noted.map { Self.sentence($0) }.filter { !$0.isEmpty }.joined(separator: " "),
      seconds: max(end, last.seconds * (1 + Self.tailShare), Self.shortestSeconds),
      panels: [Drawing.Panel(title: title, lanes: lanes)], keys: Self.keys(of: lanes))
  }

  /// The extra time at the end of the drawing, as a share of the time that has passed, so that the effect of the last
  /// event is visible.
  ///
  /// Our choice.
  private static let tailShare = 0.04
  /// The minimum time that is drawn, in seconds.
  ///
  /// Our choice, because an axis in fractions of a second is not useful for a phone.
  private static let shortestSeconds = 1.0

  /// Returns the lanes since `start`, in seconds: those of all apps, and of all other causes that were ever present.
  package func lanes(since start: Double) -> [Drawing.Lane] {
    shownLanes.lanes.map { Self.lane($0, since: start) }
  }

  /// Returns the meanings of the blocks and symbols in `lanes`.
  package static func keys(of lanes: [Drawing.Lane]) -> [Drawing.Key] {
    var roles: Set<Drawing.Role> = []
    var signs: Set<Character> = []
    for mark in lanes.lazy.flatMap(\.marks) {
      switch mark {
      case .block(_, _, let role, _): roles.insert(role)
      case .sign(_, let letter, _): signs.insert(letter)
      case .area, .band, .line, .stem, .dot, .bar, .level, .raster, .text, .position: break
      }
    }
    return State.allCases.compactMap { state in
      state.role.flatMap { roles.contains($0) ? Drawing.Key(.role($0), state.words) : nil }
    }
      + Mark.all.filter { signs.contains($0.letter) }
      .map { Drawing.Key($0.tone, $0.words, sign: $0.letter) }
  }

  private static func lane(_ lane: Lane, since start: Double) -> Drawing.Lane {
    var marks: [Drawing.Mark] = []
    for (index, entry) in lane.states.enumerated() {
      // The current state continues.
      let next = index + 1 < lane.states.count ? lane.states[index + 1].time.seconds : .infinity
      guard let role = entry.state.role, next > max(start, entry.time.seconds) else { continue }
      let word = entry.state == .interrupting ? "" : entry.state.words
      marks.append(.block(from: entry.time.seconds, to: next, role, word))
    }
    marks += lane.marks.filter { $0.time.seconds >= start }.sorted { $0.mark.rank < $1.mark.rank }
      .map { .sign($0.time.seconds, $0.mark.letter, $0.mark.tone) }
    return Drawing.Lane(name: lane.name, range: 0...1, ticks: [], rows: 3, marks: marks)
  }

  /// The maximum number of events of a lane that the description lists one by one.
  ///
  /// Our choice, because nobody listens to more.
  private static let mostWords = 60

  /// Returns the events of a lane in words; empty for a lane without events.
  private static func sentence(_ lane: Lane) -> String {
    var words = lane.states.enumerated().filter { $0.offset > 0 || $0.element.state != .quiet }
      .map { (time: $0.element.time.seconds, word: $0.element.state.words) }
    words += lane.marks.map { (time: $0.time.seconds, word: $0.mark.words) }
    guard !words.isEmpty else { return "" }
    let sorted = words.sorted { $0.time < $1.time }
    if sorted.count > mostWords { return "\(lane.name): \(summary(sorted))." }
    let listed = sorted.map { "\($0.word) at \($0.time.rounded(to: 2)) s" }
    return "\(lane.name): \(listed.joined(separator: ", "))."
  }

  /// Returns the number of occurrences of each event, with the first and last time.
  ///
  /// `words` must be in order of time.
  private static func summary(_ words: [(time: Double, word: String)]) -> String {
    var spans: [(word: String, count: Int, first: Double, last: Double)] = []
    for (time, word) in words {
      if let place = spans.firstIndex(where: { $0.word == word }) {
        spans[place].count += 1
        spans[place].last = time
      } else {
        spans.append((word, 1, time, time))
      }
    }
    return spans.map { span in
      let first = "\(span.first.rounded(to: 2)) s"
      if span.count == 1 { return "\(span.word) at \(first)" }
      return "\(span.word) \(span.count) times from \(first) to \(span.last.rounded(to: 2)) s"
    }.joined(separator: ", ")
  }
}
