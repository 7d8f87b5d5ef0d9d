import ArgumentParser
import HapticEngine
import TextFormats

/// What the program was started with, made fit for the parser.
///
/// The parser takes every word with a dash in front for options, one for each letter, and what is
/// no command for nothing it knows. Names of files may begin with a dash, and people mistype
/// commands.
enum ProgramArguments {
  /// The endings of files that are named on the command line.
  private static let endings = ["ahap", "haptic", "json", "yaml", "yml", "wav", "flac", "ogg"]

  /// `words` with every file that begins with a dash as `./-name`.
  ///
  /// - Throws: `Failure` of usage for a command that there is none of, and for a word with one dash
  ///   and several letters that is no file.
  static func prepared(_ words: [String]) throws(Failure) -> [String] {
    // What completion scripts ask is for the parser alone.
    if words.first?.hasPrefix("---") == true { return words }
    try checkCommands(words)
    let end = words.firstIndex(of: "--") ?? words.count
    var prepared: [String] = []
    for word in words[..<end] { prepared.append(try self.prepared(word)) }
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
      ? "write -\(letter) \(String(rest).printable)" : "a file of this name is written ./\(name)"
    throw Failure(.usage, "there is no option '\(name)'; \(advice)")
  }

  /// Whether `word` is a number that is less than 0, or a list of such.
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

  /// Refuses to read standard input more than once; `names` are the inputs of a command.
  static func checkStandardInput(_ names: [String?]) throws {
    if names.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once only; - is there more than once.")
    }
  }

  // MARK: Commands

  /// Refuses a first word, and those after `help` and before options, that are no commands.
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
    let names = commands.compactMap { $0.configuration.commandName }
    let whole = (before + [""]).joined(separator: " ")
    if name == "help" {
      let help = "help \(before.joined(separator: " "))"
      return .unknown("command", whole + name, among: [], else: "did you mean '\(help)'?")
    }
    let meant =
      before.isEmpty && isPattern(name)
      ? ["play \(name.printable)"]
      : CommandAdvice.commands(for: name, among: names, after: before.last)
    let question = meant.map { "'\(whole)\($0)'" }.joined(separator: " or ")
    return .unknown(
      "command", whole + name, among: [],
      else: meant.isEmpty ? "`haptic help` lists them" : "did you mean \(question)?")
  }

  private static func isPattern(_ name: String) -> Bool {
    name.hasSuffix(".ahap") || HapticPreset(named: name) != nil
      || PatternLibrary().path(of: name) != nil
  }
}
