import HapticEditing
import HapticEngine
import HapticFormats
import Testing

/// The effects of each operation.
@Suite struct EditOperationTests {
  @Test func `only changed numbers get a new text`() throws {
    let edited = try EditSample.edited("scale-intensity 0.5")
    let expected = EditSample.text
      .replacing("\"ParameterValue\": 0.80", with: "\"ParameterValue\": 0.4")
      .replacing(
        "\"EventDuration\": 0.5 }",
        with: "\"EventDuration\": 0.5, \"EventParameters\": "
          + "[{ \"ParameterID\": \"HapticIntensity\", \"ParameterValue\": 0.5 }] }"
      )
      .replacing(
        "\"Time\": 1}}",
        with: "\"Time\": 1,\"EventParameters\": "
          + "[{ \"ParameterID\": \"HapticIntensity\", \"ParameterValue\": 0.5 }]}}"
      )
    #expect(
      edited.replacing(", \"EventParameters\"", with: ",\"EventParameters\"")
        == expected
        .replacing(", \"EventParameters\"", with: ",\"EventParameters\""))
  }

  @Test func `whole numbers without a decimal point stay without one`() throws {
    #expect(
      try EditSample.edited("shift 1").contains("\"EventType\": \"HapticTransient\", \"Time\": 2}"))
  }

  @Test func `intensities and sharpnesses are clamped`() throws {
    let pattern = try EditSample.pattern("scale-intensity 3 scale-sharpness 0.5")
    #expect(pattern.events[0].value(of: .hapticIntensity) == 1)
    #expect(pattern.events[0].value(of: .hapticSharpness) == 0.25)
    #expect(pattern.events[2].value(of: .hapticIntensity) == nil)
  }

  @Test(arguments: [
    ("raise-intensity 0.1", "1.0"), ("scale-intensity 2", "1.0"), ("raise-intensity -0.25", "0.75"),
    ("scale-intensity 0.5", "0.5"), ("scale-intensity 1", "1.5"),
  ])
  func `a value that is out of range is clamped before and after it is changed`(
    operation: String, expected: String
  ) throws {
    let document = { (value: String) in
      try EditSample.document(
        #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0, "EventParameters": "#
          + #"[{"ParameterID": "HapticIntensity", "ParameterValue": \#(value)}]}}]}"#)
    }
    let edited = try EditSample.edited(document("1.5"), operation).document
    #expect(try EditSample.text(edited) == EditSample.text(document(expected)))
  }

  @Test func `normalizing gives the strongest event the requested strength`() throws {
    let pattern = try EditSample.pattern("scale-intensity 0.5 normalize 0.9")
    #expect(pattern.events.compactMap { $0.value(of: .hapticIntensity) } == [0.72, 0.9, 0.9])
  }

  @Test func `shifting and moving apply to events, steps and curves`() throws {
    #expect(try times("shift 0.5") == [0.6, 0.7, 0.7, 1.1, 1.3, 1.5])
    #expect(try times("move 1") == [1, 1.1, 1.1, 1.5, 1.7, 1.9])
    #expect(try times("select [3] move 0") == [0.1, 0.2, 0.2, 0, 0.8, 1])
  }

  @Test func `stretching starts at zero, or at the first selected entry`() throws {
    #expect(try times("stretch 2") == [0.2, 0.4, 0.4, 1.2, 1.6, 2])
    let pattern = try EditSample.pattern("select [4..5] stretch 0.5")
    #expect(pattern.entries.map(Self.time) == [0.1, 0.2, 0.2, 0.6, 0.8, 0.9])
    #expect(pattern.events.map(\.duration) == [nil, 0.5, 0.1, nil])
    let whole = try EditSample.pattern("stretch 2")
    #expect(whole.curves[0].controlPoints.map(\.time) == [0, 0.5, 1])
  }

  @Test(arguments: [
    // The sample lasts 1 s.
    ("stretch 1.5s", 1.5, nil), ("stretch 250ms", 0.25, nil),
    // The last two events last from 0.8 to 1 s.
    ("select [4..5] stretch 1s", 1.8, [0.8, 1.8]),
  ])
  func `stretching to a length makes the pattern, or the selection, that long`(
    words: String, duration: Seconds, times: [Seconds]?
  ) throws {
    let pattern = try EditSample.pattern(words)
    #expect(pattern.duration == duration)
    if let times { #expect(pattern.events.suffix(2).map(\.time) == times) }
  }

  @Test(arguments: ["300ms", "2s"])
  func `a reset after the last event does not exceed the requested length`(length: String) throws {
    let document = try EditSample.document(HapticPattern(notation: "buzz 500ms 1..0/0.3"))
    let session = try EditSample.edited(document, "stretch \(length)")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(abs(edited.duration - (length == "2s" ? 2 : 0.3)) < 1e-8)
    #expect(edited.events.count == 1 && edited.parameters.count == 1)
  }

  @Test(arguments: ["stretch 0s", "select [5] move 0 stretch 1s"])
  func `a length that no factor reaches is refused`(words: String) throws {
    #expect {
      try EditSample.edited(words)
    } throws: { error in
      guard case .operation("stretch", _) = error as? EditError else { return false }
      return true
    }
  }

  @Test func `reversing mirrors events, steps and curves`() throws {
    let pattern = try EditSample.pattern("reverse")
    #expect(pattern.events.map(\.time) == [0.9, 0.3, 0, 0])
    #expect(pattern.curves[0].time == 0.3)
    #expect(pattern.curves[0].controlPoints.map(\.value) == [1, 0.6, 0.2, 1])
    // The sharpness that was held until the end applies from the start, and the step restores it.
    #expect(
      pattern.parameters == [
        DynamicParameter(.hapticSharpnessControl, 0.25, at: 0),
        DynamicParameter(.hapticSharpnessControl, 0, at: 0.4),
      ])
  }

  @Test func `times snap to the grid of a step or a tempo`() throws {
    #expect(try times("quantize 0.25") == [0, 0.25, 0.25, 0.5, 0.75, 1])
    #expect(try times("snap 120 1/8") == [0, 0.25, 0.25, 0.5, 0.75, 1])
    #expect(try times("snap 100bpm 1/4") == [0, 0, 0, 0.6, 0.6, 1.2])
  }

  @Test func `trimming keeps a part, with events and curves cut at its ends`() throws {
    let pattern = try EditSample.pattern("trim 0.3 0.85")
    #expect(
      pattern.events == [
        HapticEvent(.hapticContinuous, at: 0, duration: 0.4),
        HapticEvent(.audioContinuous, at: 0.5, duration: 0.05),
      ])
    #expect(pattern.curves[0].time == 0)
    #expect(
      pattern.curves[0].controlPoints == [
        .init(at: 0, 0.36), .init(at: 0.15, 0.6), .init(at: 0.4, 1),
      ])
    #expect(pattern.parameters.map(\.time) == [0.3])
  }

  /// The times of the events and steps of `notation` after the operations `words`; `append` appends a tap at 50 ms.
  private func times(_ notation: String, _ words: String) throws -> [Double] {
    let document = try EditSample.document(HapticPattern(notation: notation))
    let edited = try EditSample.edited(document, words).document
    return try #require(AHAP.read(edited.bytes).pattern).entries.map(Self.time)
  }

  /// The captions of two tones, at 0 and 500 ms, after the operations `words`.
  private func captions(_ words: String) throws -> [String] {
    let pattern = try HapticPattern(
      entries: HapticPattern(notation: "tone 200ms, tap, rest 300ms, tone 200ms, rest 1s, tap")
        .entries,
      metadata: [
        "Captions": .json(#"[{"Time":0,"Text":"low"},{"Time":0.5,"Text":"high","Own":1.50}]"#)
      ])
    let edited = try EditSample.edited(EditSample.document(pattern), words).document
    #expect(EditSample.text(edited).contains("high") == EditSample.text(edited).contains("1.50"))
    return try #require(AHAP.read(edited.bytes).pattern).captions.map { "\($0.time) \($0.text)" }
  }

  @Test(arguments: [
    ("shift 0.5", ["0.5 low", "1.0 high"]), ("stretch 2", ["0.0 low", "1.0 high"]),
    ("reverse", ["1.0 high", "1.5 low"]), ("move 1", ["1.0 low", "1.5 high"]),
    ("trim 0.1 1", ["0.0 low", "0.4 high"]), ("trim 0.3 1", ["0.2 high"]),
    ("select [0] delete", ["0.5 high"]), ("delete", []),
    ("select tone time>0.3 shift 0.1", ["0.0 low", "0.6 high"]),
    ("select tone duplicate 3", ["0.0 low", "0.5 high", "3.0 low", "3.5 high"]),
    ("select transient shift 1", ["0.0 low", "0.5 high"]), ("append x", ["0.0 low", "0.5 high"]),
    ("quantize 0.4", ["0.0 low", "0.4 high"]),
  ])
  func `captions move with their sounds`(words: String, expected: [String]) throws {
    #expect(try captions(words.replacing("tone time", with: "tone_time")) == expected)
  }

  @Test func `an added pattern brings its captions`() throws {
    let captioned = try EditSample.document(
      HapticPattern(
        entries: HapticPattern(notation: "rest 100ms, tone 200ms").entries,
        metadata: ["Captions": .json(#"[{"Time":0.1,"Text":"a note"}]"#)]))
    for notation in ["tap", "buzz 1s"] {
      for text in [
        EditSample.text(try EditSample.document(HapticPattern(notation: notation))),
        "{\"Metadata\":{},\"Pattern\":[]}", "{\"Pattern\":[]}",
        "{\"Metadata\":{\"Captions\":[]},\"Pattern\":[]}",
        "{\"Metadata\":{\"A\":1},\"Pattern\":[]}",
      ] {
        var session = EditSession(try EditSample.document(text))
        let fragment = EditFragment(name: "x", document: captioned)
        try session.apply(.overlay(fragment))
        try session.apply(.append(fragment))
        let pattern = try #require(AHAP.read(session.document.bytes).pattern)
        let sounds = pattern.events.filter { $0.type == .audioContinuous }.map(\.time)
        #expect(pattern.captions.map(\.time) == sounds && sounds.count == 2, "\(text)")
        while session.undo() != nil {}
        #expect(EditSample.text(session.document) == text)
      }
    }
  }

  @Test func `content appended after a tap starts when the tap has ended`() throws {
    #expect(try times("tap", "append x") == [0, 0.08])
    #expect(try times("tap, rest 1s, tap", "append x") == [0, 1, 1.08])
    #expect(try times("tap", "duplicate") == [0, 0.03])
    #expect(try times("tap, rest 1s, tap", "duplicate") == [0, 1, 1.03, 2.03])
    #expect(try times("tap, buzz 500ms", "append x") == [0, 0, 0.55])
    #expect(try times("tap", "duplicate 0") == [0, 0])
  }

  @Test(arguments: [1e10, -1e30, 1e308])
  func `a caption without a sound stays, whatever its time`(time: Double) throws {
    let pattern = try HapticPattern(
      entries: HapticPattern(notation: "tone 200ms, tap").entries,
      metadata: ["Captions": .json("[{\"Time\":\(time),\"Text\":\"far\"}]")])
    for words in ["shift 0.1", "reverse", "duplicate", "trim 0 0.1", "append x"] {
      let edited = try EditSample.edited(EditSample.document(pattern), words).document
      #expect(EditSample.text(edited).contains("far"), "\(words)")
    }
  }

  @Test func `a long event that has decayed is not split`() throws {
    #expect(try times("buzz 40s 1 decay 0.5 sustained 0", "split") == [0])
    #expect(try times("buzz 40s 1 decay 0.5", "split") == [0, 30])
  }

  @Test func `copies play with the original controls`() throws {
    let fading = "tap 1, rest 100ms, (buzz 500ms 1 & curve intensity 0s 1 500ms 0)"
    // A release of 5 ms, the shortest, before the control is reset.
    #expect(try times(fading, "duplicate") == [0, 0.1, 0.1, 0.605, 0.605, 0.705, 0.705])
    let document = try EditSample.document(HapticPattern(notation: fading))
    let edited = try EditSample.edited(document, "duplicate").document
    let pattern = try #require(AHAP.read(edited.bytes).pattern)
    #expect(pattern.parameters == [DynamicParameter(.hapticIntensityControl, 1, at: 0.605)])
    // Controls that are already reset, overlap, or are changed by other entries do not need a reset.
    #expect(try times("set intensity 0.5, tap, rest 1s, tap", "duplicate").count == 6)
    // A control set at the very end would silence the copy.
    #expect(
      try times("tap, rest 500ms, set intensity 0", "duplicate") == [0, 0.5, 0.5, 0.5, 1])
    #expect(try times(fading, "duplicate 100ms").count == 6)
    #expect(try times(fading, "select event duplicate").count == 5)
  }

  @Test func `a release ends before the controls are reset for an appended pattern`() throws {
    #expect(
      try times("buzz 1s 1 release 1 & curve intensity 0s 1 1s 0", "append x") == [0, 0, 3, 3.05])
  }

  @Test func `copies come after the last selected entry, and become the selection`() throws {
    let pattern = try EditSample.pattern("select [0..1] duplicate scale-sharpness 0")
    #expect(pattern.entries.map(Self.time) == [0.1, 0.2, 0.7, 0.8, 0.2, 0.6, 0.8, 1])
    #expect(
      pattern.events.map { $0.value(of: .hapticSharpness) } == [nil, nil, 0, 0, nil, nil])
    #expect(try EditSample.edited("select [1] duplicate 1").components("\"Note\": \"kept\"") == 2)
  }

  @Test func `an added pattern keeps its text, and is not controlled by the previous one`()
    throws
  {
    let text = try EditSample.edited("append x")
    #expect(text.contains("\"Time\": 1.08, \"Mine\": true"))
    let appended = try EditSample.pattern("append x")
    #expect(appended.parameters.last == DynamicParameter(.hapticSharpnessControl, 0, at: 1.03))
    #expect(try EditSample.edited("overlay x").contains("\"Time\": 0.05, \"Mine\": true"))
  }

  @Test func `deletion also removes the comma, and then selects everything`() throws {
    let pattern = try EditSample.pattern("select transient delete shift 1")
    #expect(pattern.entries.map(Self.time) == [1.2, 1.2, 1.6, 1.8])
    #expect(try EditSample.edited("delete").contains("\"Pattern\": [],"))
    #expect(try EditSample.pattern("delete append x").events.map(\.time) == [0.05])
  }

  @Test func `a long event is split into events that a device plays to the end`() throws {
    let long = try EditSample.document(
      #"{"Pattern":[{"Event":{"EventType":"HapticContinuous","Time":1,"EventDuration":70}}]}"#)
    let pattern = try #require(
      AHAP.read(try EditSample.edited(long, "split").document.bytes).pattern)
    #expect(pattern.events.map(\.time) == [1, 31, 61])
    // Each event is released before the next begins.
    #expect(pattern.events.map(\.duration) == [29.995, 29.995, 10])
  }

  @Test func `a value is set by the short path, by the path in the file, or for the selection`()
    throws
  {
    let short = try EditSample.pattern("set Pattern[1].HapticIntensity 0.7")
    #expect(short.events[1].value(of: .hapticIntensity) == 0.7)
    let long = "set Pattern[2].ParameterCurve.ParameterCurveControlPoints[1].ParameterValue 0.5"
    #expect(try EditSample.pattern(long).curves[0].controlPoints[1].value == 0.5)
    let all = try EditSample.pattern("select transient set HapticSharpness 1")
    #expect(all.events.map { $0.value(of: .hapticSharpness) } == [1, nil, nil, 1])
  }

  @Test(arguments: [1, 3, 4, 5] as [UInt64])
  func `humanizing keeps ramps with their events`(seed: UInt64) throws {
    let pattern = try HapticPattern(
      notation: "at 100ms buzz 500ms 0..1/0.3, rest 100ms, tap 0.8, rest 50ms, tap 0.8")
    let session = try EditSample.edited(EditSample.document(pattern), "humanize \(seed)")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    let (before, after) = (pattern.events.map(\.time), edited.events.map(\.time))
    #expect(after[0] == before[0] && edited.curves.map(\.time) == pattern.curves.map(\.time))
    #expect(zip(before, after).dropFirst().allSatisfy { $0 != $1 })
  }

  /// Fading events immediately before another event end one release earlier; edits do not extend them.
  @Test(arguments: [
    ("buzz 300ms 1..0/0.3, tap 0.1", "stretch 0.5", "buzz 150ms 1..0/0.3, tap 0.1"),
    ("buzz 300ms 1..0/0.3, tap 0.1", "stretch 4", "buzz 1200ms 1..0/0.3, tap 0.1"),
    ("buzz 300ms 1..0/0.3, rest 3ms, tap 0.1", "quantize 0.01", "buzz 300ms 1..0/0.3, tap 0.1"),
    ("buzz 250ms 1..0/0.3, rest 3ms, tap 0.1", "snap 240 1/4", "buzz 250ms 1..0/0.3, tap 0.1"),
  ])
  func `a fade is edited as a whole, and does not click afterward`(
    notation: String, words: String, expected: String
  ) throws {
    let document = try EditSample.document(HapticPattern(notation: notation))
    var session = try EditSample.edited(document, words)
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events == (try HapticPattern(notation: expected)).events)
    session.undo()
    #expect(session.document.bytes == document.bytes)
  }

  @Test(arguments: [
    ("buzz 300ms 1..0/0.3", "0.5", [0.15], 0.155), ("buzz 300ms 1..0/0.3", "4", [1.2], 1.205),
    ("buzz 300ms 1..0.4/0.3, rest 1s, tap", "0.1", [0.03, nil], 0.035),
    ("tap, rest 100ms, buzz 300ms 1..0/0.3", "0.5", [nil, 0.15], 0.205),
    // The tap follows too soon.
    ("buzz 300ms 1..0/0.3, rest 6ms, tap", "0.5", [0.1475, nil], 0.1525),
  ])
  func `a fade without a next event is stretched exactly`(
    notation: String, factor: String, durations: [Double?], back: Double
  ) throws {
    let document = try EditSample.document(HapticPattern(notation: notation))
    let session = try EditSample.edited(document, "stretch \(factor)")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events.map(\.duration) == durations)
    #expect(edited.parameters.map(\.time) == [back])
    #expect(PatternCourse(edited.entries).silenced().isEmpty)
  }

  @Test func `a reversed swell is a fade that does not click`() throws {
    let pattern = try HapticPattern(notation: "tap 0.1, buzz 150ms 0..0.8/0.3 ease-in")
    let session = try EditSample.edited(EditSample.document(pattern), "reverse")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    let samples = try OfflineRenderer(edited, sampleRate: 8_000).hapticSamples()
    let tap = try OfflineRenderer(HapticPattern(notation: "tap 0.1"), sampleRate: 8_000)
      .hapticSamples()
    let greatest = { (samples: ArraySlice<Float>) in samples.reduce(0) { max($0, abs($1)) } }
    #expect(greatest(samples[1_190...]) < greatest(tap[...]) * 1.2)
    // Reversing again restores the original.
    var again = EditSession(session.document)
    try again.apply(.reverse)
    #expect(
      try #require(AHAP.read(again.document.bytes).pattern).events.map(\.duration)
        == pattern.events.map(\.duration))
  }

  /// An existing click may be intentional.
  @Test func `an existing click is kept by edits`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 0.3, intensity: 1, sharpness: 0.3)
      Curve(.hapticIntensityControl, at: 0, [(0, 1), (0.3, 0)])
      DynamicParameter(.hapticIntensityControl, 1, at: 0.3)
      Transient(at: 0.3, intensity: 0.1)
    }
    let session = try EditSample.edited(EditSample.document(pattern), "stretch 2")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events.first?.duration == 0.6)
  }

  /// Two adjacent vibrations, which click, and a third vibration.
  private static func clicking() throws -> EditDocument {
    try EditSample.document(
      HapticPattern {
        Continuous(at: 0, duration: 0.1, intensity: 1, sharpness: 0.3)
        Continuous(at: 0.1, duration: 0.1, intensity: 0.5, sharpness: 0.3)
        Continuous(at: 0.3, duration: 0.1, intensity: 1, sharpness: 0.8)
      })
  }

  @Test(arguments: [
    // An existing click is kept, also in its copy.
    ("duplicate 0.4", [0.1, 0.1, 0.095, 0.1, 0.1, 0.1]),
    ("stretch 2", [0.2, 0.2, 0.2]),
    ("select time=0.3..1 shift -0.1", [0.1, 0.095, 0.1]),
    ("select time=0.3..1 shift -0.097", [0.1, 0.098, 0.1]),
    ("select time=0.3..1 delete", [0.1, 0.1]),
    ("set Pattern[2].Time 0.2", [0.1, 0.1, 0.1]),
  ])
  func `an edit does not add clicks`(words: String, durations: [Double]) throws {
    let session = try EditSample.edited(Self.clicking(), words)
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events.map(\.duration) == durations)
  }

  @Test(arguments: [(0.000_1, 0.295), (0.001, 0.295), (0.03, 0.295), (0.05, 0.3), (0.3, 0.3)])
  func `only a release clearly longer than the shortest one overlaps with the next event`(
    release: Double, duration: Double
  ) throws {
    let document = try EditSample.document(
      HapticPattern {
        Continuous(at: 0, duration: 0.3, intensity: 0.9, sharpness: 0.1, release: release)
        Continuous(at: 0.4, duration: 0.3, intensity: 0.9, sharpness: 0.9)
      })
    let session = try EditSample.edited(document, "select [1] shift -0.1")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events[0].duration == duration)
  }

  @Test
  func `stretching does not add a click to an event that ends early because of a later curve`()
    throws
  {
    let document = try EditSample.document(
      HapticPattern {
        Continuous(at: 0, duration: 0.0451, intensity: 0.22, sharpness: 0.78, release: 0)
        DynamicParameter(.hapticIntensityControl, 0.81, at: 0.05)
        Continuous(at: 0.05, duration: 0.02, intensity: 0.32, sharpness: 0.25)
        Curve(.hapticIntensityControl, at: 0.05, [(0.0001, 1), (0.02, 0.3125)])
      })
    let session = try EditSample.edited(document, "stretch 0.3")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events.map(\.duration) == [0.01, 0.006])
  }

  @Test func `an event moved to end at the start of a third event does not click`() throws {
    let document = try EditSample.document(
      HapticPattern {
        Continuous(at: 0.001, duration: 0.045, intensity: 0.4, sharpness: 0.6)
        Continuous(at: 0.051, duration: 0.1, intensity: 0.3, sharpness: 0.5)
        Continuous(at: 0.044, duration: 0.145, intensity: 0.9, sharpness: 0.6)
      })
    let session = try EditSample.edited(document, "quantize 5ms")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events.map(\.time) == [0, 0.05, 0.045])
    #expect(edited.events.map(\.duration) == [0.04, 0.1, 0.145])
  }

  @Test func `an appended pattern is unchanged, and the previous one ends before it`() throws {
    var session = EditSession(try Self.clicking())
    try session.apply(.append(EditFragment(name: "other", document: try Self.clicking())))
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(edited.events.map(\.duration) == [0.1, 0.1, 0.095, 0.1, 0.1, 0.1])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `humanizing does not move events under another control`(seed: UInt64) throws {
    let pattern = try HapticPattern(
      notation: "tap, rest 5ms, buzz 300ms 0..1, rest 200ms, buzz 300ms 1..0, rest 8ms, tap")
    let session = try EditSample.edited(EditSample.document(pattern), "humanize \(seed)")
    let edited = try #require(AHAP.read(session.document.bytes).pattern)
    // The first tap stays before the first ramp, and the last tap after the reset of the last ramp.
    let (first, last) = (edited.events[0].time, edited.events[3].time)
    #expect(first < edited.curves[0].time && last > edited.parameters[0].time)
    #expect(first != pattern.events[0].time || last != pattern.events[3].time)
  }

  @Test func `a seed varies events reproducibly within the bounds`() throws {
    let (once, again) = (try EditSample.pattern("humanize 7"), try EditSample.pattern("humanize 7"))
    #expect(once == again)
    #expect(try once != EditSample.pattern("humanize 8"))
    let original = try EditSample.pattern("select all")
    #expect(once.curves == original.curves && once.parameters == original.parameters)
    for (old, new) in zip(original.events, once.events) {
      #expect(abs(old.time - new.time) <= 0.01)
      let id = EventParameter.ID.hapticIntensity
      #expect(abs((old.value(of: id) ?? 1) - (new.value(of: id) ?? 1)) <= 0.0500001)
    }
  }

  static let refused = [
    ("shift -0.15", "4:5: Pattern[0]: the time would be -0.05 s; it must be from 0 to 1000000000"),
    ("set Pattern[9].Time 1", "set: Pattern[9] does not exist; the pattern has 6 entries"),
    ("set Pattern[3].HapticIntensity 1", "18:5: Pattern[3]: a parameter has no HapticIntensity"),
    (
      "set Pattern[0].HapticIntensity 2",
      "4:5: Pattern[0]: HapticIntensity must be from 0 to 1, not 2"
    ),
    ("fade 1", "word 1: unknown operation 'fade'; available: select, scale-intensity"),
    (
      "scale-intensty 1",
      "word 1: unknown operation 'scale-intensty'; did you mean 'scale-intensity'?"
    ),
    ("shift 1 stretch", "word 4: 'stretch' needs FACTOR"),
    ("stretch 0", "word 2: FACTOR must be from 1e-06 to 1000000, not '0'"),
    ("raise-intensity 2", "word 2: AMOUNT must be from -1 to 1, not '2'"),
    ("raise-sharpness", "word 2: 'raise-sharpness' needs AMOUNT"),
    ("shift soon", "word 2: TIME must be a time such as 0.5 or 10ms, not 'soon'"),
    ("trim 1 0.5", "word 3: TO must be later than FROM"),
    ("select intensty>1", "word 2, column 1: unknown word 'intensty'; did you mean 'intensity'?"),
    (
      "set Pattern[1].HapticIntensty 1",
      "word 2, column 12: unknown field \"HapticIntensty\"; did you mean 'HapticIntensity'?"
    ),
    ("add-point Pattern[9] 0 1", "add-point: Pattern[9] does not exist; the pattern has 6 entries"),
    ("add-point Pattern[3] 0 1", "18:5: Pattern[3]: a parameter has no points"),
    (
      "add-point Pattern[2] 0 1.5",
      "8:5: Pattern[2]: HapticIntensityControl must be from 0 to 1, not 1.5"
    ),
    ("add-point Pattern[2] -1 1", "word 3: TIME must be from 0 to 1000000000 s, not '-1'"),
    ("add-point Pattern[2] 1", "word 4: 'add-point' needs VALUE"),
    (
      "add-point Pattern[2].Time 0 1",
      "word 2, column 11: the path of an entry was expected, as in Pattern[3]"
    ),
    (
      "add-point Pattern[-1] 0 1",
      "word 2, column 9: the path of an entry was expected, as in Pattern[3]"
    ),
    ("delete-point 2 0", "word 2, column 1: the path of an entry was expected, as in Pattern[3]"),
    ("delete-point [9] 0", "delete-point: Pattern[9] does not exist; the pattern has 6 entries"),
    ("delete-point [0] 0", "4:5: Pattern[0]: a transient has no points"),
    ("delete-point [2] 3", "8:5: Pattern[2]: point 3 does not exist; the curve has 3 points"),
    ("delete-point [2] 1.5", "word 3: INDEX must be a whole number from 0, not '1.5'"),
    (
      "delete-point [2] 0 delete-point [2] 0 delete-point [2] 0",
      "8:5: Pattern[2]: the curve has only this point; delete the curve instead: select [2] delete"
    ),
    (
      "set Pattern[x].Time 1",
      "word 2, column 9: an index followed by '].' was expected, as in Pattern[3].Time"
    ),
  ]

  @Test(arguments: refused)
  func `an impossible operation is reported with its place`(words: String, reason: String) throws {
    do {
      _ = try EditSample.edited(words)
      Issue.record("\(words) was not refused")
    } catch let error as EditError {
      #expect(error.description.hasPrefix(reason), "\(error)")
    }
  }

  static let outOfRange: [EditOperation] =
    [-1, .nan, .infinity].flatMap { value -> [EditOperation] in
      [
        .scaleIntensity(value), .scaleSharpness(value), .normalize(value), .stretch(value),
        .fit(value),
        .humanize(seed: 1, time: value, intensity: 0),
        .humanize(seed: 1, time: 0, intensity: value),
        .quantize(value), .snap(tempo: value, step: 1), .snap(tempo: 120, step: value),
        .move(value), .trim(from: value, to: 1), .trim(from: 2, to: value),
        .simplify(decibels: value),
      ]
    } + [
      .shift(.nan), .duplicate(.nan), .duplicate(.infinity), .raiseIntensity(-1.5),
      .raiseIntensity(.nan), .raiseSharpness(1.5), .raiseSharpness(.infinity),
      .addPoint(entry: -1, time: 0, value: 0), .addPoint(entry: 2, time: -0.1, value: 0),
      .addPoint(entry: 2, time: .nan, value: 0), .addPoint(entry: 2, time: 0, value: .infinity),
      .deletePoint(entry: -1, index: 0), .deletePoint(entry: 2, index: -1),
    ]

  @Test(arguments: outOfRange)
  func `a number outside its range is refused without changes`(
    operation: EditOperation
  ) throws {
    var session = EditSession(try EditSample.document())
    #expect {
      try session.apply(operation)
    } throws: { error in
      guard case .operation(let name, _) = error as? EditError else { return false }
      return name == operation.words[0]
    }
    #expect(EditSample.text(session.document) == EditSample.text && session.steps.isEmpty)
  }

  @Test func `an optional number that is not finite is not read as an operation`() throws {
    #expect(
      throws: EditError.words(
        number: 2, column: nil, reason: "LEVEL must be a number, not 'nan'")
    ) { try EditSample.edited("normalize nan") }
  }

  @Test func `a file that is not a pattern is refused with every error`() throws {
    let text = #"{"Pattern": [{"Event": {"EventType": "HapticTransien", "Time": -1}}]}"#
    #expect {
      _ = try EditDocument(Array(text.utf8))
    } throws: { error in
      guard case .invalid(let diagnostics, let count) = error as? EditError else { return false }
      return diagnostics.count == 2 && count == 2 && diagnostics.allSatisfy { $0.line == 1 }
    }
  }

  private func times(_ words: String) throws -> [Double] {
    try EditSample.pattern(words).entries.map(Self.time)
  }

  private static func time(_ entry: HapticPattern.Entry) -> Double {
    switch entry {
    case .event(let event): event.time
    case .parameter(let parameter): parameter.time
    case .curve(let curve): curve.time
    }
  }
}

