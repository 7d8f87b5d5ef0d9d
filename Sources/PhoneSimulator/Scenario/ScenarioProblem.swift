public import TextFormats
internal import YAMLText

/// A problem that makes a file an invalid scenario.
public struct ScenarioProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a problem; the raw value is the printed code.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not YAML.
    case syntax
    /// The file is not text.
    case encoding
    /// The file cannot be read because the library that reads YAML is not installed.
    case libraryMissing = "library-missing"
    /// The document is nested too deeply.
    case tooDeep = "too-deep"
    /// The file exceeds a limit.
    case tooMuch = "too-much"
    /// A map has the same key twice.
    case duplicateKey = "duplicate-key"
    /// A key that does not exist.
    case unknownKey = "unknown-key"
    /// An actor that does not exist.
    case unknownActor = "unknown-actor"
    /// A verb that its actor does not have.
    case unknownVerb = "unknown-verb"
    /// A word that is not valid in its place.
    case unknownWord = "unknown-word"
    /// A required key or value is missing.
    case missing
    /// A value of the wrong type, such as a list instead of a map.
    case wrongType = "wrong-type"
    /// A number that is not in its range.
    case outOfRange = "out-of-range"
    /// A time before that of the previous step.
    case timeOrder = "time-order"
    /// A pattern or sound that cannot be read.
    case unusableFile = "unusable-file"
    /// A configuration that `setCategory` refuses.
    case illegalConfiguration = "illegal-configuration"
  }

  /// The location of the problem.
  public var location: SourceLocation
  /// The kind of the problem.
  public var code: Code
  /// The problem in words, with a suggestion if there is one.
  public var message: String

  /// Creates a problem.
  public init(_ location: SourceLocation, _ code: Code, _ message: String) {
    self.location = location
    self.code = code
    self.message = message
  }

  /// The problem in one line, such as `12:7: error: unknown key 'x' [unknown-key]`.
  ///
  /// Put the file's name before it.
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
