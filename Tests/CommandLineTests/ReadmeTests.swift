import Foundation
import HapticEngine
import HapticPerception
import Testing

@testable import haptic

/// What the README shows is what the program does.
struct ReadmeTests {
  private static let readme: String =
    (try? String(contentsOfFile: "\(Program.package)/README.md", encoding: .utf8)) ?? ""

  /// The lines of the first block of code after `heading`.
  private static func block(after heading: String) -> [String] {
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: heading),
      let begin = lines[start...].firstIndex(where: { $0.hasPrefix("```") })
    else { return [] }
    return Array(lines[(begin + 1)...].prefix { $0 != "```" })
  }

  @Test func `every line of the program section runs as it is written`() throws {
    let lines = Self.block(after: "## The program").filter { $0.hasPrefix("haptic ") }
    #expect(lines.count >= 13)
    let folder = try ScratchFolder()
    let null = "type file slave.pcm { type null } file /dev/null format raw"
    try folder.write(
      "pcm.!default { \(null) }\npcm.hw { @args [CARD] @args.CARD { type string } \(null) }\n",
      to: "asound.conf")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Examples"), withDestinationPath: "\(Program.package)/Examples")
    for line in lines {
      let outcome = try Program.bash(
        #"""
        PATH="$(dirname "$haptic"):$PATH" ALSA_CONFIG_PATH="$PWD/asound.conf"; export ALSA_CONFIG_PATH
        """# + "\n" + line, in: folder)
      #expect(outcome.status == 0, "\(line): \(outcome.words)")
    }
  }

  @Test func `the chart of the scenario that is heard is what the program draws`() throws {
    let file = "\(Program.package)/Examples/Scenarios/navigation-ducking-podcast.yaml"
    let outcome = try Program.run("session", "chart", file, in: ScratchFolder())
    let shown = Self.block(after: "## A scenario, heard").joined(separator: "\n") + "\n"
    #expect(shown == outcome.text)
  }

  @Test func `the picture is what the program draws`() throws {
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
    let shown = Self.block(after: "## What it looks like").joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      try Self.readme.replacing(shown, with: text)
        .write(toFile: "\(Program.package)/README.md", atomically: true, encoding: .utf8)
    } else {
      #expect(shown == text)
    }
  }
}
