import HapticEngine

/// An event of a notation with its place in time.
struct NotationPlacedEvent {
  var item: NotationEventItem
  let time: Seconds
  let duration: Seconds?
  /// Whether the event is placed at an explicit time with `at`, and so does not follow another event.
  var isPlaced = false

  /// The end of the event, without its release.
  var end: Seconds { NotationEvaluator.sum(time, duration ?? 0) }

  /// Whether one of the event's values moves.
  var isRamp: Bool { item.first?.end != nil || item.second?.end != nil }
}

/// A single event, or events of a notation that follow each other and are played as one continuous event with one
/// curve for each value that moves.
///
/// If a value jumps from one event to the next, the jump takes as long as the shortest attack.
struct NotationChain {
  private(set) var parts: [NotationPlacedEvent]

  init(_ first: NotationPlacedEvent) { parts = [first] }

  /// Creates a chain of `parts`, which must not be empty.
  init(parts: [NotationPlacedEvent]) { self.parts = parts }

  var time: Seconds { parts[0].time }
  var end: Seconds { parts[parts.count - 1].end }
  /// The time at which the chain's last event starts.
  var lastStart: Seconds { parts[parts.count - 1].time }
  var isPlaced: Bool { parts[0].isPlaced }
  private var row: NotationEvent { parts[0].item.row }

  /// The time that a jump of a value takes.
  ///
  /// Our choice: the shortest attack, as if an event began there.
  static let glide = EnvelopeTime.attackSeconds(0)

  /// The length below which an event is too short to be released before the next event starts; such an event is joined
  /// with the next event.
  ///
  /// Our choice: the shortest attack and release, and a millisecond between them.
  static let shortest = glide + PatternCourse.shortestRelease + 0.001

  /// The delay of a ramp that starts after a tap.
  ///
  /// Our choice: five samples at 48 kHz, a twentieth of the shortest attack. A tap takes its strength when it
  /// begins.
  static let behindTap: Seconds = 0.0001

  // MARK: Parts

  /// Adds `next` if it continues where the chain ends.
  ///
  /// The chain's last event and `next` are joined if one of them is a ramp and the second value does not jump, or if
  /// the last event is too short to be released before `next` starts.
  mutating func join(_ next: NotationPlacedEvent) -> Bool {
    let last = parts[parts.count - 1]
    guard !next.isPlaced, row.type == next.item.row.type,
      row.type == .hapticContinuous || row.type == .audioContinuous,
      let length = last.duration, let nextLength = next.duration, length > 0, nextLength > 0,
      last.end == next.time, last.item.parameters.isEmpty, next.item.parameters.isEmpty,
      next.end - time <= PatternLimits.maximumContinuousDuration
    else { return false }
    let id = row.values.second
    let isOneTone =
      last.item.second.ends(id) == next.item.second.starts(id) && (last.isRamp || next.isRamp)
    guard isOneTone || length < Self.shortest else { return false }
    parts.append(next)
    return true
  }

  // MARK: Entries

  /// Returns the event, the curves of the values that move, and the controls that are not neutral at the end, with
  /// their neutral values.
  ///
  /// An intensity curve that starts together with one of `taps` is moved to just after the tap, so that the tap keeps
  /// its strength.
  func made(behind taps: Set<Seconds>) -> (
    event: HapticEvent, curves: [ParameterCurve], backs: [(id: DynamicParameter.ID, value: Double)]
  ) {
    var parameters: [EventParameter] = []
    var curves: [ParameterCurve] = []
    var backs: [(id: DynamicParameter.ID, value: Double)] = []
    let values = [
      (\NotationEventItem.first, row.values.first, row.controls.first, row.neutral.first),
      (\NotationEventItem.second, row.values.second, row.controls.second, row.neutral.second),
    ]
    for (path, id, control, neutral) in values {
      let given = parts.map { $0.item[keyPath: path] }
      guard let own = given.lazy.compactMap(\.self).first else { continue }
      let isMoving =
        given.contains { $0?.end != nil } || Set(given.map { $0.starts(id) }).count > 1
      guard isMoving, parts[0].duration != nil else {
        parameters.append(EventParameter(id, own.start))
        continue
      }
      let ends = given.flatMap { [$0.starts(id), $0.ends(id)] }
      let base = neutral == 1 ? ends.max() ?? 1 : Self.base(of: ends, id, control)
      parameters.append(EventParameter(id, base))
      var points = points(path, id) { value in
        neutral == 1 ? (base == 0 ? 1 : value / base) : value - base
      }
      if control == .hapticIntensityControl, taps.contains(time), points[1].time > Self.behindTap {
        points[0].time = Self.behindTap
      }
      curves += self.curves(of: control, points)
      if let last = points.last?.value, last != neutral { backs.append((control, neutral)) }
    }
    let event = HapticEvent(
      row.type, at: time, duration: parts.count == 1 ? parts[0].duration : length(to: end),
      parameters: parameters + parts[0].item.parameters, waveform: parts[0].item.waveform)
    return (event, curves, backs)
  }

