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
      A package and `make install` install these scripts. Otherwise, write the script to a folder in which the shell looks \
      for completions; for zsh this is a folder of $fpath, such as ~/.zfunc.

      Examples:
        haptic completions bash > ~/.local/share/bash-completion/completions/haptic
        haptic completions zsh > ~/.zfunc/_haptic
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
  /// - Bash splits `--option=value` into three words, which the parser's script does not expect. Here it is completed
  ///   like `--option value`.
  /// - The parser's script for zsh adds a space after a folder, and treats a colon in a name as the
  ///   start of a description. Here names are added unchanged, and folders without a space.
  fileprivate func takingNamesLiterally(in script: String) -> String {
    switch self {
    case .bash:
      return script.replacing("__haptic_custom_complete() {\n", with: Self.bashNames)
        .replacing("__haptic_add_completions -W \"$(", with: "__haptic_add_names \"$(")
        .replacing("local -ar words=(", with: "local -a words=(")
        .replacing("    local -r cur=\"${2}\"\n    local -r prev=\"${3}\"\n", with: Self.bashWords)
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

  /// The lines of bash that read the words of the command line, without the `=` before the value of an option.
  private static let bashWords = #"""
        local -r cur="${2}"
        local -a words=()
        local -i word_index cursor_word=COMP_CWORD
        for word_index in "${!COMP_WORDS[@]}"; do
            if [[ "${COMP_WORDS[word_index]}" = '=' && "${words[-1]}" = --* ]]; then
                if ((word_index == COMP_CWORD)); then words+=(''); else ((word_index < COMP_CWORD && cursor_word--)); fi
            else
                words+=("${COMP_WORDS[word_index]}")
            fi
        done
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD=cursor_word
        local -r prev="${COMP_WORDS[COMP_CWORD - 1]}"

    """#

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
    let commands = Self.names(in: Haptic.self).joined(separator: " ")
    switch self {
    case .bash:
      let cases = Haptic.configuration.subcommands.map { command in
        let names = Self.names(in: command).joined(separator: " ")
        return "    \(command.configuration.commandName ?? "")) words='\(names)' ;;\n"
      }
      return script.replacing(
        "_haptic_help() {\n    :\n",
        with: """
          _haptic_help() {
              local words=''
              case "${unparsed_words[*]::${#unparsed_words[@]}-1}" in
              '') words='\(commands)' ;;
          \(cases.joined())    esac
              COMPREPLY+=($(compgen -W "${words}" -- "${cur}"))

          """)
    case .zsh:
      return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(commands))'")
    case .fish:
      return script + "\ncomplete -c 'haptic' -n '__fish_seen_subcommand_from help' -f -a "
        + "'\(commands)'"
    }
  }

  /// Returns the names of the commands of `command`.
  private static func names(in command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }
}
