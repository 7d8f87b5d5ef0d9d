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
    let states = Set(apps.flatMap { $0.states.map(\.state) })
    let hasInterruptors = others.contains { !$0.states.allSatisfy { $0.state == .quiet } }
    let marks = Set(lanes.flatMap { $0.marks.map(\.mark) })
    return Drawing(
      title: title,
      description: lanes.map { Self.sentence($0) }.filter { !$0.isEmpty }.joined(separator: " "),
      seconds: seconds,
      panels: [
        Drawing.Panel(
          title: title,
          lanes: apps.map { Self.lane($0, until: seconds) }
            + others.map { Self.lane($0, until: seconds, isApp: false) })
      ],
      keys: State.allCases.filter { $0 != .quiet && states.contains($0) }
        .map { Drawing.Key($0.tone, "\($0)") }
        + (hasInterruptors ? [Drawing.Key(.signal, "interrupts")] : [])
        + Mark.allCases.filter(marks.contains)
        .map { Drawing.Key($0.tone, "\($0.rawValue)  \($0.words)") })
  }

  /// How much longer than what happened the drawing is: what the last event begins is to be seen.
  ///
  /// Our choice.
  private static let tailShare = 0.04
  /// The shortest time that is drawn, in seconds.
  ///
  /// Our choice: an axis in parts of a second says nothing of a phone.
  private static let shortestSeconds = 1.0
  /// How much of the width a block has at least that has its word above it.
  ///
  /// Our choice: what the longest word takes on a page of the usual width.
  private static let wordShare = 0.09
  /// How much of the width lies at least between two letters.
  ///
  /// Our choice: what a letter takes.
  private static let letterShare = 0.014

  private static func lane(
    _ lane: Lane, until end: Double, isApp: Bool = true
  ) -> Drawing.Lane {
    var drawn: [Drawing.Mark] = []
    for (index, entry) in lane.states.enumerated() where entry.state != .quiet {
      let start = entry.time.seconds
      let stop = index + 1 < lane.states.count ? lane.states[index + 1].time.seconds : end
      guard stop > start else { continue }
      let height = entry.state.height
      drawn.append(
        .area(
          [.init(start, height), .init(stop, height)], isApp ? entry.state.tone : .signal))
      if isApp, (stop - start) / end >= wordShare {
        drawn.append(.text(.init(start, height), "\(entry.state)"))
      }
    }
    var lettered = -Double.infinity
    for (time, mark) in lane.marks {
      drawn.append(.stem(.init(time.seconds, 0.9), mark.tone))
      // Of several at almost the same time the first has a letter.
      if (time.seconds - lettered) / end >= letterShare {
        drawn.append(.text(.init(time.seconds, 0.72), String(mark.rawValue)))
        lettered = time.seconds
      }
    }
    return Drawing.Lane(name: lane.name, range: 0...1, ticks: [], rows: 3, marks: drawn)
  }

  /// What happens in a lane, in words; empty for one in which nothing does.
  private static func sentence(_ lane: Lane) -> String {
    var words = lane.states.enumerated().filter { $0.offset > 0 || $0.element.state != .quiet }
      .map { (time: $0.element.time.seconds, word: "\($0.element.state)") }
    words += lane.marks.map { (time: $0.time.seconds, word: $0.mark.words) }
    guard !words.isEmpty else { return "" }
    let sorted = words.sorted { $0.time < $1.time }
    let told = sorted.map { "\($0.word) at \($0.time.rounded(to: 2)) s" }
    return "\(lane.name): \(told.joined(separator: ", "))."
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
    case .recording, .playing: 0.6
    }
  }
}

extension SessionChart.Mark {
  fileprivate var tone: Drawing.Tone {
    switch self {
    case .haptic: .sharpness(1)
    case .suppressed: .difference
    case .notification: .audio
    case .route: .control
    }
  }
}
