import Foundation
import Testing

@testable import haptic

/// Command lines from users of other tools, and the program's answers.
struct MistakeTests {
  struct Mistake: CustomTestStringConvertible {
    let arguments: [String]
    let answer: String
    let status: Int32
    var testDescription: String { arguments.joined(separator: " ") }

    /// A line without words that need quotes, and the text that its message must contain.
    init(_ line: String, _ answer: String, _ status: Int32 = 64) {
      self.init(line.split(separator: " ").map(String.init), answer, status)
    }

    init(_ arguments: [String], _ answer: String, _ status: Int32 = 64) {
      (self.arguments, self.answer, self.status) = (arguments, answer, status)
    }
  }

  /// Runs a line in a folder with a file of each kind.
  static func expect(_ mistake: Mistake) throws {
    let folder = try ScratchFolder()
    try MistakenFiles.write(to: folder)
    let before = try folder.names
    let outcome = try Program.run(mistake.arguments, in: folder)
    #expect(outcome.status == mistake.status, "\(outcome.words)")
    // Tests and validations print their findings on standard output.
    let said = outcome.words + outcome.text
    #expect(said.contains(mistake.answer), "\(said)")
    #expect(try folder.names == before)
  }

  // MARK: Files

  @Test func `the output that a message suggests does not exist yet`() throws {
    let folder = try ScratchFolder()
    try MistakenFiles.write(to: folder)
    for name in ["a.ahap", "a-2.ahap"] { try folder.write(TestPattern.mixed, to: name) }
    let outcome = try Program.run("chart", "a.xml", in: folder)
    #expect(outcome.words.hasSuffix(": haptic convert --from android-xml a.xml a-3.ahap\n"))
  }

