import Foundation
import HapticEngine
import PhoneSimulator
import Testing

@testable import haptic

/// `haptic session render`, `play` and `chart`, and the parts of scenarios.
struct SessionHeardTests {
  private static let prompt = """
    scenario: A prompt ducks the music, and a tap does not come while recording
    apps:
      music: { category: playback, options: [mixWithOthers] }
      prompt: { category: playback, mode: voicePrompt, options: [duckOthers] }
      notes: { category: playAndRecord, options: [mixWithOthers], layerVolume: 0 }
    steps:
      - music: play
      - notes: { playHaptic: impact.heavy }
      - at: 2
        prompt: { play: { duration: 1 } }
      - at: 3
        prompt: { deactivate: notifyOthers }
      - at: 4
        notes: record
      - notes: { playHaptic: impact.heavy }
      - at: 5
        phone: ring
      - at: 6
        phone: decline
      - expect: { notes: { haptics: { suppressed: recording } } }

    """

  private func run(
    _ arguments: String..., in folder: ScratchFolder, text: String = prompt
  ) throws -> Program.Outcome {
    try folder.write(text, to: "scenario.yaml")
    return try Self.run(arguments, in: folder)
  }

  /// The command that `arguments` begin with, for the scenario.
  private static func run(
    _ arguments: [String], in folder: ScratchFolder
  ) throws -> Program.Outcome {
    try Program.run(
      ["session", arguments[0], "scenario.yaml"] + arguments.dropFirst(), in: folder)
  }

