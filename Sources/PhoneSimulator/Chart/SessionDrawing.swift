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
    var drawn: [Drawing.Mark] = []
    for (index, entry) in lane.states.enumerated() where entry.state != .quiet {
      let start = entry.time.seconds
      let stop = index + 1 < lane.states.count ? lane.states[index + 1].time.seconds : end
      guard stop > start else { continue }
      let height = entry.state.height
      drawn.append(
        .area([.init(start, height), .init(stop, height)], entry.state.tone))
      // Beside the letters that stand where the word would begin.
      let begin = lane.marks.map(\.time.seconds)
        .filter { $0 >= start && $0 - start < wordShare * end }
        .reduce(start) { max($0, $1 + letterShare * end) }
      if entry.state != .interrupting, (stop - begin) / end >= wordShare {
        drawn.append(.text(.init(begin, height), entry.state.words))
      }
    }
    // Letters of marks that share a place stand below each other, each kind once.
    var lettered: [(time: Double, mark: Mark)] = []
    for (time, mark) in lane.marks {
      let seconds = time.seconds
      drawn.append(.stem(.init(seconds, 0.9), mark.tone))
      lettered.removeAll { (seconds - $0.time) / end >= letterShare }
      if lettered.contains(where: { $0.mark == mark }) { continue }
      let level = max(0.1, 0.72 - 0.25 * Double(lettered.count))
      drawn.append(.text(.init(seconds, level), String(mark.rawValue)))
      lettered.append((seconds, mark))
    }
    return Drawing.Lane(name: lane.name, range: 0...1, ticks: [], rows: 3, marks: drawn)
  }

  /// What happens in a lane, in words; empty for one in which nothing does.
  private static func sentence(_ lane: Lane) -> String {
    var words = lane.states.enumerated().filter { $0.offset > 0 || $0.element.state != .quiet }
      .map { (time: $0.element.time.seconds, word: $0.element.state.words) }
    words += lane.marks.map { (time: $0.time.seconds, word: $0.mark.words) }
    guard !words.isEmpty else { return "" }
    let sorted = words.sorted { $0.time < $1.time }
    let listed = sorted.map { "\($0.word) at \($0.time.rounded(to: 2)) s" }
    return "\(lane.name): \(listed.joined(separator: ", "))."
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