  @Test(arguments: [
    Mistake("chart call.yaml", "this is a scenario: haptic session chart call.yaml\n", 65),
    Mistake("play call.yaml", "this is a scenario: haptic session play call.yaml\n", 65),
    Mistake(
      "render call.yaml -o y.wav", "scenario: haptic session render call.yaml -o call.wav\n", 65),
    Mistake("inspect call.yaml", "this is a scenario: haptic session run call.yaml\n", 65),
    Mistake("validate call.yaml", "this is a scenario: haptic session run call.yaml\n", 65),
    Mistake("edit call.yaml reverse", "this is a scenario: haptic session run call.yaml\n", 65),
    Mistake("diff mine.ahap call.yaml", "this is a scenario: haptic session run call.yaml\n", 65),
    Mistake("convert call.yaml y.haptic", "scenario: haptic session run call.yaml\n", 65),
    Mistake("listen call.yaml", "this is a scenario: haptic session play call.yaml\n", 65),
    Mistake(
      "lint call.yaml", "scenario: haptic session run --json call.yaml | haptic lint -\n", 65),
    Mistake("session run --from-snapshot call.yaml", "haptic session run call.yaml\n", 65),
    Mistake("play x.wav", "haptic: x.wav: this is a sound: haptic listen x.wav --play\n", 65),
    Mistake("inspect x.wav", "this is a sound: haptic listen x.wav\n", 65),
    Mistake("edit x.wav reverse", "this is a sound: haptic listen x.wav -o x.ahap\n", 65),
    Mistake("validate x.wav", "this is a sound: haptic lint x.wav\n", 65),
    Mistake("test x.wav", "this is a sound: haptic lint x.wav\n", 65),
    Mistake("session run x.wav", "this is a sound: haptic listen x.wav -o x.ahap\n", 65),
    Mistake("convert x.wav y.ahap", "this is a sound: haptic listen x.wav -o x.ahap\n"),
    Mistake("chart heard.ahap", "haptic listen heard.ahap -o heard-pattern.ahap\n", 65),
    Mistake("play song.m4a", "ffmpeg -i song.m4a song.wav\n", 65),
    Mistake("session run mine.ahap", "this is a pattern: haptic play mine.ahap\n", 65),
    Mistake("session chart mine.ahap", "this is a pattern: haptic chart mine.ahap\n", 65),
    Mistake(
      "session render mine.ahap -o y.wav", "haptic render mine.ahap -o mine.wav\n", 65),
    Mistake("listen mine.ahap", "this is a pattern: haptic play mine.ahap\n", 65),
    Mistake("listen heartbeat", "this is a pattern: haptic play heartbeat\n", 66),
    Mistake("convert mine.json y.haptic", "haptic convert --from ahap mine.json OUTPUT\n", 65),
    Mistake(
      "render mine.ahap -o y.wav --profile mine.ahap", "haptic render mine.ahap -o mine.wav\n", 65),
    Mistake(
      "play rain.haptic", "format haptic: haptic convert --from haptic rain.haptic rain.ahap\n", 65),
    Mistake("chart a.xml", "haptic convert --from android-xml a.xml a.ahap\n", 65),
    Mistake("play w.json", "haptic convert --from android-waveform w.json w.ahap\n", 65),
    Mistake("play web.json", "haptic convert --from web-vibration web.json web.ahap\n", 65),
    Mistake("lint rain.haptic", "haptic convert --from haptic rain.haptic rain.ahap\n", 65),
    Mistake("session run mine.test.yaml", "pattern test: haptic test mine.test.yaml\n", 65),
    Mistake("lint mine.test.yaml", "pattern test: haptic test mine.test.yaml\n", 65),
    Mistake("test rules.yaml", "haptic lint PATTERN --config rules.yaml\n", 65),
    Mistake("lint rules.yaml", "haptic lint PATTERN --config rules.yaml\n", 65),
    Mistake("session run app.yaml", "this is an app manifest: haptic lint app.yaml\n", 65),
    Mistake("lint mine.ahap --config app.yaml", "haptic lint app.yaml\n", 65),
    Mistake(
      "chart stopped.yaml", "haptic session chart --from-snapshot stopped.yaml\n", 65),
    Mistake(
      "session run trace.jsonl", "a scenario trace: haptic lint trace.jsonl\n", 65),
    Mistake("inspect own.json", "haptic inspect PATTERN --profile own.json\n", 65),
    Mistake("play edits.log", "haptic edit PATTERN --replay edits.log\n", 65),
    Mistake("play knock.txt", "this is a notation: haptic play --notation @knock.txt\n", 65),
    Mistake("edit knock.txt reverse", "haptic new knock.ahap --notation @knock.txt\n", 65),
    Mistake("chart mine.ahap c.png", "this is a picture: haptic chart PATTERN -o c.png\n", 65),
    Mistake("chart mine.ahap new.svg", "haptic chart PATTERN -o new.svg writes a picture", 66),
    Mistake("play folder", "this is a folder: haptic play folder/*.ahap\n", 66),
    Mistake("session play folder", "this is a folder: haptic session run folder\n", 66),
    Mistake(
      "session chart folder",
      #"folder: for f in folder/*.yaml; do haptic session chart "$f"; done"# + "\n", 66),
    Mistake("session run heartbeat", "this is a pattern: haptic play heartbeat\n", 66),
    Mistake("session chart impact.heavy", "a pattern: haptic chart impact.heavy\n", 66),
    Mistake("session explain heartbeat", "this is a pattern: haptic inspect heartbeat\n", 66),
    Mistake("session live heartbeat", "this is a pattern: haptic play heartbeat\n", 66),
    Mistake("session sweep heartbeat", "this is a pattern: haptic play heartbeat\n", 66),
    Mistake(
      "session render heartbeat -o y.wav", "haptic render heartbeat -o heartbeat.wav\n", 66),
    Mistake("session run folder", "the folder contains no scenario; give a folder with files", 66),
    Mistake("call.yaml", "did you mean 'session run call.yaml'?"),
    Mistake("session mine.ahap", "did you mean 'play mine.ahap'?"),
    Mistake("new story.yaml", "did you mean 'haptic session new story.yaml'?"),
  ])
  func `a file of another kind is answered with the command that takes it`(
    _ mistake: Mistake
  ) throws {
    try Self.expect(mistake)
  }

  @Test func `the command suggested for a folder of scenarios draws each scenario`() throws {
    let folder = try ScratchFolder()
    for name in ["first", "second"] {
      try folder.write(
        SessionRunTests.call.replacing(/scenario: .*/, with: "scenario: The \(name) one"),
        to: "my folder/\(name).yaml")
    }
    let outcome = try Program.run("session", "chart", "my folder", in: folder)
    let start = try #require(outcome.words.firstRange(of: "this is a folder: "))
    let line = outcome.words[start.upperBound...].prefix { $0 != "\n" }
    let drawn = try Program.bash(
      String(line).replacing("haptic ", with: #""$haptic" "#), in: folder)
    #expect(drawn.status == 0, "\(drawn.words)")
    #expect(drawn.text.contains("The first one") && drawn.text.contains("The second one"))
  }

  @Test(arguments: ["notes.md", "notes.txt", "Player.swift"])
  func `prose and source code with a line like a key are not taken for a scenario`(
    name: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write("# Notes\n\nscenario: a call comes in.\n\nThen it ends.\n", to: name)
    let outcome = try Program.run("chart", name, in: folder)
    #expect(outcome.status == 65)
    #expect(!outcome.words.contains("this is a"), "\(outcome.words)")
    #expect(outcome.words.contains("\(name):1:1: error: "), "\(outcome.words)")
  }

  @Test func `files of another kind are recognized by their beginning, at any size`() throws {
    let folder = try ScratchFolder()
    try MistakenFiles.write(to: folder)
    for name in ["x.wav", "call.yaml"] {
      let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent(name))
      // More than any reader accepts. A hole takes no space.
      try file.truncate(atOffset: 3 << 30)
      try file.close()
    }
    let sound = try Program.run("session", "run", "x.wav", in: folder)
    #expect(sound.status == 65 && sound.words.contains("this is a sound: haptic listen x.wav"))
    let scenario = try Program.run("chart", "call.yaml", in: folder)
    #expect(scenario.status == 65 && scenario.words.contains("haptic session chart call.yaml\n"))
    let endless = try Program.run("chart", "/dev/zero", in: folder)
    #expect(endless.status == 66 && endless.words.contains("/dev/zero: this is a device"))
  }

  @Test func `input from a pipe is also recognized by its beginning`() throws {
    let folder = try ScratchFolder()
    try MistakenFiles.write(to: folder)
    let scenario = try Program.bash(#""$haptic" chart - <call.yaml"#, in: folder)
    #expect(
      scenario.words == "haptic: standard input: this is a scenario: haptic session chart -\n")
    let sound = try Program.bash(#"cat x.wav | "$haptic" play -"#, in: folder)
    #expect(
      sound.words == "haptic: standard input: this is a sound: haptic listen FILE --play\n")
    #expect(scenario.status == 65 && sound.status == 65)
  }

  @Test func `a file that may be of the expected kind reports its own errors`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.broken, to: "broken.ahap")
    try folder.write("scenario: x\nkind: y\nsteps: []\napps: []\n", to: "x.yaml")
    try folder.write("sounds: many\n", to: "y.test.yaml")
    #expect(
      try Program.run("inspect", "broken.ahap", in: folder).words.contains("HapticTransien"))
    #expect(
      try Program.run("session", "run", "x.yaml", in: folder).words.contains("unknown key 'kind'"))
    #expect(try Program.run("test", "y.test.yaml", in: folder).text.contains("y.test.yaml:1:"))
  }

  @Test func `uppercase file extensions are recognized`() throws {
    let folder = try ScratchFolder()
    try folder.write("app: { name: Player, kind: other }\n", to: "APP.YAML")
    let outcome = try Program.run("lint", "APP.YAML", in: folder)
    #expect(!outcome.words.contains("this is the manifest"), "\(outcome.words)")
  }

  // MARK: Notations and names

  @Test(arguments: [
    Mistake(["play", "tap 1/0.5"], "this is a notation: haptic play --notation 'tap 1/0.5'\n", 66),
    Mistake(
      ["render", "tap, rest 100ms, tap", "-o", "y.wav"],
      "haptic render --notation 'tap, rest 100ms, tap' -o NAME.wav\n", 66),
    Mistake(["diff", "tap 1/0.5", "mine.ahap"], "haptic new NAME.ahap --notation 'tap 1/0.5'", 66),
    Mistake(["new", "tap 1/0.5"], "did you mean 'haptic new NAME.ahap --notation 'tap 1/0.5''?"),
    Mistake(["tap 1/0.5"], "did you mean 'play --notation 'tap 1/0.5''?"),
    Mistake("new y.ahap --notation tap 1/0.5", "put the notation in quotes"),
    Mistake("play .heavy", "did you mean 'impact.heavy'?", 66),
    Mistake(
      "play UINotificationFeedbackGenerator.success", "did you mean 'notification.success'?", 66),
    Mistake("play UIImpactFeedbackStyleHeavy", "did you mean 'impact.heavy'?", 66),
    Mistake("play EFFECT_CLICK", "did you mean 'impact.medium'?", 66),
    Mistake("play HapticFeedbackConstants.CLOCK_TICK", "did you mean 'selection'?", 66),
    Mistake("play Heartbeat", "did you mean 'heartbeat'?", 66),
    Mistake("play mine.ahap --profile Wideband", "did you mean 'wideband'?", 66),
  ])
  func `a notation or a name of another system is answered with the right command`(
    _ mistake: Mistake
  ) throws {
    try Self.expect(mistake)
  }

  // MARK: Options

  @Test(arguments: [
    // aplay, sox and ffmpeg.
    Mistake("play -D hw:0 mine.ahap", "unknown option '-D'; did you mean '--device PCM'?"),
    Mistake("play mine.ahap --volume 0.5", "did you mean '--gain DECIBELS'?"),
    Mistake("play mine.ahap --volume=0.5", "unknown option '--volume'; did you mean '--gain"),
    Mistake("play -n mine.ahap", "did you mean '--output null'?"),
    Mistake("play -l", "did you mean 'haptic devices'?"),
    Mistake("play mine.ahap --repeat 3", "did you mean '--times NUMBER'?"),
    Mistake("play mine.ahap -ss 0.5", "did you mean '--from TIME'?"),
    Mistake("render mine.ahap -o y.wav -r 44100", "did you mean '--sample-rate HERTZ'?"),
    Mistake("render mine.ahap -o y.wav -f S16_LE", "did you mean '--format s16'?"),
    Mistake("render mine.ahap -o y.wav -fS16_LE", "did you mean '--format s16'?"),
    Mistake("render mine.ahap -o y.flac -c:a flac", "the extension of -o selects the format"),
    Mistake("render mine.ahap -o y.flac -acodec flac", "the extension of -o selects the format"),
    Mistake("render mine.ahap -o y.wav -ac 1", "did you mean '--bus haptic' or '--bus mix'?"),
    Mistake("render mine.ahap -o y.wav -sample_fmt s16", "did you mean '--format s16'?"),
    Mistake("session render call.yaml -o y.wav -f S16_LE", "the extension of -o selects"),
    Mistake(
      "play -f S16_LE mine.ahap", "`haptic render --format` writes a file in a different format"),
    Mistake("render mine.ahap -o y.wav --bits 16", "did you mean '--format s16'?"),
    Mistake("render mine.ahap -o y.wav --mono", "did you mean '--bus haptic' or '--bus mix'?"),
    Mistake("render -y mine.ahap -o y.wav", "rendering replaces an existing file"),
    Mistake("render -i mine.ahap -o y.wav", "write file names without an option"),
    // Designers' tools.
    Mistake("convert rain.haptic -o y.ahap", "haptic convert INPUT OUTPUT"),
    Mistake("convert mine.ahap y --format haptic", "did you mean '--to FORMAT'?"),
    Mistake("chart mine.ahap --svg", "did you mean '-o FILE.svg' or '-o FILE.png'?"),
    Mistake("edit mine.ahap --reverse", "did you mean 'reverse'?"),
    Mistake("new y.ahap --preset impact.heavy", "did you mean '--from PATTERN'?"),
    // Linters and test runners.
    Mistake(
      "lint --format json mine.ahap", "did you mean '--json' or '--sarif' or '--annotations'?"),
    Mistake("lint --disable P-05 mine.ahap", "`off: [P-05]` in haptic-lint.yaml"),
    Mistake("lint --max-warnings 0 mine.ahap", "warnings already make the check fail"),
    Mistake("lint --list-rules", "did you mean '--rules'?"),
    Mistake("lint -Werror mine.ahap", "warnings already make the check fail"),
    Mistake("validate --fix mine.ahap", "did you mean 'haptic lint --fix'?"),
    Mistake("validate -r folder", "subfolders are searched automatically"),
    Mistake("test --filter mine .", "name the files and folders that contain the tests to run"),
    Mistake("test --junitxml=r.xml .", "did you mean '--junit FILE'?"),
    Mistake("test -v .", "every test is already printed"),
    Mistake("test --parallel .", "tests always run on all processors"),
    Mistake("-v", "did you mean '--version'?"),
    Mistake("lint mine.ahap --no-color", "NO_COLOR=1"),
    // Phones.
    Mistake("session run call.yaml --os 17", "set these in the scenario: `os: 17`"),
    Mistake("session run call.yaml --at 6", "did you mean '--until SECONDS'?"),
    Mistake("session run call.yaml --app music", "did you mean 'haptic session explain SCENARIO'?"),
    Mistake("session fuzz call.yaml --iterations 9", "did you mean '--steps NUMBER'?"),
    // Options of another command for scenarios.
    Mistake(
      "session run call.yaml --render y.wav",
      "unknown option '--render'; did you mean 'haptic session render SCENARIO -o FILE.wav'?"),
    Mistake("session run call.yaml --stems=y", "'haptic session render SCENARIO -o FILE.wav'?"),
    Mistake("session run --chart call.yaml", "did you mean 'haptic session chart SCENARIO'?"),
    Mistake("session run call.yaml --fuzz=3 --seed 4", "'haptic session fuzz SCENARIO --steps"),
    Mistake("session fuzz --fuzz 100 call.yaml", "'haptic session fuzz SCENARIO --steps NUMBER'?"),
    Mistake("session chart call.yaml --gain -3", "did you mean 'haptic session play SCENARIO'?"),
    Mistake("session render call.yaml --play", "did you mean 'haptic session play SCENARIO'?"),
    Mistake("session run call.yaml -o y.svg", "'haptic session chart SCENARIO -o FILE.svg'?"),
  ])
  func `an option of another program is answered with its equivalent`(_ mistake: Mistake) throws {
    try Self.expect(mistake)
  }

  @Test(arguments: [
    Mistake("play mine.ahap -Dhw:0", "unknown option '-Dhw:0'; did you mean '--device hw:0'?"),
    Mistake("play mine.ahap -ss0.5", "did you mean '--from 0.5'?"),
    Mistake("play mine.ahap -c2", "did you mean '--channels 3,4'?"),
    Mistake("render mine.ahap -o y.wav -ar44100", "did you mean '--sample-rate 44100'?"),
    Mistake("render mine.ahap -o y.wav -b16", "did you mean '--format s16'?"),
    Mistake("render mine.ahap -o y.wav -j2", "did you mean '-j 2'?"),
    Mistake("render mine.ahap -oy.wav", "unknown option '-oy.wav'; did you mean '-o y.wav'?"),
    Mistake("render mine.ahap -oy/", "did you mean '-o y/'?"),
    Mistake("convert mine.ahap y -fhaptic", "did you mean '--from haptic' or '--to haptic'?"),
    Mistake("test -j4 .", "tests always run on all processors"),
    Mistake("play -device hw:0 mine.ahap", "did you mean '--device'?"),
    Mistake("play -volume=0.5 mine.ahap", "did you mean '--gain DECIBELS'?"),
    Mistake("play -j4 mine.ahap", "unknown option '-j4'; to name a file, write ./-j4"),
  ])
  func `an attached value and a long option with one dash are answered with the spelling`(
    _ mistake: Mistake
  ) throws {
    try Self.expect(mistake)
  }

  @Test(arguments: [
    Mistake("play mine.ahap --rat 2", "haptic: unknown option '--rat'; did you mean '--rate'?"),
    Mistake("play mine.ahap --volume 2", "haptic: unknown option '--volume'; did you mean"),
    Mistake("plya mine.ahap", "haptic: unknown command 'plya'; did you mean"),
    Mistake("edit", "haptic: missing expected argument '<file>'"),
    Mistake("presets x", "haptic: unexpected argument 'x'; write"),
    Mistake(
      "new mine.ahap tap", "haptic: unexpected argument 'tap'; write `--template tap`\nUsage:"),
    Mistake("play mine.ahap --rate x", "haptic: the value 'x' is invalid for '--rate <factor>'"),
    Mistake("play - -", "haptic: standard input can be read only once"),
  ])
  func `all messages begin with a lowercase letter`(_ mistake: Mistake) throws {
    try Self.expect(mistake)
  }

  // MARK: Values, arguments and commands

  @Test(arguments: [
    Mistake("convert mine.ahap y --to lofelt", "did you mean 'haptic'?"),
    Mistake("convert w.json y.ahap --from waveform", "did you mean 'android-waveform'?"),
    Mistake("render mine.ahap -o y.wav --format pcm16", "did you mean 's16'?"),
    Mistake("render mine.ahap -o y.wav --format S16_LE", "did you mean 's16'?"),
    Mistake("render mine.ahap -o y.wav --format pcm_s24le", "did you mean 's24'?"),
    Mistake("render mine.ahap -o y.wav --format wav", "The extension of -o selects"),
    Mistake("play mine.ahap --output y.wav", "-o of `haptic render`"),
    Mistake("session recommend podcasts", "did you mean 'speech'?"),
    Mistake("session new y.yaml --story interruption", "did you mean 'call'?"),
    Mistake("session table AVAudioSession.Category", "did you mean 'categories'?"),
    Mistake("session explain call.yaml --at 6s", "it must be a number of seconds"),
    Mistake("schema pattern", "did you mean 'ahap'?"),
    Mistake("listen x.wav --method beat", "did you mean 'onset'?"),
    Mistake("presets heavy", "write `haptic inspect heavy`"),
    Mistake("devices hw:0", "'hw:0'; write `haptic play PATTERN --device hw:0`"),
    Mistake("listen x.wav y.ahap", "write `-o y.ahap`"),
    Mistake("listen x.wav y.wav", "the command takes one sound; use a separate command for y.wav"),
    Mistake("listen x.wav 250ms", "write `--from 0.25`"),
    Mistake("session explain call.yaml stopped.yaml", "use a separate command for stopped.yaml"),
    Mistake("session explain call.yaml audible", "'audible'; write `--question audible`"),
    Mistake("session explain call.yaml 6", "'6'; write `--at 6`"),
    Mistake("session explain call.yaml 6s", "'6s'; write `--at 6`"),
    Mistake("session explain call.yaml music", "'music'; write `--app music`"),
    Mistake("session chart call.yaml stopped.yaml", "use a separate command for stopped.yaml"),
    Mistake("session chart call.yaml y.svg", "write `-o y.svg`"),
    Mistake("session chart call.yaml 6", "write `--until 6`"),
    Mistake("session play call.yaml app.yaml", "the command takes one scenario; use a separate"),
    Mistake("session new y.yaml call", "'call'; write `--story call`"),
    Mistake("completions bash zsh", "the command takes one shell"),
    Mistake("chart mine.ahap b", "has this name; `-o b.svg` writes a picture\n", 66),
    Mistake("chart mine.ahap hartbeat", "did you mean 'heartbeat'?", 66),
    Mistake("play mine.ahap 0.5", "has this name; write `--from 0.5`\n", 66),
    Mistake("edit mine.ahap gain 0.5", "did you mean 'scale-intensity 0.8'?"),
    Mistake("edit mine.ahap speed 2", "did you mean 'stretch'?"),
    Mistake("run mine.ahap", "did you mean 'play' or 'session run'?"),
    Mistake("import rain.haptic", "did you mean 'convert' or 'listen'?"),
    Mistake("ffprobe x.wav", "did you mean 'inspect'?"),
    Mistake("session validate call.yaml", "did you mean 'session run'?"),
    Mistake("tutorial", "did you mean 'tour'?"),
  ])
  func `a value or a command of another program is answered with its equivalent`(
    _ mistake: Mistake
  ) throws {
    try Self.expect(mistake)
  }

  @Test(arguments: [
    ["play", "i.ahap", "--output", "null", "--input", "-n=0.7"], ["validate", "-ss"],
  ])
  func `an argument that only resembles another program's option is not rejected as an option`(
    line: [String]
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Version": 1, "Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}"#,
      to: "-ss")
    _ = try Program.run("new", "i.ahap", "--template", "tap", in: folder)
    let outcome = try Program.run(line, in: folder)
    #expect(!outcome.words.contains("unknown option"), "\(outcome.words)")
  }

  @Test func `a scenario with a wrong key is found in a folder and reported`() throws {
    let folder = try ScratchFolder()
    try folder.write("scenario: a\nkind: b\napps: { x: {} }\nsteps: []\n", to: "a.yaml")
    try folder.write("# a note\n{ scenario: b, apps: { x: {} }, stops: [] }\n", to: "b.yaml")
    let outcome = try Program.run("session", "run", ".", in: folder)
    #expect(outcome.status == 65)
    let said = outcome.words + outcome.text
    #expect(said.contains("a.yaml:2") && said.contains("b.yaml:2"), "\(said)")
  }
}