  @Test func `the sound is written to a file, and each app to a separate file`() throws {
    let folder = try ScratchFolder()
    let outcome = try run("render", "-o", "heard.wav", "--stems", "apps", in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    // Six seconds and one second after the last step, with two channels of floats.
    for name in [
      "heard.wav", "apps/music.wav", "apps/prompt.wav", "apps/notes.wav", "apps/system.wav",
    ] {
      #expect(outcome.words.contains("\(name): 7 s, peak "))
      let size = try Data(contentsOf: folder.url.appending(path: name)).count
      #expect((7 * 48_000 * 8..<7 * 48_000 * 8 + 200).contains(size))
    }
    #expect(outcome.words.contains("apps/notes.wav: 7 s, peak 0.51"))
  }

  @Test func `a render for transducers notes once that small speakers hardly play it`() throws {
    let folder = try ScratchFolder()
    let note = "note: the profile wideband lies below 300 Hz"
    let outcome = try run("render", "-o", "heard.wav", in: folder)
    #expect(outcome.words.components(separatedBy: note).count == 2, "\(outcome.words)")
    // Remove the haptics and the call, which vibrates.
    var silent = Self.prompt
    for words in [
      "  - notes: { playHaptic: impact.heavy }\n",
      "    phone: ring\n  - at: 6\n    phone: decline\n",
    ] { silent = silent.replacing(words, with: "") }
    silent = silent.replacing("  - at: 5\n", with: "").replacing(
      "haptics: { suppressed: recording }", with: "hapticsPlayed: 0")
    for (text, arguments) in [
      (Self.prompt, ["-q"]), (Self.prompt, ["--bus", "audio"]),
      (Self.prompt, ["--profile", "audible"]), (silent, []),
    ] {
      try folder.write(text, to: "scenario.yaml")
      let quiet = try Self.run(["render", "-o", "heard.wav"] + arguments, in: folder)
      #expect(!quiet.words.contains("note:"), "\(arguments): \(quiet.words)")
      #expect(quiet.words.contains("heard.wav: ") == !arguments.contains("-q"))
    }
  }

  @Test func `apps whose files would have the same name do not leave a folder behind`() throws {
    let folder = try ScratchFolder()
    let text = "scenario: a\napps: { system: { category: playback } }\nsteps: [{ system: play }]\n"
    let outcome = try run("render", "--stems", "apps", in: folder, text: text)
    #expect(outcome.status == 73)
    #expect(outcome.words.contains("would both be written to apps/system.wav; rename the app"))
    #expect(try folder.names == ["scenario.yaml"])
  }

  @Test func `the chart has a lane for each app and interruptor`() throws {
    let folder = try ScratchFolder()
    let outcome = try run("chart", in: folder)
    #expect(outcome.status == 0)
    try Snapshot.expect(outcome.text, is: "session-chart", in: folder)
    #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a chart file is drawn for paper and does not rely on color alone`() throws {
    let folder = try ScratchFolder()
    let outcome = try run("chart", "-o", "chart.svg", in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.isEmpty)
    let svg = String(decoding: try folder.read("chart.svg"), as: UTF8.self)
    #expect(try run("chart", "-o", "-", in: folder).text == svg)
    #expect(try run("chart", "-o", "LARGE.SVG", in: folder).status == 0)
    #expect(String(decoding: try folder.read("LARGE.SVG"), as: UTF8.self) == svg)
    for name in ["music", "prompt", "notes", "call"] { #expect(svg.contains(">\(name)</text>")) }
    for word in ["playing", "ducked", "recording"] { #expect(svg.contains(">\(word)</text>")) }
    #expect(svg.contains("fill=\"#ffffff\"/>"))
    // The description for people who cannot see the chart contains the same facts.
    #expect(
      svg.contains("music: playing at 0 s, ducked at 2 s, playing at 3 s, interrupted at 5 s"))
    #expect(svg.contains("notes: haptic at 0 s, recording at 4 s, haptic suppressed at 4 s"))
    #expect(try run("chart", "-o", "chart.png", in: folder).status == 0)
    #expect(try folder.read("chart.png").prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    #expect(try run("chart", "-o", "nowhere/a.svg", in: folder).status == 73)
  }

  @Test(arguments: ["0.001", "2", "2.1234", "4", "5.5"])
  func `a run resumed from a snapshot equals the rest of an uninterrupted run`(
    until: String
  ) throws {
    let folder = try ScratchFolder()
    #expect(try run("render", "-o", "whole.wav", in: folder).status == 0)
    let stopping = ["--until", until, "--snapshot", "stopped.yaml"]
    let goingOn = ["--from-snapshot", "stopped.yaml"]
    for (arguments, name) in [(["scenario.yaml"] + stopping, "first"), (goingOn, "second")] {
      let outcome = try Program.run(
        ["session", "render"] + arguments + ["-o", "\(name).wav"], in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
    }
    let parts = try (Samples.of("first.wav", in: folder), Samples.of("second.wav", in: folder))
    let all = try Samples.of("whole.wav", in: folder)
    for channel in 0..<2 {
      #expect(
        (parts.0.indices.contains(channel) ? parts.0[channel] : []) + parts.1[channel]
          == all[channel])
    }
    let lines = { (outcome: Program.Outcome) in
      // Ignore the name. Lines of the same time print it once, and columns are as wide as needed.
      outcome.text.split(separator: "\n").dropFirst().map {
        $0.dropFirst(9).split(separator: " ").joined(separator: " ")
      }
    }
    let whole = try run("run", in: folder)
    let first = try Self.run(["run"] + stopping, in: folder)
    let second = try Program.run(["session", "run"] + goingOn, in: folder)
    #expect(lines(first) + lines(second) == lines(whole))
    // A snapshot is also a scenario.
    let scenario = try Program.run("session", "run", "stopped.yaml", in: folder)
    #expect(scenario.text == whole.text)
    #expect(scenario.words.contains("stopped.yaml: this snapshot is run from the beginning; use "))
    #expect(!second.words.contains("this snapshot is run"))
  }

  @Test func `with haptics off, nothing but the haptics differs`() throws {
    let folder = try ScratchFolder()
    let off = try run(
      "render", "--haptics", "off", "-o", "off.wav", "--bus", "audio", in: folder)
    #expect(off.status == 0, "\(off.words)")
    #expect(
      off.words.contains(
        "haptics off: 1 haptic not played; the trace, the sounds and the final state do not differ")
    )
    #expect(try run("render", "-o", "on.wav", "--bus", "audio", in: folder).status == 0)
    #expect(try folder.read("on.wav") == folder.read("off.wav"))
    let trace = try run("run", "--haptics", "off", in: folder).text
    #expect(trace.contains("a haptic is suppressed: hapticsOff"))
  }

  @Test(arguments: [
    (["run", "--until", "1", "--snapshot", "-"], "give --snapshot a file name"),
    (["render", "--stems", "-"], "give it a folder"), (["render"], "give -o, --stems or both"),
    (["run", "--until", "1e9"], "from 0 to "),
    (["run", "--snapshot", "a"], "--snapshot requires --until, the time"),
    (["render", "-o", "x.mp3"], "x.mp3"),
    (["chart", "-o", "x.jpg"], "-o must end in .svg or .png"),
  ])
  func `unusable outputs and parts are refused with advice`(
    _ arguments: [String], _ words: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.prompt, to: "scenario.yaml")
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    #expect(outcome.words.contains(words), "\(outcome.words)")
  }

