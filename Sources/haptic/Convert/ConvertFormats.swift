import HapticEngine
import HapticFormats
import TextFormats

/// The formats that a command line selects.
enum ConvertFormats {
  /// A row for each format: its name, its capabilities, its extension and its description.
  static var rows: [[String]] {
    PatternFormat.all.map { format in
      let ways = (format.isReadable ? "r" : "-") + (format.isWritable ? "w" : "-")
      return [format.name, ways, format.extensions.first.map { ".\($0)" } ?? "", format.summary]
    }
  }

  /// Returns the source of the conversion.
  ///
  /// - Throws: `Failure` of usage if neither `--from` nor the extension determines the format.
  static func source(_ command: ConvertCommand) throws(Failure) -> ConvertSource {
    if let name = command.from {
      return ConvertSource(input: command.input, format: try format(name, \.isReadable))
    }
    if let format = PatternFormat.ofFile(command.input) {
      guard format.isReadable else { throw oneWay(format, "read", \.isReadable) }
      return ConvertSource(input: command.input, format: format)
    }
    if FileKind.sound.isNamed(command.input) {
      throw Failure(.usage, FileKind.sound.failure(command.input).message)
    }
    // A preset or a pattern of the library.
    if command.input != "-", !SystemCall.isFile(command.input) {
      return ConvertSource(input: command.input, format: .ahap)
    }
    if let failure = FileKind.failure(command.input, expected: nil) { throw failure }
    throw Failure(
      .usage,
      "\(command.input.printable): the extension does not determine the format; give --from FORMAT, "
        + "such as --from haptic; `haptic help convert` lists the formats")
  }

  /// Returns the format of the output.
  ///
  /// - Throws: `Failure` of usage if neither `--to` nor the extension determines the format.
  static func target(_ command: ConvertCommand) throws(Failure) -> PatternFormat {
    if let name = command.to { return try format(name, \.isWritable) }
    if let format = PatternFormat.ofFile(command.output) {
      guard format.isWritable else { throw oneWay(format, "written", \.isWritable) }
      return format
    }
    if FileKind.sound.isNamed(command.output) {
      throw Failure(
        .usage,
        "\(command.output.printable): the extension is that of a sound; `haptic render` renders a pattern to a sound"
      )
    }
    throw Failure(
      .usage,
      "\(command.output.printable): the extension does not determine the format; give --to FORMAT, "
        + "such as --to haptic; `haptic help convert` lists the formats")
  }

  private static func format(
    _ name: String, _ isPossible: (PatternFormat) -> Bool
  ) throws(Failure) -> PatternFormat {
    let possible = PatternFormat.all.filter(isPossible).map(\.name)
    if let format = PatternFormat.named(name), isPossible(format) { return format }
    throw .unknown("format", name, among: possible)
  }

  private static func oneWay(
    _ format: PatternFormat, _ verb: String, _ isPossible: (PatternFormat) -> Bool
  ) -> Failure {
    let names = PatternFormat.all.filter(isPossible).map(\.name).joined(separator: ", ")
    return Failure(.usage, "the format \(format.name) cannot be \(verb); available: \(names)")
  }
}

/// The input of a conversion: a file, standard input, a preset, or a pattern of the library.
struct ConvertSource {
  let input: String
  let format: PatternFormat

  /// Reads the input.
  ///
  /// - Throws: `Failure` if the input does not exist, or with every problem of an invalid input.
  func read(_ options: ConversionOptions) throws(Failure) -> ImportedPattern {
    // AHAP may also be a preset or a pattern of the library.
    if format.isNative && input != "-" && SystemCall.mode(at: input) == nil {
      return ImportedPattern(try PatternArgument(argument: input).load().pattern)
    }
    return try checked { bytes throws(ConversionError) in
      try format.read(bytes, options: options)
    }
  }

  /// Returns the input, rewritten in its own format without a conversion to a pattern; nil for a format that does not
  /// support this.
  ///
  /// - Throws: `Failure` if the input does not exist, or with every problem of an invalid input.
  func rewritten() throws(Failure) -> ExportedPattern? {
    guard format.isRewritable else { return nil }
    return try checked { bytes throws(ConversionError) in try format.rewritten(bytes) }
  }

  /// Reads the bytes of the input with `read`, and prints the problems of an invalid input.
  private func checked<Result>(
    _ read: ([UInt8]) throws(ConversionError) -> Result
  ) throws(Failure) -> Result {
    let kind = FileKind.of(format: format)
    let bytes = try InputFile.bytes(
      of: input, maximumBytes: format.maximumFileBytes, expecting: kind)
    do throws(ConversionError) {
      return try read(bytes)
    } catch {
      if let failure = FileKind.failure(input, bytes, expected: kind) { throw failure }
      guard case .invalid(_, let problems, let count) = error else {
        throw Failure(.invalidInput, "\(input.printable): \(error.description.printableLines)")
      }
      StandardError.print(problems, of: input, omitted: count - problems.count)
      throw Failure(.invalidInput)
    }
  }
}

/// The path of an output file.
struct ConvertPath {
  let path: String
  private let folder: Substring
  private let base: Substring
  private let ending: Substring

  init(_ path: String) {
    self.path = path
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let file = path[slash...]
    // A dot at the beginning of a name does not start an extension.
    let dot = file.dropFirst().lastIndex(of: ".") ?? path.endIndex
    (folder, base, ending) = (path[..<slash], path[slash..<dot], path[dot...])
  }

  /// The name without folder and extension; `pattern` for standard output.
  var name: String { path == "-" ? "pattern" : String(base) }

  /// The path without the extension; `pattern` for standard output.
  var withoutEnding: String { path == "-" ? name : "\(folder)\(base)" }

  /// Returns the path with `_suffix` before its extension; unchanged for an empty suffix.
  func with(suffix: String) -> String {
    suffix.isEmpty ? path : "\(folder)\(base)_\(suffix)\(ending)"
  }
}
