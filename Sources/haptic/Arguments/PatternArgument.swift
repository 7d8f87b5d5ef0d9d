import ArgumentParser
import HapticEngine
import HapticFormats
import TextFormats

/// A PATTERN on the command line: a file, standard input, a preset, a library name, or a notation.
struct PatternArgument: ExpressibleByArgument, Hashable, Sendable {
  /// The argument as written.
  let text: String
  /// Whether the argument is itself the pattern, in notation.
  let isNotation: Bool

  init(argument: String) {
    text = argument
    isNotation = false
  }

  /// Creates an argument for the pattern that `notation` describes.
  init(notation: String) {
    text = notation
    isNotation = true
  }

  /// Shell completion for a PATTERN: presets, the library, files.
  static let completion = CompletionKind.custom { words, index, prefix in
    PatternCompletion.candidates(for: prefix)
  }

  /// The help text of options that take a notation.
  static let notationHelp = ArgumentHelp(
    """
    A pattern as a notation, such as "tap 0.8/0.5, rest 100ms, buzz 300ms 0.2..1/0.3". @FILE reads \
    it from a file, - from standard input. Documentation/Notation.md explains random numbers, \
    moving tempos and inputs.
    """, valueName: "notation")

  /// The help text.
  static let help: ArgumentHelp = """
    An .ahap file, - for standard input, a preset such as impact.heavy, or a name from the \
    pattern library; `haptic presets` lists both.
    """

  /// A short name for the pattern, without folder and extension.
  var name: String {
    if isNotation { return "notation" }
    if text == "-" { return "stdin" }
    let parts = text.split(separator: "/")
    let last = parts.last.map(String.init) ?? text
    return last.hasSuffix(".ahap") && last != ".ahap" ? String(last.dropLast(5)) : last
  }

  /// Finds and reads the pattern.
  ///
  /// An argument with a slash or ending in `.ahap` is a file. Other names are looked up as a preset,
  /// then in the library, then as a file.
  ///
  /// - Throws: `Failure` if the pattern cannot be found or read. A pattern with errors does not throw here.
  func read() throws(Failure) -> ReadPattern {
    if isNotation {
      let (pattern, source) = try Self.pattern(notation: text)
      return ReadPattern(pattern, name: name, notation: source)
    }
    if let path = text == "-" ? text : file {
      return ReadPattern(
        try Self.reading(of: path) { (text.contains("/") ? "" : nameInstead) + notationAdvice })
    }
    if let preset = HapticPreset(named: text) {
      return ReadPattern(AHAPReading(preset.pattern, file: preset.name))
    }
    throw notFound(PatternLibrary())
  }

  /// Finds and reads the pattern, and prints its errors if it has any.
  ///
  /// - Parameters:
  ///   - options: the options for reading the pattern.
  ///   - isLive: whether the values of inputs are set later, because they change during playback.
  /// - Returns: The pattern, ready to be used.
  /// - Throws: `Failure` if the pattern cannot be found or read, or has errors.
  func load(
    _ options: PatternOptions? = nil, isLive: Bool = false
  ) throws(Failure) -> LoadedPattern {
    let read = try read()
    let reading = read.reading
    guard let pattern = reading.pattern else {
      let errors = reading.diagnostics.filter { $0.severity == .error }
      StandardError.print(errors, of: reading.file, omitted: reading.errorCount - errors.count)
      throw Failure(.invalidInput)
    }
    return LoadedPattern(
      name: read.name,
      pattern: isLive ? pattern : try options?.applied(to: pattern, read.name) ?? pattern,
      reading: reading, folder: options?.resources ?? read.folder, isNamed: !isNotation,
      notation: read.notation)
  }

  /// The file to read; nil for standard input, a preset, or a name that is not found.
  var file: String? {
    if isNotation || text == "-" { return nil }
    if text.hasSuffix(".ahap") || text.contains("/") { return text }
    if HapticPreset(named: text) != nil { return nil }
    if let path = PatternLibrary().path(of: text) { return path }
    return SystemCall.mode(at: text) != nil || SystemCall.isLink(text) ? text : nil
  }

  /// Reads the pattern in the file at `path`, or from standard input for `-`; the pattern may have errors.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - advice: the end of the message for a missing file.
  /// - Returns: The pattern, unless it has errors, together with every problem.
  /// - Throws: `Failure` if the file cannot be read or is a file of another kind.
  static func reading(
    of path: String, ifMissing advice: () -> String = { "" }
  ) throws(Failure) -> AHAPReading {
    let bytes = try InputFile.bytes(
      of: path, maximumBytes: AHAP.maximumFileSize, expecting: .pattern, ifMissing: advice)
    return try reading(bytes, file: path)
  }

  /// Reads the pattern in the bytes of a file; the pattern may have errors.
  ///
  /// - Throws: `Failure` if the file is of another kind.
  static func reading(_ bytes: [UInt8], file: String) throws(Failure) -> AHAPReading {
    let reading = AHAP.read(bytes, file: file)
    if reading.pattern == nil, let failure = FileKind.failure(file, bytes, expected: .pattern) {
      throw failure
    }
    return reading
  }

