import ArgumentParser

/// `haptic completions`.
struct CompletionsCommand: ParsableCommand {
  /// The shells that completions are written for.
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish

    var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completions of haptic for a shell.",
    discussion: """
      Examples:
        haptic completions bash > ~/.local/share/bash-completion/completions/haptic
        haptic completions zsh > ~/.zfunc/_haptic      (a folder of $fpath)
        haptic completions fish > ~/.config/fish/completions/haptic.fish
      """)

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws {
    try StandardOutput.write(Haptic.completionScript(for: shell.completionShell) + "\n")
  }
}
