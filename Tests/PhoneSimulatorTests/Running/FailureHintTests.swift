import Foundation
import PhoneSimulator
import Testing

/// Tests of the hints for failed expectations.
struct FailureHintTests {
  /// The hints of a scenario with the app `music`, declared in line 3, whose steps are `steps`.
  private func hints(_ app: String, _ steps: String, beside other: String = "") throws -> [String?]
  {
    let text = """
      scenario: a
      apps:
        music: \(app)
        \(other)
      steps: [\(steps)]
      """
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    return run.failures.map(\.hint)
  }

  private static let call =
    "{ music: play }, { at: 5, phone: ring }, { at: 9, phone: decline }, "
    + "{ expect: { music: { playing: true } } }"

  @Test func `the hint for an app that does not resume suggests a behavior`() throws {
    #expect(
      try hints("{ category: playback }", Self.call) == [
        "music does not resume automatically; add 'behavior: guidelines' to the app in "
          + "line 3, or the step 'music: play'"
      ])
    #expect(try hints("{ category: playback, behavior: guidelines }", Self.call) == [])
  }

  // The lock silences nothing, because the app had missed its resumption.
  @Test func `a missed resumption is the hint even if the phone is locked afterwards`() throws {
    let locked = Self.call.replacingOccurrences(
      of: "{ expect", with: "{ at: 12, device: lock }, { expect")
    let hint =
      "music does not resume automatically; add 'behavior: guidelines' to the app in line 3, or the "
      + "step 'music: play'"
    #expect(try hints("{ category: playback }", locked) == [hint])
    // If the phone is locked before the call ends, the missing background mode prevents the resumption.
    let before = Self.call.replacingOccurrences(
      of: "{ at: 9", with: "{ at: 7, device: lock }, { at: 9")
    let found = try hints("{ category: playback }", before)
    #expect(found.first??.contains("without background audio") == true)
  }

  @Test func `after a call that ends without shouldResume, a behavior is not suggested`() throws {
    let steps = Self.call.replacingOccurrences(
      of: "decline", with: "{ decline: { interruption: notResumable } }")
    #expect(try hints("{ category: playback }", steps) == [nil])
  }

  @Test(arguments: ["playing", "audible"])
  func `the hint for an app that is never started suggests a step`(fact: String) throws {
    #expect(
      try hints("{ category: playback }", "{ expect: { music: { \(fact): true } } }") == [
        "no step starts music; add the step 'music: play'"
      ])
  }

  @Test func `the hint names the switch only for a category that obeys it`() throws {
    let steps =
      "{ device: { silentMode: true } }, { music: play }, { expect: { music: { audible: true } } }"
    #expect(
      try hints("{ category: ambient }", steps) == [
        "the ring/silent switch is on silent, and the category ambient obeys it; expect audible: false, "
          + "or give the app in line 3 'category: playback'"
      ])
    #expect(try hints("{ category: playback }", steps) == [])
  }

  @Test func `the hint for an app in the background suggests background audio`() throws {
    let steps =
      "{ music: play }, { at: 1, music: background }, { at: 9, expect: { music: { audible: true } } }"
    #expect(
      try hints("{ category: playback }", steps) == [
        "music is in the background without background audio; add 'backgroundAudio: true' to the "
          + "app in line 3"
      ])
    #expect(try hints("{ category: playback, backgroundAudio: true }", steps) == [])
  }

  @Test(arguments: ["playing: true", "audible: true", "events: [routeChange newDeviceAvailable]"])
  func `the hint for a suspended app names its waiting events`(expected: String) throws {
    let steps =
      "{ music: play }, { music: background }, { music: pause }, { music: suspend }, "
      + "{ device: { connect: headphones } }, { expect: { music: { \(expected) } } }"
    #expect(
      try hints("{ category: playback, backgroundAudio: true }", steps) == [
        "music is suspended and will receive 'routeChange newDeviceAvailable' only when it runs again; "
          + "add the step 'music: foreground'"
      ])
  }

  @Test(arguments: ["[play, pause]", "[]"], ["guidelines", "manual"])
  func `the hint for an app whose headphones were unplugged says so`(
    commands: String, behavior: String
  ) throws {
    let app = "{ category: playback, remoteCommands: \(commands), behavior: \(behavior) }"
    let unplugged =
      "{ device: { connect: headphones } }, { music: play }, { device: { disconnect: headphones } }, "
    let hint =
      "the output of music was unplugged, which pauses the app until the user starts it again; expect "
      + "playing: false, or add the step 'music: play'"
    #expect(try hints(app, unplugged + "{ expect: { music: { playing: true } } }") == [hint])
    #expect(try hints(app, unplugged + "{ expect: { music: { audible: true } } }") == [hint])
    // The user paused it earlier.
    let paused = unplugged.replacingOccurrences(
      of: "{ device: { disconnect", with: "{ music: pause }, { device: { disconnect")
    #expect(try hints(app, paused + "{ expect: { music: { playing: true } } }") != [hint])
  }

  // Source: the steps themselves, which are written in line 5.
  @Test(arguments: ["playing: false", "audible: false"])
  func `the hint for an app that plays although it should not says when it played again`(
    expected: String
  ) throws {
    let expect = "{ expect: { music: { \(expected) } } }"
    let unplugged =
      "{ device: { connect: headphones } }, { music: play }, { at: 12, device: { disconnect: headphones } }, "
      + "{ at: 13, music: play }, "
    for commands in ["[play, pause]", "[]"] {
      #expect(
        try hints("{ category: playback, remoteCommands: \(commands) }", unplugged + expect) == [
          "music played again at 13 s (line 5), after its output was unplugged at 12 s"
        ])
    }
    let called = "{ music: play }, { at: 5, phone: ring }, { at: 9, phone: decline }, "
    #expect(
      try hints("{ category: playback, behavior: guidelines }", called + expect) == [
        "music played again automatically at 9 s, after it was interrupted at 5 s"
      ])
    // The user started it after a pause.
    let paused = "{ at: 14, music: pause }, { at: 15, music: play }, "
    #expect(try hints("{ category: playback }", unplugged + paused + expect) == [nil])
    // It was not playing when the output was unplugged.
    let idle = unplugged.replacingOccurrences(of: "{ music: play }, { at: 12", with: "{ at: 12")
    #expect(try hints("{ category: playback }", idle + expect) == [nil])
  }

  @Test(arguments: ["ducked: false", "gain: 0.5"])
  func `the hint for a ducked app names the other app`(expected: String) throws {
    let steps = "{ music: play }, { maps: play }, { expect: { music: { \(expected) } } }"
    #expect(
      try hints(
        "{ category: playback, options: [mixWithOthers] }", steps,
        beside: "maps: { category: playback, options: [duckOthers] }") == [
          "maps ducks music while its session is active; expect ducked: true, or add the step "
            + "'maps: deactivate'"
        ])
  }

  @Test func `other failures do not have a hint`() throws {
    let steps = "{ music: play }, { expect: { music: { playing: false, position: 3 } } }"
    #expect(try hints("{ category: playback }", steps) == [nil, nil])
  }

  @Test(arguments: ["guidelines", "manual"])
  func `the hint for a recording that is not resumed suggests a step`(behavior: String) throws {
    let app = "{ category: playAndRecord, behavior: \(behavior) }"
    let recording = "{ music: record }, { at: 5, phone: ring }, { at: 9, phone: decline }, "
    let expected = "{ expect: { music: { recording: true } } }"
    #expect(
      try hints(app, recording + expected) == [
        "music does not resume its recording automatically ('behavior: guidelines' resumes only "
          + "playback); add the step 'music: record'"
      ])
    #expect(try hints(app, recording + "{ music: record }, " + expected) == [])
    #expect(
      try hints(app, expected) == [
        "no step starts a recording in music; add the step 'music: record'"
      ])
  }

  @Test func `the hint for a recording that continues after an unplugging suggests a step`() throws
  {
    let app = "{ category: playAndRecord }"
    let unplugged = "{ device: { connect: headphones } }, { device: { disconnect: headphones } }, "
    let expected = "{ expect: { music: { recording: false } } }"
    #expect(
      try hints(app, "{ music: record }, " + unplugged + expected) == [
        "unplugging a device does not stop a recording as long as an input is available; expect "
          + "recording: true, or add the step 'music: stopRecording'"
      ])
    #expect(try hints(app, unplugged + "{ music: record }, " + expected) == [nil])
  }
}
