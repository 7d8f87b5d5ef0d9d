import ArgumentParser
import HapticEngine

/// PATTERN on the command line: a file, standard input, a preset, or a name of the library.
struct PatternArgument: ExpressibleByArgument, Hashable, Sendable {
  /// What was written.
  let text: String

  init(argument: String) { text = argument }

  /// What the shell offers for a PATTERN: presets, the library, files.
  static let completion = CompletionKind.custom { words, index, prefix in
    PatternCompletion.candidates(for: prefix)
  }

  /// What help says of it.
  static let help: ArgumentHelp = """
    An .ahap file, - for standard input, a preset such as impact.heavy, or a name of the pattern \
    library; `haptic presets` lists both.
    """

  /// A short name for it, without folder and ending.
  var name: String {
    if text == "-" { return "stdin" }
    let parts = text.split(separator: "/")
    let last = parts.last.map(String.init) ?? text
    return last.hasSuffix(".ahap") && last != ".ahap" ? String(last.dropLast(5)) : last
  }

  /// Finds and reads the pattern.
  ///
  /// A text with a slash or ending in `.ahap` is a file. Other names are first a preset, then of the
  /// library, then a file.
  ///
  /// - Throws: `Failure` if it cannot be found or read. A pattern with errors is not a failure here.
  func read() throws(Failure) -> ReadPattern {
    if text == "-" || text.hasSuffix(".ahap") || text.contains("/") { return try read(file: text) }
    if let preset = HapticPreset(named: text) { return ReadPattern(preset) }
    let library = PatternLibrary()
    if let path = library.path(of: text) { return try read(file: path) }
    if SystemCall.mode(at: text) != nil { return try read(file: text) }
    throw notFound(library)
  }

  /// Finds and reads the pattern, and prints its errors if it has any.
  ///
  /// - Throws: `Failure` if it cannot be found or read, or has errors.
  func load(resources: String?) throws(Failure) -> LoadedPattern {
    let read = try read()
    let reading = read.reading
    guard let pattern = reading.pattern else {
      for diagnostic in reading.diagnostics where diagnostic.severity == .error {
        Words.say(diagnostic.words(coloured: Words.isColoured))
      }
      let omitted = reading.errorCount - reading.diagnostics.count { $0.severity == .error }
      if omitted > 0 { Words.say("\(reading.file): and \(omitted) errors more") }
      throw Failure(.invalidInput)
    }
    return LoadedPattern(
      name: read.name, pattern: pattern, reading: reading, folder: resources ?? read.folder)
  }

  private func read(file path: String) throws(Failure) -> ReadPattern {
    do throws(PatternFileError) {
      return ReadPattern(try AHAP.read(path: path))
    } catch {
      throw Failure(error.exitStatus, error.description)
    }
  }

  private func notFound(_ library: PatternLibrary) -> Failure {
    var words = "\(text): there is no preset, pattern or file of this name"
    if let nearest = NearestWord.find(text, in: HapticPreset.allCases.map(\.name) + library.names) {
      words += "; did you mean \(nearest)?"
    }
    let places = library.folders.map { "\n  \($0)\(SystemCall.isFolder($0) ? "" : " (not there)")" }
    return Failure(.noInput, "\(words)\nPatterns are looked for in:\(places.joined())")
  }
}

extension PatternFileError {
  /// What this means to the caller of the program.
  var exitStatus: ExitStatus {
    switch self {
    case .notFound, .notAFile, .notPermitted, .failed, .changed: .noInput
    case .tooLarge: .invalidInput
    }
  }
}
