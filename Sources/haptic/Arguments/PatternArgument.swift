import ArgumentParser
import HapticEngine
import TextFormats

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
        Words.say(diagnostic)
      }
      let omitted = reading.errorCount - reading.diagnostics.count { $0.severity == .error }
      if omitted > 0 {
        Words.say("\(reading.file.printable): \(omitted) more error\(omitted == 1 ? "" : "s")")
      }
      throw Failure(.invalidInput)
    }
    return LoadedPattern(
      name: read.name, pattern: pattern, reading: reading, folder: resources ?? read.folder)
  }

  /// The file that is read, or nil for standard input and a preset.
  var file: String? {
    if text == "-" { return nil }
    if text.hasSuffix(".ahap") || text.contains("/") { return text }
    if HapticPreset(named: text) != nil { return nil }
    return PatternLibrary().path(of: text) ?? text
  }

  private func read(file path: String) throws(Failure) -> ReadPattern {
    do throws(TextFileError) {
      return ReadPattern(try AHAP.read(path: path))
    } catch {
      var words = error.description.printable
      if case .notFound = error, !text.contains("/") { words += nameInstead }
      throw Failure(error.exitStatus, words)
    }
  }

  /// What to write for a file that is not there, but whose name is a preset's or of the library.
  private var nameInstead: String {
    let library = PatternLibrary()
    if HapticPreset(named: name) != nil { return "; there is a preset of this name: write \(name)" }
    if library.path(of: name) != nil { return "; the library has this pattern: write \(name)" }
    let names = HapticPreset.allCases.map(\.name) + library.names
    return Suggestion.words(for: name, among: names).map { "; \($0)" } ?? ""
  }

  private func notFound(_ library: PatternLibrary) -> Failure {
    var words = "\(text.printable): there is no preset, pattern or file of this name"
    let presets = HapticPreset.allCases.map(\.name)
    let family = presets.filter { $0.hasPrefix(text + ".") }
    if !family.isEmpty {
      words += "; there are \(family.joined(separator: ", "))"
    } else if let suggestion = Suggestion.words(for: text, among: presets + library.names) {
      words += "; \(suggestion)"
    }
    let places = library.folders.map { "\n  \($0)\(SystemCall.isFolder($0) ? "" : " (not there)")" }
    return Failure(.noInput, "\(words)\nPatterns are looked for in:\(places.joined())")
  }
}

extension TextFileError {
  /// What this means to the caller of the program.
  var exitStatus: ExitStatus {
    switch self {
    case .notFound, .notAFile, .notPermitted, .failed, .changed: .noInput
    case .tooLarge: .invalidInput
    }
  }
}

/// A pattern as it was read, valid or not.
struct ReadPattern {
  /// A short name for it, without folder and ending, to be shown.
  let name: String
  /// What came of reading.
  let reading: AHAPReading
  /// The folder that the paths of its sounds are relative to.
  let folder: String

  init(_ reading: AHAPReading) {
    let file = reading.file
    name = PatternArgument(argument: file).name.printable
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    self.reading = reading
  }

  init(_ preset: HapticPreset) {
    name = preset.name
    folder = "."
    reading = AHAP.read(AHAP.encode(preset.pattern), file: preset.name)
  }
}

/// A valid pattern, ready to be used.
struct LoadedPattern: Sendable {
  /// A short name for it, without folder and ending.
  let name: String
  let pattern: HapticPattern
  /// What came of reading.
  let reading: AHAPReading
  /// The folder that the paths of its sounds are relative to.
  let folder: String
}
