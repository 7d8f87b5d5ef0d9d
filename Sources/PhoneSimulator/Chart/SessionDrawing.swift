public import Drawing
internal import PhoneRuntime
internal import TextFormats

extension SessionChart {
  /// The chart as a drawing: a lane for each app and for each interruptor that was there.
  ///
  /// What an app does is said three times, so that it is read in print and by the colour-blind: by the
  /// colour of a block, by its height, and by a word above it where there is room. Haptics,
  /// notifications and changes of route are stems with a letter.
  ///
  /// - Parameters:
  ///   - title: the name of the whole.
  ///   - end: the time at the right edge, in seconds; at least the time that has passed is shown.
  /// - Returns: a drawing of one panel.
  public func drawing(title: String, until end: Double = 0) -> Drawing {
    let (apps, others, last) = shownLanes
    let lanes = apps + others
    let seconds = max(end, last.seconds * (1 + Self.tailShare), Self.shortestSeconds)
    let states = Set(lanes.flatMap { $0.states.map(\.state) })
    let marks = Set(lanes.flatMap { $0.marks.map(\.mark) })
    let title = title.printable
    return Drawing(
      title: title,
      description: lanes.map { Self.sentence($0) }.filter { !$0.isEmpty }.joined(separator: " "),
      seconds: seconds,
      panels: [
        Drawing.Panel(
          title: title,
          lanes: lanes.map { Self.lane($0, until: seconds) })
      ],
      keys: State.allCases.filter { $0 != .quiet && states.contains($0) }
        .map { Drawing.Key($0.tone, $0.words) }
        + Mark.allCases.filter(marks.contains)
        .map { Drawing.Key($0.tone, "\($0.rawValue)  \($0.words)") })
  }

  /// How much longer than what happened the drawing is: what the last event begins is to be seen.
  ///
  /// Our choice.
  private static let tailShare = 0.04
  /// How much of the width a block has at least that has its word above it.
  ///
  /// Our choice: what the longest word takes on a page of the usual width.
  private static let wordShare = 0.09
  /// How much of the width lies at least between two letters.
  ///
  /// Our choice: what a letter takes.
  private static let letterShare = 0.014

  private static func lane(_ lane: Lane, until end: Double) -> Drawing.Lane {
    let (stems, letters) = marks(of: lane, until: end)
    // Blocks are before stems, so that many of these hide none.
    var blocks: [Drawing.Mark] = []
    var words: [Drawing.Mark] = []
    for (index, entry) in lane.states.enumerated() where entry.state != .quiet {
      let start = entry.time.seconds
      let stop = index + 1 < lane.states.count ? lane.states[index + 1].time.seconds : end
      guard stop > start else { continue }
      let height = entry.state.height
      blocks.append(.area([.init(start, height), .init(stop, height)], entry.state.tone))
      // Beside the letters that stand where the word would begin.
      let begin = lane.marks.map(\.time.seconds)
        .filter { $0 >= start && $0 - start < wordShare * end }
        .reduce(start) { max($0, $1 + letterShare * end) }
      if entry.state != .interrupting, (stop - begin) / end >= wordShare {
        words.append(.text(.init(begin, height), entry.state.words))
      }
    }
    if lane.isEmpty { words.append(.text(.init(0, 0.3), SessionChart.emptyWords)) }
    return Drawing.Lane(
      name: lane.name, range: 0...1, ticks: [], rows: 3, marks: stems + blocks + words + letters)
  }

  /// The marks of a lane: of each kind one in a place, and letters that share a place below each other.
  private static func marks(
    of lane: Lane, until end: Double
  ) -> (stems: [Drawing.Mark], letters: [Drawing.Mark]) {
    var stems: [Drawing.Mark] = []
    var letters: [Drawing.Mark] = []
    var last: [Mark: Double] = [:]
    var lettered: [(time: Double, mark: Mark)] = []
    for (time, mark) in lane.marks {
      let seconds = time.seconds
      if last[mark].map({ (seconds - $0) / end >= stemShare }) ?? true {
        stems.append(.stem(.init(seconds, 0.9), mark.tone))
        last[mark] = seconds
      }
      lettered.removeAll { (seconds - $0.time) / end >= letterShare }
      if lettered.contains(where: { $0.mark == mark }) { continue }
      let (column, row) = lettered.count.quotientAndRemainder(dividingBy: 4)
      let place = seconds + Double(column) * letterShare * end
      letters.append(.text(.init(place, 0.72 - 0.22 * Double(row)), String(mark.rawValue)))
      lettered.append((seconds, mark))
    }
    return (stems, letters)
  }

  /// How much of the width lies at least between two stems of a kind: closer ones are one.
  ///
  /// Our choice: about half of what a stem takes on a page of the usual width.
  private static let stemShare = 0.001

  /// The most things that are told of a lane one by one.
  ///
  /// Our choice: more are not listened to.
  private static let mostWords = 60

  /// What happens in a lane, in words; empty for one in which nothing does.
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

  /// How often each thing happens, and from when to when; `words` in order of time.
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

extension SessionChart.State {
  /// How high its block is, 0...1: the louder, the higher.
  fileprivate var height: Double {
    switch self {
    case .quiet: 0
    case .silent: 0.1
    case .interrupted: 0.2
    case .ducked: 0.34
    case .muted, .lost: 0.28
    case .recording, .playing, .tracking, .interrupting: 0.6
    }
  }
}

extension SessionChart.Mark {
  fileprivate var tone: Drawing.Tone {
    switch self {
    case .haptic, .vibration: .sharpness(1)
    case .refused, .terminated, .suppressed, .unheard, .unshown: .difference
    case .sound, .notification: .audio
    case .route: .control
    }
  }
}
