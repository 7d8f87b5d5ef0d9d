import HapticEditing
import HapticEngine
import TestSupport
import Testing

/// `add-point` and `delete-point`.
@Suite struct PointEditTests {
  @Test func `a point goes between its neighbors, and all other text stays`() throws {
    let old = "{ \"Time\": 0.25, \"ParameterValue\": 0.6 },"
    #expect(
      try EditSample.edited("add-point Pattern[2] 100ms 0.5")
        == EditSample.text.replacing(
          old, with: "{ \"Time\": 0.1, \"ParameterValue\": 0.5 },\n          \(old)"))
  }

  /// The points of a curve before and after an operation on it.
  static let edits: [(points: String, words: String, edited: String)] = [
    // Compact, at the end.
    (
      #"[{"Time":0,"ParameterValue":1}]"#, "add-point [0] 0.5 0",
      #"[{"Time":0,"ParameterValue":1},{"Time":0.5,"ParameterValue":0}]"#
    ),
    // On one line, at the start.
    (
      #"[ {"Time": 1, "ParameterValue": 0.5} ]"#, "add-point [0] 0 0.25",
      #"[ {"Time": 0, "ParameterValue": 0.25}, {"Time": 1, "ParameterValue": 0.5} ]"#
    ),
    // On separate lines, with the keys in another order and an unknown key.
    (
      "[\n\t\t{\"ParameterValue\": 1, \"Id\": [\"a\", 1], \"Time\": 0.0}\n\t]",
      "add-point [0] 1 0.5",
      "[\n\t\t{\"ParameterValue\": 1, \"Id\": [\"a\", 1], \"Time\": 0.0},"
        + "\n\t\t{\"ParameterValue\": 0.5, \"Time\": 1.0}\n\t]"
    ),
    // Every key on its own line, with carriage returns, and a comma after the last point.
    (
      "[\r\n {\r\n  \"Time\" : 0,\r\n  \"ParameterValue\" : 1\r\n },\r\n]", "add-point [0] 2 0.5",
      "[\r\n {\r\n  \"Time\" : 0,\r\n  \"ParameterValue\" : 1\r\n },"
        + "\r\n {\r\n  \"Time\" : 2,\r\n  \"ParameterValue\" : 0.5\r\n },\r\n]"
    ),
    // At the time of another point, the new point is the end of a jump.
    (
      #"[{"Time":0,"ParameterValue":1},{"Time":1,"ParameterValue":0}]"#, "add-point [0] 0 0.5",
      #"[{"Time":0,"ParameterValue":1},{"Time":0,"ParameterValue":0.5},{"Time":1,"ParameterValue":0}]"#
    ),
    // In a file whose points are not in order, the new point follows its predecessor.
    (
      #"[{"Time":5,"ParameterValue":1},{"Time":0,"ParameterValue":1} , {"Time":3,"ParameterValue":1}]"#,
      "add-point [0] 1 0",
      #"[{"Time":5,"ParameterValue":1},{"Time":0,"ParameterValue":1} , {"Time":1,"ParameterValue":0}"#
        + #" , {"Time":3,"ParameterValue":1}]"#
    ),
    (
      #"[{"Time":0,"ParameterValue":1}, {"Time":1,"ParameterValue":0,"Own":2}]"#,
      "delete-point [0] 0", #"[{"Time":1,"ParameterValue":0,"Own":2}]"#
    ),
    (
      #"[{"Time":0,"ParameterValue":1}, {"Time":1,"ParameterValue":0},]"#, "delete-point [0] 1",
      #"[{"Time":0,"ParameterValue":1},]"#
    ),
    (
      #"[{"Time":0,"ParameterValue":1},{"Time":1,"ParameterValue":0}  , {"Time":2,"ParameterValue":1}]"#,
      "delete-point Pattern[0] 1",
      #"[{"Time":0,"ParameterValue":1}  , {"Time":2,"ParameterValue":1}]"#
    ),
  ]

  @Test(arguments: edits)
  func `an added point is written like its neighbor, and a removed one takes its comma along`(
    points: String, words: String, edited: String
  ) throws {
    let text = { (points: String) in
      "{\"Pattern\": [{\"Own\": 1, \"ParameterCurve\": {\"ParameterID\": \"HapticIntensityControl\", "
        + "\"ParameterCurveControlPoints\": \(points), \"Time\": 0}}]}\n"
    }
    var session = try EditSample.edited(EditSample.document(text(points)), words)
    #expect(EditSample.text(session.document) == text(edited))
    #expect(session.steps.map(\.changed) == [1])
    session.undo()
    #expect(EditSample.text(session.document) == text(points))
  }

  @Test(arguments: seeds(1..<41))
  func `exactly the point is added to and removed from the curve`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var generator = PatternGenerator(
      seed: seed, sampleRate: 48_000, length: 1, extras: [.tones, .longEvents])
    let document = try EditSample.document(generator.pattern())
    let entries = try #require(AHAP.read(document.bytes).pattern).entries
    for (index, entry) in entries.enumerated() {
      guard case .curve(let curve) = entry else { continue }
      let time = EditSample.rounded(
        random.oneIn(2)
          ? random.number(in: 0...1) : random.choice(of: curve.controlPoints.map(\.time)))
      let value = EditSample.rounded(random.number(in: 0...1))
      let point = ParameterCurve.ControlPoint(at: time, value)
      var session = EditSession(document)
      try session.apply(.addPoint(entry: index, time: time, value: value))
      let added = try editedCurve(in: session.document, entries, at: index)
      #expect(sorted(added.controlPoints) == sorted(curve.controlPoints + [point]))
      for place in added.controlPoints.indices {
        var removal = EditSession(session.document)
        try removal.apply(.deletePoint(entry: index, index: place))
        var rest = added.controlPoints
        rest.remove(at: place)
        let removed = try editedCurve(in: removal.document, entries, at: index)
        #expect(removed.controlPoints == rest)
        removal.undo()
        #expect(removal.document.bytes == session.document.bytes)
      }
      session.undo()
      #expect(session.document.bytes == document.bytes)
    }
  }

  /// Returns the curve at `index` of `document`, whose other entries must equal `entries`.
  private func editedCurve(
    in document: EditDocument, _ entries: [HapticPattern.Entry], at index: Int
  ) throws -> ParameterCurve {
    var edited = try #require(AHAP.read(document.bytes).pattern).entries
    guard edited.count == entries.count, case .curve(let curve) = edited[index] else {
      throw EditError.operation(name: "test", reason: "the edit changed the entries")
    }
    edited[index] = entries[index]
    #expect(edited == entries)
    return curve
  }

  /// The points in the order in which they play: by time, and points of one time as in the list.
  private func sorted(
    _ points: [ParameterCurve.ControlPoint]
  ) -> [ParameterCurve.ControlPoint] {
    points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  @Test(arguments: ["0", "0.1", "0.25", "2"])
  func `removing an added point restores the file`(time: String) throws {
    let index = ["0": 1, "0.1": 1, "0.25": 2, "2": 3][time] ?? 0
    #expect(
      try EditSample.edited("add-point Pattern[2] \(time) 0.5 delete-point Pattern[2] \(index)")
        == EditSample.text)
  }
}
