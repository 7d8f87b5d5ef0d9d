import ArgumentParser
import HapticEngine
import HapticFormats
import TextFormats

/// Prepares the program's arguments for the parser.
///
/// The parser takes every argument with a leading dash for options, one per character, and gives no
/// suggestion for an unknown command. File names may begin with a dash, and people mistype commands.
enum ProgramArguments {
  /// The extensions of files that are named on the command line.
  private static let endings =
    ["json", "yaml", "yml", "wav", "flac", "ogg"] + PatternFormat.all.flatMap(\.extensions)

  /// `words` with every file that begins with a dash as `./-name`.
  ///
  /// - Throws: `Failure` of usage for an unknown command, and for an argument with one dash and
  ///   several characters that is not a file.
  static func prepared(_ words: [String]) throws(Failure) -> [String] {
    // Requests of completion scripts are for the parser alone.
    if words.first?.hasPrefix("---") == true { return words }
    try checkCommands(words)
    let end = words.firstIndex(of: "--") ?? words.count
    try OptionAdvice.refuse(words)
    var prepared: [String] = []
    for word in words[..<end] {
      // The parser takes a negative number for options, but not with a space before it.
      let isOperand = words.first == "edit" && word.hasPrefix("-") && isNumber(word)
      prepared.append(isOperand ? " " + word : try self.prepared(word))
    }
    return prepared + words[end...]
  }

  private static func prepared(_ word: String) throws(Failure) -> String {
    guard word.hasPrefix("-"), word.utf8.count > 2, !isNumber(word) else { return word }
    if isFileName(word) { return "./" + word }
    if word.hasPrefix("--") { return word }
    let (letter, rest) = (word.dropFirst().prefix(1), word.dropFirst(2))
    if rest.hasPrefix("=") { return word }
    if SystemCall.mode(at: word) != nil { return "./" + word }
    let name = word.printable
    let advice =
      ["o", "j"].contains(letter) && !rest.isEmpty
      ? "write -\(letter) \(String(rest).printable)" : "to name a file, write ./\(name)"
    throw Failure(.usage, "unknown option '\(name)'; \(advice)")
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

  /// Refuses `names`, the inputs of a command, that read standard input more than once.
  static func checkStandardInput(_ names: [String?]) throws {
    if names.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once; - is given more than once.")
    }
  }

  // MARK: Commands

  /// The command that this process was asked for, such as `session chart`; empty for none.
  static let command = command(of: SystemCall.arguments).joined(separator: " ")

  /// The words of the command that the arguments begin with; empty for none.
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

  /// Refuses unknown commands: the first argument, and those after `help` and before options.
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

  /// The command line, without the program, for what is not a command: a pattern, a file, or a notation.
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
