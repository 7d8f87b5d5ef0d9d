import Foundation
import HapticEngine
import HapticPerception
import Testing

@testable import haptic

/// Tests of the page about the program: its commands and its pictures.
// Serialized, because two of the tests write the page while recording.
@Suite(.serialized)
struct ProgramPageTests {
  private static func page() throws -> DocumentationPage {
    try DocumentationPage("Documentation/Program.md")
  }

  /// A row of the table of complaints.
  struct Complaint: Sendable, CustomTestStringConvertible {
    let words, command, answer: String

    var testDescription: String { words }
  }

  private static let complaints: [Complaint] = {
    let rows = try? page().section("## Complaints").filter { $0.hasPrefix("| ") }.dropFirst()
    return (rows ?? []).compactMap { line -> Complaint? in
      let cells = line.wholeMatch(of: /\| (.+?) \| `(haptic .+?)` \| "(.+?)" \| \[.+\) \|/)
      return cells.map {
        let command = String($0.2).replacing("\\|", with: "|")
        return Complaint(words: String($0.1), command: command, answer: String($0.3))
      }
    }
  }()

  @Test func `every complaint has a command, an answer and a page`() throws {
    let rows = try Self.page().section("## Complaints").filter { $0.hasPrefix("| ") }
    #expect(Self.complaints.count == rows.count - 1)
    #expect(Self.complaints.count >= 20)
    for topic in ["call", "duck", "silent switch", "alarm", "recording", "Haptics", "Bluetooth"] {
      #expect(Self.complaints.contains { $0.words.contains(topic) }, "\(topic)")
    }
  }

  @Test(arguments: complaints)
  func `the command of a complaint prints the answer that the page quotes`(
    complaint: Complaint
  ) throws {
    let folder = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Examples"), withDestinationPath: "\(Program.package)/Examples")
    let outcome = try Program.bash(
      #"set -o pipefail; PATH="$(dirname "$haptic"):$PATH"; "# + complaint.command, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let printed = outcome.text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(printed.contains(complaint.answer), "\(printed)")
  }

  @Test func `every command of the page runs as written`() throws {
    let commands = try Self.page().commands
    #expect(commands.count >= 40)
    let folder = try ScratchFolder()
    let null = "type file slave.pcm { type null } file /dev/null format raw"
    try folder.write(
      "pcm.!default { \(null) }\npcm.hw { @args [CARD] @args.CARD { type string } \(null) }\n",
      to: "asound.conf")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Examples"), withDestinationPath: "\(Program.package)/Examples")
    for command in commands {
      let outcome = try Program.bash(
        #"""
        PATH="$(dirname "$haptic"):$PATH" ALSA_CONFIG_PATH="$PWD/asound.conf"; export ALSA_CONFIG_PATH
        """# + "\n" + command, in: folder)
      #expect(outcome.status == 0, "\(command): \(outcome.words)")
    }
  }

  @Test func `every command of the program appears on the page`() throws {
    let text = try Self.page().text
    let names = HelpTests.commands + HelpTests.sessionCommands.map { "session \($0)" }
    for name in names { #expect(text.contains("haptic \(name)"), "\(name)") }
  }

  @Test func `the chart of the audible scenario matches the program's output`() throws {
    let file = "\(Program.package)/Examples/Scenarios/navigation-ducking-podcast.yaml"
    let outcome = try Program.run("session", "chart", file, in: ScratchFolder())
    try Self.page().expectBlock("## A scenario, heard", is: outcome.text)
  }

  @Test func `the picture matches the program's output`() throws {
    let pattern = try #require(
      try AHAP.read(path: "\(Program.package)/Patterns/heartbeat.ahap").pattern)
    let outline = try SignalOutline(of: pattern, profile: .wideband)
    var state = PlayState(name: "heartbeat", description: pattern.text("Description") ?? "")
    state.position = 1.17
    state.duration = outline.length
    state.repetitions = nil
    state.haptic.feed(peak: 0.07, seconds: 0.03)
    state.device = ["hw:1: 48000 Hz, 2 channels, latency 20 ms, profile wideband"]
    let text = PlayPicture(outline: outline, symbols: .unicode)
      .canvas(state, columns: 100, rows: 17).text
    try Self.page().expectBlock("## The picture", is: text)
  }
}
