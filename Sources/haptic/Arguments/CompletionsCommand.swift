import ArgumentParser

/// `haptic completions`.
struct CompletionsCommand: ParsableCommand {
  /// The supported shells.
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
    abstract: "Print a completion script for a shell.",
    discussion: """
      Examples:
        haptic completions bash > ~/.local/share/bash-completion/completions/haptic
        haptic completions zsh > ~/.zfunc/_haptic      (a folder of $fpath)
        haptic completions fish > ~/.config/fish/completions/haptic.fish
      """)

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws {
    let script = shell.offeringHelp(in: Haptic.completionScript(for: shell.completionShell))
    try StandardOutput.write(shell.takingNamesLiterally(in: script) + "\n")
  }
}

extension CompletionsCommand.Shell {
  /// `script` with names of files completed as they are.
  ///
  /// The parser's bash script has `compgen -W` expand them: a file called `$(touch x)` would be a
  /// command that the tabulator key executes. zsh and fish expand nothing there.
  fileprivate func takingNamesLiterally(in script: String) -> String {
    guard self == .bash else { return script }
    let function = """
      __haptic_add_names() {
          local name quoted
          while IFS='' read -r name; do
              [[ -n "${name}" ]] || continue
              printf -v quoted %q "${name}"
              [[ "${name}" = "${cur}"* || "${quoted}" = "${cur}"* ]] && COMPREPLY+=("${quoted}")
          done <<<"${1}"
      }

      __haptic_custom_complete() {

      """
    return script.replacing("__haptic_custom_complete() {\n", with: function)
      .replacing("__haptic_add_completions -W \"$(", with: "__haptic_add_names \"$(")
  }

  /// `script` with the commands as completions of `haptic help`, for which the parser has none.
  fileprivate func offeringHelp(in script: String) -> String {
    let names = Haptic.configuration.subcommands.compactMap { $0.configuration.commandName }
    let commands = names.joined(separator: " ")
    switch self {
    case .bash:
      let completions = "__haptic_add_completions -W $'\(names.joined(separator: "\\n"))'"
      return script.replacing(
        "_haptic_help() {\n    :\n", with: "_haptic_help() {\n    \(completions)\n")
    case .zsh:
      return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(commands))'")
    case .fish:
      return script + "\ncomplete -c 'haptic' -n '__fish_seen_subcommand_from help' -f -a "
        + "'\(commands)'"
    }
  }
}
