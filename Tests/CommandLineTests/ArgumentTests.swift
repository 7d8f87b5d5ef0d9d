import ArgumentParser
import Foundation
import HapticEngine
import TestSupport
import Testing

@testable import haptic

/// Command lines from ordinary and hostile users.
struct ArgumentTests {
  @Test(arguments: ["inf", "Infinity", "1e300", "1e19", "2e14", "0x1p1023", "nan", "-1", "1e-300"])
  func `numbers of any size do not crash the program`(number: String) throws {
    let folder = try ScratchFolder()
    for option in ["--to", "--from", "--rate", "--strength", "--sample-rate", "--loop", "-j"] {
      let outcome = try Program.run(
        "render", "selection", "-o", "x.wav", option, number, in: folder)
      #expect([0, 64].contains(outcome.status), "\(option) \(number): \(outcome.words)")
    }
    for option in ["--from", "--gain", "--period", "--latency", "--times", "--intensity"] {
      let outcome = try Program.run(
        "play", "selection", "--output", "null", option, number, in: folder)
      #expect([0, 64].contains(outcome.status), "\(option) \(number): \(outcome.words)")
    }
  }

  private static let words: [String] =
    [
      "play", "render", "validate", "inspect", "chart", "lint", "test", "new", "session", "run",
      "table",
      "check",
      "policy",
      "explain", "presets", "profiles", "devices", "schema", "completions", "help", "--",
      "-", "-h", "-o", "-j", "-q", "--help", "--version", "--json", "--from", "--to", "--rate",
      "--loop", "--times", "--strength", "--stems", "--bus", "--format", "--profile",
      "--sample-rate",
      "--resources", "--template", "--force", "--strict", "--device", "--output", "--channels",
      "--gain", "--period", "--latency", "--intensity", "--sharpness", "--mute", "--os", "--policy",
      "--apps", "--limit", "fuzz", "--steps", "--seed", "--stems", "--until", "--snapshot", "--at",
      "--app", "heartbeat", "impact.heavy",
      "x.ahap",
      "-hit.ahap", "-hit", "./-x", "tap", "ahap", "bash", "null", "wideband", "x.wav", "x.flac",
      "a/",
      "", " ", "=", "--=", "--from=", "-=", "---", "\u{1B}]0;x\u{7}", "a\nb", "\u{10FEFF}", "漢字",
      "1", "-1", "0", "0.5", "1e308", "-1e308", "inf", "-inf", "nan", "0x1p1023", "1e-320",
      "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
      "1,2", "1,,2", "0.5,1", "3,4", "1e400", "--rate=inf", "--to=1e300", "duckGain=nan",
    ] + ["x", "n"].map { String(repeating: $0, count: 10_000) }

  /// The number of lines.
  ///
  /// `scripts/fuzz-arguments` tries many more, and also runs the commands.
  private static let lines =
    ProcessInfo.processInfo.environment["HAPTIC_ARGUMENT_LINES"].flatMap(Int.init) ?? 2_000

  @Test
  func `random command lines are accepted or rejected, without escape characters in the message`()
    throws
  {
    var random = SplitMix64(seed: 64)
    for _ in 0..<Self.lines {
      let line = (0..<1 + random.next() % 8).map { _ in random.choice(of: Self.words) }
      do {
        _ = try Haptic.parseAsRoot(try ProgramArguments.prepared(line))
      } catch let failure as Failure {
        #expect(!failure.message.contains("\u{1B}"))
      } catch  where Haptic.exitCode(for: error) == .validationFailure {
        let words = Haptic.parserMessage(error, line)
        #expect(!words.contains("\u{1B}"), "\(line)")
      } catch {
        // Help and similar requests.
      }
    }
  }

  // MARK: Names of files

