/// A straight piece of a control: from `start` until the next segment, the control has the value
/// `value + slope * (t - start)`.
struct ControlSegment: BitwiseCopyable, Equatable {
  /// Seconds of pattern time.
  var start: Seconds
  /// The value at `start`, already in the control's range.
  var value: Double
  /// Change per second.
  var slope: Double
  /// True for the first segment of a parameter or a curve: where a source takes over.
  var beginsSource: Bool
}

extension ControlSegment {
  /// The segments of control `id`: what all parameters and curves of a pattern make together.
  ///
  /// The source that starts later governs from its start, and one that has been overridden never
  /// comes back; of two that start together the later in `entries` governs. Law: for every time t
  /// the value is that of the governing source, clamped points joined by straight lines, the last
  /// held.
  static func segments(
    of id: DynamicParameter.ID, in entries: [HapticPattern.Entry]
  ) -> [ControlSegment] {
    var sources: [[ControlSegment]] = []
    for entry in entries {
      switch entry {
      case .event: break
      case .parameter(let parameter):
        if parameter.id == id { sources.append(segments(of: parameter)) }
      case .curve(let curve):
        if curve.id == id { sources.append(segments(of: curve)) }
      }
    }
    return joined(sources, default: id.defaultValue)
  }

  static func segments(of parameter: DynamicParameter) -> [ControlSegment] {
    [
      ControlSegment(
        start: parameter.time, value: parameter.id.range.clamp(parameter.value), slope: 0,
        beginsSource: true)
    ]
  }

  static func segments(of curve: ParameterCurve) -> [ControlSegment] {
    // A stable sort: of two points at one time the later in the file must come last.
    let points = curve.controlPoints.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map { (time: curve.time + $0.element.time, value: curve.id.range.clamp($0.element.value)) }
    var segments: [ControlSegment] = []
    for (index, point) in points.enumerated() {
      let next = index + 1 < points.count ? points[index + 1] : nil
      if let next, next.time <= point.time { continue }
      let slope = next.map { ($0.value - point.value) / ($0.time - point.time) } ?? 0
      segments.append(
        ControlSegment(
          start: point.time, value: point.value, slope: slope, beginsSource: segments.isEmpty))
    }
    return segments
  }

  private static func joined(
    _ sources: [[ControlSegment]], default value: Double
  ) -> [ControlSegment] {
    let ordered = sources.filter { !$0.isEmpty }.enumerated().sorted {
      ($0.element[0].start, $0.offset) < ($1.element[0].start, $1.offset)
    }.map(\.element)
    var joined = [ControlSegment(start: 0, value: value, slope: 0, beginsSource: false)]
    for (index, source) in ordered.enumerated() {
      let end = index + 1 < ordered.count ? ordered[index + 1][0].start : .infinity
      joined.append(contentsOf: source.prefix { $0.start < end })
    }
    return joined
  }
}