extension String {
  /// The number of occurrences of `part` in the text.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}

/// The syntax of selections.
@Suite struct SelectionTests {
  static let selections: [(text: String, indices: [Int])] = [
    ("all", [0, 1, 2, 3, 4, 5]), ("transient", [0, 5]), ("event", [0, 1, 4, 5]), ("audio", [4]),
    ("haptic time=0.2..1", [1, 5]), ("control", [2, 3]), ("curve, [5]", [2, 5]),
    ("not event", [2, 3]), ("not not transient", [0, 5]), ("time<0.2", [0]),
    ("time<=0.2", [0, 1, 2]),
    ("time=0.6..", [3, 4, 5]), ("time=..0.2 event", [0, 1]), ("time!=0.2", [0, 3, 4, 5]),
    ("intensity>0.8", [1, 5]), ("intensity = 0.8", [0]), ("duration>=0.2", [1, 4]),
    ("end=0.7", [1, 2]),
    ("value=0.25", [3]), ("points>2", [2]), ("[1..2]", [1, 2]), ("index>4", [5]), ("volume=1", [4]),
    ("HapticIntensityControl", [2]), ("HapticTransient time>0.5", [5]), ("time=2e-1", [1, 2]),
    ("sharpness=0.5 not continuous,tone", [0, 4, 5]), ("time<200ms", [0]), ("time=2e-1s", [1, 2]),
    ("time=600ms..", [3, 4, 5]), ("end=700ms..0.7s", [1, 2]),
  ]

