import Foundation
import Glibc
import Testing

/// The program ends on request, and when its output is no longer read.
struct EndingTests {
  /// Waits until `running` has an open file that does not have its final name yet.
  private func waitForFile(_ running: Program.Running, in folder: ScratchFolder) throws {
    let descriptors = "/proc/\(running.process.processIdentifier)/fd"
    while running.process.isRunning {
      let links = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      let targets = links.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
      }
      if targets.contains(where: { $0.hasPrefix(folder.url.path) && !$0.hasSuffix(".ahap") }) {
        return
      }
      sched_yield()
    }
  }

  @Test(arguments: [
    (SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129)), (SIGQUIT, Int32(131)),
    (SIGUSR1, Int32(138)), (SIGXCPU, Int32(152)), (SIGALRM, Int32(142)), (SIGKILL, Int32(137)),
  ])
  func `a signal during a long render does not leave a file`(signal: Int32, status: Int32) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "long.ahap")
    try folder.write("what was there", to: "x.wav")
    let running = try Program.start("render", "long.ahap", "-o", "x.wav", in: folder)
    try waitForFile(running, in: folder)
    kill(running.process.processIdentifier, signal)
    let outcome = try Program.finish(running)
    #expect(outcome.status == status)
    #expect(outcome.words.isEmpty)
    #expect(try folder.names == ["long.ahap", "x.wav"])
    #expect(try folder.read("x.wav") == Data("what was there".utf8))
  }

  @Test func `a file size limit is an error with a reason, and does not leave a file`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #"(ulimit -f 100; "$haptic" render heartbeat -o x.wav)"#, in: folder)
    #expect(outcome.status == 73)
    #expect(
      outcome.words == "haptic: x.wav: File too large; the limit may be that of `ulimit -f`.\n")
    #expect(try folder.names.isEmpty)
  }

  @Test func `a signal ends a program that waits for its input`() throws {
    // More than a pipe holds: once everything is written, the program is reading. The end of the
    // input ends it if the signal does not.
    let outcome = try Program.bash(
      """
      mkfifo pipe; "$haptic" validate - <pipe & exec 3>pipe
      head -c 200000 /dev/zero >&3; kill -INT $!; exec 3>&-; wait $!
      """, in: ScratchFolder())
    #expect(outcome.status == 130)
  }

  @Test(arguments: [
    "render long.ahap -o -", "presets", "presets --json", "--help", "schema ahap",
    "validate --json many.ahap",
  ])
  func `a reader that closes early ends the program quietly`(line: String) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "long.ahap")
    try folder.write(
      "{\"Pattern\": [" + String(repeating: "{\"Evnt\": {}},\n", count: 5_000) + "]}",
      to: "many.ahap")
    let outcome = try Program.bash(
      #"set -o pipefail; { "$haptic" \#(line) 2>words; echo $? >status; } | head -c 4 >/dev/null"#,
      in: folder)
    let status = String(decoding: try folder.read("status"), as: UTF8.self)
    // Errors of the validated file are the result, if there was time to print them.
    #expect(status == "0\n" || (line.hasPrefix("validate") && status == "65\n"))
    let words = String(decoding: try folder.read("words"), as: UTF8.self)
    #expect(!words.contains("ipe"))
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ("validate many.ahap", 65), ("validate --json many.ahap", 65), ("lint --json curves.ahap", 1),
    ("diff curves.ahap empty.ahap --events-only", 1),
    ("diff curves.ahap empty.ahap --events-only --json", 1), ("session run wrong.yaml", 1),
    ("session run --json wrong.yaml", 1),
  ])
  func `a reader that closes early does not hide the findings`(
    line: String, status: Int
  ) throws {
    let folder = try ScratchFolder()
    func pattern(_ entry: String, _ count: Int) -> String {
      "{\"Pattern\": [" + Array(repeating: entry, count: count).joined(separator: ",\n") + "]}"
    }
    let curve =
      #"{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0, "#
      + #""ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}]}}"#
    try folder.write(pattern("{\"Evnt\": {}}", 5_000), to: "many.ahap")
    try folder.write(pattern(curve, 2_000), to: "curves.ahap")
    try folder.write(pattern("", 0), to: "empty.ahap")
    let scenario = try String(
      contentsOfFile: "\(Program.package)/Examples/Scenarios/call-over-music.yaml", encoding: .utf8)
    try folder.write(
      scenario.replacing("{ position: 70,", with: "{ position: 71,"), to: "wrong.yaml")
    // The reader has exited before anything is written.
    let outcome = try Program.bash(
      #"""
      mkfifo pipe; exec 3<>pipe 4>pipe 3<&-
      "$haptic" \#(line) >&4 2>words; echo $? >status
      """#, in: folder)
    #expect(outcome.status == 0)
    let words = String(decoding: try folder.read("words"), as: UTF8.self)
    #expect(try folder.read("status") == Data("\(status)\n".utf8), "\(words)")
    #expect(!words.contains("Broken pipe"))
  }

  @Test func `messages for a closed standard error do not end up in a file`() throws {
    let folder = try ScratchFolder()
    // With both closed, the stems would otherwise be opened as standard output and error.
    let outcome = try Program.bash(
      """
      "$haptic" render selection -o open.wav --stems 2>/dev/null
      "$haptic" render selection -o closed.wav --stems >&- 2>&-
      """, in: folder)
    #expect(outcome.status == 0)
    for stem in ["haptic", "audio"] {
      #expect(try folder.read("closed.\(stem).wav") == folder.read("open.\(stem).wav"))
    }
  }

  @Test(arguments: ["presets", "render selection -o -"])
  func `a closed standard output is an error, and another file is not written instead`(
    line: String
  ) throws {
    let outcome = try Program.bash(#""$haptic" \#(line) >&-"#, in: ScratchFolder())
    #expect(outcome.status == 73)
    #expect(outcome.words.contains("Bad file descriptor"))
  }
}
