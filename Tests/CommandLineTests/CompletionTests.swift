import Foundation
import Testing

/// The Tab key in shells: the inserted words are the words that the program receives.
@Suite(.enabled(if: PseudoTerminal.isAvailable))
struct CompletionTests {
  /// A shell: the command that starts it in a folder with the script `completions`, so that it
  /// prompts with `READY`.
  enum Shell: String, CaseIterable, CustomTestStringConvertible {
    case bash
    case zsh
    case fish

    var testDescription: String { rawValue }

    /// The path of the shell; nil if it is not installed.
    var path: String? {
      ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { $0 + rawValue }
        .first(where: FileManager.default.isExecutableFile)
    }

    /// The startup file of the shell, and the line of bash that starts it.
    var start: (file: String, text: String, line: String) {
      switch self {
      case .bash:
        (
          "rc", "PATH=$PWD/bin:$PATH; PS1=READY; source completions",
          "HOME=$PWD bash --noprofile --rcfile rc -i"
        )
      case .zsh:
        (
          ".zshrc",
          """
          PATH=$PWD/bin:$PATH; PROMPT=READY; cp completions _haptic; fpath=($PWD $fpath)
          autoload -U compinit; compinit -u -D
          """, "HOME=$PWD ZDOTDIR=$PWD zsh -d -i"
        )
      case .fish:
        (
          "init.fish",
          """
          set PATH $PWD/bin $PATH; function fish_prompt; echo -n READY; end; source completions
          """, "HOME=$PWD fish --no-config -C 'source init.fish'"
        )
      }
    }
  }

  /// The text typed after `haptic`, with `|` for Tab, and the arguments that the program receives.
  static let lines: [(typed: String, arguments: String)] = [
    ("edit my|", "<edit><my file.ahap>"),
    (#"edit my\ f|"#, "<edit><my file.ahap>"),
    (#"edit "my f|"#, "<edit><my file.ahap>"),
    ("play dol|", "<play><dollar$x.ahap>"),
    (#"inspect dollar\$|"#, "<inspect><dollar$x.ahap>"),
    ("chart 'dol|", "<chart><dollar$x.ahap>"),
    ("render it|", "<render><it's.ahap>"),
    ("validate my|", "<validate><my file.ahap>"),
    ("diff sub|in|", "<diff><sub dir/inner.ahap>"),
    (#"new x --from sub\ dir/|"#, "<new><x><--from><sub dir/inner.ahap>"),
    ("edit my|append dol|", "<edit><my file.ahap><append><dollar$x.ahap>"),
    ("edit it|reverse overlay impact.he|", "<edit><it's.ahap><reverse><overlay><impact.heavy>"),
    ("edit it|normalize hum|", "<edit><it's.ahap><normalize><humanize>"),
  ]

  /// Lines that only the script for bash completes.
  static let bashLines: [(typed: String, arguments: String)] = [
    ("chart ~/sub\\ dir/|", "<chart><HOME/sub dir/inner.ahap>"),
    ("play tap --output=nu|", "<play><tap><--output=null>"),
    ("play tap --output=|", "<play><tap><--output=>"),
    ("help ses|", "<help><session>"),
    ("help session rec|", "<help><session><recommend>"),
    ("help session nothing|", "<help><session><nothing>"),
  ]

  @Test(arguments: Shell.allCases)
  func `Tab inserts names that the program finds, even with spaces and dollar signs`(
    shell: Shell
  ) throws {
    guard shell.path != nil else {
      print("\(shell.rawValue) is not installed; its completions are not tested")
      return
    }
    let folder = try ScratchFolder()
    for name in ["my file", "dollar$x", "it's", "sub dir/inner"] {
      try folder.write(TestPattern.mixed, to: "\(name).ahap")
    }
    // The shell runs this script by its name. It prints its arguments and otherwise only completes,
    // like the program.
    try folder.write(
      """
      #!/bin/sh
      case "$1" in ---completion) exec '\(Program.path)' "$@";; esac
      printf '<%s>' "$@"; echo END

      """, to: "bin/haptic")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/haptic"))
    try folder.write(
      try Program.run("completions", shell.rawValue, in: folder).text, to: "completions")
    let start = shell.start
    try folder.write(start.text, to: start.file)
    let terminal = try PseudoTerminal(start.line, in: folder)
    #expect(terminal.shows("READY"))
    let lines = Self.lines + (shell == .bash ? Self.bashLines : [])
    for (typed, _) in lines {
      try terminal.press("haptic \(typed.replacing("|", with: "\t"))\r")
    }
    try terminal.press("exit\r")
    _ = terminal.finish()
    let found = terminal.drawn.matches(of: /<[^\r\n]*>END/).map { String($0.output.dropLast(3)) }
    let expected = lines.map { $0.arguments.replacing("HOME", with: folder.url.path) }
    #expect(found == expected, "\(terminal.drawn)")
  }
}