  @Test(arguments: selections)
  func `terms select by kind, index, time and value`(text: String, indices: [Int]) throws {
    let selection = try Selection(text)
    let kept = try EditSample.edited(
      EditSample.document(), "select \(text.replacing(" ", with: "_")) set Time 50")
    let pattern = try #require(AHAP.read(kept.document.bytes).pattern)
    let moved = pattern.entries.indices.filter { index in
      switch pattern.entries[index] {
      case .event(let event): event.time == 50
      case .parameter(let parameter): parameter.time == 50
      case .curve(let curve): curve.time == 50
      }
    }
    #expect(moved == indices)
    #expect(try Selection(selection.description) == selection)
  }

  static let mistakes: [(text: String, column: Int, reason: String)] = [
    ("", 1, "a term was expected"), ("transient,", 11, "a term was expected"),
    ("time", 5, "'time' must be followed by a comparison"), ("time>", 6, "a number was expected"),
    ("tap", 1, "unknown word 'tap'"),
    ("transint", 1, "unknown word 'transint'; did you mean 'transient'?"),
    ("time=2..1", 9, "the range ends before it begins"), ("[3", 3, "']' was expected"),
    ("time!1", 6, "'=' was expected after '!'"), ("event & curve", 7, "unexpected character '&'"),
    ("not", 4, "'not' must be followed by a term"), ("time>1.2.3", 6, "'1.2.3' is not a number"),
    ("[a]", 2, "a number was expected"), ("points>2ms", 9, "unknown word 'ms'"),
    ("time=", 6, "expected a number or a range"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is reported with its column`(text: String, column: Int, reason: String) {
    do throws(SelectionError) {
      _ = try Selection(text)
      Issue.record("'\(text)' is taken")
    } catch {
      #expect(error.column == column, "\(error)")
      #expect(error.reason.hasPrefix(reason), "\(error)")
    }
  }
}

/// Logs as files.
@Suite struct EditLogTests {
  private func log(_ words: String) throws -> (log: EditLog, documents: [EditDocument]) {
    var session = EditSession(try EditSample.document())
    var log = EditLog()
    var documents = [session.document]
    for operation in try EditSample.operations(words) {
      let before = session.document
      log.append(try session.apply(operation), from: before, to: session.document)
      documents.append(session.document)
    }
    return (log, documents)
  }

  @Test func `operations are undone one by one from any state of the file`() throws {
    let (log, documents) = try log("shift 1 select transient scale-intensity 0.5 append x")
    #expect(try log.undoing(in: documents[4]) == documents[3])
    #expect(try log.undoing(2, in: documents[4]) == documents[1])
    #expect(try log.undoing(in: documents[1]) == documents[0])
    #expect(throws: EditError.otherFile) { try log.undoing(in: documents[0]) }
  }

  @Test func `a log of another file is refused`() throws {
    let (log, _) = try log("shift 1")
    let other = try EditSample.document("{\"Pattern\": []}")
    #expect(throws: EditError.otherFile) { try log.undoing(in: other) }
  }

  static let broken = [
    "x", "[]", "{}", "{\"edit\":[\"shift\",\"1\"]}",
    "{\"edit\":[\"shif\"],\"before\":\"1\",\"after\":\"1\",\"undo\":[]}",
    "{\"edit\":[\"reverse\"],\"before\":\"1\",\"after\":\"1\",\"undo\":[[-1,2,\"\"]]}",
    "{\"edit\":[\"reverse\",\"split\"],\"before\":\"1\",\"after\":\"1\",\"undo\":[]}",
    "{\"edit\":[\"reverse\"],\"before\":\"g\",\"after\":\"1\",\"undo\":[]}",
  ]

  @Test(arguments: broken)
  func `an invalid line of a log is named`(line: String) throws {
    let text = String(decoding: try log("shift 1").log.bytes, as: UTF8.self) + line
    #expect {
      _ = try EditLog(Array(text.utf8))
    } throws: { error in
      guard case .log(2, _) = error as? EditError else { return false }
      return true
    }
  }

  @Test func `a patch that does not fit is not applied`() throws {
    let (_, documents) = try log("shift 1")
    let line = String(decoding: try log("shift 1").log.bytes, as: UTF8.self)
      .replacing(/"undo":.*/, with: "\"undo\":[[100000,5,\"\"]]}")
    let damaged = try EditLog(Array(line.utf8))
    #expect(throws: EditError.otherFile) { try damaged.undoing(in: documents[1]) }
  }
}
