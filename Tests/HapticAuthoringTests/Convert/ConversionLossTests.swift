import Foundation
import HapticEngine
import TestSupport
import Testing

@testable import HapticFormats

/// A conversion lists its losses and keeps everything else correctly.
@Suite struct ConversionLossTests {
  /// The losses of a file, or the error if nothing is left of it.
  private static func leftOut(_ name: String, _ text: String) throws -> String {
    let format = try #require(PatternFormat.named(name))
    do throws(ConversionError) {
      return try format.read(Array(text.utf8)).losses.listed.map(\.reason).joined(separator: "\n")
    } catch {
      return error.description
    }
  }

  private static func read(_ name: String, _ text: String) throws -> ImportedPattern {
    try #require(PatternFormat.named(name)).read(Array(text.utf8))
  }

  private static func write(
    _ name: String, _ pattern: HapticPattern
  ) throws -> (text: String, losses: ConversionLosses) {
    let exported = try #require(PatternFormat.named(name)).write(pattern)
    return (String(decoding: exported.bytes, as: UTF8.self), exported.losses)
  }

  /// The intensity of the single vibration of `pattern` at `time`.
  private static func level(of pattern: HapticPattern, at time: Seconds) throws -> Double {
    var losses = ConversionLosses()
    return try VibrationTrack(pattern, for: "test", ConversionOptions(), losses: &losses).level(
      after: time)
  }

  // MARK: Every parameter

  @Test(
    arguments: PatternFormat.all.filter(\.isWritable).map(\.name),
    EventParameter.ID.allCases.filter {
      $0.applies(to: .hapticTransient) || $0.applies(to: .hapticContinuous)
    })
  func `a parameter of haptic events is either in the file or in the list of losses`(
    name: String, id: EventParameter.ID
  ) throws {
    let values = id == .sustained ? [0, 1] : [0.3, 0.7]
    let context = id == .decayTime ? [EventParameter(.sustained, 0)] : []
    var compared = 0
    for type in [EventType.hapticTransient, .hapticContinuous] where id.applies(to: type) {
      let patterns = try values.map { value in
        try HapticPattern(events: [
          HapticEvent(
            type, duration: type == .hapticTransient ? nil : 1,
            parameters: context + [EventParameter(id, value)])
        ])
      }
      // If a format refuses such a pattern, it reports more than a loss.
      guard let first = try? Self.write(name, patterns[0]) else { continue }
      let second = try Self.write(name, patterns[1])
      #expect(first.text != second.text || first.losses != second.losses, "\(type.rawValue)")
      compared += 1
    }
    // This format only accepts its own effects as vibrations.
    let isRefused = name == "android-xml-primitives"
    #expect(compared > 0 || isRefused)
  }

