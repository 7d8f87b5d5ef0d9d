package import HapticEngine

/// The early ends of events in a document that is about to be edited.
///
/// An event ends before its follower by the time that its release takes (`PatternCourse`). Edits of times would change
/// that distance, so events are extended to their followers while times change. Afterward, events that did not click
/// before the edit, but would click now, end early again. Events that already clicked are unchanged, because such a
/// change was not requested. If an event is followed only by a control that rises again, the event keeps its length,
/// and `stretch` keeps the distance.
package struct EditedSeams {
  /// The document in which selected events last until their followers; nil if none of them ends early.
  let whole: EditDocument?
  /// The indices of events that click.
  private let clicking: Set<Int>
  /// The course of the document.
  let course: PatternCourse
  /// The index of the entry because of which each event of `whole` ended early, by the index of the event.
  private let causes: [Int: Int]
  /// The selected steps with which a control rises again after an event, by their indices.
  let returns: [Int: ControlReturn]
  /// Whether added entries come from another place, where they may click.
  private let addsOthers: Bool

  /// Creates the seams of `document`, before `operation`; nil if the operation does not create seams.
  init?(
    _ document: EditDocument, _ selected: EntrySet, _ operation: EditOperation
  ) throws(EditError) {
    let seams = operation.seams
    if seams == .stay || seams == .move && selected.isAll { return nil }
    addsOthers = seams != .cut
    let entries = document.patternEntries
    course = PatternCourse(entries)
    let wholes = seams == .scale ? course.wholes.filter { selected.contains($0.index) } : []
    whole = wholes.isEmpty ? nil : try document.replacing(wholes.map { ($0.index, $0.event) })
    let starts = Self.starts(in: wholes.isEmpty ? [] : entries)
    causes = wholes.reduce(into: [:]) { $0[$1.index] = starts[EditNumber.nanoseconds($1.cause)] }
    // Extended events end early again, even if they clicked before.
    clicking = Set(course.silenced().map(\.index)).subtracting(wholes.map(\.index))
    let stays = clicking.union(wholes.map(\.index))
    returns =
      seams == .scale
      ? Self.returns(in: entries) { selected.contains($0) && !stays.contains($0) } : [:]
  }

  /// Returns the edited document without the clicks that the edit has introduced; nil if there are no such clicks.
  ///
  /// `origins` contains the index of each entry before the edit; nil for added entries.
  func settled(
    _ document: EditDocument, _ origins: [Int?]
  ) throws(EditError) -> EditDocument? {
    let entries = document.patternEntries
    // Added entries are not changed relative to each other. Most operations do not add entries.
    let hasAdded = origins.contains(nil)
    let (old, new) = (
      hasAdded ? controlTimes(in: entries) { origins[$0] != nil } : [],
      hasAdded ? controlTimes(in: entries) { origins[$0] == nil } : []
    )
    let course = PatternCourse(entries)
    var silenced = course.silenced { index in
      guard let origin = origins[index] else {
        if !addsOthers { return .init() }
        return .init(
          event: { origins[$0] != nil }, rise: { old.contains(EditNumber.nanoseconds($0)) })
      }
      guard clicking.contains(origin) else { return .init() }
      return .init(
        event: { origins[$0] == nil }, rise: { new.contains(EditNumber.nanoseconds($0)) })
    }
    silenced = merged(silenced, overtaken(course, entries, origins))
    return silenced.isEmpty ? nil : try document.replacing(silenced)
  }

  /// The events that now continue past the entries because of which they ended early, as after `quantize`.
  ///
  /// They end early again.
  private func overtaken(
    _ course: PatternCourse, _ entries: [HapticPattern.Entry], _ origins: [Int?]
  ) -> [(index: Int, event: HapticEvent)] {
    if causes.isEmpty { return [] }
    let places = origins.enumerated().reduce(into: [Int: Int]()) { places, item in
      if let origin = item.element { places[origin] = item.offset }
    }
    return causes.compactMap { index, cause in
      guard let place = places[index], let next = places[cause],
        case .event(let event) = entries[place], let start = entries[next].start,
        start > event.time, start < event.time + event.playedDuration - PatternCourse.resolution
      else { return nil }
      return (place, course.silenced(event, by: start))
    }
  }

  /// Merges both lists in order of their indices; if both have an event at the same index, the event of `second` wins.
  private func merged(
    _ first: [(index: Int, event: HapticEvent)], _ second: [(index: Int, event: HapticEvent)]
  ) -> [(index: Int, event: HapticEvent)] {
    if second.isEmpty { return first }
    let indices = Set(second.map(\.index))
    return (first.filter { !indices.contains($0.index) } + second).sorted { $0.index < $1.index }
  }

  /// Returns the entry that starts at each time, events before controls.
  private static func starts(in entries: [HapticPattern.Entry]) -> [Int: Int] {
    var starts: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let start = entry.start else { continue }
      let key = EditNumber.nanoseconds(start)
      if case .event(let event) = entry {
        if event.isContinuous { starts[key] = index }
      } else if starts[key] == nil {
        starts[key] = index
      }
    }
    return starts
  }

  /// Returns the steps that follow a selected event after the shortest release, unless another entry begins at the same
  /// time.
  private static func returns(
    in entries: [HapticPattern.Entry], _ isChosen: (Int) -> Bool
  ) -> [Int: ControlReturn] {
    var steps: [DynamicParameter.ID: [Int: Int]] = [:]
    for (index, entry) in entries.enumerated() where isChosen(index) {
      if case .parameter(let step) = entry {
        steps[step.id, default: [:]][EditNumber.nanoseconds(step.time)] = index
      }
    }
    if steps.isEmpty { return [:] }
    let starts = entries.compactMap(\.start).sorted()
    var returns: [Int: ControlReturn] = [:]
    for (index, entry) in entries.enumerated() where isChosen(index) {
      guard case .event(let event) = entry, event.isContinuous else { continue }
      let end = event.time + event.playedDuration
      let time = end + PatternCourse.shortestRelease
      guard let step = steps[event.strengthControl]?[EditNumber.nanoseconds(time)] else { continue }
      let first = starts.partitioningIndex { $0 > time - PatternCourse.resolution }
      let next = first + 1 < starts.count ? starts[first + 1] : .infinity
      if next > time + PatternCourse.resolution {
        returns[step] = ControlReturn(end: end, next: next)
      }
    }
    return returns
  }

  /// Returns the times of the points of parameters and curves for which `isMeant` returns true.
  private func controlTimes(
    in entries: [HapticPattern.Entry], _ isMeant: (Int) -> Bool
  ) -> Set<Int> {
    entries.indices.reduce(into: []) { times, index in
      guard isMeant(index) else { return }
      switch entries[index] {
      case .event: break
      case .parameter(let step): times.insert(EditNumber.nanoseconds(step.time))
      case .curve(let curve):
        for point in curve.controlPoints {
          times.insert(EditNumber.nanoseconds(curve.time + point.time))
        }
      }
    }
  }
}

