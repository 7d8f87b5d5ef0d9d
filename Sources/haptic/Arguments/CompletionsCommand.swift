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
  /// Returns `script`, changed to complete file names literally.
  ///
  /// - In the parser's bash script `compgen -W` expands names: a file called `$(touch x)` would be
  ///   a command that the Tab key executes. Here names are taken literally, and bash quotes them
  ///   when it inserts them.
  /// - The parser's scripts for bash and zsh pass the word to the program as it is typed. A name
  ///   with a space is then no longer found once its backslash has been typed. Here the program
  ///   receives the word without its quoting.
  /// - The parser's script for zsh adds a space after a folder, and treats a colon in a name as the
  ///   start of a description. Here names are added unchanged, and folders without a space.
  fileprivate func takingNamesLiterally(in script: String) -> String {
    switch self {
    case .bash:
      return script.replacing("__haptic_custom_complete() {\n", with: Self.bashNames)
        .replacing("__haptic_add_completions -W \"$(", with: "__haptic_add_names \"$(")
        .replacing("local -ar words=(", with: "local -a words=(")
        .replacing(
          "    \"${COMP_WORDS[0]}\" \"${@}\" \"${words[@]}\"\n",
          with: """
                local plain
                __haptic_unquote "${cur}"
                words[COMP_CWORD]="${plain}"
                "${COMP_WORDS[0]}" "${@:1:${#}-1}" "${#plain}" "${words[@]}"

            """)
    case .zsh:
      return script.replacing(
        "local -ar command_line=(\"${words[@]}\")\n",
        with: """
          local -a command_line=("${(@Q)words[@]}")
              command_line[CURRENT]="${(Q)PREFIX}${(Q)SUFFIX}"
              local -ir cursor_index="${#${(Q)PREFIX}}"

          """
      )
      .replacing("\"${#${(z)LBUFFER}[-1]}\"", with: "\"${cursor_index}\"")
      .replacing(
        "        __haptic_complete \"${completions[@]:0:-1}\"\n",
        with: """
                  local -a names=("${completions[@]:0:-1}")
                  local -a folders=("${(M)names[@]:#*/}")
                  names=("${names[@]:#*/}")
                  compadd -S '' -a folders
                  compadd -a names

          """)
    case .fish: return script
    }
  }

  /// The bash functions that find the names that begin with the word at the cursor.
  private static let bashNames = #"""
    __haptic_unquote() {
        local rest="${1}"
        plain=''
        if [[ "${COMP_WORDS[COMP_CWORD]}" != \'* ]]; then
            while [[ "${rest}" = *\\* ]]; do
                plain+="${rest%%\\*}"
                rest="${rest#*\\}"
                plain+="${rest:0:1}"
                rest="${rest:1}"
            done
        fi
        plain+="${rest}"
    }

    __haptic_add_names() {
        local name plain
        __haptic_unquote "${cur}"
        while IFS='' read -r name; do
            [[ -n "${name}" && "${name}" = "${plain}"* ]] && COMPREPLY+=("${name}")
        done <<<"${1}"
    }

    __haptic_custom_complete() {

    """#

  /// Returns `script` with the commands as completions of `haptic help`, which the parser does not
  /// complete.
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
