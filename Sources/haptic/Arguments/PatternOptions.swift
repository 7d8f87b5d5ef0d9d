import ArgumentParser
import HapticEngine
import HapticFormats
import TextFormats

/// The options for reading a pattern.
struct PatternOptions: ParsableArguments {
  @Option(
    help: "The folder with the sound files; by default each pattern's folder.",
    completion: .directory)
  var resources: String?

  @OptionGroup var values: InputOptions

  /// Returns `pattern` at these values of its inputs.
  ///
  /// - Throws: `Failure` if the pattern called `name` does not have such an input, or if the input
  ///   cannot have this value.
  func applied(to pattern: HapticPattern, _ name: String) throws(Failure) -> HapticPattern {
    try values.applied(to: pattern, name)
  }
}

/// The values of a pattern's inputs.
struct InputOptions: ParsableArguments {
  @Option(
    name: .customLong("input"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The value of an input that the pattern declares, such as height=3.2; see "
        + "Documentation/Inputs.md.", valueName: "name=value"),
    transform: InputValue.init)
  var inputs: [InputValue] = []

  func validate() throws {
    var names: Set<String> = []
    for input in inputs where !names.insert(input.name).inserted {
      throw ValidationError("--input \(input.name) is given twice.".printable)
    }
  }

  /// Returns `pattern` at these values of its inputs.
  ///
  /// - Throws: `Failure` if the pattern called `name` does not have such an input, or if the input
  ///   cannot have this value.
  func applied(to pattern: HapticPattern, _ name: String) throws(Failure) -> HapticPattern {
    if inputs.isEmpty { return pattern }
    return try checked(name) { values throws(PatternInputError) in
      try pattern.setting(inputs: values)
    }
  }

  /// Returns the inputs of `pattern`, starting with these values.
  ///
  /// - Throws: `Failure` under the same conditions as `applied`.
  func live(_ pattern: HapticPattern, _ name: String) throws(Failure) -> LiveInputs {
    try checked(name) { values throws(PatternInputError) in
      try LiveInputs(pattern, values: values)
    }
  }

  private func checked<Result>(
    _ name: String, _ make: ([String: Double]) throws(PatternInputError) -> Result
  ) throws(Failure) -> Result {
    do throws(PatternInputError) {
      return try make(Dictionary(inputs.map { ($0.name, $0.value) }) { $1 })
    } catch {
      let isUsage =
        switch error {
        case .unknown, .outOfRange: true
        case .declaration, .pattern: false
        }
      throw Failure(isUsage ? .usage : .invalidInput, "\(name): \(error)".printable)
    }
  }
}

/// NAME=VALUE on the command line.
struct InputValue: Hashable {
  let name: String
  let value: Double

  /// Parses the name and the value in `text`.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let value = Double(parts[1]), value.isFinite else {
      throw ValidationError(
        "it must be NAME=VALUE with a number, such as height=3.2.".printable)
    }
    name = String(parts[0])
    self.value = value
  }
}
