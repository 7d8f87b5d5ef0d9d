import HapticEditing
import HapticEngine
import HapticFormats
import Testing

/// Notes about controls that act on events of the other pattern when two patterns share a file.
@Suite struct ControlNoteTests {
  private func notes(_ notation: String, _ added: String, isOverlay: Bool) throws -> [String] {
    let fragment = EditFragment(
      name: "x.ahap", document: try EditSample.document(HapticPattern(notation: added)))
    var session = EditSession(try EditSample.document(HapticPattern(notation: notation)))
    return try session.apply(isOverlay ? .overlay(fragment) : .append(fragment)).notes.listed
  }

  @Test
  func `a curve of an overlaid pattern that acts on existing events is reported, and vice versa`()
    throws
  {
    #expect(
      try notes("tap, rest 500ms, tap", "curve intensity 0s 1 1s 0", isOverlay: true) == [
        "HapticIntensityControl of x.ahap also acts on 1 event of the pattern, Pattern[1] at 0.5 s"
      ])
    #expect(
      try notes("buzz 1s 0..1", "tap, rest 100ms, tap", isOverlay: true) == [
        "HapticIntensityControl of the pattern also acts on 2 events of x.ahap, first on Pattern[0] at 0 s"
      ])
  }

  @Test(arguments: [
    // The controls of each are neutral while the other sounds.
    ("tap", "rest 1s, buzz 100ms 0..1"), ("buzz 200ms 0..1", "rest 1s, tap"), ("tap", "tap"),
    // Controls do not change the sharpness of a tap, and a sound does not have an intensity.
    ("tap", "buzz 1s 1/0..1"), ("tone 1s", "buzz 1s 0..1"),
    // A control that equals the existing value.
    ("set intensity 1, tap", "set intensity 1, tap"),
  ])
  func `controls that do not act on the other pattern are not reported`(
    notation: String, added: String
  )
    throws
  {
    #expect(try notes(notation, added, isOverlay: true).isEmpty)
  }

  @Test func `an appended pattern plays as if alone, and a release under its controls is reported`()
    throws
  {
    #expect(try notes("buzz 1s 0..0.5, rest 1s", "tap", isOverlay: false).isEmpty)
    #expect(
      try notes("buzz 1s 1 release 1", "set intensity 0.2, tap", isOverlay: false) == [
        "HapticIntensityControl of x.ahap also acts on 1 event of the pattern, Pattern[0] at 0 s"
      ])
  }

  /// Inputs are metadata of a pattern, and act on all of its events.
  @Test(arguments: [false, true])
  func `the effect of inputs on the other pattern is reported`(isOverlay: Bool) throws {
    let plain = try HapticPattern(notation: "tap")
    let jump = try #require(
      AHAP.read(
        Array(
          """
          {"Metadata": {"Inputs": {"h": {"Range": [0, 1], "Default": 0,
            "HapticIntensity": {"Factor": [[0, 1], [1, 0.5]]}}}},
           "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": []}}]}
          """.utf8)
      ).pattern)
    func notes(_ pattern: HapticPattern, _ added: HapticPattern) throws -> [String] {
      let fragment = EditFragment(name: "x.ahap", document: try EditSample.document(added))
      var session = EditSession(try EditSample.document(pattern))
      return try session.apply(isOverlay ? .overlay(fragment) : .append(fragment)).notes.listed
        .filter { $0.contains("Inputs") }
    }
    #expect(try notes(plain, plain).isEmpty)
    #expect(
      try notes(plain, jump) == [
        "the Inputs of x.ahap are left out, because they would act on all events of the pattern; "
          + "to fix them at a value first, use convert --input"
      ])
    #expect(
      try notes(jump, plain) == ["the Inputs of the pattern also act on the events of x.ahap"])
  }

  private func notes(_ words: String, on notation: String) throws -> [String] {
    try edited(notation, words).steps.flatMap(\.notes.listed)
  }

  private func edited(_ notation: String, _ words: String) throws -> EditSession {
    try EditSample.edited(EditSample.document(HapticPattern(notation: notation)), words)
  }

  @Test(arguments: [
    // A tap in the time of a curve, and a vibration with a curve.
    ("buzz 1s 0.2..1 & at 500ms tap", "select transient delete", 1),
    ("buzz 1s 0.2..1", "select continuous delete", 1),
    ("2x(buzz 100ms 0.2..1, rest 100ms)", "select event delete", 2),
    // The curve is removed as well, or belongs to another event.
    ("buzz 1s 0.2..1", "delete", 0),
    ("buzz 100ms 0.2..1, rest 100ms, tap", "select transient delete", 0),
    ("buzz 100ms 0.2..1, tap", "select transient delete", 0),
    // A haptic control does not act on a tone.
    ("buzz 1s 0.2..1 & tone 1s", "select tone delete", 0),
  ])
  func `curves that stay although events during them are removed are reported`(
    notation: String, words: String, count: Int
  ) throws {
    let notes = try notes(words, on: notation)
    #expect(notes.count == min(count, 1))
    #expect(notes.allSatisfy { $0.hasPrefix("\(count) curve") }, "\(notes)")
  }

  @Test(arguments: [
    ("select continuous stretch 0.5", 1), ("select continuous shift -0.6", 1),
    ("select continuous move 0", 1), ("select continuous quantize 0.25", 1),
    ("select continuous snap 100", 1), ("select continuous reverse shift 0.1", 1),
    ("select transient shift 0.1", 1),
    // The event did not move, or its curve is selected, or the event is not under the curve.
    ("select continuous shift 0", 0), ("select continuous,_curve shift 0.1", 0), ("shift 0.1", 0),
    ("select transient_time=0 shift 0.1", 0), ("select all shift 0.1", 0),
    // Sharpness changes are not about time.
    ("select continuous scale-sharpness 0.5", 0),
  ])
  func `a curve that stays although events during it move is reported`(
    words: String, count: Int
  ) throws {
    let notes = try notes(words, on: "(rest 610ms, buzz 1s 0.2..1 & tap 0.5, rest 1s, tap 0.5)")
    #expect(notes.count == count, "\(notes)")
    #expect(
      notes.allSatisfy { $0.hasPrefix("1 intensity curve that acts during the moved events") })
  }

  @Test func `the addition that the note names selects the curve`() throws {
    let text = "tap 0.5, rest 600ms, buzz 1s 0.2..1"
    let session = try edited(text, "select continuous shift -0.5")
    let note = try #require(session.steps.last?.notes.listed.first)
    let words = try #require(note.split(separator: "'").dropFirst().first)
    let whole = try edited(
      text, "select continuous\(words.replacing(" ", with: "_")) shift -0.5")
    #expect(whole.steps.flatMap(\.notes.listed) == [])
    let pattern = try #require(AHAP.read(whole.document.bytes).pattern)
    #expect(pattern.curves.map(\.time) == pattern.events.filter { $0.duration != nil }.map(\.time))
  }

  @Test func `the operation that the note names evens out the bump of a removed tap`() throws {
    // A bump of 4.4 dB, from 0.3 to 0.5 and back.
    let bump = "curve intensity 0s 0.3 400ms 0.3 500ms 0.5 600ms 0.3 1s 0.3"
    let text = "(\(bump) & buzz 1s 1/0.5 & at 500ms tap)"
    let session = try edited(text, "select transient delete select curve simplify 6")
    #expect(session.steps[1].notes.listed.first?.contains("'select curve simplify 6'") == true)
    let pattern = try #require(AHAP.read(session.document.bytes).pattern)
    #expect(pattern.curves.map { $0.controlPoints.map(\.value) } == [[0.3, 0.3]])
  }

  @Test(arguments: [
    // 0.5 and 0.4 stay within 0 to 1; only 0.8 and 0.9 do not.
    ("scale-intensity 2", ["2 HapticIntensity values are limited to 0 to 1"]),
    ("scale-intensity 1.2", ["1 HapticIntensity value is limited to 0 to 1"]),
    ("scale-sharpness 4", ["4 HapticSharpness values are limited to 0 to 1"]),
    ("scale-intensity 0.5", []), ("normalize", []), ("scale-intensity 1", []),
    ("humanize 1 0 0.05", []),
  ])
  func `values that an operation limits are counted`(words: String, notes: [String]) throws {
    #expect(
      try self.notes(words, on: "tap 0.5/0.5, tap 0.4/0.5, tap 0.8/0.5, tap 0.9/0.5") == notes)
  }

  @Test func `humanizing full intensities reports how many stay at the limit`() throws {
    let taps = Array(repeating: "tap 1/0.5", count: 20).joined(separator: ", rest 100ms, ")
    var session = try edited(taps, "humanize 3 0 0.1")
    let pattern = try #require(AHAP.read(session.document.bytes).pattern)
    let full = pattern.events.count { $0.value(of: .hapticIntensity) == 1 }
    #expect(full > 1 && full < 20)
    #expect(
      session.undo()?.notes.listed == ["\(full) HapticIntensity values are limited to 0 to 1"])
  }
}
