internal import TextFormats

extension AHAPReader {
  /// The points of a curve, and their extremes.
  struct PointsDraft {
    var points: [ParameterCurve.ControlPoint] = []
    /// The offset of the array.
    var start = 0
    var firstTime = Seconds.infinity
    var lastTime = -Seconds.infinity
    var highestValue = -Double.infinity
    /// Values that may be out of range; they are checked when the parameter is known.
    var outliers: [(value: Double, offset: Int, index: Int)] = []
    var isWhole = true
  }

  /// Reads a parameter curve; returns nil if it has errors.
  mutating func readCurve() -> ParameterCurve? {
    guard beginObject("a ParameterCurve must be an object", device: .badParameterEntry) else {
      return nil
    }
    var id = Slot<DynamicParameter.ID>.absent
    var time = Slot<Seconds>.absent
    var draft: PointsDraft?
    let members = readMembers(of: AHAPVocabulary.curve) { reader, key in
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
    extent.add(
      PatternExtent.Control(
        id: id, entry: json.frames[1].index, offset: members.start, time: time,
        highest: draft.highestValue,
        points: PatternExtent.Points(
          first: draft.firstTime, last: draft.lastTime, offset: draft.start)))
    return ParameterCurve(id, at: time, controlPoints: draft.points)
  }

  private mutating func readPoints() -> PointsDraft? {
    guard
      beginArray(
        "ParameterCurveControlPoints must be an array in [ ]", device: .badParameterEntry)
    else { return nil }
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
          "this control point's time is before the previous point's; the reader sorts points by time"
        }
      } else if point.time == previous && isDistinct {
        isDistinct = false
        report(.equalControlPointTimes, at: offset) { _ in
          "two control points have the time \(point.time); the value jumps to that of the second point"
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
    guard beginObject("a control point must be an object", device: .badParameterEntry) else {
      return nil
    }
    let start = json.valueStart
    var time = Slot<Seconds>.absent
    var amount = Slot<Double>.absent
    let members = readMembers(of: AHAPVocabulary.point) { reader, key in
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
    // The values of all controls are within -1...1; whether values below 0 are valid depends on the control.
    if !(0...1).contains(number), draft.outliers.count < AHAP.maximumDiagnostics {
      draft.outliers.append((number, offset, json.top.index))
    }
    return (ParameterCurve.ControlPoint(at: seconds, number), start)
  }
}

/// Checks for curves that are valid but not played as written.
extension AHAPReader {
  /// Reports problems in a curve's points that cannot be found until the whole curve has been read.
  mutating func checkPoints(
    _ draft: PointsDraft, _ id: DynamicParameter.ID?, _ members: Members<AHAPVocabulary.CurveKey>
  ) {
    let count = draft.points.count
    let valuePath = members.path(.controlPoints)
    if let id {
      for (value, offset, index) in draft.outliers {
        checkRange(
          id.rawValue, .given(value, at: offset), id.range,
          members.path(.controlPoints, index: index, member: "ParameterValue"))
      }
    }
    guard draft.isWhole else { return }
    if count == 0 {
      report(.noControlPoints, at: draft.start, valuePath, device: .badParameterEntry) {
        "a parameter curve needs at least one control point"
      }
    }
    let most = PatternLimits.maximumControlPoints
    if count > most {
      report(.manyControlPoints, at: draft.start, valuePath) {
        "\(count) control points; a device accepts at most \(most) per curve; use several curves"
      }
    }
  }

  /// Reports curves for the same parameter that overlap.
  mutating func reportOverlaps() {
    guard !json.isStopped else { return }
    for (earlier, later) in extent.overlaps {
      let valuePath = ValuePath(
        depth: 1, key: "Pattern", index: later.entry, member: "ParameterCurve")
      report(.overlappingCurves, at: later.offset, valuePath) {
        "this curve of \(later.id.rawValue) begins at \(later.start), before the curve in "
          + "Pattern[\(earlier.entry)] ends at \(earlier.end); the curve that begins later takes effect"
      }
    }
  }
}