  /// Returns the event's own value if the control is added to it; `ends[0]` is the first value to reach.
  ///
  /// If a pitch moves further than its control can, the event's own pitch is the middle of the values.
  private static func base(
    of ends: [Double], _ id: EventParameter.ID, _ control: DynamicParameter.ID
  ) -> Double {
    guard let low = ends.min(), let high = ends.max(), id.range.contains(low),
      id.range.contains(high),
      !control.range.contains(low - ends[0])
        || !control.range.contains(high - ends[0])
    else { return ends[0] }
    return (low + high) / 2
  }

  private func length(to time: Seconds) -> Seconds { Self.length(from: self.time, to: time) }

  private static func length(from start: Seconds, to end: Seconds) -> Seconds {
    start == 0 ? end : NotationEvaluator.sum(end, -start)
  }

  /// Returns the points of the curve of one value, from the start of the chain.
  private func points(
    _ path: KeyPath<NotationEventItem, NotationValue?>, _ id: EventParameter.ID,
    _ control: (Double) -> Double
  ) -> [ParameterCurve.ControlPoint] {
    var points: [ParameterCurve.ControlPoint] = []
    for part in parts {
      let value = part.item[keyPath: path]
      let length = part.duration ?? 0
      let (first, last) = (control(value.starts(id)), control(value.ends(id)))
      let shape = value?.end == nil ? NotationShape.linear : part.item.shape
      var own = shape.points(from: first, to: last, within: length)
      if let before = points.last {
        if before.value == first {
          own.removeFirst()
        } else {
          let glide = min(Self.glide, length)
          let line = VibrationLine(own.map { .init(time: $0.time, value: $0.value) })
          own.removeAll { $0.time < glide + PatternCourse.resolution }
          own.insert(.init(at: glide, line.value(before: glide)), at: 0)
        }
      }
      let offset = self.length(to: part.time)
      points += own.map { .init(at: NotationEvaluator.sum(offset, $0.time), $0.value) }
    }
    return points
  }

  /// Returns curves of control `id` through `points`, each with as many points as Core Haptics accepts.
  ///
  /// Each curve starts at the last point of the curve before it.
  private func curves(
    of id: DynamicParameter.ID, _ points: [ParameterCurve.ControlPoint]
  ) -> [ParameterCurve] {
    let maximum = PatternLimits.maximumControlPoints
    guard points.count > maximum else {
      return [ParameterCurve(id, at: time, controlPoints: points)]
    }
    return stride(from: 0, to: points.count - 1, by: maximum - 1).map { first in
      let piece = points[first..<min(first + maximum, points.count)]
      let start = first == 0 ? 0 : points[first].time
      return ParameterCurve(
        id, at: NotationEvaluator.sum(time, start),
        controlPoints: piece.map { .init(at: Self.length(from: start, to: $0.time), $0.value) })
    }
  }
}

extension NotationValue? {
  /// The value at the start, or the default of `id`.
  fileprivate func starts(_ id: EventParameter.ID) -> Double { self?.start ?? id.defaultValue }

  /// The value at the end, or the default of `id`.
  fileprivate func ends(_ id: EventParameter.ID) -> Double {
    self?.end ?? self?.start ?? id.defaultValue
  }
}
