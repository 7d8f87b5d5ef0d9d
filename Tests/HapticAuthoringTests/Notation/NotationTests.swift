import Foundation
import HapticEngine
import HapticFormats
import Testing

/// The meaning of notations.
@Suite struct NotationTests {
  private func pattern(_ notation: String) throws -> HapticPattern {
    try HapticPattern(notation: notation)
  }

  /// The times of the events, in seconds.
  private func times(_ notation: String) throws -> [Double] {
    try pattern(notation).events.map(\.time)
  }

  @Test func `items follow each other, with intensity before the slash and sharpness after it`()
    throws
  {
    let expected = try HapticPattern {
      Transient(intensity: 0.8, sharpness: 0.5)
      Continuous(at: 0.1, duration: 0.3, intensity: 0.4, sharpness: 0.3, attack: 0.2, release: 1)
      Transient(at: 0.4)
      Transient(at: 0.4, sharpness: 0.9)
    }
    #expect(
      try pattern(
        "tap 0.8/0.5, rest 100ms, buzz 300ms 0.4/0.3 attack 0.2 release 1, tap, tap /0.9")
        == expected)
  }

  @Test func `tones and sounds have volume and pitch, and their own parameters`() throws {
    let expected = try HapticPattern(events: [
      HapticEvent(
        .audioContinuous, duration: 0.2,
        parameters: [
          .init(.audioVolume, 0.5), .init(.audioPitch, -0.3), .init(.audioPan, -1),
          .init(.audioBrightness, 0.2),
        ]),
      HapticEvent(
        .audioCustom, at: 0.2, duration: 1, parameters: [.init(.audioVolume, 0.7)],
        waveform: .init(path: "a b.wav", usesVolumeEnvelope: false, loops: true)),
    ])
    #expect(
      try pattern(
        "tone 200ms 0.5/-0.3 pan -1 brightness 0.2, sound \"a b.wav\" 1s 0.7 loop no-envelope")
        == expected)
  }

  @Test func `a ramp is the larger value with a curve below it, which is reset afterward`() throws {
    let up = try pattern("buzz 300ms 0.2..0.8/0.3")
    #expect(up.events.first?.value(of: .hapticIntensity) == 0.8)
    #expect(
      up.curves == [
        ParameterCurve(
          .hapticIntensityControl, controlPoints: [.init(at: 0, 0.25), .init(at: 0.3, 1)])
      ])
    #expect(up.parameters == [])
    let down = try pattern("rest 1s, buzz 300ms 1..0/0.2..0.5")
    #expect(down.curves.map(\.time) == [1, 1])
    #expect(down.curves.last?.controlPoints == [.init(at: 0, 0), .init(at: 0.3, 0.3)])
    #expect(
      down.parameters == [
        DynamicParameter(.hapticIntensityControl, 1, at: 1.305),
        DynamicParameter(.hapticSharpnessControl, 0, at: 1.305),
      ])
  }

  @Test(arguments: [
    ("buzz 1s 1..0", 1.005), ("buzz 1s 1..0 release 1", 3), ("buzz 1s 1..0, tap", 1),
    ("buzz 1s 1..0 release 1, rest 500ms, tap", 1.5), ("(buzz 1s 1..0 & buzz 2s)", 1),
    ("buzz 1s 1..0 release 1, rest 1s, set intensity 0.5, rest 3s, tap", 2),
    ("buzz 9ms 1..0/0.3, rest 5ms, buzz 300ms 0.5..0/0.3", 0.014),
    ("(at 1003ms curve intensity 0s 0.5 1s 0.6 & buzz 1s 1..0)", 1),
    ("at 2s tap, at 0s buzz 1s 1..0 release 1", 2), ("set release 1, buzz 1s 1..0", 3),
    // Sums that differ by rounding are the same time.
    ("buzz 300ms 1..0 & at 100ms buzz 200ms 1", 0.305),
    ("buzz 300ms 1..0 & at 150ms buzz 150ms 1", 0.305),
  ])
  func `a ramp is reset when it is released, unless something else sounds`(
    notation: String, time: Double
  ) throws {
    let made = try pattern(notation)
    #expect(made.parameters.contains(DynamicParameter(.hapticIntensityControl, 1, at: time)))
    #expect(try pattern(made.notation.text) == made)
    #expect(made.notation.text.contains("1..0"), "\(made.notation.text)")
  }

  /// A control adds from -1 to 1 to the pitch, which also ranges from -1 to 1.
  @Test(arguments: [
    ("tone 1s 0.5/-1..1", [-1.0, 1]), ("tone 1s 0.5/1..-0.5 ease-in", [1, -0.5]),
    ("tone 1s 0.5..1/-1..1, tone 1s 1/1..-1", [-1, 1, -1]), ("tone 1s 0.5/-0.5..0.5", [-0.5, 0.5]),
  ])
  func `a pitch moves over its whole range`(notation: String, pitches: [Double]) throws {
    let made = try pattern(notation)
    let own = try #require(made.events.first?.value(of: .audioPitch))
    let curve = try #require(made.curves.first { $0.id == .audioPitchControl })
    let values = curve.controlPoints.map(\.value)
    #expect((-1...1).contains(own) && values.allSatisfy((-1...1).contains), "\(made)")
    #expect(pitches.allSatisfy { pitch in values.contains { own + $0 == pitch } })
    #expect(made.notation.text == notation)
    #expect(try pattern(made.notation.text) == made)
  }

  @Test func `a curve outside the range is not written as a ramp`() throws {
    let made = try pattern(
      "buzz 1s 0.5/0.9, at 0s curve sharpness 0s 0 1s 0.5, rest 1s, set sharpness 0")
    #expect(!made.notation.text.contains(".."))
    #expect(try pattern(made.notation.text) == made)
  }

  /// In binary, three quarters of 0.6 s are not the number nearest to 0.45 s.
  @Test func `the times of a shaped ramp have at most nine decimals`() throws {
    let made = try pattern("buzz 600ms 0.2..1 ease-in")
    let times = try #require(made.curves.first?.controlPoints.map(\.time))
    #expect(times == [0, 0.075, 0.15, 0.225, 0.3, 0.375, 0.45, 0.525, 0.6])
    #expect(made.notation.text.contains("ease-in"))
    #expect(try pattern(made.notation.text) == made)
  }

  @Test(arguments: ["", " ease-in", " ease-out", " ease-in-out"])
  func `a tap at the start of a ramp keeps its strength`(shape: String) throws {
    for notation in [
      "tap 1, buzz 500ms 0..1\(shape)", "(rest 1s, buzz 200ms 0.1..0.4\(shape) & rest 1s, tap)",
    ] {
      let made = try pattern(notation)
      let time = try #require(made.events.first { $0.type == .hapticTransient }).time
      // The value that applies when the tap begins.
      let first = try #require(made.curves.first?.controlPoints.first)
      #expect(first.time == 0.0001 && made.curves[0].time == time)
      let again = made.notation.text
      #expect(again.contains("..") && !again.contains("curve"), "\(again)")
      #expect(try pattern(again) == made)
    }
    // Without a tap, it begins with its event.
    #expect(try pattern("tap, rest 10ms, buzz 1s 0..1").curves[0].controlPoints[0].time == 0)
  }

  @Test(arguments: [
    "buzz 1s 1..0/0.5", "buzz 500ms 0.6..0/0.2 ease-out", "buzz 1s 1..0 release 0.8",
  ])
  func `a ramp to zero ends at zero`(notation: String) throws {
    let made = try pattern(notation)
    let samples = try OfflineRenderer(made, sampleRate: 8_000).hapticSamples()
    let end = Int((made.events[0].duration ?? 0) * 8_000)
    #expect(samples[end...].allSatisfy { abs($0) < 0.01 })
  }

  /// The next event is silent, so that only the release of the fade can be heard.
  @Test(arguments: [
    ("buzz 300ms 1..0, tap 0", 0.295),
    ("buzz 300ms 1..0/0.2..0.9 ease-out, rest 2ms, tap 0", 0.297),
    ("buzz 40ms 0.8..0.05/0.2, buzz 100ms 0/0.8", 0.035), ("(buzz 300ms 1..0 & buzz 1s 0)", 0.295),
    ("buzz 300ms 1..0, set intensity 0.9, tap 0", 0.295),
    ("buzz 200ms 1..0.05 ease-in-out, tap 0, rest 50ms, tap 0", 0.195),
    ("buzz 300ms 1..0, rest 5ms, tap 0", 0.3), ("buzz 300ms 1..0.11/0.2, tap 0", 0.295),
  ])
  func `a fade does not click before the next event`(notation: String, duration: Double) throws {
    let made = try pattern(notation)
    let event = try #require(made.events.first)
    #expect(abs((event.duration ?? 0) - duration) < 1e-9)
    #expect(try pattern(made.notation.text) == made)
    #expect(made.notation.text.contains(".."), "\(made.notation.text)")
    #expect(!made.notation.text.contains("curve"), "\(made.notation.text)")
    let samples = try OfflineRenderer(made, sampleRate: 8_000).hapticSamples()
    let last = try #require(made.curves.first?.controlPoints.last)
    let end = Int((last.time - 0.006) * 8_000)
    // Nothing rises in the 12 ms around the end of the fade.
    let level = try #require(event.value(of: .hapticIntensity))
    let greatest = samples[end..<(end + 96)].reduce(0) { max($0, abs(Double($1))) }
    #expect(greatest < max(0.35 * level, 2 * last.value * level), "\(greatest)")
  }

  @Test(arguments: [
    ("buzz 300ms 0..0.4, tap", 0.3), ("buzz 300ms 0.4, tap", 0.3),
    ("buzz 300ms 0.4 release 0.1, buzz 300ms 0.4", 0.3),
    // Another ramp applies when the release is over.
    ("buzz 9ms 1..0/0.3, rest 5ms, buzz 300ms 0.5..0/0.3", 0.009),
    ("buzz 300ms 1..0.2, rest 6ms, buzz 300ms 1", 0.3),
    // Items at an explicit time are left unchanged.
    ("buzz 300ms 0.5, at 300ms buzz 300ms 0.5", 0.3),
  ])
  func `an event that does not get louder keeps its written duration`(
    notation: String, duration: Double
  )
    throws
  {
    let made = try pattern(notation)
    #expect(made.events.first?.duration == duration)
    #expect(try pattern(made.notation.text) == made)
  }

  /// Notations, the durations of their events, and the times and values of the points of their curves.
  private static let chains: [(notation: String, durations: [Double], points: [Double])] = [
    ("buzz 300ms 1..0.11/0.2, buzz 300ms 0.11/0.2", [0.6], [0, 1, 0.3, 0.11, 0.6, 0.11]),
    ("buzz 300ms 1..0, buzz 300ms 0..1", [0.6], [0, 1, 0.3, 0, 0.6, 1]),
    // A jump takes 2 ms.
    ("buzz 100ms 1..0.5, buzz 100ms 0.8", [0.2], [0, 1, 0.1, 0.5, 0.102, 0.8, 0.2, 0.8]),
    ("buzz 100ms 0.5/0.2, buzz 100ms 0.5/0.8", [0.095, 0.1], []),
    ("buzz 100ms 0.5/0.2, buzz 100ms 0.3/0.2", [0.095, 0.1], []),
    ("2x(buzz 100ms 0..1), tap", [0.2], [0, 0, 0.1, 1, 0.102, 0.02, 0.2, 1]),
    ("(buzz 100ms 0.5..1, buzz 100ms 1 & rest 150ms, tap)", [0.095, 0.1], [0, 0.5, 0.1, 1]),
  ]

  @Test(arguments: chains.indices)
  func `consecutive ramps with one sharpness are one event`(index: Int) throws {
    let expected = Self.chains[index]
    let made = try pattern(expected.notation)
    #expect(made.events.compactMap(\.duration) == expected.durations)
    let points = made.curves.flatMap(\.controlPoints).flatMap { [$0.time, $0.value] }
    #expect(points.count == expected.points.count)
    for (found, point) in zip(points, expected.points) { #expect(abs(found - point) < 1e-12) }
    let again = made.notation.text
    #expect(try pattern(again) == made)
    #expect(again.contains("..") == !points.isEmpty && !again.contains("curve"), "\(again)")
  }

  @Test(arguments: [
    "buzz 300ms 1..0.11/0.2, buzz 300ms 0.11/0.2, tap",
    "buzz 100ms 1..0.5, buzz 100ms 0.8, buzz 50ms 0.8..0.1 ease-in, rest 1s, tap",
    "buzz 300ms 0..1/0.2..0.6 ease-out, buzz 1s 1/0.6, buzz 500ms 1..0/0.6",
  ])
  func `a chain of ramps survives a round trip`(notation: String) throws {
    #expect(try pattern(notation).notation.text == notation)
  }

  @Test func `a longer release ends before a control that would make it louder`() throws {
    let made = try pattern("buzz 300ms 1..0.3 release 0.5, rest 50ms, tap")
    let release = try #require(made.events[0].value(of: .releaseTime))
    #expect(abs(0.005 * pow(400, release) - 0.05) < 1e-9)
    #expect(made.events[0].duration == 0.3)
    #expect(try pattern("buzz 300ms 1..0.3 release 0.5, tap").events[0].duration == 0.295)
  }

  /// The second ramp begins 0.1 ms after its tap.
  @Test func `a longer release that a ramp ends is silent at an earlier event`()
    throws
  {
    let made = try pattern("buzz 50ms 0.2 release 0.4, tap, set intensity 0.8, buzz 20ms 0.3..0.1")
    #expect(made.events.map(\.duration) == [0.045, nil, 0.02])
  }

  @Test(arguments: [
    (NotationShape.linear, 0.5), (.easeIn, 0.25), (.easeOut, 0.75), (.easeInOut, 0.5),
  ])
  func
    `a shape bends a ramp, with at most sixteen points and an error below 0.8 percent of its height`(
      shape: NotationShape, middle: Double
    ) throws
  {
    let curve = try #require(pattern("buzz 1s 0..1 \(shape.rawValue)").curves.first)
    #expect(curve.controlPoints.count <= 16)
    func value(_ time: Double) -> Double {
      let next = curve.controlPoints.firstIndex { $0.time >= time } ?? 0
      let (first, last) = (curve.controlPoints[max(0, next - 1)], curve.controlPoints[next])
      if last.time == first.time { return last.value }
      return first.value + (last.value - first.value) * (time - first.time)
        / (last.time - first.time)
    }
    #expect(abs(value(0.5) - middle) < 1e-12)
    for step in 0...1_000 {
      let t = Double(step) / 1_000
      let exact =
        switch shape {
        case .linear: t
        case .easeIn: t * t
        case .easeOut: 1 - (1 - t) * (1 - t)
        case .easeInOut: t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t)
        }
      #expect(abs(value(t) - exact) <= 0.0079)
    }
  }

  @Test func `a repeated tap with a tempo comes once per beat`() throws {
    #expect(try times("3x(tap 1/0.9 @120bpm)") == [0, 0.5, 1])
    #expect(try times("3x tap 1 @120bpm, tap") == [0, 0.5, 1, 1.5])
    #expect(try times("2x(tap, rest 100ms), tap") == [0, 0.1, 0.2])
    #expect(try times("0.1s, tap".replacing("0.1s", with: "rest 0.1s")) == [0.1])
  }

  @Test
  func `lengths may be beats, fractions of beats and bars, and bar lines wait for the next bar`()
    throws
  {
    #expect(try times("@120bpm, tap, rest 1/2b, tap, rest 1bar, tap") == [0, 0.75, 3.25])
    #expect(try times("@60bpm 3/4, tap | tap, tap | tap") == [0, 3, 4, 6])
    #expect(try times("tap @60bpm, tap, tap") == [0, 1, 1])
    #expect(try times("@60bpm 2/4, 2x buzz 1b 0.5 | tap") == [0, 1, 2])
    #expect(try times("@180bpm, 3x tap").last == 0.666666666)
  }

  @Test func `voices begin together, and an explicit time counts from its group`() throws {
    #expect(try times("(buzz 1s 0.2 & rest 200ms, tap), tap") == [0, 0.2, 1])
    #expect(try times("rest 1s, (at 500ms tap, at 250ms tap)") == [1.5, 1.25])
    #expect(try times("tap, at 100ms buzz 1s, tap") == [0, 0.1, 1.1])
  }

  @Test func `a name plays its definition, which may use other names`() throws {
    let notation =
      "hit = (tap 1, rest 20ms, tap 0.4), two = (hit, rest 100ms, hit), two, rest 1s, hit"
    #expect(try times(notation) == [0, 0.02, 0.12, 0.14, 1.14, 1.16])
    #expect(try times("a = tap, a = (a, rest 1s, a), a") == [0, 1])
  }

  @Test func `a control can be set and can follow a curve`() throws {
    let pattern = try pattern("rest 1s, set intensity 0.5, curve sharpness 0s -1 500ms 0.5, tap")
    #expect(pattern.parameters == [DynamicParameter(.hapticIntensityControl, 0.5, at: 1)])
    #expect(
      pattern.curves == [
        ParameterCurve(
          .hapticSharpnessControl, at: 1, controlPoints: [.init(at: 0, -1), .init(at: 0.5, 0.5)])
      ])
    for control in DynamicParameter.ID.allCases {
      let one = try HapticPattern(entries: [.parameter(DynamicParameter(control, 0.5))])
      #expect(try HapticPattern(notation: one.notation.text) == one)
    }
  }

  @Test func `tenths of a second stay exact when many are added`() throws {
    #expect(try times("100x(rest 100ms, tap)").last == 10)
    #expect(try times("rest 0.1s, rest 0.2s, tap") == [0.3])
  }

  @Test(arguments: [
    ("tap\nrest 5ms\r\ntap 0.5", "tap, rest 5ms, tap 0.5"),
    ("\n\ntap,\n\ntap\n", "tap, tap"),
    ("a = (tap\n  rest 1ms\n)\n2x a\na", "a = (tap, rest 1ms), 2x a, a"),
    ("2x\n(tap, rest\n9ms)", "2x(tap, rest 9ms)"),
    ("buzz 1s\n  0.2..1\n  /0.5\n  ease-in\n  attack 0.5", "buzz 1s 0.2..1/0.5 ease-in attack 0.5"),
    ("buzz 1s\n& at 0.5s tap", "buzz 1s & at 0.5s tap"),
    (
      "curve sharpness 0s 0\n  500ms 1\n  1s 0\nbuzz 1s",
      "curve sharpness 0s 0 500ms 1 1s 0, buzz 1s"
    ),
    ("tap\n@120bpm\n2x tap\n@60bpm\ntap", "tap, @120bpm, 2x tap, @60bpm, tap"),
  ])
  func `a line that begins an item ends the previous item`(lines: String, line: String) throws {
    let pattern = try HapticPattern(notation: line)
    #expect(try HapticPattern(notation: lines) == pattern)
  }

  @Test(arguments: [
    ("# knock\ntap 1, # hard\nrest 5ms # soon\ntap", "tap 1, rest 5ms, tap"),
    ("tap 0.5 # lub, dub\n  /0.2 # dull", "tap 0.5/0.2"), ("3x( # thrice\ntap#)\n)", "3x(tap)"),
    (
      "input a 0..1=0 # from 0\n \"# cm\"\n time # of all\r\n 0:1",
      "input a 0..1=0 \"# cm\" time 0:1"
    ),
    ("tap # \"", "tap"), ("\u{FEFF}tap", "tap"), ("\u{FEFF}# tap", ""),
    ("tap##\r\n#\n\ntap", "tap, tap"),
  ])
  func `comments and a byte order mark are ignored`(commented: String, notation: String) throws {
    #expect(try pattern(commented) == pattern(notation))
  }

  @Test(arguments: ["", " ", ",", ", ,", "()", "a = tap", "#", "# a\n\n# b"])
  func `an empty notation is an empty pattern`(notation: String) throws {
    #expect(try pattern(notation).entries.isEmpty)
  }
}