/// A step with which a control rises again one shortest release after the end of an event.
struct ControlReturn {
  /// The end of the event, in seconds.
  let end: Seconds
  /// The start of the first entry after the step, in seconds; infinity if the step is last.
  let next: Seconds
}

extension EditDocument {
  /// The entries of the pattern.
  var patternEntries: [HapticPattern.Entry] { AHAP.read(bytes).pattern?.entries ?? [] }

  /// Returns the document with the durations and releases of `events`.
  fileprivate func replacing(
    _ events: [(index: Int, event: HapticEvent)]
  ) throws(EditError) -> EditDocument {
    var run = EditRun(self, .all)
    try run.carryOut { (run) throws(EditError) in try run.setLengths(of: events) }
    return patched(run.patch)
  }
}

extension EditRun {
  /// Sets the durations and releases of events to those of `events`, which must be in order.
  package mutating func setLengths(of events: [(index: Int, event: HapticEvent)]) throws(EditError)
  {
    var rest = events[...]
    let indices = Set(events.map(\.index))
    try document.forEach(where: indices.contains) { fields throws(EditError) in
      guard let event = rest.popFirst()?.event else { return }
      if let duration = event.duration { try setDuration(duration, of: fields) }
      if let release = event.value(of: .releaseTime) {
        setParameter(.releaseTime, to: release, of: fields)
      }
    }
  }
}

/// The effect of an operation on the seams between events.
enum EditedSeamChange {
  /// The operation does not create seams.
  case stay
  /// The operation creates seams, unless it acts on all entries.
  case move
  /// The operation adds entries from elsewhere, or removes some.
  case add
  /// The operation turns one entry into several.
  case cut
  /// The operation changes the distances between events.
  case scale
}

extension EditOperation {
  /// The effect of the operation on the seams between events.
  var seams: EditedSeamChange {
    switch self {
    // `set` and the operations on points write exactly the requested values.
    case .select, .scaleIntensity, .scaleSharpness, .raiseIntensity, .raiseSharpness, .normalize,
      .set, .addPoint, .deletePoint, .simplify:
      .stay
    case .shift, .move: .move
    case .humanize, .trim, .delete, .duplicate, .append, .overlay: .add
    case .split: .cut
    case .stretch, .fit, .reverse, .quantize, .snap: .scale
    }
  }
}
