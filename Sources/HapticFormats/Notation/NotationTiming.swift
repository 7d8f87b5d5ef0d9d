import HapticEngine

/// An item of a notation that has been placed in time.
enum NotationPlaced {
  case event(NotationPlacedEvent)
  /// A parameter or a curve.
  case control(HapticPattern.Entry)
}

/// Makes a pattern's entries from the items of a notation that have been placed in time.
///
/// Joins events, resets controls after ramps, and ends events early if another event follows immediately
/// (`PatternCourse`).
///
/// The control of a ramp begins with the ramp's event. It is normally reset when the event has been released, or
/// earlier, when another event begins. If another source sets the control by then, the control is reset when that
/// source starts, or at the end of the ramp if the reset would otherwise override the source. If something else is
/// still sounding, the control is reset at the end of the ramp.
struct NotationTiming {
  private(set) var entries: [HapticPattern.Entry] = []
  /// For each entry, the index of the item that made it; for items that were joined, the first index.
  private(set) var origins: [Int] = []
  /// The events, sorted by their starts.
  private let events: [(start: Seconds, end: Seconds)]
  /// For each event, the latest end of all events that started no later than this event.
  private let latestEnds: [Seconds]
  /// The times of taps.
  private let taps: Set<Seconds>
  /// The controls that the notation itself sets.
  private let controls: PatternCourse
  /// For each control, the sources that do not reset it, sorted by their starts.
  ///
  /// If two sources start together, the later item takes precedence.
  private var sources: [DynamicParameter.ID: [(start: Seconds, order: Int)]] = [:]

  private enum Item {
    case chain(NotationChain)
    case control(HapticPattern.Entry)
  }

  init(_ placed: [NotationPlaced]) {
    var events: [(start: Seconds, end: Seconds)] = []
    var taps: Set<Seconds> = []
    var controls: [HapticPattern.Entry] = []
    for item in placed {
      switch item {
      case .event(let event):
        events.append((event.time, event.end))
        if event.item.row.type == .hapticTransient { taps.insert(event.time) }
      case .control(let entry): controls.append(entry)
      }
    }
    events.sort { $0.start < $1.start }
    self.events = events
    var latest = 0.0
    latestEnds = events.map { event in
      latest = max(latest, event.end)
      return latest
    }
    self.taps = taps
    self.controls = PatternCourse(controls)
    let items = joined(placed, before: controls.lazy.compactMap(\.start).min() ?? .infinity)
    for (order, item) in items.lazy.map(\.item).enumerated() {
      switch item {
      case .control(let entry): add(entry, order)
      case .chain(let chain):
        for curve in chain.made(behind: taps).curves { add(.curve(curve), order) }
      }
    }
    for id in DynamicParameter.ID.allCases {
      sources[id]?.sort { ($0.start, $0.order) < ($1.start, $1.order) }
    }
    make(items)
  }

  private mutating func add(_ entry: HapticPattern.Entry, _ order: Int) {
    if let id = entry.control, let start = entry.start {
      sources[id, default: []].append((start, order))
    }
  }

  // MARK: Chains

  /// Returns the items, with events joined if nothing else is sounding and the notation itself does not set a control
  /// at that time.
  ///
  /// The notation may set controls from `firstControl` on.
  private func joined(
    _ placed: [NotationPlaced], before firstControl: Seconds
  ) -> [(item: Item, origin: Int)] {
    var items: [(item: Item, origin: Int)] = []
    for (origin, item) in placed.enumerated() {
      switch item {
      case .control(let entry): items.append((.control(entry), origin))
      case .event(let event):
        if case .chain(var chain)? = items.last?.item, event.end < firstControl,
          isAlone(from: chain.lastStart, to: event), chain.join(event)
        {
          items[items.count - 1].item = .chain(chain)
        } else {
          items.append((.chain(NotationChain(event)), origin))
        }
      }
    }
    return items
  }

  /// Whether nothing sounds until the end of `event` except the event itself and the event before it, which began
  /// at `start`.
  ///
  /// Taps may be at `start`.
  private func isAlone(from start: Seconds, to event: NotationPlacedEvent) -> Bool {
    let first = events.partitioningIndex { $0.start >= start }
    let second = events.partitioningIndex { $0.start > start }
    let next = events.partitioningIndex { $0.start >= event.end }
    return second + 1 == next && (first == 0 || latestEnds[first - 1] <= start)
      && events[first..<second].count { $0.end > start } == 1
  }

  // MARK: Entries

  private mutating func make(_ items: [(item: Item, origin: Int)]) {
    var chains: [(index: Int, isRamp: Bool)] = []
    var (rises, placed) = (Set<Seconds>(), Set<Int>())
    for (order, (item, origin)) in items.enumerated() {
      defer { origins += repeatElement(origin, count: entries.count - origins.count) }
      guard case .chain(let chain) = item else {
        if case .control(let entry) = item { entries.append(entry) }
        continue
      }
      let made = chain.made(behind: taps)
      chains.append((entries.count, !made.curves.isEmpty))
      if chain.isPlaced { placed.insert(entries.count) }
      entries.append(.event(made.event))
      for curve in made.curves {
        rises.insert(curve.time + curve.controlPoints[0].time)
        entries.append(.curve(curve))
      }
      for back in made.backs {
        let time = self.back(back.id, after: made.event, at: chain.end, order)
        rises.insert(time)
        entries.append(.parameter(DynamicParameter(back.id, back.value, at: time)))
      }
    }
    let course = PatternCourse(entries)
    for (index, isRamp) in chains {
      // A rise that the notation itself sets stays as written.
      let causes = PatternCourse.Causes(event: { [placed] in !placed.contains($0) }) { [rises] in
        isRamp || rises.contains($0)
      }
      guard let seam = course.seam(of: index, for: causes), case .event(let event) = entries[index]
      else { continue }
      entries[index] = .event(course.silenced(event, by: seam))
    }
  }

  /// The time at which `control` is reset after the ramp of `event`, which ends at `end`; `order` is the order of
  /// its item.
  private func back(
    _ control: DynamicParameter.ID, after event: HapticEvent, at end: Seconds, _ order: Int
  ) -> Seconds {
    guard event.isContinuous else { return end }
    let next = events.partitioningIndex { $0.start >= end }
    if next > 0, latestEnds[next - 1] > end { return end }
    var back = NotationEvaluator.sum(end, controls.envelope(of: event).release)
    if next < events.count { back = min(back, events[next].start) }
    let others = sources[control] ?? []
    let other = others.partitioningIndex { $0.start >= end }
    guard other < others.count, others[other].start <= back else { return back }
    // If the other source comes later in the notation, the reset is at its start, and the other source takes over. If
    // it comes earlier, a reset at its start would override it, so the reset is at `end`.
    return others[other].order > order ? others[other].start : end
  }
}
