import HapticEngine
import HapticFormats
import HapticPerception
import Testing

/// Patterns and the descriptions of how they feel.
@Suite struct PatternDescriptionTests {
  private func lines(_ notation: String) throws -> [String] {
    try PatternDescription(of: HapticPattern(notation: notation)).lines.map(\.text)
  }

  @Test(arguments: [
    ("tap 1/0.5", "a strong tap"), ("tap 0.25/1", "a faint, crisp tap"),
    ("tap 0.9/0.1", "a strong, soft tap"), ("tap 0.02/0.5", "an imperceptible tap"),
    ("buzz 400ms 1/0.5", "a vibration of 400 ms, strong"),
    ("buzz 400ms 0.1..1/0.5", "a vibration of 400 ms, growing from faint to strong"),
    ("buzz 1s 0.9..0.1/0.9", "a vibration of 1 s, fading from strong to faint, crisp"),
    ("buzz 1s 0.8/0.1..0.9", "a vibration of 1 s, strong, soft, getting crisper"),
    (
      "tap 0.3, rest 100ms, tap 1, rest 100ms, tap 0.2",
      "3 taps, 100 ms apart, swelling to strong and fading"
    ),
    ("@120bpm, 4x(tap 1, tap 0.4)", "8 taps, 500 ms apart, alternating between strong and light"),
    (
      "(buzz 3s 1 & curve intensity 0s 1 1s 0 2s 1 3s 0)",
      "a vibration of 3 s, with 2 peaks, up to strong, with a pause of 100 ms"
    ),
    (
      "(buzz 2s 0.5 & curve intensity 0s 0 500ms 1 1s 0 1.5s 1 2s 0)",
      "a vibration of 2 s, swelling to medium and fading, 2 times, with a pause of 100 ms"
    ),
    (
      "(buzz 1s 1 & curve intensity 0s 1 499ms 1 500ms 0 600ms 0 601ms 1 1s 1)",
      "a vibration of 1 s, strong, with a pause of 100 ms"
    ),
    (
      "(buzz 1s 1/0 & curve sharpness 0s 0 500ms 1 1s 0)",
      "a vibration of 1 s, strong, soft, getting crisper and softer again"
    ),
    (
      "(buzz 1s 1 & curve intensity 0s 1 500ms 0.1 1s 1)",
      "a vibration of 1 s, fading to faint and growing again"
    ),
    (
      "buzz 500ms 1 release 0.9",
      "a vibration of 500 ms, strong, then fading out within 1.06 s"
    ),
    (
      "buzz 1s 1/1 sustained 0 decay 0.3",
      "a vibration of 1 s, fading from medium to imperceptible, crisp"
    ),
    (
      "(buzz 785ms 1/0 & curve intensity 0s 0.36 705ms 0.36 705ms 0 785ms 0)",
      "a vibration of 785 ms, medium, soft"
    ),
    (
      "40x(buzz 100ms 1, rest 100ms)", "40 vibrations, 200 ms apart, each of 100 ms, strong"
    ),
    (
      "(buzz 2s 0.5/0 & curve sharpness 0s 0 400ms 0.5 800ms 0 1.2s 0.5 1.6s 0 2s 0.5)",
      "a vibration of 2 s, medium, soft, changing between softer and crisper"
    ),
    (
      "(buzz 2s 0.5/0 & curve sharpness 0s 0 400ms 1 800ms 0 1.2s 1 1.6s 0 2s 1)",
      "a vibration of 2 s, medium, changing between soft and crisp"
    ),
    // The first fall, from 155 to 128 Hz, is more than the smallest noticeable ratio, 1.18.
    (
      [0.24, 0.37, 0.5, 0.32, 0.43, 0.56, 0.38, 0.5, 0.62].map { "tap 1/\($0)" }
        .joined(separator: ", rest 100ms, "),
      "9 taps, 100 ms apart, strong, soft, changing between softer and crisper"
    ),
    (
      [0.24, 0.34, 0.43, 0.56].map { "tap 1/\($0)" }.joined(separator: ", rest 100ms, "),
      "4 taps, 100 ms apart, strong, soft, getting crisper"
    ),
    // A short attack or decay does not change how strong a vibration is.
    ("(buzz 1s 1 & curve intensity 0s 0.4 80ms 1 1s 1)", "a vibration of 1 s, strong"),
    ("(buzz 1s 1 & curve intensity 0s 1 940ms 1 1s 0.3)", "a vibration of 1 s, strong"),
    (
      "(buzz 1s 1 & curve intensity 0s 0.3 50ms 0.8 500ms 1 950ms 0.8 1s 0.8)",
      "a vibration of 1 s, strong"
    ),
    // An accent does.
    (
      "(buzz 1s 1 & curve intensity 0s 1 80ms 0.15 1s 0.15)",
      "a vibration of 1 s, fading from strong to faint"
    ),
  ])
  func `one sensation is described`(notation: String, text: String) throws {
    #expect(try lines(notation) == [text])
  }

