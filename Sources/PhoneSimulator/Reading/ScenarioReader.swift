internal import AudioSession
internal import HapticEngine
internal import PhoneAudio
public import Realtime
package import TextFormats
internal import YAMLText

/// Reads scenarios from the text of a file, and reports all of its problems.
///
/// ```swift
/// let scenarios = try ScenarioReader.read(text)
/// ```
///
/// Time and memory are bounded by the length of the text and `maximumFileSize`.
///
/// Source: `Documentation/Scenarios.md`, Setup.
public struct ScenarioReader {
  /// The maximum size of a file, in bytes.
  ///
  /// Our choice: more than a hundred bytes for each of 200 000 steps.
  public static let maximumFileSize = 32 << 20

  /// The maximum number of problems that are reported for one file.
  ///
  /// Our choice, because nobody reads more.
  public static let maximumProblemCount = 100

  private(set) var problems: [ScenarioProblem] = []
  /// The names of the apps in the current document.
  var apps: [String] = []
  /// The apps in the current document that have problems.
  var misread: Set<String> = []
  /// Whether the text is a trace.
  ///
  /// The apps in a trace are not declared, and the patterns and sounds in it are only names.
  var isTrace = false
  /// The actor of the current line of a trace.
  var actor = ""
  /// The folder with the patterns and sounds that the scenario names.
  let folder: ScenarioFolder
  /// The patterns of the scenario's haptics, by name.
  var patterns: [String: HapticPattern] = [:]
  /// The durations, in seconds, of the patterns' sounds.
  ///
  /// Patterns without sounds are omitted.
  var patternSeconds: [String: Double] = [:]

  /// The system sounds that the scenario's apps request, by name.
  var systemSounds: [String: SystemSound] = [:]
  /// Inspects sound files; nil if they are not inspected.
  let inspector: (any SoundInspecting)?

  init(
    _ folder: ScenarioFolder = ScenarioFolder(), inspecting inspector: (any SoundInspecting)? = nil
  ) {
    self.folder = folder
    self.inspector = inspector
  }

  /// Reads the scenarios in `bytes`, one for each document.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - folder: the folder with the patterns and sounds that the scenarios name; these are also read.
  ///   - inspector: inspects the files of system sounds, so that a file that is too long or in a wrong format is
  ///     reported as a problem of the scenario; nil to check only their names.
  /// - Returns: the scenarios; at least one.
  /// - Throws: `ScenarioErrors` with every problem, in order of their places.
  public static func read(
    _ bytes: [UInt8], in folder: ScenarioFolder = ScenarioFolder(),
    inspecting inspector: (any SoundInspecting)? = nil
  ) throws(ScenarioErrors) -> [Scenario] {
    guard bytes.count <= maximumFileSize else {
      throw ScenarioErrors([
        ScenarioProblem(.start, .tooMuch, "the file has more than \(maximumFileSize) bytes")
      ])
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      var end = 0
      while end < bytes.count, let scalar = UTF8Scan.scalar(at: end, in: bytes) {
        end += UTF8.width(scalar)
      }
      var places = SourceLocations(bytes)
      throw ScenarioErrors([
        ScenarioProblem(places.place(of: end), .encoding, "the file is not text in UTF-8")
      ])
    }
    let documents = YAMLDocuments(bytes)
    var reader = ScenarioReader(folder, inspecting: inspector)
    reader.problems = documents.problems.map { ScenarioProblem($0, hint: Self.hint($0, in: bytes)) }
    var scenarios: [Scenario] = []
    for root in documents.roots where !root.isNull {
      if let scenario = reader.scenario(root) { scenarios.append(scenario) }
    }
    if reader.problems.isEmpty && scenarios.isEmpty {
      reader.report(.start, .missing, "there is no scenario in the file")
    }
    if !reader.problems.isEmpty { throw ScenarioErrors(reader.problems) }
    return scenarios
  }

  /// Reads the scenarios in `text`, one for each document.
  ///
  /// - Parameters:
  ///   - text: the file's text.
  ///   - folder: the folder with the patterns and sounds that the scenarios name; these are also read.
  ///   - inspector: inspects the files of system sounds; nil to check only their names.
  /// - Returns: the scenarios; at least one.
  /// - Throws: `ScenarioErrors` with every problem, in order of their places.
  public static func read(
    _ text: String, in folder: ScenarioFolder = ScenarioFolder(),
    inspecting inspector: (any SoundInspecting)? = nil
  ) throws(ScenarioErrors) -> [Scenario] {
    try read(Array(text.utf8), in: folder, inspecting: inspector)
  }

  // MARK: Problems

  /// Returns a hint for a syntax error in a line that is indented with a tab, or has an unquoted error code, such as
  /// `fails: !pla}`.
  ///
  /// YAML reads the brace as a part of the tag.
  private static func hint(_ problem: YAMLProblem, in bytes: [UInt8]) -> String {
    guard problem.kind == .syntax else { return "" }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(problem.place.line - 1) else { return "" }
    let line = String(decoding: lines[problem.place.line - 1].prefix(1_024), as: UTF8.self)
    if line.prefix(while: \.isWhitespace).contains("\t") {
      return "; YAML forbids tabs for indentation; use spaces"
    }
    let error = SessionErrorCode.allCases.first { code in
      let word = code.fourCharacters
      return word.hasPrefix("!") && [",", "}", "]"].contains { line.contains(" \(word)\($0)") }
    }
    return error.map { "; quote values that begin with '!': \"\($0.fourCharacters)\"" } ?? ""
  }
}

extension ScenarioProblem.Code: DocumentFault {}

extension ScenarioReader: DocumentReader {
  package var problemCount: Int { problems.count }

  package mutating func report(
    _ place: SourceLocation, _ code: ScenarioProblem.Code, _ message: String
  ) {
    problems.append(ScenarioProblem(place, code, message))
  }
}

/// All problems of a file, in the order of their places.
public struct ScenarioErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems; at least one, at most `ScenarioReader.maximumProblemCount`.
  public let problems: [ScenarioProblem]
  /// The number of problems that were omitted.
  public let omittedCount: Int

  init(_ problems: [ScenarioProblem]) {
    let sorted = problems.sorted { $0.location < $1.location }
    self.problems = Array(sorted.prefix(ScenarioReader.maximumProblemCount))
    omittedCount = problems.count - self.problems.count
  }

  /// The problems, one on each line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