  @Test(arguments: [
    ["render", "-o", "music.wav"], ["render", "--stems", "."], ["render", "-o", "ding.wav"],
    ["run", "--until", "1", "--snapshot", "music.wav"],
    ["chart", "--until", "1", "--snapshot", "./tap.ahap"],
    ["run", "--until", "1", "--snapshot", "scenario.yaml"],
  ])
  func `sounds, patterns and scenarios that are read are never overwritten`(
    _ arguments: [String]
  ) throws {
    let folder = try ScratchFolder()
    #expect(try Program.run("render", "heartbeat", "-o", "music.wav", in: folder).status == 0)
    #expect(try Program.run("render", "impact.heavy", "-o", "ding.wav", in: folder).status == 0)
    try folder.write(TestPattern.mixed, to: "tap.ahap")
    try folder.write(
      """
      scenario: A sound and a pattern of its own
      apps: { music: { category: playback, sound: music.wav } }
      steps:
        - music: play
        - music: { playHaptic: tap.ahap }
        - music: { playSystemSound: ding.wav }
      """, to: "scenario.yaml")
    let before = try folder.names.map { try folder.read($0) }
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    #expect(outcome.words.contains("is the input and would be overwritten"), "\(outcome.words)")
    #expect(try folder.names.map { try folder.read($0) } == before)
  }

