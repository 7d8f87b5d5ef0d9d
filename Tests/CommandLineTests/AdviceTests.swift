import ArgumentParser
import Testing
import TextFormats

@testable import haptic

/// The advice tables for users of other tools: every row is reachable and names existing commands
/// and options.
struct AdviceTests {
  /// All commands as lists of words; the empty list is the program itself.
  private static let commands: [[String]] = {
    func below(_ type: any ParsableCommand.Type, _ words: [String]) -> [[String]] {
      [words]
        + type.configuration.subcommands.flatMap { command in
          below(command, words + [command.configuration.commandName].compactMap { $0 })
        }
    }
    return below(Haptic.self, [])
  }()

  /// Checks that a line such as `haptic lint --fix` names an existing command and existing options.
  private static func check(line: some StringProtocol) {
    let words = String(line).split(separator: " ").map(String.init)
    guard words.first == "haptic" else { return }
    let command = ProgramArguments.command(of: Array(words.dropFirst()))
    #expect(!command.isEmpty && (command != ["session"] || words.count == 2), "\(line)")
    let used = words.filter { $0.hasPrefix("-") && $0.count > 1 }
    #expect(ProgramArguments.options(of: command).isSuperset(of: used), "\(line)")
  }

  /// Checks that everything quoted in `text` exists: an option, a line of the program, or an
  /// operation of `edit`.
  private static func check(quoted text: String, for command: [String]) {
    let first = text.split(separator: " ").first.map(String.init) ?? ""
    if first.hasPrefix("-") {
      #expect(ProgramArguments.options(of: command).contains(first), "\(command): \(text)")
    } else if first == "haptic" {
      check(line: text)
    } else {
      let help = Haptic.helpMessage(for: EditCommand.self)
      #expect(command == ["edit"] && help.contains(first), "\(command): \(text)")
    }
  }

  @Test(arguments: OptionAdvice.rows.indices)
  func `advice is given for options that a command does not have, and names options that exist`(
    index: Int
  ) throws {
    let row = OptionAdvice.rows[index]
    let named = row.commands.map { $0.split(separator: " ").map(String.init) }
    for command in named.isEmpty ? Self.commands : named {
      #expect(Self.commands.contains(command))
      let known = ProgramArguments.options(of: command)
      for option in row.options {
        #expect(!known.contains(option), "\(command) has \(option)")
        // No earlier row handles the option.
        let failure = #expect(throws: Failure.self) { try OptionAdvice.refuse(command + [option]) }
        #expect(failure?.message == "unknown option '\(option)'; \(row.answer())")
      }
      for meant in row.meant { Self.check(quoted: meant, for: command) }
      guard row.meant.isEmpty else { continue }
      // Lines of the program are in quotes; options of the command are not.
      let parts = row.answer().split(separator: "`", omittingEmptySubsequences: false)
      for (position, part) in parts.enumerated() {
        if position % 2 == 1 {
          Self.check(line: part)
        } else {
          #expect(!part.contains("haptic "), "\(part)")
          let options = part.split { " ,;:".contains($0) }.filter { $0.hasPrefix("-") }
          for option in options { Self.check(quoted: String(option), for: command) }
        }
      }
    }
  }

  @Test(arguments: [["session"], []])
  func `the commands suggested for other names exist, with their options`(
    before: [String]
  ) {
    let names = Self.commands.filter { $0.count == before.count + 1 && $0.starts(with: before) }
      .compactMap(\.last)
    let others = Set(CommandAdvice.meanings.flatMap(\.written)).subtracting(names)
    let lines = others.flatMap { CommandAdvice.commands(for: $0, among: names) }
    #expect(lines.count > 20)
    for line in Set(lines) where line != "--version" {
      Self.check(line: (["haptic"] + before + [line]).joined(separator: " "))
    }
  }

  @Test func `every alias of a command is answered somewhere`() {
    let lists = Dictionary(grouping: Self.commands.filter { !$0.isEmpty }) { $0.dropLast() }
      .map { $0.value.compactMap(\.last) + ["help"] }
    for row in CommandAdvice.meanings {
      #expect(lists.contains { row.holds(among: $0) }, "\(row.written)")
    }
  }

  @Test func `the commands suggested for files of another kind exist, with their options`() {
    for kind in FileKind.rows + [.folder] {
      // Some kinds are only known as names that no command writes.
      #expect(kind.commands.isEmpty || kind.commands[""] != nil)
      for line in kind.commands.values.flatMap({ $0.split(separator: "|") }) {
        Self.check(line: line)
      }
    }
  }
}
