internal import HapticEngine
internal import HapticPerception
internal import TextFormats

/// Operations on single points of curves.
extension EditRun {
  /// Adds a point to the curve at index `entry`, `time` seconds after the curve's time.
  ///
  /// The point follows the points that are not later. It is written like the point next to it.
  mutating func addPoint(
    to entry: Int, at time: Seconds, _ value: Double
  ) throws(EditError) {
    let fields = try curve(entry, for: "add-point")
    let time = try checkedTime(time, of: fields)
    try check(value, fields.control.rawValue, fields.control.range, of: fields)
    let points = CurvePoint.points(of: fields)
    let previous = points.last { $0.time <= time }?.source
    guard let neighbor = previous ?? points.first?.source else {
      throw error(
        fields,
        "the curve does not have a point; delete the curve instead: select [\(entry)] delete")
    }
    let text = text(of: (time, EditNumber.rounded(value)), like: fields.points[neighbor])
    let gap = gap(at: neighbor, of: fields)
    let range = fields.points[neighbor].range
    if previous != nil {
      replace(range.upperBound..<range.upperBound, with: gap + text, of: fields)
    } else {
      replace(range.lowerBound..<range.lowerBound, with: text + gap, of: fields)
    }
  }

  /// Removes the point at `index` of the file from the curve at index `entry`.
  mutating func deletePoint(at index: Int, of entry: Int) throws(EditError) {
    let fields = try curve(entry, for: "delete-point")
    let points = fields.points
    guard points.indices.contains(index) else {
      throw error(
        fields,
        "point \(index) does not exist; the curve has \(points.count.counted("point"))")
    }
    guard points.count > 1 else {
      throw error(
        fields,
        "the curve has only this point; delete the curve instead: select [\(entry)] delete")
    }
    let range =
      index > 0
      ? points[index - 1].range.upperBound..<points[index].range.upperBound
      : points[0].range.lowerBound..<points[1].range.lowerBound
    replace(range, with: [], of: fields)
  }

  /// Returns the curve at index `entry`, which the operation `name` changes.
  private func curve(_ entry: Int, for name: String) throws(EditError) -> EntryFields {
    try check(entry, for: name)
    let fields = document.fields(entry)
    if fields.kind == .curve { return fields }
    throw error(fields, "\(fields.kind.noun) has no points")
  }

  /// Returns a point with the keys, in the order and with the spaces of `neighbor`, but without its unknown keys.
  private func text(
    of point: (time: Seconds, value: Double), like neighbor: EntryFields.Point
  ) -> [UInt8] {
    var scanner = EntryScanner(document.bytes)
    // A point has at least the two keys that it needs.
    guard let items = scanner.container(at: neighbor.range)?.items, items.count > 1 else {
      return Array("{ \"Time\": \(point.time), \"ParameterValue\": \(point.value) }".utf8)
    }
    let members = items.compactMap { item -> [UInt8]? in
      let value: Double
      if item.value == neighbor.time.range {
        value = point.time
      } else if item.value == neighbor.value.range {
        value = point.value
      } else {
        return nil
      }
      let number = EditNumber.text(value, replacing: bytes(item.value))
      return Array(bytes(item.start..<item.value.lowerBound)) + number.utf8
    }
    let space = bytes(items[0].value.upperBound..<items[1].start)
    let open = bytes(neighbor.range.lowerBound..<items[0].start)
    let close = bytes(items[items.count - 1].value.upperBound..<neighbor.range.upperBound)
    return Array(open) + members.joined(separator: space) + close
  }

  /// Returns the comma and the white space to put between the point at `index` and a new point: the same as after this
  /// point or, for the last point, before it.
  private func gap(at index: Int, of fields: EntryFields) -> [UInt8] {
    let points = fields.points
    if points.count > 1 {
      let first = min(index, points.count - 2)
      return Array(bytes(points[first].range.upperBound..<points[first + 1].range.lowerBound))
    }
    let range = points[index].range
    let start = fields.parameterList.map { $0.lowerBound + 1 } ?? range.lowerBound
    let space = bytes(start..<range.lowerBound)
    if space.contains(UInt8(ascii: "\n")) { return [UInt8(ascii: ",")] + space }
    // A point without spaces belongs to a compact file.
    return Array((bytes(range).contains(0x20) ? ", " : ",").utf8)
  }
}
