import Foundation
import HapticEngine
import HapticFormats
import Testing

/// `.haptic` clips: comparisons with the AHAP files of their makers' converters, and round trips.
@Suite struct HapticClipTests {
  private static let format = PatternFormat.named("haptic")

  private static func pattern(_ text: String) throws -> ImportedPattern {
    try #require(format).read(Array(text.utf8))
  }

  private static func clip(_ amplitude: String, _ frequency: String = "[]") -> String {
    """
    {"version": {"major": 1, "minor": 0, "patch": 0}, "signals": {"continuous": {"envelopes":
      {"amplitude": \(amplitude), "frequency": \(frequency)}}}}
    """
  }

  @Test
  func `a clip's amplitude becomes its square root in the curve, and is reduced under an emphasis`()
    throws
  {
    let imported = try Self.pattern(
      Self.clip(
        """
        [{"time": 0, "amplitude": 0.25}, {"time": 1, "amplitude": 0.36,
          "emphasis": {"amplitude": 0.81, "frequency": 0.3}}, {"time": 2, "amplitude": 0.25}]
        """, #"[{"time": 0, "frequency": 0.16}, {"time": 2, "frequency": 0.49}]"#))
    let pattern = try #require(imported.parts.first?.pattern)
    let curves = pattern.curves.map { $0.controlPoints.map(\.value) }
    #expect(curves == [[0.5, 0.6 * 0.8, 0.5], [0.4, 0.7]])
    let tap = try #require(pattern.events.first { $0.type == .hapticTransient })
    #expect(tap.time == 1)
    #expect(tap.value(of: .hapticIntensity) == 0.9)
    #expect(tap.value(of: .hapticSharpness) == 0.3)
    // The curve weakens the tap, and a straight line becomes curved between points.
    #expect(Set(imported.losses.listed.map(\.kind)) == [.transient, .curveShape])
  }

  @Test func `separate taps keep their full strength`() throws {
    let text = Self.clip(
      """
      [{"time": 0, "amplitude": 0.25}, {"time": 1, "amplitude": 0.25,
        "emphasis": {"amplitude": 0.81, "frequency": 0.3}}, {"time": 2, "amplitude": 0.25}]
      """)
    let imported = try #require(Self.format).read(
      Array(text.utf8), options: ConversionOptions(transients: .apart))
    #expect(imported.parts.map(\.name) == ["continuous", "transients"])
    #expect(imported.parts[1].pattern.curves.isEmpty)
    #expect(!imported.losses.listed.contains { $0.kind == .transient })
  }

  @Test func `a tap in a pause is equally strong in one pattern and in two`() throws {
    let text = Self.clip(
      """
      [{"time": 0, "amplitude": 0.25}, {"time": 0.1, "amplitude": 0}, {"time": 0.2, "amplitude": 0,
        "emphasis": {"amplitude": 0.81, "frequency": 0.3}}, {"time": 0.5, "amplitude": 0},
       {"time": 0.6, "amplitude": 0.25}, {"time": 1, "amplitude": 0.25}]
      """, #"[{"time": 0, "frequency": 0.25}, {"time": 1, "frequency": 0.25}]"#)
    let imported = try Self.pattern(text)
    #expect(!imported.losses.listed.contains { $0.kind == .transient })
    let parts = try #require(Self.format).read(
      Array(text.utf8), options: ConversionOptions(transients: .apart)
    ).parts
    func level(_ pattern: HapticPattern) throws -> [Float] {
      let samples = try OfflineRenderer(pattern, sampleRate: 8_000).hapticSamples()
      return samples + [Float](repeating: 0, count: max(0, 9_000 - samples.count))
    }
    let one = try level(imported.parts[0].pattern)
    let two = zip(try level(parts[0].pattern), try level(parts[1].pattern)).map { $0 + $1 }
    // After the pause, the vibration begins with another phase, so only its strength is compared.
    #expect(zip(one, two).prefix(3_900).allSatisfy { abs($0 - $1) < 1e-4 })
    func energy(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
    #expect(abs(energy(one[4_000...]) / energy(two[4_000...]) - 1) < 0.05)
    // The conversion back to a clip.
    let back = try #require(Self.format).write(imported.parts[0].pattern)
    #expect(back.losses.isEmpty)
    let again = try #require(Self.format).read(back.bytes)
    #expect(again.parts[0].pattern.entries == imported.parts[0].pattern.entries)
  }

  @Test func `a clip of more than 30 s comes back without extra points between its events`() throws
  {
    let text = Self.clip(
      #"[{"time": 0, "amplitude": 0}, {"time": 70, "amplitude": 1}]"#,
      #"[{"time": 0, "frequency": 0}, {"time": 70, "frequency": 1}]"#)
    let imported = try Self.pattern(text)
    #expect(imported.parts[0].pattern.events.count == 3)
    let back = try #require(Self.format).write(imported.parts[0].pattern)
    let words = String(decoding: back.bytes, as: UTF8.self)
    #expect(words.split(separator: "\"time\"").count == 5, "\(words)")
  }

  @Test func `frequencies after the end of a clip survive a round trip`() throws {
    let text = Self.clip(
      #"[{"time": 0, "amplitude": 0.5}, {"time": 1, "amplitude": 0.25}]"#,
      #"[{"time": 0, "frequency": 0.1}, {"time": 0.9, "frequency": 0.4}, {"time": 1.1, "frequency": 0.9}]"#
    )
    let back = try #require(Self.format).write(try Self.pattern(text).parts[0].pattern)
    let points = try HapticClipCorpusTests.envelopes(back.bytes).frequency
    #expect(points.map { $0["time"] } == [0, 0.9, 1.1])
    #expect(abs((points.last?["frequency"] ?? 0) - 0.9) < 1e-12)
  }

  @Test(
    arguments: [
      // A jump at the end of the amplitude, and a start after it.
      [(0, 0.25), (2, 1), (2, 0.25), (3, 1)], [(2.5, 0.25), (3, 1)],
    ] as [[(Double, Double)]])
  func `frequencies do not extend a clip, and jumps at its end survive a round trip`(
    frequency: [(Double, Double)]
  ) throws {
    let points = frequency.map { #"{"time": \#($0.0), "frequency": \#($0.1)}"# }
    let text = Self.clip(
      #"[{"time": 0, "amplitude": 0.25}, {"time": 2, "amplitude": 0.25}]"#,
      "[\(points.joined(separator: ", "))]")
    let back = try #require(Self.format).write(try Self.pattern(text).parts[0].pattern)
    let (amplitude, found) = try HapticClipCorpusTests.envelopes(back.bytes)
    #expect(amplitude.map { $0["time"] } == [0, 2])
    for (point, wanted) in zip(found.reversed(), frequency.reversed()) {
      #expect(point["time"] == wanted.0)
      #expect(abs((point["frequency"] ?? -1) - wanted.1) < 1e-12)
    }
    #expect(found.count >= frequency.count)
  }

  @Test func `a rewritten clip has the same numbers`() throws {
    let text = """
      {"version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {"author": "É", "tags": ["a", "b"]},
       "signals": {"continuous": {"envelopes": {"amplitude": [{"time": 0, "amplitude": 0.1},
         {"time": 0.3333333333333333, "amplitude": 0.7, "emphasis": {"amplitude": 0.9, "frequency": 0.123}},
         {"time": 1, "amplitude": 0.30000000000000004}], "frequency": [{"time": 0, "frequency": 0.77}]}}}}
      """
    let format = try #require(Self.format)
    let once = try #require(try format.rewritten(Array(text.utf8)))
    #expect(once.losses.isEmpty)
    let words = String(decoding: once.bytes, as: UTF8.self)
    for number in ["0.3333333333333333", "0.7", "0.9", "0.123", "0.30000000000000004", "0.77"] {
      #expect(words.contains(" : \(number)"), "\(number)")
    }
    #expect(words.contains("\"author\" : \"É\""))
    #expect(words.filter { !$0.isWhitespace }.contains("[\"a\",\"b\"]"))
    #expect(try format.rewritten(once.bytes)?.bytes == once.bytes)
  }

  @Test(arguments: [ConversionOptions.Transients.together, .apart])
  func `a clip of only transients is a pattern of perceptible transients`(
    transients: ConversionOptions.Transients
  ) throws {
    let pattern = HapticPreset.impactHeavy.pattern
    let exported = try #require(Self.format).write(pattern)
    let imported = try #require(Self.format).read(
      exported.bytes, options: ConversionOptions(transients: transients))
    #expect(imported.parts.count == 1)
    let back = try #require(imported.parts.first?.pattern)
    #expect(back.curves.isEmpty && imported.losses.listed.isEmpty)
    #expect(back.events.map(\.type) == pattern.events.map(\.type))
    #expect(back.events.map(\.time) == pattern.events.map(\.time))
  }

  @Test func `a clip of the old version keeps its transients and its duration`() throws {
    let imported = try Self.pattern(
      """
      {"version": {"major": 0, "minor": 2}, "metadata": {"editor": "x", "duration": 3}, "voices":
        {"envelopes": [[{"time": 0, "amplitude": 0}, {"time": 1, "amplitude": 0.64}],
          [{"time": 0, "amplitude": 1}]],
         "transients": [[{"time": 0.5, "amplitude": 1}], [{"time": 0.5, "amplitude": 0.25}]]}}
      """)
    let pattern = try #require(imported.parts.first?.pattern)
    #expect(pattern.duration == 3)
    let tap = try #require(pattern.events.first { $0.type == .hapticTransient })
    #expect(tap.time == 0.5)
    #expect(tap.value(of: .hapticSharpness) == 0.25)
    let curve = try #require(pattern.curves.first)
    #expect(curve.controlPoints.map(\.time) == [0, 0.5, 1, 3])
  }

  @Test func `a round trip through a clip keeps amplitudes and emphases`()
    throws
  {
    let pattern = try HapticPattern {
      Continuous(at: 0.1, duration: 0.5, intensity: 0.5, sharpness: 0.2)
      Transient(at: 1, intensity: 0.8, sharpness: 0.9)
    }
    let format = try #require(Self.format)
    let exported = try format.write(pattern)
    let back = try format.read(exported.bytes).parts[0].pattern
    #expect(exported.losses.isEmpty)
    func amplitude(_ bytes: [UInt8]) -> Substring {
      String(decoding: bytes, as: UTF8.self).split(separator: "\"frequency\" : [")[0]
    }
    #expect(amplitude(try format.write(back).bytes) == amplitude(exported.bytes))
  }

  @Test(arguments: [
    ("{", "1:2: error: the file ends inside"),
    (#"{"version": {"major": 7}}"#, "1:13: error: unknown version; supported: 0, 1"),
    (#"{"version": {"major": 1}}"#, #"1:1: error: missing key "signals""#),
    (clip(#"[{"time": 0, "amplitude": 0.5}]"#), "needs at least two points"),
    (clip(#"[{"time": 1, "amplitude": 0.5}, {"time": 0, "amplitude": 0.5}]"#), "is before that"),
    (
      clip(#"[{"time": 0, "amplitude": 1.5}, {"time": 1, "amplitude": 0.5}]"#),
      "from 0 to 1, not 1.5"
    ),
    (clip(#"[{"time": 0, "amplitude": 0}, {"time": 0, "amplitude": 0.5}]"#), "has no duration"),
  ])
  func `an invalid clip is refused with its place`(text: String, words: String) throws {
    let format = try #require(Self.format)
    let error = #expect(throws: ConversionError.self) { try format.read(Array(text.utf8)) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}

/// Clips from other projects, if `HAPTIC_CORPUS` names a folder.
@Suite(.enabled(if: ClipCorpus.folder != nil, "HAPTIC_CORPUS does not name a folder of clips"))
struct HapticClipCorpusTests {
  @Test func `the corpus contains valid and broken clips`() {
    #expect(ClipCorpus.clips.count > 70)
    #expect(ClipCorpus.refused.count > 8)
  }

  @Test(arguments: ClipCorpus.refused)
  func `a clip that its makers' readers refuse is refused`(path: String) throws {
    let format = try #require(PatternFormat.named("haptic"))
    #expect(throws: ConversionError.self) { try format.read(ClipCorpus.bytes(path)) }
  }

  @Test(arguments: ClipCorpus.clips)
  func `a clip becomes a pattern that Core Haptics would accept`(path: String) throws {
    let format = try #require(PatternFormat.named("haptic"))
    let pattern = try #require(try format.read(ClipCorpus.bytes(path)).parts.first?.pattern)
    let reading = AHAP.read(AHAP.encode(pattern))
    #expect(reading.errorCount == 0)
    #expect(!reading.diagnostics.contains { $0.code == .manyControlPoints })
    #expect(reading.pattern == pattern)
  }

  /// The clips with two simultaneous emphases.
  ///
  /// A point holds only one, so the other is omitted.
  static let doubled = ["Rain1", "RaininCar1"].map { "haptic/nicevibrations/\($0).haptic" }

  /// The clips with an emphasis in a pause.
  static let tapped = ["haptic/nicevibrations/Beep1.haptic"]

  /// The envelopes of a clip, read independently of our reader and without repeated points.
  static func envelopes(
    _ bytes: [UInt8]
  ) throws -> (amplitude: [[String: Double]], frequency: [[String: Double]]) {
    let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let signals = root?["signals"] as? [String: Any]
    let continuous = signals?["continuous"] as? [String: Any]
    let envelopes = continuous?["envelopes"] as? [String: Any]
    func points(_ key: String) -> [[String: Double]] {
      var points: [[String: Double]] = []
      for point in envelopes?[key] as? [[String: Any]] ?? [] {
        var numbers = point.compactMapValues { ($0 as? NSNumber)?.doubleValue }
        for (name, value) in point["emphasis"] as? [String: Any] ?? [:] {
          numbers["emphasis." + name] = (value as? NSNumber)?.doubleValue
        }
        if points.last != numbers { points.append(numbers) }
      }
      return points
    }
    return (points("amplitude"), points("frequency"))
  }

  @Test(arguments: ClipCorpus.clips.filter { $0.hasPrefix("haptic/") })
  func `a clip survives a round trip through AHAP number by number`(path: String) throws {
    let format = try #require(PatternFormat.named("haptic"))
    let bytes = try ClipCorpus.bytes(path)
    let pattern = try #require(try format.read(bytes).parts.first?.pattern)
    let back = try #require(AHAP.read(AHAP.encode(pattern)).pattern)
    let exported = try format.write(back)
    #expect(exported.losses.count == (Self.doubled.contains(path) ? 1 : 0))
    let (before, after) = (try Self.envelopes(bytes), try Self.envelopes(exported.bytes))
    if !Self.doubled.contains(path) {
      #expect(before.amplitude.count == after.amplitude.count)
      for (first, second) in zip(before.amplitude, after.amplitude) {
        #expect(Set(first.keys) == Set(second.keys))
        #expect(first.allSatisfy { abs($0.value - (second[$0.key] ?? .infinity)) < 1e-12 })
      }
    }
    // This includes frequencies after the end of the amplitude.
    #expect(before.frequency.count == after.frequency.count)
    for (first, second) in zip(before.frequency, after.frequency) {
      #expect(first.allSatisfy { abs($0.value - (second[$0.key] ?? .infinity)) < 1e-12 })
    }
  }

  /// The AHAP files that the makers' converters wrote from a clip.
  static let twins: [(clip: String, twin: String)] = ClipCorpus.clips.flatMap { clip in
    let name = clip.split(separator: "/").last.map { String($0.dropLast(7)) } ?? ""
    return ClipCorpus.paths(".ahap").filter {
      $0.hasSuffix("/\(name).ahap")
        || (name == "valid_v1" && $0.hasSuffix("/ahap_from_valid_v1.ahap"))
        || (name == "valid_required_v1" && $0.hasSuffix("/ahap_from_valid_v1_required.ahap"))
    }.map { (clip, $0) }
  }

  /// The twins that disagree.
  ///
  /// Their converter counted the times of a curve's points from the start of the pattern. AHAP counts them
  /// from the start of the curve, so they are late by the curve's own time.
  static let late = [
    "ahap/meta-haptics-sdk/multiple_emphasis.ahap", "ahap/meta-haptics-sdk/valid_v1.ahap",
    "ahap/nicevibrations/17_points.ahap", "ahap/nicevibrations/ahap_from_valid_v1.ahap",
  ]

  /// The twin with the times that its converter meant.
  private static func corrected(_ pattern: HapticPattern) throws -> HapticPattern {
    try HapticPattern(
      entries: pattern.entries.map { entry in
        guard case .curve(var curve) = entry, curve.time > 0,
          let first = curve.controlPoints.first, abs(first.time - curve.time) < 1e-6
        else { return entry }
        for index in curve.controlPoints.indices { curve.controlPoints[index].time -= curve.time }
        curve.controlPoints[0].time = 0
        return .curve(curve)
      })
  }

  @Test func `the corpus contains fourteen clips with an AHAP twin`() {
    #expect(Self.twins.count == 14)
    #expect(Set(Self.late).isSubset(of: Self.twins.map(\.twin)))
  }

  @Test(arguments: twins)
  func `a clip agrees with its AHAP twin once late curves are corrected`(
    clip: String, twin: String
  ) throws {
    let format = try #require(PatternFormat.named("haptic"))
    let ours = try #require(try format.read(try ClipCorpus.bytes(clip)).parts.first?.pattern)
    let theirs = try #require(try ClipCorpus.pattern(twin))
    #expect(ours.onsets.count == theirs.onsets.count)
    #expect(zip(ours.onsets, theirs.onsets).allSatisfy { abs($0 - $1) <= 0.005 })
    let meant = try Self.corrected(theirs)
    #expect((meant.entries == theirs.entries) == !Self.late.contains(twin))
    // After 30 s, our event is released before the next one continues it.
    var entries = meant.entries
    for (index, event) in PatternCourse(entries).silenced() { entries[index] = .event(event) }
    let released = try HapticPattern(entries: entries)
    let distance = try RenderedEnvelope(ours).distance(to: RenderedEnvelope(released))
    #expect(distance < 0.01)
  }

  @Test(arguments: ClipCorpus.clips)
  func `the two separate patterns of a clip are the vibration and the taps of the single pattern`(
    path: String
  ) throws {
    let format = try #require(PatternFormat.named("haptic"))
    let bytes = try ClipCorpus.bytes(path)
    let together = try #require(try format.read(bytes).parts.first?.pattern)
    let parts = try format.read(bytes, options: ConversionOptions(transients: .apart)).parts
    // In a single pattern, the curve is raised for taps in a pause.
    if !Self.tapped.contains(path) {
      #expect(parts.flatMap(\.pattern.entries) == together.entries)
    }
    #expect(parts.count == (together.events.contains { $0.type == .hapticTransient } ? 2 : 1))
  }
}
