import AudioSession
import PhoneRuntime
import PhoneSimulator
import Testing
import TextFormats

/// Tests of the reader with valid and invalid scenarios.
struct ScenarioReaderTests {
  private func problems(_ text: String) -> [String] {
    do {
      _ = try ScenarioReader.read(text)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func `a scenario without a device and apps has the documented defaults`() throws {
    let scenario = try #require(try ScenarioReader.read("scenario: a\nsteps: []").first)
    #expect(scenario.name == "a")
    #expect(scenario.setup.system == .iOS26)
    #expect(scenario.setup.device.volumes[.media] == 0.5)
    #expect(!scenario.setup.device.isSilent)
    #expect(scenario.setup.device.callStyle == .banner)
    #expect(scenario.setup.device.connected.isEmpty)
  }

  // Source: `Documentation/Scenarios.md`, Setup: the name is a sentence that says what the scenario shows.
  @Test(arguments: ["\"\"", "\" \"", "''"])
  func `an empty name is refused at its place`(name: String) {
    #expect(
      problems("scenario: \(name)\nsteps: []\n") == [
        "1:11: error: 'scenario' is empty; describe in a sentence what the scenario shows [missing]"
      ])
  }

  @Test func `decorative haptics are looked up like played haptics`() throws {
    func text(_ name: String) -> String {
      "scenario: a\napps: { x: { decorativeHaptics: [\(name)] } }\nsteps: []"
    }
    let scenario = try #require(try ScenarioReader.read(text("impact.soft")).first)
    #expect(scenario.apps[0].decorativeHaptics == ["impact.soft"])
    #expect(try ScenarioReader.read(scenario.text).first?.apps == scenario.apps)
    let wrong = problems(text("impact.sofd"))
    #expect(wrong.count == 1 && wrong[0].contains("'impact.soft'") && wrong[0].hasPrefix("2:"))
  }

  @Test func `an app without a setup is solo ambient and in the foreground`() throws {
    let text = "scenario: a\napps: { game: }\nsteps: []"
    let scenario = try #require(try ScenarioReader.read(text).first)
    let app = try #require(scenario.setup.apps.first?.state)
    #expect(app.configuration == SessionConfiguration(.soloAmbient))
    #expect(app.lifecycle == .foreground)
    #expect(!app.hasBackgroundAudio)
    #expect(app.recordPermission == .granted)
    #expect(scenario.apps.first?.behavior == .manual)
  }

  @Test func `a step without a time has the time of the previous step`() throws {
    let text = """
      scenario: a
      apps: { game: }
      steps:
        - at: 1.5
          game: activate
        - game: play
        - time: { pass: 2 }
        - game: pause
      """
    let scenario = try #require(try ScenarioReader.read(text).first)
    #expect(scenario.steps.map(\.time) == [1.5, 1.5, 3.5, 3.5])
  }

  @Test(
    arguments: [
      "game: { play: {} }", "game: { setPrefers: {} }", "siri: { end: {} }",
      "phone: { hangUp: {} }", "device: { volume: {} }", "time: { pass: {} }", "expect: {}",
      "expect: { game: {} }", "expect: { device: {} }", "expect: { device: { volume: {} } }",
      "expect: { game: { haptics: {} } }",
    ])
  func `an empty map is reported as a problem`(step: String) {
    let found = problems("scenario: a\napps: { game: }\nsteps:\n  - \(step)")
    #expect(found.count == 1, "\(found)")
  }

  @Test func `several documents in a file are several scenarios, each with its place`() throws {
    let scenarios = try ScenarioReader.read("scenario: a\nsteps: []\n---\nscenario: b\nsteps: []")
    #expect(scenarios.map(\.name) == ["a", "b"])
    #expect(scenarios.map(\.place.line) == [1, 4])
  }

  @Test func `JSON is read as well`() throws {
    let text = """
      {"scenario": "a", "apps": {"game": {"category": "ambient"}}, "steps": [{"game": "play"}]}
      """
    let scenario = try #require(try ScenarioReader.read(text).first)
    #expect(scenario.steps.count == 1)
    #expect(scenario.setup.apps.first?.state.configuration.category == .ambient)
  }

  @Test func `a byte order mark is ignored`() throws {
    let scenarios = try ScenarioReader.read("\u{FEFF}scenario: a\nsteps: []\n")
    #expect(scenarios.map(\.name) == ["a"])
    #expect(scenarios.map(\.place) == [SourceLocation(line: 1, column: 1)])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a control character is reported at its place, with any kind of newline`(end: String) throws
  {
    let lines = ["scenario: a", "# é é é *", "steps: [{ é\u{1}: play }]"]
    let errors = #expect(throws: ScenarioErrors.self) {
      try ScenarioReader.read(lines.joined(separator: end))
    }
    #expect(errors?.problems.map(\.location) == [SourceLocation(line: 3, column: 12)])
  }

  @Test(arguments: [
    ("7", OSVersion.iOS7), ("9", .iOS8), ("12", .iOS10), ("13.7", .iOS13), ("14.2", .iOS14),
    ("14.5", .iOS14_5), ("15.8.2", .iOS14_5), ("17.4", .iOS17), ("18", .iOS17), ("26.2", .iOS26),
    ("28", .iOS27),
  ])
  func `a release is covered by the right version`(written: String, version: OSVersion) throws {
    let text = "scenario: a\nos: \(written)\nsteps: []"
    #expect(try ScenarioReader.read(text).first?.setup.system == version)
  }

  @Test(arguments: ["!int", "560557684", "cannotInterruptOthers"])
  func `an error is its characters, its number or its name`(written: String) throws {
    let text = "scenario: a\napps: { x: }\nsteps: [{ x: play, fails: \"\(written)\" }]"
    let step = try #require(try ScenarioReader.read(text).first?.steps.first)
    #expect(step.content == .app(0, .resident(.play(seconds: nil)), fails: .cannotInterruptOthers))
  }

  @Test(arguments: [
    "category: playbak, options: [mixWithOthers]", "categry: playback, options: [mixWithOthers]",
    "category: playback, options: [defaultToSpeaker], state: forground",
  ])
  func `an unreadable app is one problem, not an illegal configuration`(app: String) {
    let found = problems("scenario: a\napps: { x: { \(app) } }\nsteps: []")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("did you mean") == true, "\(found)")
  }