  @Test func `the strength of a tap does not depend on a simultaneous vibration`() throws {
    #expect(
      try lines("(buzz 1s 1/0.5 & rest 500ms, tap 0.02)").last == "an imperceptible tap")
  }

  @Test func `the sharpness of a vibration does not depend on taps within it`() throws {
    #expect(
      try lines("(buzz 1s 0.5/0 & at 500ms tap 1/1)").first == "a vibration of 1 s, medium, soft")
  }

  @Test(arguments: [200, 237, 500])
  func `a sharpness below a third is described as soft, and one above two thirds as crisp`(
    milliseconds: Int
  ) throws {
    for percent in 0...100 where percent != 33 && percent != 67 {
      let lines = try lines("buzz \(milliseconds)ms 0.8/\(Double(percent) / 100)")
      let line = try #require(lines.first)
      #expect(line.hasSuffix(", soft") == (percent < 33), "\(percent): \(line)")
      #expect(line.hasSuffix(", crisp") == (percent > 67), "\(percent): \(line)")
    }
  }

  @Test func `simultaneous taps feel like one`() throws {
    #expect(try lines("tap 1 & tap 1 & tap 1") == ["a strong chord of 3 taps"])
    #expect(try lines("tap 1 & tap 1, rest 500ms, tap 1").count == 2)
    let apart = try lines("tap 1, rest 2ms, tap 1, rest 2ms, tap 1")
    #expect(apart.count == 1)
    #expect(apart.first?.hasPrefix("a texture of 3 taps, 2 ms apart") == true)
  }

  /// The difference of two times in a file may be less than a millisecond by a rounding error.
  @Test(arguments: [0, 37, 500, 1_234])
  func `taps exactly one millisecond apart are separate taps`(start: Int) throws {
    let taps = Array(repeating: "tap 0.5", count: 100).joined(separator: ", rest 1ms, ")
    let lines = try lines("rest \(start)ms, " + taps)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("a texture of 100 taps, 1 ms apart") == true, "\(lines)")
  }

  @Test func `events after the longest measured time are not called too weak`() throws {
    let pattern = try HapticPattern(events: [
      HapticEvent(.hapticTransient),
      HapticEvent(.hapticTransient, at: 4_000),
      HapticEvent(.hapticContinuous, at: 5_000, duration: 1),
    ])
    #expect(
      try PatternDescription(of: pattern).lines.map(\.text) == [
        "a strong tap",
        "1 tap after the first hour, after which strength is not measured",
        "1 vibration after the first hour, after which strength is not measured",
      ])
  }

  @Test func `taps at an even pace are one sensation`() throws {
    let text = Array(repeating: "tap 0.5/0.5", count: 5).joined(separator: ", rest 100ms, ")
    #expect(try lines(text) == ["5 taps, 100 ms apart, light"])
  }

  @Test(arguments: [
    ([1_000, 800, 600, 400, 300, 200], "7 taps, getting faster, from 1 s to 200 ms apart"),
    ([200, 250, 300, 350, 400], "6 taps, getting slower, from 200 ms to 400 ms apart"),
    ([600, 500], "3 taps, getting faster, from 600 ms to 500 ms apart"),
    ([300, 200], "3 taps, getting faster, from 300 ms to 200 ms apart"),
    ([150, 220, 300], "4 taps, getting slower, from 150 ms to 300 ms apart"),
    ([500, 480, 500, 480], "5 taps, 490 ms apart"),
  ])
  func `taps that get faster or slower are described as such`(gaps: [Int], pace: String) throws {
    let taps = gaps.map { "tap 1/0.5, rest \($0)ms" } + ["tap 1/0.5"]
    #expect(try lines(taps.joined(separator: ", ")) == [pace + ", strong"])
  }

  @Test func `vibrations that get faster are described as such`() throws {
    let gaps = [400, 320, 260, 210, 160]
    let text = gaps.map { "buzz 100ms 1, rest \($0 - 100)ms" } + ["buzz 100ms 1"]
    #expect(
      try lines(text.joined(separator: ", ")) == [
        "6 vibrations, getting faster, from 400 ms to 160 ms apart, each of 100 ms, strong"
      ])
  }

  @Test func `a few taps near other taps do not have a pace`() throws {
    // The first three are separate from the others, but the last three are not.
    let gaps = [300, 200, 900, 250, 400, 280]
    let text = gaps.map { "tap 1, rest \($0)ms" } + ["tap 1"]
    #expect(
      try lines(text.joined(separator: ", "))
        == ["3 taps, getting faster, from 300 ms to 200 ms apart, strong"]
        + Array(repeating: "a strong tap", count: 4))
  }

  @Test(arguments: [
    ("tap 1, rest 300ms, tap 1, rest 300ms", ["a strong tap", "a strong tap"]),
    ("3x(tap 1, rest 300ms)", ["3 taps, 300 ms apart, strong"]),
    ("tap 1, rest 700ms", ["a strong tap"]),
  ])
  func `a texture includes all its ticks, even after slower taps`(
    before: String, texts: [String]
  ) throws {
    let ticks = Array(repeating: "tap 1", count: 40).joined(separator: ", rest 40ms, ")
    #expect(
      try lines("\(before), \(ticks)") == texts + ["a texture of 40 taps, 40 ms apart, strong"])
  }

  @Test func `a rhythm is not called a change of pace`() throws {
    let gaps = [100, 200, 400, 100, 250, 600, 100]
    let text = gaps.map { "tap 1, rest \($0)ms" } + ["tap 1"]
    #expect(try lines(text.joined(separator: ", ")) == Array(repeating: "a strong tap", count: 8))
  }

  @Test(arguments: [
    (
      "4x(tap 1, rest 150ms, tap 1, rest 450ms)",
      ["4 pairs of taps, 150 ms apart, every 600 ms, strong"]
    ),
    (
      "3x(tap 1, rest 280ms, tap 0.4, rest 620ms)",
      ["3 pairs of taps, 280 ms apart, every 900 ms, alternating between strong and light"]
    ),
    // One beat before the pairs and one after them.
    (
      "tap 1, rest 600ms, 3x(tap 1, rest 200ms, tap 1, rest 800ms), tap 1",
      ["a strong tap", "3 pairs of taps, 200 ms apart, every 1 s, strong", "a strong tap"]
    ),
    // Two pairs may be a coincidence.
    ("2x(tap 1, rest 150ms, tap 1, rest 450ms)", Array(repeating: "a strong tap", count: 4)),
    (
      "3x(buzz 100ms 1, rest 50ms, buzz 60ms 1, rest 590ms)",
      [
        "3 pairs of vibrations, 150 ms apart, every 800 ms, the first of 100 ms, strong, and the "
          + "second of 60 ms, strong"
      ]
    ),
    (
      "3x(buzz 100ms 1, rest 50ms, buzz 100ms 1, rest 550ms)",
      ["3 pairs of vibrations, 150 ms apart, every 800 ms, each of 100 ms, strong"]
    ),
  ])
  func `pairs at a regular pace are one sensation`(
    notation: String, texts: [String]
  ) throws {
    #expect(try lines(notation) == texts)
  }

  @Test func `pairs that get faster are described as such`() throws {
    let text = [1_000, 900, 800, 700, 600, 500].map {
      "tap 1, rest 100ms, tap 1, rest \($0 - 100)ms"
    }
    #expect(
      try lines(text.joined(separator: ", ")) == [
        "6 pairs of taps, 100 ms apart, getting faster, from every 1 s to every 600 ms, strong"
      ])
  }

  @Test(arguments: [
    ("4x(tap 1 & tap 1, rest 300ms)", "4 chords of 2 taps, 300 ms apart, strong"),
    ("2x(tap 1 & tap 1, rest 300ms, tap 1, rest 300ms)", "4 taps and chords, 300 ms apart, strong"),
    (
      "3x(tap 1 & tap 1, rest 300ms), 2x(tap 1 & tap 1 & tap 1, rest 300ms)",
      "5 chords of 2 to 3 taps, 300 ms apart, strong"
    ),
    (
      "3x((tap 1 & tap 1), rest 100ms, (tap 1 & tap 1), rest 400ms)",
      "3 pairs of chords of 2 taps, 100 ms apart, every 500 ms, strong"
    ),
  ])
  func `chords in a run are counted as moments`(notation: String, text: String) throws {
    #expect(try lines(notation) == [text])
  }

  /// An attack of 1 lasts a second; a curve falls from 1.5 to 2 s.
  ///
  /// Both are less than a decibel from their
  /// ends for a tenth of that.
  @Test(arguments: [
    ("buzz 3s 0.8/0.3 attack 1", "strong, soft, fading in within ", 800.0...1_000),
    (
      "(buzz 2s 0.8/0.3 & curve intensity 0s 1 1.5s 1 2s 0)",
      "strong, soft, fading out in its last ", 400...500
    ),
  ])
  func `a vibration that is constant except for its fade is not called growing or fading`(
    notation: String, words: String, milliseconds: ClosedRange<Double>
  ) throws {
    let line = try #require(try lines(notation).first)
    let rest = line.replacing(#/^a vibration of \d s, /#, with: "")
    #expect(rest.hasPrefix(words), "\(line)")
    let length = try #require(Double(rest.dropFirst(words.count).dropLast(" ms".count)), "\(line)")
    #expect(milliseconds.contains(length), "\(line)")
  }

  @Test func `a vibration that fades in and out is steady in between`() throws {
    let line = try #require(
      try lines("(buzz 2s 0.8/0.3 & curve intensity 0s 0 300ms 1 1.7s 1 2s 0)").first)
    #expect(
      line.replacing(#/\d+ ms/#, with: "# ms")
        == "a vibration of 2 s, strong, soft, fading in within # ms, fading out in its last # ms")
  }

  @Test func `a step from one strength to another is not a fade`() throws {
    #expect(
      try lines("(buzz 2s 1/0.5 & curve intensity 0s 0.3 599ms 0.3 600ms 1 2s 1)")
        == ["a vibration of 2 s, growing from light to strong"])
  }

  @Test func `taps too fast to count are a texture`() throws {
    let text = Array(repeating: "tap 0.5/0.5", count: 20).joined(separator: ", rest 20ms, ")
    #expect(try lines(text) == ["a texture of 20 taps, 20 ms apart, light"])
  }

  @Test func `the summary counts the kinds and states the maximum strength`() throws {
    let description = try PatternDescription(
      of: HapticPattern(notation: "tap 1/0.5, rest 100ms, buzz 400ms 1/0.5"))
    #expect(
      description.summary
        == "1 tap and 1 vibration in 500 ms, up to 27 dB above the threshold of feeling.")
  }

  @Test func `a pattern that cannot be felt is described as too weak`() throws {
    let description = try PatternDescription(of: HapticPattern(notation: "buzz 400ms 0.02/0.5"))
    #expect(description.summary == "1 vibration in 400 ms, too weak to be felt.")
  }

  @Test func `an empty pattern is described as empty`() throws {
    #expect(
      try PatternDescription(of: HapticPattern(entries: [])).paragraph == "Nothing happens.")
  }

  @Test func `a long list is cut, and the omitted entries are counted`() throws {
    // Without a pace or pairs.
    let text = (0..<100).map { "tap 0.5/0.5, rest \([100, 170, 290][$0 % 3])ms" }
      .joined(separator: ", ")
    let description = try PatternDescription(of: HapticPattern(notation: text))
    #expect(description.lines.count == PatternDescription.maximumLines)
    #expect(description.omitted == 60)
    #expect(description.text.hasSuffix("and 60 more sensations\n"))
  }

  @Test func `a sound is described by the caption at its time, which is shown for a while`() throws
  {
    let json = #"[{"Time": 0.3, "Text": "ding"}, {"Time": -1, "Text": "no"}, {"Text": "no"}, 7]"#
    let pattern = try HapticPattern(
      entries: HapticPattern(notation: "rest 300ms, tone 100ms").entries,
      metadata: ["Captions": .json(json)])
    #expect(pattern.captions == [PatternCaption(time: 0.3, text: "ding")])
    #expect(try PatternDescription(of: pattern).lines.map(\.text) == ["a tone for 0.1 s: ding"])
    #expect(pattern.captions.shown(at: 0.2) == nil)
    #expect(pattern.captions.shown(at: 2)?.text == "ding")
    #expect(pattern.captions.shown(at: 2.4) == nil)
    #expect(try HapticPattern(notation: "tap").captions.isEmpty)
  }

  @Test(arguments: HapticPreset.allCases)
  func `every preset can be felt and is described`(preset: HapticPreset) throws {
    let description = try PatternDescription(of: preset.pattern)
    #expect(!description.lines.isEmpty)
    #expect(!description.text.contains("imperceptible") && !description.text.contains("too weak"))
  }
}