  @Test func `a file name may begin with a dash`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.broken, to: "-hit.ahap")
    try folder.write(TestPattern.mixed, to: "-o.ahap")
    for line in [["-hit.ahap"], ["./-hit.ahap"], ["-o.ahap", "-hit.ahap"], ["--", "-hit.ahap"]] {
      let outcome = try Program.run(["validate"] + line, in: folder)
      #expect(outcome.status == 65, "\(line)")
      #expect(outcome.text.contains("-hit.ahap:2:"))
    }
    #expect(try Program.run("render", "-o.ahap", "-o", "-o.wav", in: folder).status == 0)
    #expect(try folder.names.contains("-o.wav"))
  }

  @Test func `a -h inside a word that begins with a dash is not a request for help`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "good.ahap")
    for word in ["-hit", "-nothing.here"] {
      let outcome = try Program.run("validate", "good.ahap", word, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
    }
    try folder.write(TestPattern.broken, to: "-hit")
    #expect(try Program.run("validate", "good.ahap", "-hit", in: folder).status == 65)
  }

  @Test func `a file name does not have to be UTF-8`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "x.ahap")
    let outcome = try Program.bash(
      #"""
      mkdir $'d\xfe'; mv x.ahap $'d\xfe/inv\xff.ahap'
      "$haptic" validate $'d\xfe/inv\xff.ahap' && "$haptic" validate $'d\xfe'
      "$haptic" render $'d\xfe/inv\xff.ahap' -o $'out\xfd/' && ls $'out\xfd' | od -An -tx1
      """#, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.ranges(of: #"d\xfe/inv\xff.ahap:2:"#).count == 2)
    // inv, the byte, .wav, and the end of the line.
    #expect(outcome.text.contains("69 6e 76 ff 2e 77 61 76 0a"))
  }

  @Test func `file names cannot control the terminal`() throws {
    let folder = try ScratchFolder()
    let name = "bad\u{1B}]0;pwn\u{7}\n.ahap"
    try folder.write(TestPattern.broken, to: name)
    try folder.write(TestPattern.mixed, to: "good\u{1B}[31m\n.ahap")
    try folder.write(TestPattern.clamped, to: "clamped\u{1B}[31m\n.ahap")
    let lines: [[String]] = [
      ["validate", name], ["render", name, "-o", "x.wav"], ["inspect", name],
      ["validate", "no\u{1B}[31m\n"], ["play", "no\u{1B}[31m\n", "--output", "null"],
      ["render", "good\u{1B}[31m\n.ahap", "-o", "y\u{1B}[31m\n.wav"],
      ["inspect", "no\u{1B}[31m\n"],
      ["play", "clamped\u{1B}[31m\n.ahap", "--output", "null"], ["render", "--lo\u{1B}[31m\nud"],
      ["render", "selection", "-o", "no\u{1B}[31m\n/x.wav"], ["rend\u{1B}[31m\n"],
      ["render", "selection", "-o", "x.wav", "--profile", "p\u{1B}[31m\n"],
      ["play", "selection", "--device", "d\u{1B}[31m\n"], ["session", "run", "s\u{1B}[31m\n.yaml"],
      ["session", "table", "t\u{1B}[31m\n"], ["new", name, "--template", "tap"],
      ["help", "h\u{1B}[31m\n"], ["play", "selection", "--rate", "1\u{1B}[31m\n"],
    ]
    for line in lines {
      let outcome = try Program.run(line, in: folder)
      let all = outcome.text + outcome.words
      #expect(!all.isEmpty)
      #expect(!all.contains("\u{1B}") && !all.contains("\u{7}"), "\(line)")
      #expect(!all.contains("[31m\n"), "\(line)")
    }
  }

  @Test func `a pipe opened by the shell can be read like a file`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "x.ahap")
    let outcome = try Program.bash(
      #"""
      # The second pipe is empty until all is in the first.
      mkfifo go; "$haptic" validate <(cat x.ahap; echo >go) <(cat go >taken; cat x.ahap) || exit 1
      "$haptic" profiles --json >all.json
      "$haptic" render selection -o a.wav --profile <(sed -n '/^  {/,/^  }/{s/^  },/  }/;p;/^  }/q}' all.json)
      sed -n '/^  {/,/^  }/{s/^  },/  }/;p;/^  }/q}' all.json |
        "$haptic" render selection -o b.wav --profile -
      "$haptic" render selection -o c.wav; cmp a.wav b.wav && cmp a.wav c.wav
      """#, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.words.contains("2 files: 0 errors, 2 warnings"))
  }

  @Test func `a pipe can be read by the path of standard input`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "x.ahap")
    try folder.write(SessionRunTests.call, to: "call.yaml")
    for line in ["cat x.ahap | $haptic inspect", "cat call.yaml | $haptic session run"] {
      let outcome = try Program.bash("\(line) /dev/stdin", in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
    }
  }

  @Test func `standard input can be given only once`() throws {
    let folder = try ScratchFolder()
    for line in [
      ["validate", "-", "-"], ["render", "-", "-", "-o", "x/"], ["play", "-", "--profile", "-"],
      ["session", "run", "-", "-"], ["session", "fuzz", "-", "-"],
      ["session", "render", "-", "-o", "a.wav", "--profile", "-"],
      ["session", "render", "--from-snapshot", "-", "-o", "a.wav", "--profile", "-"],
      ["session", "play", "-", "--output", "null", "--profile", "-"],
    ] {
      let outcome = try Program.run(line, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.words.contains("read only once"))
    }
  }

  // MARK: What was meant

  @Test(arguments: [
    (["rendr", "x"], "'rendr'; did you mean 'render'?"), (["playy"], "did you mean 'play'?"),
    (["session", "rnu"], "did you mean 'session run'?"),
    (["help", "rendr"], "did you mean 'render'?"),
    (["help", "nosuch"], "`haptic help` lists all commands"),
    (["help", "session", "tabel"], "did you mean 'session table'?"),
    (["heartbeat"], "did you mean 'play heartbeat'?"),
    (["mine.ahap"], "did you mean 'play mine.ahap'?"),
    (["render", "hit", "-o", "x.wav", "--lop"], "did you mean '--loop'?"),
    (["version"], "did you mean '--version'?"), (["verison"], "did you mean '--version'?"),
    (["list"], "did you mean 'presets' or 'devices'?"),
    (["check"], "'validate'?"), (["hepl"], "did you mean 'help'?"),
    (["session", "help"], "did you mean 'help session'?"),
    (["session", "hlep"], "did you mean 'help session'?"),
    (["session", "test"], "did you mean 'session run'?"),
    (["session", "spectrogram"], "`haptic help` lists all commands"),
    (["evidence"], "did you mean 'session evidence'?"),
    (["show"], "did you mean 'inspect' or 'play'?"),
    (["session", "show"], "did you mean 'session chart' or 'session run'?"),
    (["x.svg"], "`haptic help` lists all commands"),
  ])
  func `a mistyped command is rejected with the intended command`(
    line: [String], words: String
  ) throws {
    let outcome = try Program.run(line, in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.words.contains(words), "\(outcome.words)")
  }

  @Test(arguments: ["mission", "xyzzy", "deposit", "listlessly", "q", "", "--", "session x"])
  func `a word unlike any command is answered with a pointer to the list`(
    line: String
  ) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let failure = #expect(throws: Failure.self) {
      _ = try Haptic.parseAsRoot(try ProgramArguments.prepared(words))
      throw Failure(.usage, "`haptic help` lists all commands")
    }
    #expect(failure?.message.contains("did you mean") == false)
    #expect(failure?.message.contains("`haptic help` lists all commands") == true)
  }

  @Test func `a library pattern requested as a file is suggested by name`() throws {
    let folder = try ScratchFolder()
    let file = try Program.run("render", "heartbeat.ahap", "-o", "x.wav", in: folder)
    #expect(file.status == 66)
    #expect(file.words.contains("to use the library pattern with this name, write heartbeat"))
    let mistyped = try Program.run("render", "hartbeat.ahap", "-o", "x.wav", in: folder)
    #expect(mistyped.words.contains("did you mean 'heartbeat'?"))
    let family = try Program.run("render", "impact", "-o", "x.wav", in: folder)
    #expect(family.words.contains("available: impact.light"))
  }

  @Test(arguments: [
    ["--sample-rate", "1e5"], ["--to", "-1"], ["--rate", "-1"], ["-j", "-1"], ["-j", "x"],
    ["--strength", "0.5,0.5"], ["--strength", "1e300"], ["--loop", "1.5"], ["--from", "soon"],
  ])
  func `an invalid value is rejected with the valid values`(option: [String]) throws {
    let outcome = try Program.run(
      ["render", "selection", "-o", "x.wav"] + option, in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("must be"), "\(outcome.words)")
    #expect(!outcome.words.contains("missing value"))
  }

  @Test(arguments: [
    ("0.5", 0.5), ("0.5s", 0.5), ("500ms", 0.5), ("2", 2), ("2s", 2), ("0ms", 0), ("100ms", 0.1),
    ("-1s", -1), ("1e3ms", 1),
  ])
  func `a time is in seconds, or in milliseconds with a unit`(text: String, seconds: Double) {
    #expect(TimeArgument(argument: text)?.seconds == seconds)
  }

  @Test(arguments: ["", "s", "ms", "5m", "5 s", "soon", "1s2", "1ss", "5b", "1/2s"])
  func `other units are not accepted as times`(text: String) {
    #expect(TimeArgument(argument: text) == nil)
  }

  @Test func `every command that takes a part of the time accepts milliseconds`() throws {
    let folder = try ScratchFolder()
    func render(_ from: String, _ to: String) throws -> Data {
      let outcome = try Program.run(
        "render", "heartbeat", "-o", "x.wav", "--from", from, "--to", to, in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
      return Data(try folder.read("x.wav"))
    }
    #expect(try render("0.25", "0.5") == render("250ms", "0.5s"))
    let lines = [
      "chart level-up --from 300ms --to 0.5s", "play level-up --output null --from 300ms",
      "listen x.wav --from 10ms --to 200ms",
    ]
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let outcome = try Program.run(words, in: folder)
      #expect(outcome.status == 0, "\(line): \(outcome.words)")
    }
    let chart = try Program.run(
      "chart", "level-up", "--from", "300ms", "--to", "0.5s", in: folder)
    #expect(chart.text.contains("drawn from 0.3 s to 0.5 s"))
  }

  @Test func `shells offer only the devices that open`() throws {
    let folder = try ScratchFolder()
    let hint = #"hint { show on description "a device" }"#
    try folder.write(
      """
      pcm.open_one { type null \(hint) }
      pcm.open_two { type file slave.pcm { type null } file /dev/null format raw \(hint) }
      pcm.opens_not { type hw card 31 \(hint) }
      """, to: "asound.conf")
    let outcome = try Program.run(
      "---completion", "play", "--", "--device", "2", "3", "haptic", "play", "--device", "open",
      in: folder, adding: ["SAP_SHELL": "fish", "ALSA_CONFIG_PATH": folder.path("asound.conf")])
    #expect(outcome.text.split(separator: "\n").sorted() == ["open_one", "open_two"])
    #expect(outcome.words.isEmpty)
  }

  @Test func `the version lists the capabilities of the build`() throws {
    let outcome = try Program.run("--version", in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("haptic \(BuildDescription.version)\n"))
    #expect(try Program.run("studio", "--version", in: ScratchFolder()).text == outcome.text)
    for word in ["ALSA 1.", "libsndfile", "libsamplerate", "wav, flac, ogg", "Swift 6."] {
      #expect(outcome.text.contains(word))
    }
    let files = try #require(outcome.text.split(separator: "files   ").last).dropLast()
    #expect(FileManager.default.fileExists(atPath: files + "/Documentation/Notation.md"))
  }

  @Test(arguments: [
    ("--profile", ["render", "--profile"], "wideband"),
    ("--template", ["new", "--template"], "tap"),
    ("table", ["session", "table"], "categories"), ("help", ["help"], "render"),
  ])
  func `shells offer the values of options`(
    name: String, line: [String], value: String
  ) throws {
    let folder = try ScratchFolder()
    let script = try Program.run("completions", "bash", in: folder).text
    try folder.write(script, to: "haptic.bash")
    // The shell passes the words so far to the function. The last one is empty.
    let words = (["haptic"] + line + [""]).map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Program.bash(
      """
      PATH="$(dirname "$haptic"):$PATH"; source haptic.bash
      COMP_WORDS=(\(words)); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}; _haptic haptic '' '\(line.last ?? "")'; printf '%s\\n' "${COMPREPLY[@]}"
      """, in: folder)
    #expect(
      outcome.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .contains(value), "\(name): \(outcome.text) \(outcome.words)")
    for shell in ["zsh", "fish"] {
      let other = try Program.run("completions", shell, in: folder).text
      if name == "help" || name == "--template" { #expect(other.contains(value)) }
    }
  }

  @Test(arguments: [
    ("play", "x$(touch owned).ahap"), ("play", "x`touch owned`.ahap"),
    ("play --profile", "x$(touch owned).json"),
  ])
  func `completion never executes a file name`(line: String, name: String) throws {
    let folder = try ScratchFolder()
    try folder.write(try Program.run("completions", "bash", in: folder).text, to: "haptic.bash")
    try folder.write(TestPattern.mixed, to: name)
    let outcome = try Program.bash(
      """
      PATH="$(dirname "$haptic"):$PATH"; source haptic.bash
      COMP_WORDS=(haptic \(line) x); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
      COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      _haptic haptic x "${COMP_WORDS[$COMP_CWORD - 1]}"; printf '%s\\n' "${COMPREPLY[@]}"
      """, in: folder)
    #expect(outcome.text.split(separator: "\n").map(String.init) == [name], "\(outcome.words)")
    #expect(try folder.names == [name, "haptic.bash"].sorted())
  }
}
