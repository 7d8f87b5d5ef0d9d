import Foundation
import Glibc
import Testing

/// Every kind of failure has its message and its exit status.
struct FailureTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let status: Int32
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "unknown-command", arguments: ["rendr"], status: 64),
    Case(name: "unknown-option", arguments: ["render", "selection", "--loud"], status: 64),
    Case(name: "no-output", arguments: ["render", "selection"], status: 64),
    Case(
      name: "unknown-ending", arguments: ["render", "selection", "-o", "x.mp3"], status: 64),
    Case(
      name: "impossible-format",
      arguments: ["render", "selection", "-o", "x.flac", "--format", "f32"], status: 64),
    Case(
      name: "rate-out-of-range",
      arguments: ["render", "selection", "-o", "x.wav", "--rate", "0"], status: 64),
    Case(
      name: "sample-rate-out-of-range",
      arguments: ["render", "selection", "-o", "x.wav", "--sample-rate", "7999"], status: 64),
    Case(
      name: "excerpt-backwards",
      arguments: ["render", "selection", "-o", "x.wav", "--from", "2", "--to", "1"], status: 64),
    Case(
      name: "excerpt-after-the-end",
      arguments: ["render", "selection", "-o", "x.wav", "--from", "9"], status: 64),
    Case(
      name: "several-to-one-file",
      arguments: ["render", "selection", "heartbeat", "-o", "x.wav"], status: 64),
    Case(
      name: "several-to-one-name",
      arguments: ["render", "selection", "selection", "-o", "out/"], status: 64),
    Case(
      name: "stems-to-standard-output",
      arguments: ["render", "selection", "-o", "-", "--stems"], status: 64),
    Case(
      name: "unknown-pattern", arguments: ["render", "hartbeat", "-o", "x.wav"], status: 66),
    Case(
      name: "missing-file", arguments: ["render", "missing.ahap", "-o", "x.wav"], status: 66),
    Case(name: "broken-file", arguments: ["render", "broken.ahap", "-o", "x.wav"], status: 65),
    Case(name: "too-long", arguments: ["render", "years.ahap", "-o", "x.wav"], status: 65),
    Case(
      name: "unknown-profile",
      arguments: ["render", "selection", "-o", "x.wav", "--profile", "wideban"], status: 66),
    Case(
      name: "broken-profile",
      arguments: ["render", "selection", "-o", "x.wav", "--profile", "broken.json"], status: 65),
    Case(
      name: "no-such-folder", arguments: ["render", "selection", "-o", "no/where/x.wav"],
      status: 73),
    Case(name: "full-disk", arguments: ["render", "selection", "-o", "/dev/full"], status: 73),
    Case(
      name: "new-from-nothing", arguments: ["new", "x.ahap"], status: 64),
    Case(
      name: "new-over-a-file", arguments: ["new", "broken.ahap", "--template", "tap"], status: 73),
    Case(
      name: "new-in-no-folder", arguments: ["new", "no/x.ahap", "--template", "tap"], status: 73),
    Case(name: "unknown-template", arguments: ["new", "x.ahap", "--template", "tab"], status: 64),
    Case(name: "unknown-schema", arguments: ["schema", "midi"], status: 64),
    Case(name: "no-files", arguments: ["validate"], status: 64),
  ]

  @Test(arguments: cases)
  func `a failure has its message and status, and does not leave a file`(_ failure: Case) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.broken, to: "broken.ahap")
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 1000000}}]}"#,
      to: "years.ahap")
    try folder.write(
      #"{"lowHertz": "80", "highHerz": 230, "gainTransient": 9, "actuator": {"q": 0}}"#,
      to: "broken.json")
    let before = try folder.names
    let outcome = try Program.run(failure.arguments, in: folder)
    #expect(outcome.status == failure.status)
    #expect(outcome.output.isEmpty)
    #expect(try folder.names == before)
    try Snapshot.expect(outcome.words, is: "failure-\(failure.name)", in: folder)
  }

  @Test(arguments: ["presets", "profiles", "schema ahap", "--help", "new - --template tap"])
  func `a full standard output is an error`(line: String) throws {
    let outcome = try Program.bash(#""$haptic" \#(line) > /dev/full"#, in: ScratchFolder())
    #expect(outcome.status == 73)
    #expect(outcome.words == "haptic: standard output: No space left on device\n")
  }

  @Test(arguments: ["render selection", "session render call.yaml"])
  func `a full standard output is an error for sound`(line: String) throws {
    let folder = try ScratchFolder()
    try folder.write(SessionRunTests.call, to: "call.yaml")
    let outcome = try Program.bash(#""$haptic" \#(line) -o - > /dev/full"#, in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.words == "haptic: standard output: No space left on device.\n")
  }

  @Test(arguments: ["render selection", "session render call.yaml"])
  func `a stream that cannot be written is not reported as a device problem`(line: String) throws {
    let folder = try ScratchFolder()
    try folder.write(SessionRunTests.call, to: "call.yaml")
    let outcome = try Program.bash(
      #"ln -s /dev/null x.flac; "$haptic" \#(line) -o x.flac"#, in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.words == "haptic: x.flac: Only WAV can be written to a stream, not flac.\n")
  }

  @Test(arguments: [
    "render selection -o x.wav", "play selection --output null", "validate x.ahap y.ahap",
    "new x.ahap --template tap", "session check", "devices",
  ])
  func `too few open files are an error with a reason, for every command`(line: String) throws {
    let folder = try ScratchFolder()
    for limit in [4, 8, 20] {
      let outcome = try Program.bash(
        #"ulimit -n \#(limit); exec "$haptic" \#(line)"#, in: folder)
      #expect(outcome.status == 71, "\(limit): \(outcome.words)")
      #expect(outcome.words.hasPrefix("haptic: Too many open files: "))
    }
    #expect(try folder.names.isEmpty)
  }

  @Test(
    .disabled(
      if: ProcessInfo.processInfo.environment["HAPTIC_OTHER_SANITIZER"] != nil,
      "a sanitizer's memory does not fit the limit that leaves no room for threads"),
    arguments: ["render selection -o x.wav", "play selection --output null"])
  func `too few threads are an error with a reason`(line: String) throws {
    let folder = try ScratchFolder()
    // Each thread requests a stack of 1.5 GB, and memory allows three at most.
    let outcome = try Program.bash(
      #"ulimit -s 1500000; ulimit -v 5000000; exec "$haptic" \#(line)"#, in: folder)
    #expect(outcome.status == 71)
    #expect(outcome.words.hasPrefix("haptic: Resource temporarily unavailable: "))
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: [
    ("edit", "mine.ahap shift 1 --log /dev/full", 73),
    ("session run", "call.yaml --until 6 --snapshot nodir/x", 73),
    ("session chart", "call.yaml --until 6 --snapshot nodir/x", 73),
    ("session run", "call.yaml --scenario 7", 64),
    ("session live", "--save call.yaml", 73), ("session live", "--save nodir/x.yaml", 73),
    ("lint", "broken.ahap", 1), ("lint", "broken.yaml", 65), ("lint", "late.ahap", 65),
  ])
  func `each exit status is in the help of its command`(
    command: String, arguments: String, status: Int32
  ) throws {
    let folder = try ScratchFolder()
    try MistakenFiles.write(to: folder)
    try folder.write("{", to: "broken.ahap")
    try folder.write("app: { name: x", to: "broken.yaml")
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 1e8}}]}"#, to: "late.ahap")
    let words = command.split(separator: " ").map(String.init)
    let outcome = try Program.run(
      words + arguments.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.status == status, "\(outcome.words)")
    let help = try Program.run(words + ["--help"], in: folder).text
    let statuses = help.split(separator: "Exit status:").last ?? ""
    #expect(try statuses.contains(Regex("\\b\(status)\\b")), "\(statuses)")
  }

  @Test func `a folder without write permission is an error`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "locked/placeholder")
    let mode = unsafe chmod(folder.path("locked"), 0o500)
    #expect(mode == 0)
    // The administrator may write everywhere, except in the kernel's own file systems.
    let target = geteuid() == 0 ? "/proc/x.wav" : "locked/x.wav"
    let outcome = try Program.run("render", "selection", "-o", target, in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.words.hasPrefix("haptic: \(target): "))
    #expect(try folder.names == ["locked"])
  }
}