  @Test func `aliases expand to their anchors, and other asterisks are text`()
    throws
  {
    let text = """
      scenario: 2 * 3 * 4
      apps: { film: &app { category: playback }, "*": *app }
      steps: [{ "*": play }]
      """
    let scenario = try #require(try ScenarioReader.read(text).first)
    #expect(scenario.name == "2 * 3 * 4")
    #expect(scenario.setup.apps.map(\.name) == ["film", "*"])
    #expect(scenario.setup.apps.map(\.state.configuration.category) == [.playback, .playback])
  }

  @Test(arguments: [
    ("scenario: a\nstep: []", "2:1", "unknown-key", "'steps'"),
    ("scenario: a\nos: newest\nsteps: []", "2:5", "unknown-word", "a version of iOS, such as 17"),
    ("scenario: a\nos: 5\nsteps: []", "2:5", "out-of-range", "the oldest simulated version"),
    (
      "scenario: a\napps: { x: }\nsteps: [{ x: play, fails: !pla }]", "3:27", "wrong-type",
      "quote it: \"!pla\""
    ),
    (
      "scenario: a\nsteps: [{ device: { connect: bluetooth } }]", "2:30", "unknown-word",
      "did you mean 'bluetoothA2DP' (stereo, for listening) or 'bluetoothHFP' (hands-free, for calls)?"
    ),
    ("scenario: a\ndevice: { model: ipad }\nsteps: []", "2:18", "unknown-word", "'iPad'"),
    (
      "scenario: a\napps: { game: { category: playbak } }\nsteps: []", "2:27", "unknown-word",
      "'playback'"
    ),
    ("scenario: a\napps: { game: }\nsteps: [{ gme: play }]", "3:11", "unknown-actor", "'game'"),
    ("scenario: a\napps: { game: }\nsteps: [{ game: plai }]", "3:17", "unknown-verb", "'play'"),
    ("scenario: a\nsteps: [{ phone: rings }]", "2:18", "unknown-verb", "'ring'"),
    (
      "scenario: a\nsteps: [{ device: { conect: headphones } }]", "2:21", "unknown-verb",
      "'connect'"
    ),
    (
      "scenario: a\nsteps: [{ device: { connect: headphone } }]", "2:30", "unknown-word",
      "'headphones'"
    ),
    ("scenario: a\nsteps: [{ at: soon, phone: ring }]", "2:15", "wrong-type", "number"),
    ("scenario: a\nsteps: [{ at: -1, phone: ring }]", "2:15", "out-of-range", "-1"),
    ("scenario: a\nsteps: [{ at: 1e999, phone: ring }]", "2:15", "out-of-range", "1e999"),
    ("scenario: a\nsteps: [{ at: 2 }, { at: 1 }]", "2:26", "time-order", "before"),
    ("scenario: a\nsteps: 7", "2:8", "wrong-type", "list"),
    (
      "scenario: a\nsteps: [{ expect: { device: { route: headphones } } }]", "2:38", "wrong-type",
      "route must be a list"
    ),
    ("scenario: a\nsteps: [7]", "2:9", "wrong-type", "map"),
    ("scenario: a\npolicy: { duckGian: 1 }\nsteps: []", "2:11", "unknown-key", "'duckGain'"),
    ("scenario: a\npolicy: { duckGain: 2 }\nsteps: []", "2:21", "unknown-word", "0.0...1.0"),
    (
      "scenario: a\napps: { x: }\nsteps: [{ expect: { x: { activ: true } } }]", "3:26",
      "unknown-key", "'active'"
    ),
    (
      "scenario: a\napps: { x: }\nsteps: [{ expect: { x: { events: [hint began] } } }]", "3:35",
      "unknown-word", "'hint begin'"
    ),
    (
      "scenario: a\napps: { x: }\nsteps: [{ x: { volume: 1 } }]", "3:16", "unknown-verb",
      "verb of an app"
    ),
    (
      "scenario: a\napps: { x: }\nsteps: [{ x: play, fails: '!abc' }]", "3:27", "unknown-word",
      "error"
    ),
    ("scenario: a\nsteps: [{ phone: ring, fails: '!int' }]", "2:24", "unknown-key", "app"),
    ("scenario: a\nscenario: b\nsteps: []", "2:1", "duplicate-key", "scenario"),
    (
      "scenario: a\napps:\n  x: { mode: default }\n  # x:\n  y:\n   x:\n  \"x\" :\nsteps: []",
      "7:3",
      "duplicate-key", "'x'"
    ),
    ("scenario: a\napps: { x: , x: }\nsteps: []", "2:14", "duplicate-key", "'x'"),
    (
      "scenario: a\napps: { x: }\nsteps:\n - x: { playHaptic: impact.hevy }", "4:21",
      "unknown-word",
      "did you mean 'impact.heavy'?"
    ),
    (
      "scenario: a\napps: { x: }\nsteps:\n - x: { playHaptic: boom.wav }", "4:21", "unknown-word",
      "file (.ahap) 'boom.wav'; available:"
    ),
    ("scenario: a\nsteps: *none", "2:8", "syntax", "&none"),
    ("scenario: a\nsteps: [", "3:1", "syntax", "node content"),
    ("scenario: a\napps: { phone: }\nsteps: []", "2:9", "unknown-actor", "phone"),
    ("steps: []", "1:1", "missing", "scenario"),
    ("", "1:1", "missing", "no scenario"),
    ("[1, 2]", "1:1", "wrong-type", "map"),
    (
      "scenario: a\napps: { x: { category: playback, options: [defaultToSpeaker] } }\nsteps: []",
      "2:12", "illegal-configuration", "-50"
    ),
  ])
  func `a problem is reported with its place, code and suggestion`(
    text: String, place: String, code: String, words: String
  ) throws {
    let found = problems(text)
    let isReported = found.contains {
      $0.hasPrefix("\(place): error: ") && $0.hasSuffix("[\(code)]") && $0.contains(words)
    }
    #expect(isReported, "\(found)")
  }

  @Test func `every problem of a file is reported, in order of place`() {
    let text = """
      scenario: a
      apps: { x: { mode: lout }, y: { state: front } }
      steps: [{ x: sing }, { z: play }, { at: later, y: play }]
      """
    let lines = problems(text).map { $0.prefix { $0 != "e" } }
    #expect(lines == ["2:20: ", "2:40: ", "3:14: ", "3:24: ", "3:41: "])
  }

  @Test func `the first hundred problems are reported, with the number of omitted ones`()
    throws
  {
    let steps = String(repeating: "  - musik: play\n", count: 250)
    let error = #expect(throws: ScenarioErrors.self) {
      try ScenarioReader.read("scenario: a\napps: { music: }\nsteps:\n\(steps)")
    }
    #expect(error?.problems.count == 100)
    #expect(error?.omittedCount == 150)
  }
}