  // MARK: Several vibrations at one time

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `at each time, a track has the combined strength of all voices`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let voices = (0..<6).map { index in
      let start = Double(Int.random(in: 0..<4, using: &random))
      let values = (0...Int.random(in: 1...3, using: &random)).map { step in
        VibrationLine.Point(
          time: start + Double(step), value: Double.random(in: 0...1, using: &random))
      }
      return VibrationVoice(
        place: "\(index)", intensity: VibrationLine(values),
        sharpness: VibrationLine([.init(time: start, value: 0.5)]))
    }
    var losses = ConversionLosses()
    let track = try VibrationTrack(
      voices: voices, transients: [], duration: 0, format: "test", losses: &losses)
    for step in 0..<700 {
      let time = (Double(step) + 0.5) / 100
      // Voices with the same sharpness that start together are in phase.
      let sounding = voices.filter { $0.start <= time && time < $0.end }
      let power = Dictionary(grouping: sounding, by: \.start).values.reduce(0) { power, group in
        let sum = group.reduce(0) { $0 + $1.intensity.value(after: time) }
        return power + sum * sum
      }
      #expect(abs(track.level(after: time) - min(power.squareRoot(), 1)) < 0.002, "at \(time) s")
    }
  }

  /// Intensities and sharpnesses of two vibrations, the delay of the second, and the intensity and sharpness of
  /// both together.
  static let pairs:
    [(first: (Double, Double), second: (Double, Double), later: Double, sum: (Double, Double))] =
      [
        ((0.5, 0.5), (0.5, 0.5), 0, (1, 0.5)),
        ((0.25, 0.2), (0.5, 0.2), 0, (0.75, 0.2)),
        // Apple's sample "Oscillate".
        ((0.5, 0), (0.5, 0.075), 0, (0.5.squareRoot(), 0.0375)),
        ((0.6, 0.3), (0.3, 0.7), 0.1, (0.45.squareRoot(), 0.38)),
      ]

  @Test(arguments: pairs)
  func `two vibrations become one with the same rendered strength`(
    pair: (first: (Double, Double), second: (Double, Double), later: Double, sum: (Double, Double))
  ) throws {
    let both = try HapticPattern {
      Continuous(at: 0, duration: 3, intensity: pair.first.0, sharpness: pair.first.1)
      Continuous(
        at: pair.later, duration: 3 - pair.later, intensity: pair.second.0,
        sharpness: pair.second.1)
    }
    var losses = ConversionLosses()
    let track = try VibrationTrack(both, for: "test", ConversionOptions(), losses: &losses)
    let (level, sharpness) = (track.level(after: 1), track.sharpness.value(after: 1))
    #expect(abs(level - pair.sum.0) < 0.001 && abs(sharpness - pair.sum.1) < 0.001)
    #expect(losses.listed.count { $0.kind == .overlap } == (pair.first.1 == pair.second.1 ? 0 : 1))
    #expect(losses.listed.allSatisfy { $0.kind != .intensity })
    let one = try HapticPattern {
      Continuous(at: 0, duration: 3, intensity: level, sharpness: sharpness)
    }
    // Without the attack, and over many beats.
    let powers = try [both, one].map { pattern in
      try OfflineRenderer(pattern, sampleRate: 8_000).hapticSamples()[4_000..<20_000]
        .reduce(0) { $0 + Double($1) * Double($1) }
    }
    #expect(abs(10 * log10(powers[0] / powers[1])) < 0.3)
  }

  @Test func `clipping a sum beyond full strength is one loss`() throws {
    func voice(_ first: Double, _ last: Double) -> VibrationVoice {
      VibrationVoice(
        place: "\(first)",
        intensity: VibrationLine([.init(time: 0, value: first), .init(time: 1, value: last)]),
        sharpness: VibrationLine([.init(time: 0, value: first)]))
    }
    var losses = ConversionLosses()
    let track = try VibrationTrack(
      voices: [voice(1, 0), voice(0, 1), voice(0.9, 0.9)], transients: [], duration: 0,
      format: "test", losses: &losses)
    #expect(track.level(after: 0.5) == 1)
    #expect(abs(track.sharpness.value(after: 0.5) - (0.25 + 0.81 * 0.9) / 1.31) < 0.01)
    #expect(losses.listed.filter { $0.kind == .overlap }.count == 2)
    let cut = losses.listed.filter { $0.kind == .intensity }
    #expect(cut.count == 1 && abs((cut.first?.size ?? 0) - (1.81.squareRoot() - 1)) < 1e-9)
  }

  // MARK: Readers

  private static func haps(_ keyframes: String, length: Double = 1) -> String {
    """
    {"m_vibration": {"m_melodies": [{"m_notes": [{"m_startingPoint": 0, "m_length": \(length),
      "m_hapticEffect": {"m_amplitudeModulation": {"m_keyframes": [\(keyframes)]}}}]}]}}
    """
  }

  @Test func `a keyframe of haps after the end of its note determines the slope of the line`()
    throws
  {
    let pattern = try Self.read(
      "haps", Self.haps(#"{"m_time": 0, "m_value": 1}, {"m_time": 2, "m_value": 0}"#)
    ).parts[0].pattern
    #expect(pattern.duration == 1)
    #expect(abs(try Self.level(of: pattern, at: 0.5) - 0.75) < 1e-9)
    #expect(abs(try Self.level(of: pattern, at: 1 - 1e-6) - 0.5) < 1e-5)
    let held = try Self.read("haps", Self.haps(#"{"m_time": 2, "m_value": 0.5}"#)).parts[0].pattern
    #expect(try Self.level(of: held, at: 0.5) == 0.5)
  }

  @Test(arguments: [
    (haps("", length: 1), "without an amplitude"),
    (haps(#"{"m_time": 0, "m_value": 1}"#, length: 0), "without a duration"),
    (haps(#"{"m_time": 0, "m_value": -1}"#), "negative amplitudes"),
    (
      #"""
      {"m_vibration": {"m_melodies": [{"m_notes": [
        {"m_startingPoint": 0, "m_length": 0.1, "m_hapticEffect": {"m_type": 0}},
        {"m_startingPoint": 1, "m_length": 0.1, "m_hapticEffect": {"m_type": 7}}]}]}}
      """#, "notes of type 7"
    ),
  ])
  func `a note of haps that is not played is a loss`(text: String, words: String) throws {
    #expect(try Self.leftOut("haps", text).contains(words))
  }

  private static func hjif(_ band: String, _ keyframes: String) -> String {
    """
    {"timescale": 1000, "perceptions": [{"channels": [{"bands": [{"band_type": "\(band)",
      "effects": [{"position": 0, "keyframes": [\(keyframes)]}]}]}]}]}
    """
  }

  @Test(arguments: [
    (
      "VectorialWave", #"{"relative_position": 0, "amplitude_modulation": 0.5}"#,
      "without a duration"
    ),
    (
      "VectorialWave",
      #"{"relative_position": 0, "frequency_modulation": 99},"#
        + #"{"relative_position": 9, "frequency_modulation": 99}"#, "without an amplitude"
    ),
    (
      "Transient", #"{"relative_position": 0, "frequency_modulation": 99}"#,
      "without an amplitude"
    ),
  ])
  func `a wave or transient of HJIF that is not played is a loss`(
    band: String, keyframes: String, words: String
  ) throws {
    #expect(try Self.leftOut("hjif", Self.hjif(band, keyframes)).contains(words))
  }

  private static func repeating(_ preamble: String, _ repeating: String) -> String {
    """
    <vibration-effect><repeating-effect><preamble>\(preamble)</preamble>
      <repeating>\(repeating)</repeating></repeating-effect></vibration-effect>
    """
  }

  private static let envelope = """
    <basic-envelope-effect><control-point intensity="1" sharpness="0.5" durationMs="50"/>
      <control-point intensity="0" sharpness="0.5" durationMs="50"/></basic-envelope-effect>
    """
  private static let waveform = """
    <waveform-effect><waveform-entry durationMs="100" amplitude="255"/></waveform-effect>
    """

  @Test func `predefined effects in a sequence follow each other in time`() throws {
    let events = try Self.read(
      "android-xml",
      Self.repeating(#"<predefined-effect name="click"/>"#, #"<predefined-effect name="tick"/>"#)
    ).parts[0].pattern.events
    #expect(events.map(\.time) == [0, 0.02])
  }

  @Test func `an offset counts from the start of its part`() throws {
    let primitive =
      #"<primitive-effect name="click" delayMs="10" delayType="relative_start_offset"/>"#
    let pattern = try Self.read("android-xml", Self.repeating(Self.waveform, primitive))
      .parts[0].pattern
    let tap = try #require(pattern.events.first { $0.type == .hapticTransient })
    #expect(abs(tap.time - 0.11) < 1e-9)
  }

  @Test func `a waveform next to an envelope is kept in either order`() throws {
    for (parts, times) in [
      ((Self.envelope, Self.waveform), (0.05, 0.15)),
      ((Self.waveform, Self.envelope), (0.15, 0.05)),
    ] {
      let pattern = try Self.read("android-xml", Self.repeating(parts.0, parts.1)).parts[0].pattern
      #expect(abs(try Self.level(of: pattern, at: times.0) - 1) < 1e-9)
      #expect(abs(try Self.level(of: pattern, at: times.1) - 1) < 1e-9)
      #expect(abs(pattern.duration - 0.2) < 1e-9)
    }
  }

  @Test(arguments: [
    #"<waveform-effect><waveform-entry durationMs="10.9" amplitude="1"/></waveform-effect>"#,
    #"<waveform-effect><waveform-entry durationMs="10" amplitude="1.5"/></waveform-effect>"#,
    #"<primitive-effect name="click" delayMs="0.5"/>"#,
  ])
  func `values that Android reads as whole numbers must be whole numbers`(effect: String) throws {
    let error = #expect(throws: ConversionError.self) {
      try Self.read("android-xml", "<vibration-effect>\(effect)</vibration-effect>")
    }
    #expect(error?.description.contains("must be a whole number") == true)
  }

  @Test(arguments: [
    #"{"author": 7}"#, #"{"tags": "a"}"#, #"{"tags": ["a", 1]}"#, #"{"mood": "calm"}"#, "5",
  ])
  func `clip metadata that does not fit a pattern is a loss`(metadata: String) throws {
    let text = """
      {"version": {"major": 1}, "metadata": \(metadata), "signals": {"continuous": {"envelopes":
        {"amplitude": [{"time": 0, "amplitude": 1}, {"time": 1, "amplitude": 1}],
         "frequency": [{"time": 0, "frequency": 1}]}}}}
      """
    #expect(try Self.read("haptic", text).losses.listed.map(\.kind) == [.metadata])
  }

  // MARK: Writers

  @Test(arguments: FormatLawTests.apart)
  func `metadata is kept if the format has a place for its type, and is a loss otherwise`(
    name: String
  ) throws {
    let pattern = try HapticPattern(
      entries: [.event(HapticEvent(.hapticTransient, at: 0))],
      metadata: [
        "Description": .number(5), "Tags": .text("a,b"), "Author": .number(7),
        "Source": .json(#"{"a":1}"#),
      ])
    let losses = try Self.write(name, pattern).losses.listed.filter { $0.kind == .metadata }
    #expect(
      losses.map(\.place).sorted()
        == ["Metadata.Author", "Metadata.Description", "Metadata.Source", "Metadata.Tags"])
  }

  @Test(arguments: [
    (#"["a","b"]"#, #""tags":["a","b"]"#, 0), (#"{"a":1}"#, #""tags":[]"#, 1),
    (#"["a",1]"#, #""tags":[]"#, 1),
  ])
  func `tags of a clip are an array of strings`(tags: String, part: String, count: Int) throws {
    let pattern = try HapticPattern(
      entries: [.event(HapticEvent(.hapticTransient, at: 0))], metadata: ["Tags": .json(tags)])
    let (text, losses) = try Self.write("haptic", pattern)
    #expect(text.filter { !$0.isWhitespace }.contains(part), "\(text)")
    #expect(losses.listed.count { $0.kind == .metadata } == count)
  }

  @Test(arguments: [1e-200, 0, -1, 2, 1e300])
  func
    `a ducking factor that cannot be reversed is a loss, and clips never contain NaN or infinity`(
      factor: Double
    ) throws
  {
    let pattern = try HapticPattern(
      entries: [
        .event(HapticEvent(.hapticTransient, at: 0)),
        .event(
          HapticEvent(
            .hapticContinuous, at: 0, duration: 1,
            parameters: [EventParameter(.hapticIntensity, 0)])),
      ], metadata: ["EmphasisDucking": .number(factor)])
    let (text, losses) = try Self.write("haptic", pattern)
    #expect(!text.contains("nan") && !text.contains("inf"))
    #expect(losses.listed.contains { $0.place == "Metadata.EmphasisDucking" })
    _ = try Self.read("haptic", text)
  }

  /// The value of the line through `points` at `time`.
  private static func value(
    _ points: [[String: Double]], _ key: String, at time: Double
  ) -> Double {
    let index = points.firstIndex { ($0["time"] ?? 0) >= time } ?? points.count - 1
    let (first, second) = (points[max(index - 1, 0)], points[index])
    let (start, end) = (first["time"] ?? 0, second["time"] ?? 0)
    let share = end > start ? (time - start) / (end - start) : 1
    return (first[key] ?? 0) + ((second[key] ?? 0) - (first[key] ?? 0)) * share
  }

  @Test
  func `an intensity or sharpness line is written with as many points as its square requires`()
    throws
  {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 2, intensity: 1, sharpness: 0.5)
      Curve(.hapticIntensityControl, [(0, 0), (1, 1), (2, 1)])
      Curve(.hapticSharpnessControl, [(0, 0.5), (1, -0.5), (2, -0.5)])
    }
    let exported = try #require(PatternFormat.named("haptic")).write(pattern)
    #expect(exported.losses.listed.allSatisfy { $0.kind != .curveShape })
    let (amplitude, frequency) = try HapticClipCorpusTests.envelopes(exported.bytes)
    for step in 0...1_000 {
      let time = Double(step) / 1_000
      let (level, sharpness) = (time, 1 - time)
      #expect(abs(Self.value(amplitude, "amplitude", at: time) - level * level) < 0.001)
      #expect(abs(Self.value(frequency, "frequency", at: time) - sharpness * sharpness) < 0.001)
    }
    // A sixteenth of the range is the largest step, and a constant value does not need points.
    #expect(amplitude.count { ($0["time"] ?? 0) <= 1 } == 17)
    #expect(amplitude.count { ($0["time"] ?? 0) > 1 } <= 3)
  }

  @Test func `a line that needs too many points gets fewer, which is a loss with a remedy`() throws
  {
    let ramps = (0..<7_000).map { index in
      ParameterCurve(
        .hapticIntensityControl, at: Double(index) * 0.004,
        controlPoints: [.init(at: 0, 0), .init(at: 0.004, 1)])
    }
    let event = HapticEvent(
      .hapticContinuous, at: 0, duration: 28, parameters: [.init(.hapticIntensity, 1)])
    let pattern = try HapticPattern(
      entries: [.event(event)] + ramps.map(HapticPattern.Entry.curve))
    let exported = try #require(PatternFormat.named("haptic")).write(pattern)
    let loss = try #require(exported.losses.listed.first { $0.kind == .curveShape })
    // In n pieces, the largest error of a ramp from 0 to 1 is 1 / 4n². 100 000 points are 14 in each ramp, 15 pieces.
    #expect(loss.size >= 1 / (4 * 15.0 * 15) - 1e-9 && loss.size < 0.002)
    #expect(loss.reason.contains("haptic edit trim"))
    let (amplitude, _) = try HapticClipCorpusTests.envelopes(exported.bytes)
    #expect(amplitude.count > 70_000 && amplitude.count < 120_000)
    for step in 0..<16 {
      let time = Double(step) * 1.600_13 + 0.001_7
      let level = (time / 0.004).truncatingRemainder(dividingBy: 1)
      #expect(
        abs(Self.value(amplitude, "amplitude", at: time) - level * level) < loss.size + 1e-6)
    }
  }

  @Test(arguments: [
    "android-xml-primitives", "android-waveform", "web-vibration", "feedbackd-vibrate",
    "force-feedback", "meta-envelope", "hjif",
  ])
  func `a time between two milliseconds is a loss`(name: String) throws {
    let tap = try HapticPattern { Transient(at: 0.0104, intensity: 1, sharpness: 0.7) }
    #expect(
      try Self.write(name, tap).losses.listed.contains {
        $0.kind == .time && abs($0.size - 0.000_4) < 1e-9
      })
    guard name != "android-xml-primitives" else { return }
    let vibration = try HapticPattern {
      Continuous(at: 0, duration: 0.0104, intensity: 1, sharpness: 0.5)
    }
    #expect(try Self.write(name, vibration).losses.listed.contains { $0.kind == .time })
  }

  @Test func `a transient on a vibration with another sharpness moves by at most a millisecond`()
    throws
  {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 1, intensity: 0.5, sharpness: 0.2)
      Transient(at: 0.5, intensity: 1, sharpness: 0.9)
    }
    let losses = try Self.write("android-xml", pattern).losses.listed
    let loss = try #require(losses.first { $0.kind == .time })
    #expect(loss.size < 0.001 + 1e-9)
  }

  /// The number of levels, the milliseconds from one to the next, and the number of points that are too short; nil if
  /// every device plays the effect.
  ///
  /// The numbers of Android's `VibratorEnvelopeEffectInfo`: 16 points, and 20 ms for each.
  static let envelopes: [(levels: Int, milliseconds: Int, short: Int?)] = [
    (15, 20, nil), (16, 20, 0), (15, 19, 16), (19, 19, 20), (19, 30, 0),
  ]

  @Test(arguments: envelopes)
  func `points of an Android envelope that devices need not play are a note, not a loss`(
    levels: Int, milliseconds: Int, short: Int?
  ) throws {
    let points = (1...levels).map { index in
      #"<control-point intensity="\#(Double(index) / 20)" sharpness="0.5" durationMs="\#(milliseconds)"/>"#
    }
    let last = #"<control-point intensity="0" sharpness="0.5" durationMs="\#(milliseconds)"/>"#
    // A straight line keeps its points only if they are points of a pattern's curves.
    let read = try Self.read(
      "android-xml",
      "<vibration-effect><basic-envelope-effect>\(points.joined())\(last)"
        + "</basic-envelope-effect></vibration-effect>")
    let format = try #require(PatternFormat.named("android-xml"))
    let written = try format.write(read.parts[0].pattern)
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(text.split(separator: "<control-point").count - 1 == levels + 1)
    #expect(written.losses.isEmpty, "\(written.losses.lines)")
    #expect(written.notes.isEmpty == (short == nil))
    let numbers = "this effect has \(levels + 1) points, \(short ?? 0) of them shorter"
    #expect(written.notes.allSatisfy { $0.contains(numbers) })
    #expect(written.notes.allSatisfy { $0.contains("use fewer and slower ramps, or --to ") })
  }

  /// The edges of a tap last 1 ms, less than the guaranteed 20 ms, whatever the other ramps are.
  @Test func `the note about an envelope with taps names only the waveform`() throws {
    let pattern = try HapticPattern(notation: "tap, rest 100ms, tap")
    let format = try #require(PatternFormat.named("android-xml"))
    let notes = try format.write(pattern).notes
    #expect(notes.count == 1)
    #expect(notes.allSatisfy { $0.hasSuffix("; use --to android-xml-waveform") }, "\(notes)")
  }

  @Test func `rounding a magnitude of force feedback is a loss`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 0.1, intensity: 0.5, sharpness: 0.5)
    }
    #expect(
      try Self.write("force-feedback", pattern).losses.listed.contains { $0.kind == .intensity })
  }

  @Test func `force feedback loses a line of sharpness, because an effect has one frequency`()
    throws
  {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 1, intensity: 1, sharpness: 0)
      Curve(.hapticSharpnessControl, [(0, 0), (1, 1)])
    }
    let losses = try Self.write("force-feedback", pattern).losses.listed
    #expect(losses.contains { $0.kind == .sharpness && $0.size == 0.5 })
  }

  @Test func `a sample is the mean of its interval, and its error is measured against that mean`()
    throws
  {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 0.007, intensity: 1, sharpness: 0.5)
    }
    let (text, losses) = try Self.write("meta-envelope", pattern)
    #expect(text.contains("1.0f, 0.4f"))
    let loss = try #require(losses.listed.first { $0.kind == .curveShape })
    #expect(abs(loss.size - 0.6) < 1e-9)
    let even = try HapticPattern {
      Continuous(at: 0, duration: 0.01, intensity: 1, sharpness: 0.5)
    }
    #expect(try Self.write("meta-envelope", even).losses.isEmpty)
  }

  @Test func `the weaker of two simultaneous transients is a loss`() throws {
    let pattern = try HapticPattern {
      Transient(at: 0, intensity: 0.5, sharpness: 0.5)
      Transient(at: 0, intensity: 1, sharpness: 0.5)
    }
    let losses = try Self.write("web-vibration", pattern).losses.listed
    #expect(losses.contains { $0.kind == .overlap && $0.place == "Pattern[0]" })
  }

  /// The intensity of a transient, its start, and whether a part of it exceeds the vibration until 1 s.
  @Test(arguments: [(0.3, 0.5, false), (0.6, 0.5, false), (0.7, 0.5, true), (0.3, 0.99, true)])
  func `a transient that a stronger vibration hides is a loss`(
    intensity: Double, time: Double, isLeft: Bool
  ) throws {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 1, intensity: 0.6, sharpness: 0.5)
      Transient(at: time, intensity: intensity, sharpness: 0.5)
    }
    for name in ["android-waveform", "kotlin"] {
      let losses = try Self.write(name, pattern).losses.listed.filter { $0.place == "Pattern[1]" }
      #expect(losses.map(\.kind) == [isLeft ? .transient : .overlap])
      #expect(isLeft || losses.map(\.size) == [intensity])
    }
  }

  // MARK: Words

  @Test func `a loss states its size only if it is known`() throws {
    let metadata = try HapticPattern(
      entries: [.event(HapticEvent(.hapticTransient, at: 0))], metadata: ["Mood": "calm"])
    let losses = try Self.write("c", metadata).losses.listed
    #expect(
      losses.map(\.description) == [
        "Metadata.Mood: the format cannot hold this [metadata]"
      ])
  }

  @Test func `equal losses share a line with their number, first places and largest size`() throws {
    let pattern = try HapticPattern {
      for index in 0..<5 {
        Transient(at: Double(index) / 10, intensity: 0.5, sharpness: 0.5 + Double(index) / 100)
      }
      Tone(at: 1, duration: 0.1)
      Tone(at: 2, duration: 0.1)
    }
    let losses = try Self.write("android-xml-primitives", pattern).losses
    #expect(losses.count == 7 && losses.listed.count == 7)
    #expect(
      losses.lines == [
        "2 times (Pattern[5] at 1 s, Pattern[6] at 2 s): audio events are not supported [sound]",
        "5 times (Pattern[0] at 0 s, Pattern[1] at 0.1 s, Pattern[2] at 0.2 s, ...): a primitive "
          + "has a fixed sharpness, which is 0.7 for click [sharpness, by up to 0.2]",
      ])
    let tap = try HapticPattern { Transient(at: 0, intensity: 0.5, sharpness: 0.5) }
    let one = try Self.write("android-xml-primitives", tap).losses
    #expect(one.lines == one.listed.map(\.description))
  }

  @Test(arguments: FormatLawTests.writable.filter { $0 != "ahap" })
  func `messages about losses never call a transient a tap`(name: String) throws {
    var metadata = try FormatLawTests.sample().metadata
    metadata["Mood"] = "calm"
    let pattern = try HapticPattern(entries: FormatLawTests.sample().entries, metadata: metadata)
    for loss in try Self.write(name, pattern).losses.listed {
      #expect(!loss.reason.split(separator: " ").contains { $0.hasPrefix("tap") }, "\(loss)")
    }
  }
}