  @Test(arguments: [
    ["render", "-o", "a.wav", "--until", "1", "--snapshot", "./a.wav"],
    ["render", "--stems", "new", "-o", "new/music.wav"],
    ["chart", "-o", "a.svg", "--until", "1", "--snapshot", "./a.svg"],
    ["render", "-o", "a.wav", "--until", "1", "--snapshot", "link.wav"],
    ["chart", "-o", "link.svg", "--until", "1", "--snapshot", "./a.svg"],
  ])
  func `two outputs with the same name are refused before anything is written`(
    _ arguments: [String]
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.prompt, to: "scenario.yaml")
    for ending in ["svg", "wav"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("link.\(ending)"), withDestinationPath: "a.\(ending)")
    }
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    #expect(outcome.words.contains("would both write this file"), "\(outcome.words)")
    #expect(try folder.names == ["link.svg", "link.wav", "scenario.yaml"])
  }

  @Test func `rendering does not change the trace`() throws {
    let folder = try ScratchFolder()
    let scenario = try ScenarioFile(
      "\(Program.package)/Examples/Scenarios/recording-with-haptics.yaml"
    ).scenario(1)
    let plain = try ScenarioPart().take(ScenarioRun(scenario, checks: .all)).trace
    #expect(plain.count { $0.text.hasSuffix(" begins") } == 2)
    let rendered = try ScenarioRender(
      path: folder.path("a.wav"), stems: folder.path("apps"), bus: .mix, profile: .wideband,
      part: ScenarioPart(), isQuiet: true
    ).run(scenario)
    #expect(rendered.trace == plain)
  }

  @Test(arguments: [["render", "-o", "-"], ["chart"], ["chart", "-o", "-"]])
  func `failed expectations are reported while results go to standard output`(_ arguments: [String])
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(
      Self.prompt.replacingOccurrences(
        of: "haptics: { suppressed: recording }", with: "playing: true"),
      to: "scenario.yaml")
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.words.contains("scenario.yaml:20:"), "\(outcome.words)")
    #expect(!outcome.output.isEmpty && !outcome.text.contains("expected"))
  }

  @Test func `the chart includes the time after the last step`() throws {
    let text = """
      scenario: Half a minute of music
      apps: { music: { category: playback } }
      steps: [{ music: play }, { time: { pass: 30 } }]
      """
    let folder = try ScratchFolder()
    let outcome = try run("chart", in: folder, text: text)
    #expect(outcome.text.contains("┬25s"), "\(outcome.text)")
    #expect(try run("chart", "-o", "chart.svg", in: folder, text: text).status == 0)
    #expect(String(decoding: try folder.read("chart.svg"), as: UTF8.self).contains(">30 s</text>"))
  }

  @Test func `a snapshot of a run with haptics off continues with them off`() throws {
    let folder = try ScratchFolder()
    let whole = try run("run", "--haptics", "off", "--json", in: folder)
    let parts = [
      ["scenario.yaml", "--haptics", "off", "--until", "2", "--snapshot", "a"],
      ["--from-snapshot", "a", "--until", "4", "--snapshot", "a"], ["--from-snapshot", "a"],
    ]
    let outcomes = try parts.map {
      try Program.run(["session", "run", "--json"] + $0, in: folder)
    }
    #expect(outcomes.map(\.status) == [0, 0, 0], "\(outcomes.map(\.words))")
    #expect(outcomes.map(\.text).joined() == whole.text)
    #expect(whole.text.contains("a haptic is suppressed: hapticsOff"))
  }

  @Test func `with haptics off, expectations that are not checked are not counted`() throws {
    let text = """
      scenario: A tap
      apps: { game: { category: ambient } }
      steps:
        - game: { playHaptic: impact.light }
        - expect: { game: { haptics: played } }
        - expect: { game: { haptics: played, playing: false } }
      """
    let folder = try ScratchFolder()
    let outcome = try run("run", "--haptics", "off", in: folder, text: text)
    #expect(outcome.status == 0 && !outcome.text.contains("haptics: played"), "\(outcome.text)")
    #expect(outcome.text.contains("ok: game: playing: false"))
    let lines = try run("run", "--haptics", "off", "--json", in: folder, text: text).text
    #expect(!lines.contains("haptics: played") && lines.contains("ok: game: playing: false"))
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable, "install bsdutils"), arguments: ["", "--json"])
  func `the trace is printed during playback`(format: String) throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      scenario: An hour of music
      apps: { music: { category: playback } }
      steps: [{ music: play }, { time: { pass: 3600 } }]
      """, to: "scenario.yaml")
    let terminal = try PseudoTerminal(
      #""$haptic" session play scenario.yaml --output null \#(format); echo "status $?""#,
      in: folder)
    #expect(terminal.shows("plays"))
    try terminal.press("\u{3}")
    _ = terminal.finish()
    #expect(!terminal.drawn.contains("status 0"))
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable, "install bsdutils"))
  func `playback fades out at Ctrl-C`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      scenario: A minute of music
      apps: { music: { category: playback } }
      steps: [{ music: play }, { time: { pass: 60 } }]
      """, to: "scenario.yaml")
    try folder.write(
      """
      pcm_type.fault { lib "\(try FaultLibrary.build(in: folder))" }
      pcm.device { type fault capture "\(folder.path("capture.raw"))" }
      """, to: "asound.conf")
    let terminal = try PseudoTerminal(
      #""$haptic" session play scenario.yaml --device device"#, in: folder,
      adding: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    #expect(terminal.shows("plays"))
    // Longer than a buffer, so that the music is heard.
    try terminal.keep(every: 5, until: { try folder.read("capture.raw").count > 200_000 }) {}
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
    let bytes = try folder.read("capture.raw")
    let samples = unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    #expect(samples.contains { abs($0) > 0.05 })
    #expect(samples.suffix(2).allSatisfy { abs($0) < 0.001 }, "\(samples.suffix(8))")
  }

  @Test
  func `a time before the snapshot is a usage error, and a time after the last step is noted`()
    throws
  {
    let folder = try ScratchFolder()
    let late = try run("run", "--until", "3000", "--snapshot", "late.yaml", in: folder)
    #expect(late.status == 0)
    #expect(late.words.contains("no step is left for --from-snapshot"), "\(late.words)")
    let early = try Program.run(
      "session", "run", "--from-snapshot", "late.yaml", "--until", "1", in: folder)
    #expect(early.status == 64)
    #expect(
      early.words.contains("--until is 1, which is before the snapshot's time, 3000 s"),
      "\(early.words)")
  }

  @Test(arguments: [("scenario 1", "scenario 2"), ("until 2.0", "until two")])
  func `a snapshot with a damaged head is not a valid file`(good: String, bad: String) throws {
    let folder = try ScratchFolder()
    _ = try run("run", "--until", "2", "--snapshot", "stopped", in: folder)
    let text = String(decoding: try folder.read("stopped"), as: UTF8.self)
    try folder.write(text.replacingOccurrences(of: good, with: bad), to: "stopped")
    let outcome = try Program.run("session", "run", "--from-snapshot", "stopped", in: folder)
    #expect(outcome.status == 65 && outcome.text.isEmpty)
    #expect(
      outcome.words.hasPrefix("stopped:2:1: error: the header of the snapshot is damaged; it "),
      "\(outcome.words)")
  }

  @Test(arguments: [
    ["run", "--snapshot", "a"], ["run", "--until", "-1"],
    ["render", "-o", "a.wav", "--from-snapshot", "scenario.yaml"], ["play", "--haptics", "off"],
  ])
  func `incomplete options for a part are a usage error`(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.prompt, to: "scenario.yaml")
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 64)
    let damaged = try Program.run(
      "session", "run", "--from-snapshot", "scenario.yaml", in: folder)
    #expect(damaged.status == 65)
    #expect(
      damaged.words.hasPrefix("scenario.yaml: this is a scenario: haptic session run scenario.yaml")
    )
  }

  @Test func `a scenario played in real time has the same notifications`() throws {
    let folder = try ScratchFolder()
    let text = Self.prompt.replacingOccurrences(
      of: "at: ([0-9])", with: "at: 0.0$1", options: .regularExpression)
    let plain = try run("run", in: folder, text: text)
    let played = try run("play", "--output", "null", in: folder, text: text)
    #expect(played.status == 0, "\(played.words)")
    let events = [plain, played].map { outcome in
      outcome.text.split(separator: "\n").count { $0.contains("notified") }
    }
    #expect(events[0] == events[1])
    #expect(played.text.contains("the haptic impact.heavy begins"))
  }

  @Test(arguments: [
    ["fuzz", "-o", "a.wav"], ["run", "--bus", "haptic"], ["play", "-o", "a.wav"],
    ["play", "--json", "--chart"], ["chart", "--scenario", "0"], ["run", "--scenario", "2"],
  ])
  func `unsuitable options are usage errors`(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.prompt, to: "scenario.yaml")
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 64)
  }

  @Test func `one of several scenarios can be chosen for rendering`() throws {
    let folder = try ScratchFolder()
    let two = "scenario: one\nsteps: []\n---\nscenario: two\nsteps: []\n"
    #expect(try run("render", "-o", "a.wav", in: folder, text: two).status == 64)
    #expect(try run("render", "-o", "a.wav", "--scenario", "2", in: folder, text: two).status == 0)
  }
}
