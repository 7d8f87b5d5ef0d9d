import Foundation
import Testing

/// Each command and each output once: the tests of the programs in `make test`.
struct SmokeTests {
  /// A line of bash in a folder with `x.ahap`, `y.ahap`, `x.wav` and `scenario.yaml`, its status,
  /// and a part of its output; `FILE:` and a name stand for a file that it writes.
  struct Line: Sendable, CustomTestStringConvertible {
    let command: String
    let status: Int32
    let prints: String

    init(_ command: String, status: Int32 = 0, _ prints: String) {
      (self.command, self.status, self.prints) = (command, status, prints)
    }

    var testDescription: String { command }
  }

  static let lines = [
    Line("play x.ahap --output null", "x: played to 0.105 of 0.105 s"),
    Line("play x.ahap --device null", "x: played to 0.105 of 0.105 s"),
    Line("render x.ahap -o new.wav", "FILE:new.wav"),
    Line("validate x.ahap", "1 file: 0 errors, 0 warnings"),
    Line("inspect x.ahap", "1 HapticTransient, 1 HapticContinuous"),
    Line("chart x.ahap", "transient"),
    Line("chart x.ahap -o new.svg", "FILE:new.svg"),
    Line("chart x.ahap -o new.png", "FILE:new.png"),
    Line("lint x.ahap", "1 file: 0 errors"),
    Line("test scenario.yaml", "1 test, 1 expectation, all as expected"),
    Line("new new.ahap --notation tap", "FILE:new.ahap"),
    Line("edit x.ahap -o new.ahap scale-intensity 0.5", "FILE:new.ahap"),
    // The browser's tests open the studio itself.
    Line("studio missing.yaml", status: 66, "no such file or folder"),
    Line("diff x.ahap y.ahap", status: 1, "Pattern[0] HapticTransient at 0 s"),
    Line("convert x.ahap new.haps", "FILE:new.haps"),
    Line("listen x.wav -o new.ahap", "FILE:new.ahap"),
    Line("tour --step 12 --output null </dev/null", "12 of 12"),
    Line("port rewrite none.swift -o out", status: 66, "none.swift: no such file or folder"),
    Line("presets", "notification.success"),
    Line("profiles", "wideband"),
    Line("devices", "null"),
    Line("schema ahap", "\"$defs\""),
    Line("completions bash", "#!/bin/bash"),
    Line("session new new.yaml", "FILE:new.yaml"),
    Line("session run scenario.yaml", "1 scenario, 1 expectation, all as expected"),
    Line("session render scenario.yaml -o new.wav", "FILE:new.wav"),
    Line("session play scenario.yaml --output null", "all as expected"),
    Line("session chart scenario.yaml", "interrupted"),
    Line("session fuzz scenario.yaml --steps 100", "1 scenario, 0 expectations"),
    Line("session sweep scenario.yaml", "1 scenario, no dependencies"),
    Line("session live </dev/null", status: 64, "requires a terminal"),
    Line("session table", "categories:"),
    Line("session check --apps 1 --configurations ambient --scope alarm", "0 violations"),
    Line("session policy", "ambientDuck"),
    Line("session evidence", "Now Playing and remote commands"),
    Line("session explain scenario.yaml", "music"),
    Line("session recommend music", "playback"),
    Line("session coverage scenario.yaml", "rules not exercised"),
  ]

  @Test(arguments: lines)
  func `a command has the expected status, and prints or writes something`(line: Line) throws {
    let folder = try ScratchFolder()
    for (name, notation) in [("x", "tap, buzz 100ms"), ("y", "tap 0.5, buzz 100ms")] {
      try #require(
        Program.run("new", "\(name).ahap", "--notation", notation, in: folder).status == 0)
    }
    try #require(Program.run("render", "x.ahap", "-o", "x.wav", in: folder).status == 0)
    try folder.write(
      """
      scenario: A call
      apps: { music: { category: playback } }
      steps: [{ music: play }, { at: 1, phone: ring }, { expect: { music: { playing: false } } }]
      """, to: "scenario.yaml")
    let outcome = try Program.bash("\"$haptic\" \(line.command)", in: folder)
    #expect(outcome.status == line.status, "\(outcome.words)")
    if line.prints.hasPrefix("FILE:") {
      #expect(try !folder.read(String(line.prints.dropFirst(5))).isEmpty)
    } else {
      #expect((outcome.text + outcome.words).contains(line.prints))
    }
  }

  @Test func `a watch plays until it is stopped`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "x.ahap")
    let outcome = try Program.bash(
      """
      coproc watch { exec "$haptic" watch x.ahap --output null 2>&1; }
      pid=$watch_PID
      while read -r line <&"${watch[0]}"; do [[ $line != *plays* ]] || kill "$pid"; done
      wait "$pid"
      """, in: folder)
    #expect(outcome.status == 143)
  }

  @Test func `every command has a smoke test`() {
    let words = Self.lines.map { $0.command.split(separator: " ").prefix(2).map(String.init) }
    #expect(Set(words.map { $0[0] } + ["watch"]) == Set(HelpTests.commands))
    let session = words.filter { $0[0] == "session" }.map { $0[1] }
    #expect(Set(session) == Set(HelpTests.sessionCommands))
  }
}
