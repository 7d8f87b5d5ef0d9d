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
        "HapticIntensityControl of x.ahap acts on 1 event of the pattern as well, Pattern[1] at 0.5 s"
      ])
    #expect(
      try notes("buzz 1s 0..1", "tap, rest 100ms, tap", isOverlay: true) == [
        "HapticIntensityControl of the pattern acts on 2 events of x.ahap as well, first on Pattern[0] at 0 s"
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
        "HapticIntensityControl of x.ahap acts on 1 event of the pattern as well, Pattern[0] at 0 s"
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
}
