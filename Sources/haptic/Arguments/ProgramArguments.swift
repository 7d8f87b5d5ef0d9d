import ArgumentParser
import HapticEngine
import HapticFormats
import TextFormats

/// Prepares the program's arguments for the parser.
///
/// The parser treats every argument with a leading dash as options, one per character, although file
/// names may begin with a dash. It also does not suggest a correction for a mistyped command.
enum ProgramArguments {
  /// The extensions of files that are named on the command line.
  private static let endings =
    ["json", "yaml", "yml", "wav", "flac", "ogg"] + PatternFormat.all.flatMap(\.extensions)

  /// Returns `words` with every file name that begins with a dash rewritten as `./-name`.
  ///
  /// - Throws: `Failure` of usage for an unknown command, and for an argument with one dash and
  ///   several characters that is not a file.
  static func prepared(_ words: [String]) throws(Failure) -> [String] {
    // Completion scripts address the parser directly.
    if words.first?.hasPrefix("---") == true { return words }
    let end = words.firstIndex(of: "--") ?? words.count
    if words[..<end].contains("--version") { return ["--version"] }
    try checkCommands(words)
    try OptionAdvice.refuse(words)
    let command = command(of: words)
    var prepared: [String] = []
    for (word, before) in zip(words[..<end], [""] + words) {
      // The parser treats a negative number as options, unless a space precedes it.
      let isOperand = words.first == "edit" && word.hasPrefix("-") && isNumber(word)
      prepared.append(
        isOperand ? " " + word : try self.prepared(word, after: before, of: command))
    }
    return prepared + words[end...]
  }

  private static func prepared(
    _ word: String, after before: String, of command: [String]
  ) throws(Failure) -> String {
    guard word.hasPrefix("-"), word.utf8.count > 2, !isNumber(word) else { return word }
    let isFile = SystemCall.mode(at: word) != nil
    // A word such as -oNAME is -o with a file name, unless it is the value of another option.
    let isOutput = word.hasPrefix("-o") && !before.hasPrefix("-")
    if isFileName(word) && (isFile || !isOutput || !options(of: command).contains("-o")) {
      return "./" + word
    }
    if word.hasPrefix("--") || word.dropFirst(2).hasPrefix("=") { return word }
    if isFile { return "./" + word }
    throw .unknown(
      "option", word, among: [],
      else: OptionAdvice.answer(for: word, of: command)
        ?? "to name a file, write ./\(word.printable)")
  }

  /// Whether `word` is a negative number, or a list of numbers that begins with one.
  private static func isNumber(_ word: String) -> Bool {
    guard let second = word.dropFirst().unicodeScalars.first else { return false }
    return "0123456789.".unicodeScalars.contains(second) || Double(word) != nil
  }

  private static func isFileName(_ word: String) -> Bool {
    let value = word.firstIndex(of: "=") ?? word.endIndex
    guard value == word.endIndex || !word[..<value].dropFirst(2).allSatisfy(\.isLetter) else {
      return false
    }
    return endings.contains { word.hasSuffix(".\($0)") }
  }

  /// Rejects `names`, the inputs of a command, if they read standard input more than once.
  static func checkStandardInput(_ names: [String?]) throws {
    if names.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once; - is given more than once.")
    }
  }

  /// Rejects an option that is given more than once to a command that would use only its last value.
  static func checkOnce(_ option: String) throws {
    if SystemCall.arguments.count(where: { $0 == option || $0.hasPrefix(option + "=") }) > 1 {
      throw ValidationError("\(option) is given more than once; give it once.")
    }
  }

  // MARK: Commands

  /// The command that this process runs, such as `session chart`; empty without a command.
  static let command = command(of: SystemCall.arguments).joined(separator: " ")

  /// Returns the words of the command that the arguments begin with; empty without a command.
  static func command(of words: [String]) -> [String] {
    var commands = Haptic.configuration.subcommands
    var found: [String] = []
    for word in words {
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      found.append(word)
      commands = command.configuration.subcommands
    }
    return found
  }

  /// Returns the options of a command, such as `-o` and `--output`, as its help lists them.
  static func options(of command: [String]) -> Set<String> {
    let words = labels(of: command).flatMap { $0.split { " ,".contains($0) } }
    return Set(words.filter { $0.hasPrefix("-") }.map(String.init))
  }

  /// Returns the arguments in `words`, all arguments of the program, that are neither the command nor its options nor
  /// their values.
  static func operands(of words: [String]) -> [String] {
    let command = command(of: words)
    let withValue = Set(
      labels(of: command).filter { $0.contains("<") }.flatMap { $0.split { " ,".contains($0) } }
        .filter { $0.hasPrefix("-") }.map(String.init))
    let own = words.dropFirst(command.count)
    return zip(own, [""] + own).filter { word, before in
      (word == "-" || !word.hasPrefix("-")) && !withValue.contains(before)
    }.map(\.0)
  }

  /// Returns the labels of a command's options in its help, such as `-o, --output <output>`.
  private static func labels(of command: [String]) -> [Substring] {
    var type: any ParsableCommand.Type = Haptic.self
    for word in command {
      type = type.configuration.subcommands.first { $0.configuration.commandName == word } ?? type
    }
    // Each option is on one line, without breaks.
    let help = Haptic.helpMessage(for: type, columns: 1_000)
    return help.split(separator: "\n").filter { $0.hasPrefix("  -") }.map { line in
      line.prefix(upTo: line.dropFirst(2).firstRange(of: "  ")?.lowerBound ?? line.endIndex)
    }
  }

  /// Rejects unknown commands, which are looked for in the first argument and in the arguments between `help` and the
  /// first option.
  private static func checkCommands(_ words: [String]) throws(Failure) {
    var names = words.prefix { !$0.hasPrefix("-") }
    let isHelp = names.first == "help"
    if isHelp { names = names.dropFirst() }
    var commands = Haptic.configuration.subcommands
    var before: [String] = []
    for name in names {
      if commands.isEmpty { return }
      guard let command = commands.first(where: { $0.configuration.commandName == name }) else {
        if name == "help" && (isHelp || before.isEmpty) { return }
        throw unknown(name, after: before, among: commands)
      }
      before.append(name)
      commands = command.configuration.subcommands
    }
  }

  private static func unknown(
    _ name: String, after before: [String], among commands: [any ParsableCommand.Type]
  ) -> Failure {
    let names = commands.compactMap { $0.configuration.commandName } + ["help"]
    let whole = (before + [""]).joined(separator: " ")
    let meant =
      line(for: name).map { [$0] }
      ?? CommandAdvice.commands(for: name, among: names).map {
        $0 == "help" ? (["help"] + before).joined(separator: " ") : whole + $0
      }
    let question = meant.map { "'\($0)'" }.joined(separator: " or ")
    return .unknown(
      "command", whole + name, among: [],
      else: meant.isEmpty ? "`haptic help` lists all commands" : "did you mean \(question)?")
  }

  /// Returns the command line, without the program, for a word that is a pattern, a file or a
  /// notation instead of a command.
  private static func line(for name: String) -> String? {
    if let kind = FileKind.of(path: name) {
      let line = kind.command(for: name, given: "")
      return line.hasPrefix("haptic ") ? String(line.dropFirst("haptic ".count)) : nil
    }
    let isPattern =
      name.hasSuffix(".ahap") || HapticPreset(named: name) != nil
      || PatternLibrary().path(of: name) != nil
    if isPattern { return "play \(name.printable)" }
    return FileKind.isNotation(name) ? "play --notation \(name.shellWord)" : nil
  }
}
