import Foundation
import Glibc
import Testing

/// The program ends when it is told to, and when nobody listens any more.
struct EndingTests {
  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func `a signal in a long render leaves no file`(signal: Int32, status: Int32) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "long.ahap")
    try folder.write("what was there", to: "x.wav")
    let running = try Program.start("render", "long.ahap", "-o", "x.wav", in: folder)
    // As soon as the file is begun, and if it never is, the render is over.
    while running.process.isRunning, try folder.names.count == 2 { sched_yield() }
    kill(running.process.processIdentifier, signal)
    let outcome = try Program.finish(running)
    #expect(outcome.status == status)
    #expect(outcome.words.isEmpty)
    #expect(try folder.names == ["long.ahap", "x.wav"])
    #expect(try folder.read("x.wav") == Data("what was there".utf8))
  }

  @Test func `a signal ends a program that waits for its input`() throws {
    // More than a pipe holds: when all is written, the program is reading.
    let outcome = try Program.bash(
      """
      mkfifo pipe; "$haptic" validate - <pipe & exec 3>pipe
      head -c 200000 /dev/zero >&3; kill -INT $!; wait $!
      """, in: ScratchFolder())
    #expect(outcome.status == 130)
  }

  @Test(arguments: [
    "render long.ahap -o -", "presets", "presets --json", "--help", "schema ahap",
    "validate --json many.ahap",
  ])
  func `a reader that has had enough ends the program quietly`(line: String) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "long.ahap")
    try folder.write(
      "{\"Pattern\": [" + String(repeating: "{\"Evnt\": {}},\n", count: 5_000) + "]}",
      to: "many.ahap")
    let outcome = try Program.bash(
      #"set -o pipefail; { "$haptic" \#(line) 2>words; echo $? >status; } | head -c 4 >/dev/null"#,
      in: folder)
    let status = String(decoding: try folder.read("status"), as: UTF8.self)
    // Errors of the file that is validated are its answer, if there was time to give it.
    #expect(status == "0\n" || (line.hasPrefix("validate") && status == "65\n"))
    let words = String(decoding: try folder.read("words"), as: UTF8.self)
    #expect(!words.contains("ipe"))
    #expect(outcome.status == 0)
  }

  @Test func `closed standard streams are no crash`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #""$haptic" render selection -o x.wav 2>&-; echo $? >a; "$haptic" presets >&- 2>&-; echo $? >b"#,
      in: folder)
    #expect(outcome.status == 0)
    #expect(try folder.read("a") == Data("0\n".utf8))
    #expect(try folder.read("b") == Data("73\n".utf8))
    #expect(try Samples.of("x.wav", in: folder).count == 2)
  }
}
