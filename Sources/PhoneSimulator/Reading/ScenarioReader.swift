internal import AudioSession
internal import HapticEngine
internal import PhoneAudio
public import Realtime
package import TextFormats
internal import YAMLText

/// Reads scenarios from the text of a file, and says everything that is wrong with it.
///
/// ```swift
/// let scenarios = try ScenarioReader.read(text)
/// ```
///
/// Time and memory are bounded by the length of the text and `maximumFileSize`.
///
/// Source: `Documentation/Scenarios.md`, Setup.
public struct ScenarioReader {
  /// The most bytes that a file may have.
  ///
  /// Our choice: some hundred bytes for each of 200 000 steps.
  public static let maximumFileSize = 32 << 20

  /// How many problems of one file are reported.
  ///
  /// Our choice: nobody reads more.
  public static let maximumProblemCount = 100

  private(set) var problems: [ScenarioProblem] = []
  /// The names of the apps of the document that is being read.
  var apps: [String] = []
  /// The apps of the document that is being read in which something could not be read.
  var misread: Set<String> = []
  /// Whether a trace is read: apps are those that it names, and patterns and sounds only names.
  var isTrace = false
  /// Who does what is read, in a trace.
  var actor = ""
  /// Where the patterns and sounds are that the scenario names.
  let folder: ScenarioFolder
  /// The patterns that its haptics name.
  var patterns: [String: HapticPattern] = [:]
  /// How long the sounds of those last that have some, in seconds.
  var patternSeconds: [String: Double] = [:]

  /// The sounds that its apps ask for beside their sessions.
  var systemSounds: [String: SystemSound] = [:]
  /// What looks at sound files; nil for nobody.
  let inspector: (any SoundInspecting)?

  init(
    _ folder: ScenarioFolder = ScenarioFolder(), inspecting inspector: (any SoundInspecting)? = nil
  ) {
    self.folder = folder
    self.inspector = inspector
  }

  /// The scenarios in `bytes`, one for each document.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - folder: where the patterns and sounds are that it names, which are read, too.
  ///   - inspector: what looks at the files of system sounds, so that one that is too long or of a wrong
  ///     format is a problem of the scenario; nil if only their names are looked at.
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

  /// The scenarios in `text`, one for each document.
  ///
  /// - Parameters:
  ///   - text: the file's text.
  ///   - folder: where the patterns and sounds are that it names, which are read, too.
  ///   - inspector: what looks at the files of system sounds; nil for nobody.
  /// - Returns: the scenarios; at least one.
  /// - Throws: `ScenarioErrors` with every problem, in order of their places.
  public static func read(
    _ text: String, in folder: ScenarioFolder = ScenarioFolder(),
    inspecting inspector: (any SoundInspecting)? = nil
  ) throws(ScenarioErrors) -> [Scenario] {
    try read(Array(text.utf8), in: folder, inspecting: inspector)
  }

  // MARK: Problems

  /// What a syntax error ends with where the line has an error's characters without quotes, such as
  /// `fails: !pla}`: YAML takes the brace for a part of the tag.
  private static func hint(_ problem: YAMLProblem, in bytes: [UInt8]) -> String {
    guard problem.kind == .syntax else { return "" }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(problem.place.line - 1) else { return "" }
    let line = String(decoding: lines[problem.place.line - 1].prefix(1_024), as: UTF8.self)
    let error = SessionErrorCode.allCases.first { code in
      let word = code.fourCharacters
      return word.hasPrefix("!") && [",", "}", "]"].contains { line.contains(" \(word)\($0)") }
    }
    return error.map { "; quote what begins with '!': \"\($0.fourCharacters)\"" } ?? ""
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

/// Everything that is wrong with a file, in order of place.
public struct ScenarioErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems; at least one, at most `ScenarioReader.maximumProblemCount`.
  public let problems: [ScenarioProblem]
  /// How many there are beyond those.
  public let omittedCount: Int

  init(_ problems: [ScenarioProblem]) {
    let sorted = problems.sorted { $0.location < $1.location }
    self.problems = Array(sorted.prefix(ScenarioReader.maximumProblemCount))
    omittedCount = problems.count - self.problems.count
  }

  /// A line for each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
