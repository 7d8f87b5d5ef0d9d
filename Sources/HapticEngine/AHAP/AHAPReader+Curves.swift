internal import TextFormats

extension AHAPReader {
  /// The points of a curve, with what is remarkable about their times.
  struct PointsDraft {
    var points: [ParameterCurve.ControlPoint] = []
    /// Where the array begins.
    var start = 0
    var firstTime = Seconds.infinity
    var lastTime = -Seconds.infinity
    var highestValue = -Double.infinity
    /// Values that may be out of range, to be checked when the parameter is known.
    var outliers: [(value: Double, offset: Int, index: Int)] = []
    /// Whether all elements could be read.
    var isWhole = true
  }

  /// Reads a parameter curve, or nil if it has errors.
  mutating func readCurve() -> ParameterCurve? {
    let value = json.beginValue()
    guard case .object = value else {
      refuse(value, "a ParameterCurve must be an object", device: .badParameterEntry)
      return nil
    }
    var id = Slot<DynamicParameter.ID>.absent
    var time = Slot<Seconds>.absent
    var draft: PointsDraft?
    let members = readMembers(of: AHAPWords.curve) { reader, key in
      switch key {
      case .id: id = reader.readControl()
      case .time: time = reader.readEntryTime(device: .badParameterEntry)
      case .controlPoints: draft = reader.readPoints()
      }
    }
    check(members, device: .badParameterEntry)
    guard let draft else { return nil }
    checkPoints(draft, id.value, members)
    guard let id = id.value, let time = time.value, draft.isWhole else { return nil }
    audibility.add(id, reaching: draft.highestValue, from: time + draft.firstTime)
    extent.add(
      PatternExtent.Control(
        id: id, start: time + draft.firstTime, entry: json.frames[1].index, offset: members.start,
        points: PatternExtent.Points(
          curveStart: time, first: draft.firstTime, last: draft.lastTime, offset: draft.start)))
    spans.append(
      CurveSpan(
        id: id, start: time + draft.firstTime, end: time + draft.lastTime, offset: members.start,
        entry: json.frames[1].index))
    return ParameterCurve(id, at: time, controlPoints: draft.points)
  }

  private mutating func readPoints() -> PointsDraft? {
    let value = json.beginValue()
    guard case .array = value else {
      refuse(
        value, "ParameterCurveControlPoints must be an array in [ ]", device: .badParameterEntry)
      return nil
    }
    var draft = PointsDraft()
    draft.start = json.valueStart
    var isOrdered = true
    var isDistinct = true
    while json.nextElement() {
      guard let (point, offset) = readPoint(of: &draft) else {
        draft.isWhole = false
        continue
      }
      let previous = draft.points.last?.time ?? -1
      if point.time < previous && isOrdered {
        isOrdered = false
        report(.unorderedControlPoints, at: offset) { _ in
          "this control point is before the one above it; they are taken in order of time"
        }
      } else if point.time == previous && isDistinct {
        isDistinct = false
        report(.equalControlPointTimes, at: offset) { _ in
          "two control points are at \(point.time); they make a step, to the later one's value"
        }
      }
      draft.points.append(point)
    }
    if json.closedDamaged { draft.isWhole = false }
    return draft
  }

  private mutating func readPoint(
    of draft: inout PointsDraft
  ) -> (ParameterCurve.ControlPoint, offset: Int)? {
    let value = json.beginValue()
    let start = json.valueStart
    guard case .object = value else {
      refuse(value, "a control point must be an object", device: .badParameterEntry)
      return nil
    }
    var time = Slot<Seconds>.absent
    var amount = Slot<Double>.absent
    let members = readMembers(of: AHAPWords.point) { reader, key in
      switch key {
      case .time: time = reader.readEntryTime(device: .badParameterEntry)
      case .value: amount = reader.readNumber(key.rawValue, device: .badParameterEntry)
      }
    }
    check(members, device: .badParameterEntry)
    guard let seconds = time.value, case .given(let number, let offset) = amount else { return nil }
    draft.firstTime = min(draft.firstTime, seconds)
    draft.lastTime = max(draft.lastTime, seconds)
    draft.highestValue = max(draft.highestValue, number)
    // No control goes beyond -1...1; below 0 depends on the control.
    if !(0...1).contains(number), draft.outliers.count < AHAP.mostDiagnostics {
      draft.outliers.append((number, offset, json.top.index))
    }
    return (ParameterCurve.ControlPoint(at: seconds, number), start)
  }
}

/// What is legal in a curve, but not played as it is written.
extension AHAPReader {
  /// Reports problems of a curve's points that show only when the whole curve is read.
  mutating func checkPoints(
    _ draft: PointsDraft, _ id: DynamicParameter.ID?, _ members: Members<AHAPWords.CurveKey>
  ) {
    let count = draft.points.count
    let spot = members.spot(.controlPoints)
    if let id {
      for (value, offset, index) in draft.outliers {
        checkRange(
          id.rawValue, .given(value, at: offset), id.range,
          members.spot(.controlPoints, index: index, member: "ParameterValue"))
      }
    }
    guard draft.isWhole else { return }
    if count == 0 {
      report(.noControlPoints, at: draft.start, spot, device: .badParameterEntry) {
        "a parameter curve needs at least one control point"
      }
    }
    let most = PatternLimits.mostControlPoints
    if count > most {
      report(.manyControlPoints, at: draft.start, spot) {
        "\(count) control points; a device takes \(most) in a curve, more need another curve"
      }
    }
  }

  /// Reports curves of one parameter that overlap.
  mutating func reportOverlaps() {
    guard !json.isStopped else { return }
    for (earlier, later) in CurveSpan.overlaps(in: spans) {
      let spot = Spot(depth: 1, key: "Pattern", index: later.entry, member: "ParameterCurve")
      report(.overlappingCurves, at: later.offset, spot) {
        "this curve of \(later.id.rawValue) begins at \(later.start), before the one in "
          + "Pattern[\(earlier.entry)] ends, at \(earlier.end); the later one governs"
      }
    }
  }
}

/// The time that a curve takes, for finding curves that overlap.
struct CurveSpan {
  let id: DynamicParameter.ID
  /// The time of the first point, from the start of the pattern.
  let start: Seconds
  /// The time of the last point, from the start of the pattern.
  let end: Seconds
  /// Where the curve is in the file.
  let offset: Int
  /// The index of its entry.
  let entry: Int

  /// Curves that follow each other may overlap by this much, because the sums of their times are
  /// rounded.
  ///
  /// Our choice.
  static let tolerance: Seconds = 1e-6

  /// Each curve that begins while an earlier one of the same parameter lasts, with the one of the
  /// earlier that ends last.
  static func overlaps(in spans: [CurveSpan]) -> [(earlier: CurveSpan, later: CurveSpan)] {
    var result: [(earlier: CurveSpan, later: CurveSpan)] = []
    var longest: [DynamicParameter.ID: CurveSpan] = [:]
    for span in spans.sorted(by: { ($0.start, $0.offset) < ($1.start, $1.offset) }) {
      if let earlier = longest[span.id] {
        if span.start < earlier.end - tolerance { result.append((earlier, span)) }
        if span.end <= earlier.end { continue }
      }
      longest[span.id] = span
    }
    return result
  }
}