  /// A suggestion for a missing file whose name resembles a preset or a library pattern.
  private var nameInstead: String {
    let library = PatternLibrary()
    if HapticPreset(named: name) != nil {
      return "; to use the preset with this name, write \(name)"
    }
    if library.path(of: name) != nil {
      return "; to use the library pattern with this name, write \(name)"
    }
    let names = HapticPreset.allCases.map(\.name) + library.names
    return NearestWord.hint(for: name, among: names, HapticPreset.meanings)
  }

  /// Returns whether `name` is the name of a preset or of a pattern of the library.
  static func isKnown(_ name: String) -> Bool {
    HapticPreset(named: name) != nil || PatternLibrary().path(of: name) != nil
  }

  /// The end of the message for a missing file at `path`: how to copy the preset or library pattern with its name;
  /// empty if there is none.
  static func copyAdvice(for path: String) -> String {
    let name = path.hasSuffix(".ahap") ? String(path.dropLast(5)) : path
    guard isKnown(name) else { return "" }
    return "; to copy the pattern with this name, run `haptic convert \(name) \(name).ahap`"
  }

  /// The command that accepts the argument if it is a notation instead of a name; otherwise empty.
  private var notationAdvice: String {
    guard FileKind.isNotation(text) else { return "" }
    let line = FileKind.notation.line(given: ProgramArguments.command)
      .replacing("BASE", with: "NAME")
    return "; this is a notation: \(line.replacing("@FILE", with: text.shellWord))"
  }

  /// The command that prints the notation of the pattern, in backticks.
  var notationCommand: String { "`haptic convert \(text.shellWord.printable) - --to notation`" }

  /// Advice for a --notation argument that is the name of a pattern or a file; otherwise nil.
  var nameAdvice: String? {
    guard HapticPreset(named: text) != nil || file.map(SystemCall.isFile) == true else {
      return nil
    }
    let name = text.printable
    if file == text, !text.hasSuffix(".ahap") {
      return
        "\(name) is a file; write --notation @\(text.shellWord.printable) for the notation in it"
    }
    return
      "\(name) is a pattern, not a notation; give it without --notation, or with --from to `haptic new`; "
      + "\(notationCommand) prints its notation"
  }

  /// The advice for a word after the first pattern that may stand for the value of an option; otherwise nil.
  private var placeAdvice: String? {
    let command = ProgramArguments.command
    let operands = ProgramArguments.operands(of: SystemCall.arguments)
    guard operands.count > 1, operands.last == text else { return nil }
    return ArgumentMeanings.place(of: text, for: command)
  }

  private func notFound(_ library: PatternLibrary) -> Failure {
    var message = "\(text.printable): no preset, pattern or file has this name"
    let presets = HapticPreset.allCases.map(\.name)
    let family = presets.filter { $0.hasPrefix(text + ".") }
    if !family.isEmpty {
      message += "; available: \(family.joined(separator: ", "))"
    } else {
      message += NearestWord.hint(for: text, among: presets + library.names, HapticPreset.meanings)
    }
    if FileKind.picture.isNamed(text) {
      message += "; \(FileKind.picture.command(for: text, given: "")) writes a picture"
    } else if let advice = placeAdvice, !message.contains(";") {
      message += "; \(advice)"
    }
    message += notationAdvice
    let folders = library.folders.map { "\n  \($0)\(SystemCall.isFolder($0) ? "" : " (missing)")" }
    return Failure(.noInput, "\(message)\nSearched for patterns in:\(folders.joined())")
  }
}

extension TextFileError {
  /// The exit status for this error.
  var exitStatus: ExitStatus {
    switch self {
    case .notFound, .notAFile, .notPermitted, .failed, .changed: .noInput
    case .tooLarge: .invalidInput
    }
  }
}

/// A pattern that was read, valid or not.
struct ReadPattern {
  /// A short name for the pattern, without folder and extension, safe to print.
  let name: String
  /// The result of reading.
  let reading: AHAPReading
  /// The folder that contains the pattern's sounds, whose paths are relative to it.
  let folder: String
  /// The notation from which the pattern was read; nil for other sources.
  var notation: NotationSource?

  init(_ reading: AHAPReading) {
    let file = reading.file
    name = PatternArgument(argument: file).name.printable
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    self.reading = reading.checkingInputs()
  }

  /// Creates a pattern that is not in a file.
  init(_ pattern: HapticPattern, name: String, notation: NotationSource? = nil) {
    self.name = name
    self.notation = notation
    folder = "."
    reading = AHAP.read(AHAP.encode(pattern), file: name)
  }
}

/// A valid pattern, ready to be used.
struct LoadedPattern: Sendable {
  /// A short name for the pattern, without folder and extension.
  let name: String
  /// The pattern, with the requested inputs applied.
  let pattern: HapticPattern
  /// The result of reading.
  let reading: AHAPReading
  /// The folder that contains the pattern's sounds, whose paths are relative to it.
  let folder: String
  /// Whether `haptic validate` can read the pattern again, because the pattern is a file, a preset or in the library.
  var isNamed = true
  /// The notation from which the pattern was read; nil for other sources.
  var notation: NotationSource?
}

extension LoadedPattern {
  /// Creates a pattern that is not in a file, with its sounds in `folder`.
  init(
    _ pattern: HapticPattern, name: String, folder: String = ".", notation: NotationSource? = nil
  ) {
    self.init(
      name: name.printable, pattern: pattern, reading: ReadPattern(pattern, name: name).reading,
      folder: folder, isNamed: false, notation: notation)
  }
}

/// The patterns that a command accepts: at least one file, name or notation.
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
