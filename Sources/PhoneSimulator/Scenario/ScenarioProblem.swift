public import TextFormats
internal import YAMLText

/// Something in a file that makes it no valid scenario.
public struct ScenarioProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of problem it is; the raw value is the code that is printed.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not YAML.
    case syntax
    /// The file is not text.
    case encoding
    /// The file cannot be read, because the library that reads YAML is not installed.
    case libraryMissing = "library-missing"
    /// The document is nested too deep.
    case tooDeep = "too-deep"
    /// There is too much of it.
    case tooMuch = "too-much"
    /// A key is there twice in one map.
    case duplicateKey = "duplicate-key"
    /// A key that there is not.
    case unknownKey = "unknown-key"
    /// An actor that there is not.
    case unknownActor = "unknown-actor"
    /// A verb that its actor does not have.
    case unknownVerb = "unknown-verb"
    /// A word that is none of those possible there.
    case unknownWord = "unknown-word"
    /// Something that must be there is not.
    case missing
    /// A list where a map should be, a word where a number should be, and so on.
    case wrongType = "wrong-type"
    /// A number that is not in its range.
    case outOfRange = "out-of-range"
    /// A time before that of the step before.
    case timeOrder = "time-order"
    /// A pattern or a sound that the scenario names and that cannot be read.
    case unusableFile = "unusable-file"
    /// A configuration that `setCategory` refuses.
    case illegalConfiguration = "illegal-configuration"
  }

  /// The location of the problem.
  public var location: SourceLocation
  /// What kind of problem it is.
  public var code: Code
  /// What is wrong and, where that is known, what was meant.
  public var message: String

  /// A problem.
  public init(_ location: SourceLocation, _ code: Code, _ message: String) {
    self.location = location
    self.code = code
    self.message = message
  }

  /// Such as `12:7: error: unknown key 'x' [unknown-key]`; the file's name goes before it.
  public var description: String { text }
}

extension ScenarioProblem: Diagnostic {
  package var codeName: String? { code.rawValue }

  init(_ problem: YAMLProblem, hint: String = "") {
    let code: Code =
      switch problem.kind {
      case .syntax: .syntax
      case .tooDeep: .tooDeep
      case .tooMuch: .tooMuch
      case .duplicateKey: .duplicateKey
      case .wrongType: .wrongType
      case .libraryMissing: .libraryMissing
      }
    self.init(problem.place, code, problem.message + hint)
  }
}
