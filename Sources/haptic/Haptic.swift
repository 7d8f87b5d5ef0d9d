import ArgumentParser

/// The command line: one subcommand for each thing one does with a pattern.
@main
struct Haptic: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "haptic", abstract: "Author, hear and see haptic patterns.",
    subcommands: [BenchCommand.self])
}
