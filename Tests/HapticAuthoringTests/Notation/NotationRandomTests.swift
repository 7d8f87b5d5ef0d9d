import HapticEngine
import HapticFormats
import TestSupport
import Testing

/// Ranges of a notation, from which random numbers are drawn.
@Suite struct NotationRandomTests {
  private func pattern(_ notation: String) throws -> HapticPattern {
    try HapticPattern(notation: notation)
  }

  private func intensities(_ notation: String) throws -> [Double] {
    try pattern(notation).events.compactMap { $0.value(of: .hapticIntensity) }
  }

  /// The expected numbers were computed from the published algorithm of SplitMix64, in another language.
  @Test func `each repetition draws new numbers, in the written order`() throws {
    let rain = try pattern("3x(tap 0.2~0.4/0.3~0.6, rest 50~150ms)")
    #expect(rain.events.map { $0.value(of: .hapticIntensity) } == [0.31332, 0.28888, 0.37548])
    #expect(rain.events.map { $0.value(of: .hapticSharpness) } == [0.52374, 0.43329, 0.45693])
    #expect(rain.events.map(\.time) == [0, 0.1471, 0.27339])
    #expect(try intensities("seed 7, 4x tap 0~1") == [0.3898, 0.0167, 0.9008, 0.5829])
  }

  @Test func `the default seed is 1, and a seed restarts the sequence`() throws {
    let four = try intensities("4x tap 0~1")
    #expect(four == [0.5666, 0.7458, 0.971, 0.4444])
    #expect(try intensities("seed 1, 4x tap 0~1") == four)
    let two = Array(four.prefix(2))
    #expect(try intensities("2x tap 0~1, seed 1, 4x tap 0~1") == two + four)
    #expect(try intensities("2x(seed 1, 2x tap 0~1)") == two + two)
    #expect(try intensities("seed 18446744073709551615, tap 0~1").count == 1)
  }

  @Test func `fixed numbers do not use up random numbers`() throws {
    #expect(try intensities("tap 0.25/0.5, rest 1s, 2x tap 0~1") == [0.25, 0.5666, 0.7458])
  }

  @Test func `names, voices and ramps draw random numbers in the order of playing`() throws {
    let four = try intensities("4x tap 0~1")
    #expect(try intensities("drop = tap 0~1, 2x drop, (drop & rest 1s, drop)") == four)
    let ramp = try pattern("buzz 1s 0~1..0~1")
    #expect(ramp.events.first?.value(of: .hapticIntensity) == four[1])
    let first = try #require(ramp.curves.first?.controlPoints.first)
    #expect(abs(first.value * four[1] - four[0]) < 1e-12)
  }

  @Test(arguments: [
    "tap 0.2~0.4", "tap 0.5/0.9~0.1", "tone 100~300ms 0.5", "buzz 1s 0.1~0.4..1",
    "buzz 1s 0..0.6~1",
    "buzz 1s attack 0~1", "tone 1s 0.5/-1~1", "tone 1s 0.5 pan -1~1", "rest 1~2s, tap",
    "rest 500ms~1.5s, tap", "@120bpm, rest 1/3b~2/3b, tap", "@120bpm, rest 1~3bars, tap",
    "at 1~2s tap", "@60~180bpm, tap, tap", "2x tap @60~180bpm", "@60~90..120~180bpm 3x tap",
    "set intensity 0~1, tap", "curve sharpness 0s 0~1 1s 1, tap",
    "curve sharpness 0s 0 0.5~1s 1, tap", "1~1000x(tap, rest 1ms)",
    "@120bpm, buzz 1/4~1/2b 0.5", "@120bpm, tap 1~1/2b 0.5, tap", "@120bpm, at 1/4~2b tap",
    "@120bpm, curve sharpness 0s 0 1/4~1/2b 1, tap",
    "tap\n1~1000x\n(tap, rest 1ms)",
  ])
  func `every number can be a range, and the seed decides its value`(notation: String) throws {
    let one = try pattern(notation)
    #expect(try pattern(notation) == one)
    #expect(try pattern("seed 1, \(notation)") == one)
    #expect(try pattern("seed 2, \(notation)") != one)
    #expect(try pattern(one.notation.text) == one)
    #expect(!one.notation.text.contains("~"))
  }

