package import HapticEngine
internal import Realtime

/// A point of a curve after an edit.
package struct CurvePoint: Hashable {
  /// The index of the point in the file; nil for a new point.
  package var source: Int?
  /// Seconds from the start of the curve in the file.
  package var time: Seconds
  package var value: Double

  package init(source: Int?, time: Seconds, value: Double) {
    self.source = source
    self.time = time
    self.value = value
  }
}

/// Removes points of a curve as long as the curve stays within a tolerance of the original.
package struct CurveSimplification {
  /// Levels below this value count as equal: -60 dB.
  ///
  /// Our choice: nobody perceives a thousandth of the strongest level.
  static let floor = 0.001

  private let range: ClosedRange<Double>
  private let isLevel: Bool
  private let factor: Double

  /// Creates a simplification that keeps `control` within `decibels`.
  ///
  /// Intensity and volume are levels. A control that is added to its parameter is not a level. For such a
  /// control, the tolerance is the amount by which the decibels change a level of 1: 0.12 for 1 dB (our choice).
  package init(_ control: DynamicParameter.ID, decibels: Double) {
    range = control.range
    isLevel = control.combination == .multiplies
    factor = Decibels.ratio(decibels)
  }

  /// The values that the simplified curve may have where the original value is `value`.
  private func bounds(_ value: Double) -> ClosedRange<Double> {
    let value = range.clamped(value)
    guard isLevel else { return (value - (factor - 1))...(value + (factor - 1)) }
    let level = max(value, Self.floor)
    return (value < Self.floor ? 0 : level / factor)...(level * factor)
  }

  /// The time at which a line starts or stops being silent; the compared value has a corner there.
  private func corner(_ first: CurvePoint, _ second: CurvePoint) -> Seconds? {
    let values = (range.clamped(first.value), range.clamped(second.value))
    guard isLevel, (values.0 < Self.floor) != (values.1 < Self.floor) else { return nil }
    let share = (Self.floor - values.0) / (values.1 - values.0)
    return first.time + share * (second.time - first.time)
  }

  /// Returns the points that are needed, in order.
  ///
  /// After each kept point, the next kept point is the farthest one for which a straight line stays within the bounds
  /// of all points in between. The original and the new line are straight between points, so their ratio is greatest at
  /// a point.
  ///
  /// - Complexity: O(n) for curves most of whose points are removed.
  package func simplified(_ points: [CurvePoint]) -> [CurvePoint] {
    var kept: [CurvePoint] = []
    var anchor = 0
    while anchor < points.count {
      kept.append(points[anchor])
      if anchor == points.count - 1 { break }
      anchor = next(after: anchor, points)
    }
    return kept
  }

  private func next(after anchor: Int, _ points: [CurvePoint]) -> Int {
    let start = points[anchor]
    let value = range.clamped(start.value)
    var farthest = anchor + 1
    // A step is not a line.
    if points[farthest].time <= start.time { return farthest }
    var (lowest, highest) = (-Double.infinity, Double.infinity)
    for index in (anchor + 1)..<points.count {
      let time = points[index].time - start.time
      if index > anchor + 1, points[index].time <= points[index - 1].time { break }
      if let corner = corner(points[index - 1], points[index]), corner > start.time {
        let bounds = bounds(Self.floor)
        lowest = max(lowest, (bounds.lowerBound - value) / (corner - start.time))
        highest = min(highest, (bounds.upperBound - value) / (corner - start.time))
      }
      let slope = (range.clamped(points[index].value) - value) / time
      if slope >= lowest && slope <= highest { farthest = index }
      let bounds = bounds(points[index].value)
      lowest = max(lowest, (bounds.lowerBound - value) / time)
      highest = min(highest, (bounds.upperBound - value) / time)
      if lowest > highest { break }
    }
    return farthest
  }
}
