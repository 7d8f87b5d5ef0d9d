import ArgumentParser

/// The inputs of a command, by what was written.
enum InputNames {
  /// Refuses to read standard input more than once.
  static func checkStandardInput(_ names: [String?]) throws {
    if names.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once only; - is there more than once.")
    }
  }
}