  /// Numbers as written, and their values.
  static let forms: [(text: String, value: Double)] = [
    ("1", 1), ("0.5", 0.5), ("1/4", 0.25), ("3/2", 1.5),
  ]

  @Test(arguments: forms, forms)
  func `a range of beats accepts either form of a number at either end, and one or two units`(
    first: (text: String, value: Double), last: (text: String, value: Double)
  ) throws {
    let (low, high) = (min(first.value, last.value), max(first.value, last.value))
    // At 120 beats per minute, with four beats in a bar.
    for (unit, seconds) in [("b", 0.5), ("bar", 2), ("bars", 2)] {
      // The first number from 0 to 1 that seed 1 draws.
      let expected = (low + (high - low) * 0.5666) * seconds
      for range in [
        "\(first.text)~\(last.text)\(unit)", "\(first.text)\(unit)~\(last.text)\(unit)",
      ] {
        let made = try pattern("@120bpm, rest \(range), tap")
        #expect(made.events.map { ($0.time - expected).magnitude < 1e-9 } == [true], "\(range)")
        #expect(try pattern(made.notation.text) == made, "\(range)")
        let length = try pattern("@120bpm, buzz \(range) 0.5").events.first?.duration ?? 0
        #expect((length - expected).magnitude < 1e-9, "\(range)")
      }
    }
  }

  @Test(arguments: [
    ("500ms", "1s"), ("0.5s", "1000ms"), ("0.5", "1s"), ("500", "1000ms"), ("5e2", "1e3ms"),
    ("1s", "0.5s"), ("1", "0.5s"),
  ])
  func `a range of seconds accepts either form of a number at either end, and one or two units`(
    first: String, last: String
  ) throws {
    #expect(try pattern("rest \(first)~\(last), tap").events.map(\.time) == [0.7833])
  }

  @Test(arguments: seeds(2..<40))
  func `all numbers of a range are equally likely`(seed: UInt64) throws {
    let values = try intensities("seed \(seed), 10000x tap 0.2~0.7")
    #expect(values.allSatisfy { (0.2...0.7).contains($0) })
    var counts = Array(repeating: 0.0, count: 10)
    for value in values { counts[min(9, Int((value - 0.2) * 20))] += 1 }
    // The sum of squares has nine degrees of freedom; in one of a hundred thousand cases it is above 40.
    let sum = counts.reduce(0) { $0 + ($1 - 1_000) * ($1 - 1_000) / 1_000 }
    #expect(sum < 40, "\(counts)")
  }

  @Test(arguments: seeds(0..<40))
  func `drawn numbers stay within their range, however small it is`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let scale: Double = random.choice(of: [1e-300, 1e-9, 0.001, 1])
      let ends = [0, 1].map { _ in Double.random(in: -1...1, using: &random) * scale }
      let text = "seed \(seed), 20x set sharpness \(ends[0])~\(ends[1])"
      let drawn = try pattern(text).parameters.map(\.value)
      let range = (ends.min() ?? 0)...(ends.max() ?? 0)
      #expect(drawn.count == 20 && drawn.allSatisfy(range.contains), "\(text)")
    }
  }

  @Test func `both ends of a range and of a count are drawn`() throws {
    let counts = try (0..<64).map { try pattern("seed \($0), 2~4x tap").events.count }
    #expect(Set(counts) == [2, 3, 4])
    let values = try Set(intensities("200000x tap 0.2~0.4"))
    #expect(values.min() == 0.2 && values.max() == 0.4)
    #expect(values.count == 10_001)
  }

  @Test(arguments: seeds(0..<100))
  func `drawn values survive a round trip through the notation exactly`(seed: UInt64) throws {
    let rain =
      "seed \(seed), 5~40x(tap 0.1~0.6/0.2~1, rest 5~150ms, (buzz 20~60ms 0~0.3/0~1 & tap 0~1)), "
      + "buzz 200~400ms 0.1~0.5..0.6~1 ease-in, @90..200~300bpm 4~9x(tap 0~1, rest 1/4b~1b)"
    let drawn = try pattern(rain)
    #expect(try pattern(drawn.notation.text) == drawn, "\(drawn.notation.text)")
  }
}
