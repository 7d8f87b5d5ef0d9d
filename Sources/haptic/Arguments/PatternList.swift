import ArgumentParser

/// The patterns that a command takes, in files, by name or as notations; at least one.
struct PatternList: ParsableArguments {
  @Argument(help: PatternArgument.help, completion: PatternArgument.completion)
  var patterns: [PatternArgument] = []

  @Option(parsing: .unconditionalSingleValue, help: PatternArgument.notationHelp)
  var notation: [String] = []

  /// All patterns, the notations last.
  var all: [PatternArgument] { patterns + notation.map { PatternArgument(notation: $0) } }

  func validate() throws {
    if all.isEmpty { throw ValidationError("Missing expected argument '<patterns> ...'") }
  }
}
