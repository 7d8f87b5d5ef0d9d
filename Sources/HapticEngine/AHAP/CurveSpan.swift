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
