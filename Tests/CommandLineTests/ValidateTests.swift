import Foundation
import Testing

/// Files that are checked.
struct ValidateTests {
  @Test func `every problem has its place, for people and for programs`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.broken, to: "broken.ahap")
    try folder.write(TestPattern.clamped, to: "clamped.ahap")
    let outcome = try Program.run("validate", "broken.ahap", "clamped.ahap", in: folder)
    #expect(outcome.status == 65)
    try Snapshot.expect(outcome.text + outcome.words, is: "validate", in: folder)
    let json = try Program.run("validate", "--json", "broken.ahap", "clamped.ahap", in: folder)
    #expect(json.status == 65)
    try Snapshot.expect(json.text, is: "validate-json", in: folder)
  }

  @Test func `the items of JSON are the lines`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.broken, to: "broken.ahap")
    let lines = try Program.run("validate", "broken.ahap", in: folder).text
    let json = try Program.run("validate", "--json", "broken.ahap", in: folder).json()
    let items = try #require(json as? [[String: Any]])
    let made = try items.map { item in
      #expect(
        item.keys.sorted() == [
          "code", "column", "file", "line", "message", "path", "severity",
        ])
      let place = "\(try #require(item["file"])):\(try #require(item["line"]))"
      let words = "\(try #require(item["severity"])): \(try #require(item["message"]))"
      return "\(place):\(try #require(item["column"])): \(words) [\(try #require(item["code"]))]\n"
    }
    #expect(made.joined() == lines)
    #expect(made.count == 2)
  }

  @Test func `warnings fail only when they are to`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "clamped.ahap")
    #expect(try Program.run("validate", "clamped.ahap", in: folder).status == 0)
    #expect(try Program.run("validate", "--strict", "clamped.ahap", in: folder).status == 65)
  }

  @Test func `a file without problems has no lines`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    let outcome = try Program.run("validate", "--strict", "mixed.ahap", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let json = try Program.run("validate", "--json", "mixed.ahap", in: folder)
    #expect((try json.json() as? [Any])?.isEmpty == true)
  }

  @Test func `standard input is a file called -`() throws {
    let outcome = try Program.run(
      "validate", "-", input: Data(TestPattern.clamped.utf8), in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("-:2:"))
  }

  @Test func `what is no file is told, and the others are checked`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "clamped.ahap")
    let outcome = try Program.bash(
      #"mkfifo pipe; mkdir folder; "$haptic" validate pipe folder missing clamped.ahap"#, in: folder
    )
    #expect(outcome.status == 66)
    #expect(outcome.text.hasPrefix("clamped.ahap:2:"))
    try Snapshot.expect(outcome.words, is: "validate-no-files", in: folder)
    let json = try Program.run("validate", "--json", "missing", in: folder)
    #expect(json.status == 66)
    let items = try #require(try json.json() as? [[String: Any]])
    #expect(items.first?["code"] as? String == "unreadable-file")
  }

  @Test(arguments: [
    "", "\u{FEFF}", "[", "{\"Pattern\": \u{0}", String(repeating: "[", count: 100_000),
    "{\"Pattern\": [{\"Event\": {\"EventType\": \"\u{1B}[2J\", \"Time\": 1e999}}]}",
  ])
  func `hostile files are errors with a place`(text: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "x.ahap")
    let outcome = try Program.run("validate", "x.ahap", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.text.hasPrefix("x.ahap:1:"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test func `sounds that are missing or too large are warnings`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "sounds/.keep")
    _ = try Program.run("render", "selection", "-o", "sounds/here.wav", in: folder)
    _ = try Program.run(
      "render", "selection", "-o", "sounds/large.wav", "--loop", "4000", "--format", "s16",
      in: folder)
    let events = ["here.wav", "gone.wav", "large.wav"].map {
      #"{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "\#($0)"}}"#
    }
    try folder.write("{\"Pattern\": [\n\(events.joined(separator: ",\n"))\n]}", to: "x.ahap")
    let outcome = try Program.run("validate", "x.ahap", "--resources", "sounds", in: folder)
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("x.ahap:3:") == true)
    #expect(lines.first?.hasSuffix("[waveform-not-found]") == true)
    #expect(lines.last?.hasPrefix("x.ahap:4:") == true)
    #expect(lines.last?.hasSuffix("[too-much-audio]") == true)
  }

  @Test func `colour is for terminals, and not for those who do not want it`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "x.ahap")
    let piped = try Program.run("validate", "x.ahap", in: folder)
    #expect(!piped.text.contains("\u{1B}"))
    // script runs a program on a terminal of its own.
    let script = #"command -v script >/dev/null || exit 99; "#
    let shown = try Program.bash(
      script + #"script -qec "$haptic validate x.ahap" /dev/null"#, in: folder)
    if shown.status == 99 { return }
    #expect(shown.text.contains("\u{1B}[1;35mwarning:\u{1B}[0m"))
    let plain = try Program.bash(
      script + #"NO_COLOR=1 script -qec "$haptic validate x.ahap" /dev/null"#, in: folder)
    #expect(!plain.text.contains("\u{1B}"))
  }
}
