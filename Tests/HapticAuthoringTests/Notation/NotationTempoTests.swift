import HapticEngine
import HapticFormats
import TestSupport
import Testing

/// Tempos that change.
@Suite struct NotationTempoTests {
  /// The times of the events, in seconds.
  private func times(_ notation: String) throws -> [Double] {
    try HapticPattern(notation: notation).events.map(\.time)
  }

  /// Whether times are equal within rounding errors.
  private func expect(
    _ notation: String, _ expected: [Double], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try times(notation)
    #expect(found.count == expected.count, "\(notation): \(found)", sourceLocation: location)
    for (one, other) in zip(found, expected) {
      #expect(abs(one - other) < 5e-8, "\(notation): \(found)", sourceLocation: location)
    }
  }

  /// The time of a beat in a ramp from 60 to 120 beats per minute, which takes two thirds of a second a beat.
  ///
  /// The number of beats until a time is the integral of the tempo, t + t² / (2 d) with d seconds in all.
  private func time(_ beat: Double, of beats: Double) -> Double {
    let duration = beats * 2 / 3
    var (low, high) = (0.0, duration)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if middle + middle * middle / (2 * duration) < beat { low = middle } else { high = middle }
    }
    return low
  }

  @Test func `eight beats from 60 to 120 take as long as at 90, and each beat is shorter`() throws {
    let expected = (0..<8).map { time(Double($0), of: 8) }
    try expect("@60..120bpm 8x tap, tap, tap", expected + [16 / 3, 16 / 3 + 0.5])
    let beats = zip(expected.dropFirst(), expected).map { $0 - $1 }
    #expect(beats == beats.sorted(by: >) && beats[0] < 1 && beats[6] > 0.5)
  }

  @Test(arguments: seeds(0..<200))
  func `the integral of the tempo until a tap is the tap's beat`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (start, end) = (
      Int.random(in: 1...600, using: &random), Int.random(in: 1...600, using: &random)
    )
    let count = Int.random(in: 1...60, using: &random)
    let found = try times("@\(start)..\(end)bpm \(count)x(tap 1/3b, rest 1/6b), tap")
    let beats = Double(count) / 2
    let duration = beats * 120 / Double(start + end)
    #expect(abs((found.last ?? 0) - duration) < 1e-7)
    for (index, time) in found.enumerated() {
      // The integral of a tempo that changes at a constant rate.
      let passed =
        (Double(start) * time + Double(end - start) * time * time / (2 * duration)) / 60
      #expect(abs(passed - Double(index) / 2) < 1e-6, "beat \(index) at \(time)")
    }
  }

  @Test
  func `a ramp after an item applies only to it, and a ramp before items ends in a steady tempo`()
    throws
  {
    try expect("@60bpm, 2x tap @60..120bpm, tap, tap", [0, time(1, of: 2), 4 / 3, 7 / 3])
    try expect("@60..120bpm 2x tap, tap, tap", [0, time(1, of: 2), 4 / 3, 11 / 6])
    try expect("2x tap @60..120bpm, tap, tap", [0, time(1, of: 2), 4 / 3, 4 / 3])
    try expect(
      "@60..120bpm 2x tap, @120..60bpm 2x tap, tap, tap",
      [0, time(1, of: 2), 4 / 3, 4 / 3 + 4 / 3 - time(1, of: 2), 8 / 3, 11 / 3])
  }

  @Test(arguments: ["8x tap", "3x(tap, rest 1/3b, buzz 2b 0.5)", "tap 1/7b, rest 2bars, tap"])
  func `a ramp between equal tempos is a constant tempo`(item: String) throws {
    try expect("@97..97bpm (\(item)), tap", times("@97bpm, \(item), tap"))
  }

  @Test func `lengths in seconds stay unchanged and do not consume beats`() throws {
    let beats = (0...4).map { time(Double($0), of: 4) + Double($0) * 0.1 }
    try expect("@60..120bpm 4x(tap, rest 100ms), tap", beats)
    let buzz = try HapticPattern(notation: "@60..120bpm 4x(buzz 100ms 0.5, tap)")
    #expect(buzz.events.compactMap(\.duration) == [0.1, 0.1, 0.1, 0.1])
  }

  @Test func `durations and curves under a ramp follow its beats`() throws {
    let pattern = try HapticPattern(notation: "@60..120bpm 2x(buzz 3b 0.5, rest 1b)")
    let durations = pattern.events.compactMap(\.duration)
    let expected = [time(3, of: 8), time(7, of: 8) - time(4, of: 8)]
    #expect(zip(durations, expected).allSatisfy { abs($0 - $1) < 1e-8 }, "\(durations)")
    let curve = try HapticPattern(
      notation: "@60..120bpm (rest 2b, curve intensity 0b 0 2b 1, rest 6b)"
    ).curves
    #expect(abs((curve.first?.time ?? 0) - time(2, of: 8)) < 1e-8)
    let length = curve.first?.controlPoints.last?.time ?? 0
    #expect(abs(length - (time(4, of: 8) - time(2, of: 8))) < 1e-8)
  }

  /// A third of a beat and a beat at 97 beats per minute, to the nanosecond, wherever they begin.
  @Test func `lengths in beats are rounded to the nanosecond`() throws {
    let pattern = try HapticPattern(
      notation: "@97bpm, curve pan 0b 0 1b 1, buzz 1/3b 0.5, rest 0.1234567891234s, tap")
    #expect(pattern.events.map(\.duration) == [0.206185567, nil])
    #expect(pattern.events.map(\.time) == [0, 0.329642356])
    #expect(pattern.curves.first?.controlPoints.map(\.time) == [0, 0.618556701])
    #expect(try times("@97bpm, tap, tap | tap") == [0, 0.618556701, 2.474226804])
    // Bars are counted from the first bar, so they are not rounded one by one.
    #expect(try times("@97bpm, 3000x(tap |), tap").last == 7422.680412371)
    let moving = try HapticPattern(notation: "@60..97bpm (tap, buzz 1/3b 0.5)")
    for time in moving.events.map(\.time) + moving.events.compactMap(\.duration) {
      #expect(time == (time * 1e9).rounded() / 1e9)
    }
    // Lengths in seconds stay as written.
    #expect(try times("rest 0.1234567891234s, tap") == [0.1234567891234])
  }

  @Test(arguments: seeds(0..<100))
  func `a pattern in beats comes back exactly from its notation`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tempo = Double.random(in: 30...300, using: &random)
    let pattern = try HapticPattern(
      notation:
        "@\(tempo)bpm, 2x(buzz 1/3b 0.2..0.8/0.3, tap | curve pan 0b 0 1/7b 1, buzz 2/7b 1..0)")
    #expect(try HapticPattern(notation: pattern.notation.text) == pattern)
  }

  @Test func `voices share the beats of a ramp, whose number is that of the longest voice`() throws
  {
    let beats = (0..<4).map { time(Double($0), of: 4) }
    try expect("@60..120bpm (4x tap & 2x tone 2b 0.3 & rest 5s, tap)", beats + [0, beats[2], 5])
    // The ramp continues after the voice with the most beats.
    try expect("@60..120bpm ((2x tap & tap), 2x tap)", [0, beats[1], 0, beats[2], beats[3]])
  }

  @Test func `bars and times under a ramp are counted in its beats`() throws {
    try expect("@60..120bpm (tap | tap | tap, rest 3b)", [0, time(4, of: 12), time(8, of: 12)])
    try expect("@60..120bpm 3/4 (tap | tap, rest 2b)", [0, time(3, of: 6)])
    try expect(
      "@60..120bpm (at 2b tap, at 1b tap, at 4b tap)", [2, 1, 4].map { time($0, of: 5) })
    try expect("@60..120bpm (rest 1b, (at 1b tap), tap)", [2, 3].map { time($0, of: 4) })
  }

  @Test func `two taps keep their distance while the pauses shrink`() throws {
    let beats = (0..<4).map { time(Double($0), of: 4) }
    try expect(
      "@60..120bpm 4x(tap 0.9/0.2 & at 150ms tap 0b 0.5/0.3)", beats.flatMap { [$0, $0 + 0.15] })
    // In one voice, the distance is added to the beats.
    let later = beats.enumerated().map { $0.element + Double($0.offset) * 0.15 }
    try expect(
      "@60..120bpm 4x(tap 0.9/0.2, at 150ms tap 0.5/0.3)", later.flatMap { [$0, $0 + 0.15] })
  }

  @Test func `an item with its own tempo does not consume beats of the enclosing ramp`() throws {
    let middle = time(1, of: 2)
    try expect("@60..120bpm (tap, tap @60bpm, tap)", [0, middle, middle + 1])
    try expect(
      "@60..120bpm (tap, 2x tap @60..120bpm, tap)", [0, middle, 2 * middle, middle + 4 / 3])
  }

  @Test func `a ramp does not change random numbers`() throws {
    let item = "6x(tap 0~1/0~1, rest 1/2b~2b)"
    let values = { (notation: String) in
      try HapticPattern(notation: notation).events.map(\.parameters)
    }
    #expect(try values("@60..120bpm \(item), tap 0~1") == values("@60bpm, \(item), tap 0~1"))
  }

  @Test func `a tempo does not need a comma after it`() throws {
    for (short, long) in [
      ("@60bpm 4x(tap)", "@60bpm, 4x(tap)"), ("@60bpm 3/4 2x tap", "@60bpm 3/4, 2x tap"),
      ("tap, @60bpm tap, tap", "tap, @60bpm, tap, tap"),
    ] {
      #expect(try HapticPattern(notation: short) == HapticPattern(notation: long))
    }
  }

  @Test func `bars of a repeated item with a tempo are counted from its first repetition`() throws {
    #expect(try times("2x(tap | tap) @60bpm") == [0, 4, 5, 8])
    #expect(try times("2x(tap, tap) @60bpm, tap") == [0, 1, 2, 3, 4])
  }

  @Test func `nested ramps are read in bounded time`() throws {
    let nested = (0..<40).reduce("tap") { item, _ in "(tap, \(item)) @60..120bpm" }
    do throws(NotationError) {
      _ = try HapticPattern(notation: nested)
      Issue.record("40 nested ramps were read")
    } catch {
      #expect(error.problems.map(\.reason) == [.tooLong])
    }
    let few = (0..<8).reduce("tap") { item, _ in "(tap, \(item)) @60..120bpm" }
    #expect(try times(few).count == 9)
    #expect(throws: NotationError.self) {
      try HapticPattern(notation: "@1..2bpm 1000000x rest 1000000b")
    }
  }

  @Test(arguments: [
    "@60..120bpm 8x(tap 1/3b 0.9/0.2, tap 2/3b 0.5/0.4)", "@200..50bpm 9x(buzz 1b 0.3..1/0.5)",
    "@60..180bpm (16x tap & 4x buzz 4b 0.2/0.1)",
  ])
  func `a pattern with a ramp comes back exactly from its notation`(notation: String) throws {
    let pattern = try HapticPattern(notation: notation)
    #expect(try HapticPattern(notation: pattern.notation.text) == pattern)
  }
}
