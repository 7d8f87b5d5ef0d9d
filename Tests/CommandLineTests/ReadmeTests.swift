import Foundation
import Testing

/// The commands, stories and charts of the README.
struct ReadmeTests {
  private static let stories = [
    "## Write a pattern", "## Find out why an app is silent", "## Test your app",
  ]

  private static func readme() throws -> DocumentationPage { try DocumentationPage("README.md") }

  @Test func `the README has at most 150 lines, and each of its stories at most 15`() throws {
    let readme = try Self.readme()
    #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    for story in Self.stories {
      let lines = readme.section(story).filter { !$0.isEmpty && !$0.hasPrefix("```") }
      #expect((10...15).contains(lines.count), "\(story): \(lines.count)")
    }
  }

  @Test func `the README's two commands are make targets`() throws {
    let makefile = try DocumentationPage("Makefile").text
    let targets = try Self.readme().block("## Two commands")
      .compactMap { $0.prefixMatch(of: /make (\w+)\s/)?.1 }
    #expect(targets == ["play", "install"])
    for target in targets { #expect(makefile.contains("\n\(target):")) }
  }

  @Test(arguments: stories.dropLast())
  func `a story of commands runs as written, and prints the quoted text`(
    story: String
  ) throws {
    let block = try Self.readme().block(story)
    let folder = try ScratchFolder()
    try folder.write(
      "pcm.!default { type null }\npcm.hw { @args [CARD] @args.CARD { type string } type null }\n",
      to: "asound.conf")
    let outcome = try Program.bash(
      #"""
      set -e
      PATH="$(dirname "$haptic"):$PATH" ALSA_CONFIG_PATH="$PWD/asound.conf"; export ALSA_CONFIG_PATH
      """# + "\n" + block.joined(separator: "\n"), in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let printed = outcome.text.split { $0.isWhitespace }.joined(separator: " ")
    let quotes = block.compactMap { $0.firstMatch(of: /#.*/)?.0 }
      .flatMap { $0.matches(of: /"([^"]+)"/).map(\.1) }
    #expect(!quotes.isEmpty)
    for quote in quotes {
      #expect(printed.contains(quote.replacing("…", with: "")), "\(quote): \(printed)")
    }
  }

  // `make test` runs the file, and `make test-client` in a package with the dependencies of the README.
  @Test func `the README's test of an app is one of the example tests`() throws {
    let shown = try Self.readme().block("## Test your app").joined(separator: "\n") + "\n"
    #expect(try shown == DocumentationPage("Examples/PlayerTests/CallTests.swift").text)
  }

  @Test func `the testing page's test with a haptic engine is one of the example tests`() throws {
    let shown =
      try DocumentationPage("Documentation/Testing.md").block("## Haptics")
      .joined(separator: "\n") + "\n"
    #expect(try shown == DocumentationPage("Examples/PlayerTests/HapticTests.swift").text)
  }

  @Test func `the testing page's player with a custom protocol is in the example tests`() throws {
    let code = try ["MusicPlayer", "MusicPlayerTests"]
      .map { try DocumentationPage("Examples/PlayerTests/\($0).swift").text }
      .joined(separator: "\n")
    let parts = try DocumentationPage("Documentation/Testing.md").block("### A player")
      .split(separator: "").map { $0.map { $0 + "\n" }.joined() }
    #expect(parts.count == 3)
    for part in parts { #expect(code.contains("\n" + part), "\(part)") }
  }

  @Test func `the speed chart is drawn from the benchmark record`() throws {
    let rows = try DocumentationPage("Benchmarks/README.md").section("## Results")
      .compactMap { $0.wholeMatch(of: /\| (\w.*?) \| ([\d.]+) ms \(([\d ]+)\) \| .*/) }
    #expect(rows.count == 8)
    let speeds = try rows.map { row in
      let (milliseconds, speed) = (Double(row.2), Double(row.3.replacing(" ", with: "")))
      return (seconds: try #require(milliseconds) / 1000, factor: try #require(speed))
    }
    for (row, speed) in zip(rows, speeds) {
      // W1 lasts a minute. Both figures are rounded.
      #expect(abs(speed.factor * speed.seconds / 60 - 1) < 0.02, "\(row.1)")
    }
    let largest = speeds.map(\.factor).max() ?? 1
    let lines = zip(rows, speeds).map { row, speed in
      let eighths = Int((speed.factor / largest * 40 * 8).rounded())
      let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
      let name = row.1.padding(toLength: 24, withPad: " ", startingAt: 0)
      let number = String(repeating: " ", count: 7 - row.3.count) + row.3
      return "\(name)\(number) " + String(repeating: "█", count: eighths / 8) + rest + "\n"
    }
    try Self.readme().expectBlock("## How fast", is: lines.joined())
  }
}
