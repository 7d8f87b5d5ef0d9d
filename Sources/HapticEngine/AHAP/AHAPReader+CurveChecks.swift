internal import TextFormats

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
