import ArgumentParser
import Foundation
import Testing

@testable import haptic

/// The help texts and completions of the program.
struct HelpTests {
  static let commands = [
    "play", "render", "validate", "inspect", "chart", "lint", "test", "new", "edit", "diff",
    "convert", "listen", "watch", "tour", "presets", "profiles", "devices", "schema", "session",
    "port", "completions", "studio",
  ]

  static let sessionCommands = [
    "new", "run", "play", "render", "chart", "fuzz", "sweep", "live", "table", "check", "policy",
    "evidence", "explain", "recommend", "coverage",
  ]

  static let portCommands = ["check", "rewrite", "init"]

  @Test func `the tests of help cover every command`() {
    #expect(Self.names(Haptic.configuration) == Self.commands.sorted())
    #expect(Self.names(SessionCommand.configuration) == Self.sessionCommands.sorted())
    #expect(Self.names(PortCommand.configuration) == Self.portCommands.sorted())
  }

  private static func names(_ configuration: CommandConfiguration) -> [String] {
    configuration.subcommands.map { $0.configuration.commandName ?? "" }.sorted()
  }

  @Test func `the help of the program lists every command`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run("--help", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words.isEmpty)
    // Other commands may come and go; these stay.
    for command in Self.commands { #expect(outcome.text.contains("\n  \(command) ")) }
    #expect(outcome.text.contains("Exit status:"))
  }

  @Test func `help of the program fits into 42 lines, under five headings`() throws {
    let text = try Program.run("--help", in: ScratchFolder()).text
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 42 && lines.allSatisfy { $0.count <= 80 }, "\(text)")
    let headings = lines.filter { $0.hasSuffix(" SUBCOMMANDS:") }
    #expect(
      headings.map { $0.dropLast(" SUBCOMMANDS:".count) }
        == ["MAKE", "HEAR", "JUDGE", "PHONE", "TOOLS"])
    for status in [0, 1, 64, 65, 66, 69, 70, 71, 73, 128] {
      #expect(text.contains(" \(status) ") || text.contains(" \(status)+"), "\(status)")
    }
  }

  @Test(arguments: commands)
  func `the help of a command matches its snapshot and has examples`(command: String) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run("help", command, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Examples:\n  haptic \(command)"))
    try Snapshot.expect(outcome.text, is: "help-\(command)", in: folder)
  }

  @Test(arguments: commands)
  func `help is no wider than the terminal`(command: String) throws {
    let text = try Program.run("help", command, in: ScratchFolder()).text
    // Lines to copy are not broken, and usage is one line to ArgumentParser.
    let lines = text.split(separator: "\n").filter {
      !$0.hasPrefix("  haptic") && !$0.hasPrefix("USAGE")
    }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(
    arguments: sessionCommands.map { ["session", $0] } + portCommands.map { ["port", $0] })
  func `the help of a nested command has examples and fits the terminal`(
    command: [String]
  ) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(["help"] + command, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Examples:\n  haptic \(command.joined(separator: " "))"))
    try Snapshot.expect(outcome.text, is: "help-\(command.joined(separator: "-"))", in: folder)
    let lines = outcome.text.split(separator: "\n").filter {
      !$0.hasPrefix("  haptic") && !$0.hasPrefix("USAGE")
    }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions offer all commands`(shell: String) throws {
    let outcome = try Program.run("completions", shell, in: ScratchFolder())
    #expect(outcome.status == 0)
    for command in Self.commands { #expect(outcome.text.contains(command)) }
  }

  @Test func `the completion script for bash is valid`() throws {
    let outcome = try Program.bash(
      #"bash -n <("$haptic" completions bash)"#, in: ScratchFolder())
    #expect(outcome.status == 0, "\(outcome.words)")
  }

  @Test func `a shell is offered presets, the library and files for a pattern`() throws {
    let folder = try ScratchFolder()
    try folder.write("{}", to: "impala.ahap")
    let outcome = try Program.run(
      "---completion", "inspect", "--", "positional@0", "2", "3", "haptic", "inspect", "imp",
      in: folder, adding: ["SAP_SHELL": "fish"])
    let offered = outcome.text.split(separator: "\n").map(String.init)
    #expect(offered.contains("impact.heavy"))
    #expect(offered.contains("impala.ahap"))
    #expect(!offered.contains("heartbeat"))
  }
}
