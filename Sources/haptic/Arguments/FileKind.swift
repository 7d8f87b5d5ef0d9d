import Glibc
import HapticEngine
import HapticFormats
import HapticLint
import TextFormats

/// A kind of file that people give to commands: how its first bytes identify it, and the commands
/// that accept it.
///
/// The kind matters only if a reader cannot read the file. Valid files are never rejected.
struct FileKind: Sendable, Equatable {
  /// The kind in words, such as "a scenario".
  let name: String
  /// The pattern format of the files; nil for files that are not patterns.
  private let format: String?
  /// The file extensions, in lowercase; empty if extensions do not identify the kind.
  private let endings: [String]
  /// The command lines that accept such a file, keyed by the command that received the file, such as
  /// `session chart`.
  ///
  /// `FILE` stands for the path, `BASE` for the path without its extension. The line for the
  /// empty key applies to all other commands.
  let commands: [String: String]
  /// The command line that writes such a file, with the same placeholders; nil if a pattern is never given such a
  /// name by mistake.
  let writer: String?
  /// The extensions that `writer` can write; empty if it can write all of the kind.
  private let written: [String]
  /// Whether the commands read the file more than once, so that the file cannot come through a pipe.
  private let isReadTwice: Bool
  private let matches: @Sendable (FileBeginning) -> Bool

  init(
    _ name: String, format: String? = nil, endings: [String] = [], commands: [String: String],
    writer: String? = nil, written: [String] = [], isReadTwice: Bool = false,
    if matches: @escaping @Sendable (FileBeginning) -> Bool
  ) {
    (self.name, self.format, self.endings, self.commands) = (name, format, endings, commands)
    (self.writer, self.written) = (writer, written)
    (self.isReadTwice, self.matches) = (isReadTwice, matches)
  }

  /// Returns the kind of the file at `path` whose content begins with `bytes`; nil if the kind is unknown.
  static func of(_ bytes: some Sequence<UInt8>, named path: String) -> FileKind? {
    of(FileBeginning(Array(bytes), named: path))
  }

  private static func of(_ beginning: FileBeginning) -> FileKind? {
    rows.first { $0.matches(beginning) }
  }

  /// Returns the kind of the file at `path`, from its beginning; nil if the path is not that of a file of a known kind.
  static func of(path: String) -> FileKind? {
    if SystemCall.isFolder(path) { return .folder }
    return FileBeginning.bytes(of: path).flatMap { of($0, named: path) }
  }

  /// Returns the kind of files in `format`.
  static func of(format: PatternFormat) -> FileKind {
    // Android's XML is one kind of file, in three forms.
    let name = format.name.hasPrefix("android-xml") ? "android-xml" : format.name
    return rows.first { $0.format == name } ?? pattern
  }

  /// Whether the file at `path` is empty or of this kind.
  func mayReplace(_ path: String) -> Bool {
    guard let bytes = FileBeginning.bytes(of: path) else { return false }
    return bytes.isEmpty || matches(FileBeginning(bytes, named: path))
  }

  /// Whether the name of the file has an extension of this kind.
  func isNamed(_ path: String) -> Bool {
    let path = path.lowercased()
    return endings.contains { path.hasSuffix($0) }
  }

  /// Returns the command line that accepts such a file instead of `command`, with the placeholders
  /// `FILE` and `BASE`.
  func line(given command: String) -> String { commands[command] ?? commands[""] ?? "" }

  /// Returns the command line that accepts the file at `path` instead of `command`.
  func command(for path: String, given command: String) -> String {
    filled(line(given: command), for: path, isWritten: true)
  }

  /// Returns `line` with the file at `path` for its placeholders.
  ///
  /// If the command writes the file that is named after BASE, `isWritten`, its name is one that does not exist yet.
  private func filled(_ line: String, for path: String, isWritten: Bool = false) -> String {
    let path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    let file = path == "-" && isReadTwice ? "FILE" : path.shellWord
    var base = ConvertPath(path).withoutEnding
    // A file is never its own output.
    if path == base + ".ahap", line.contains("BASE.ahap") { base += "-pattern" }
    if isWritten, let ending = [".ahap", ".wav"].first(where: { line.contains("BASE" + $0) }) {
      let isFree = { SystemCall.mode(at: $0 + ending) == nil }
      base =
        isFree(base) ? base : (2...99).lazy.map { "\(base)-\($0)" }.first(where: isFree) ?? base
    }
    let words = line.split(separator: " ").map { word in
      word.contains("FILE")
        ? word.replacing("FILE", with: file) : word.replacing("BASE", with: base.shellWord)
    }
    return words.joined(separator: " ")
  }

  /// Returns the failure for a file of an unexpected kind; nil if its kind is unknown or possibly
  /// the expected one.
  ///
  /// - Parameters:
  ///   - path: the file as given; `-` is standard input.
  ///   - bytes: the bytes of the file; nil to look at the file itself.
  ///   - expected: the kind that the command accepts as this argument; nil if every known kind is wrong.
  ///   - command: the words of the command, such as `session chart`.
  /// - Returns: The failure, with the command that accepts the file.
  static func failure(
    _ path: String, _ bytes: [UInt8]? = nil, expected: FileKind?,
    given command: String = ProgramArguments.command
  ) -> Failure? {
    if bytes == nil, SystemCall.isFolder(path) { return folder.failure(path, given: command) }
    let start = bytes.map { Array($0.prefix(FileBeginning.maximumBytes)) }
    guard let start = start ?? FileBeginning.bytes(of: path) else { return nil }
    let beginning = FileBeginning(start, named: path)
    guard let kind = of(beginning), expected?.matches(beginning) != true else { return nil }
    return kind.failure(path, given: command)
  }

  /// Returns the failure for a file of this kind where a different kind was expected, with the command
  /// that accepts the file.
  func failure(_ path: String, given command: String = ProgramArguments.command) -> Failure {
    Failure(
      self == .folder ? .noInput : .invalidInput,
      "\(path == "-" ? "standard input" : path.printable): this is \(name): "
        + self.command(for: path, given: command))
  }

  /// Returns the failure for a pattern in AHAP that would get the name of a file of another kind; nil for other names.
  ///
  /// Names without a known extension are accepted, such as those of pipes and temporary files.
  static func failure(writingPatternTo path: String) -> Failure? {
    let format = PatternFormat.ofFile(path)
    if format?.isNative == true { return nil }
    let named = rows.first { $0.writer != nil && $0.isNamed(path) }
    let advice =
      format.map {
        "for the format \($0.name), use `\(pattern.filled("haptic convert BASE.ahap FILE", for: path))`"
      } ?? named?.writingAdvice(for: path)
    guard let advice else { return nil }
    return Failure(
      .usage,
      "\(path.printable): `haptic \(ProgramArguments.command)` writes AHAP, such as "
        + "\(pattern.filled("BASE.ahap", for: path)); \(advice)")
  }

  /// Returns the failure for a scenario that would get the name of a file of another kind; nil for other names.
  static func failure(writingScenarioTo path: String) -> Failure? {
    let isOther =
      PatternFormat.ofFile(path) != nil || path.lowercased().hasSuffix(".json")
      || rows.contains { $0.isNamed(path) }
    if !isOther || scenario.isNamed(path) { return nil }
    let advice = pattern.isNamed(path) ? pattern.writingAdvice(for: path).map { "; \($0)" } : nil
    return Failure(
      .usage,
      "\(path.printable): `haptic \(ProgramArguments.command)` writes a scenario, such as "
        + scenario.filled("BASE.yaml", for: path) + (advice ?? ""))
  }

  /// The command that writes a file of this kind with the name `path`, or with the nearest name that can be written;
  /// nil if the kind does not have such a command.
  private func writingAdvice(for path: String) -> String? {
    guard let writer else { return nil }
    let lowered = path.lowercased()
    guard let ending = written.first, !written.contains(where: lowered.hasSuffix) else {
      return "for \(name), use `\(filled(writer, for: path))`"
    }
    let line = writer.replacing("FILE", with: "BASE" + ending)
    let endings =
      written.dropLast().joined(separator: ", ") + (written.last.map { " or \($0)" } ?? "")
    return "\(name) is written as \(endings): `\(filled(line, for: path))`"
  }

  /// Returns the failure for the name of a preset or a library pattern where a file of another kind
  /// was expected; nil for any other name.
  static func failure(ofPatternNamed name: String) -> Failure? {
    guard HapticPreset(named: name) != nil || PatternLibrary().path(of: name) != nil else {
      return nil
    }
    return Failure(.noInput, pattern.failure(name).message)
  }

  static func == (a: FileKind, b: FileKind) -> Bool { a.name == b.name }
}

/// The beginning of a file, long enough to identify its kind.
struct FileBeginning: Sendable {
  /// The maximum number of bytes to examine, which bounds the time for any file.
  ///
  /// Our choice: much longer than the comments before the first key in any file that we have seen.
  static let maximumBytes = 1 << 16

  let bytes: [UInt8]
  /// The top-level keys of a JSON or YAML document.
  let keys: Set<String>

  init(_ bytes: [UInt8], named path: String) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    keys = DocumentKeys.all(in: self.bytes, orAtLineStarts: Self.mayBeYAML(path))
  }

  /// Whether the file's name has an extension of a known kind, or no extension.
  ///
  /// Lines of other files, such as prose and source code, may also begin with a word and a colon.
  private static func mayBeYAML(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return !name.dropFirst().contains(".") || FileKind.rows.contains { $0.isNamed(path) }
  }

  /// The text.
  ///
  /// Invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the file has these bytes at `offset`.
  func has(_ text: String, at offset: Int = 0) -> Bool {
    bytes.dropFirst(offset).starts(with: text.utf8)
  }

  /// Whether a line begins with one of `texts`, apart from spaces.
  func hasLine(beginning texts: [String]) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      let line = line.drop(while: \.isWhitespace)
      return texts.contains { line.hasPrefix($0) }
    }
  }

  /// Returns the first bytes of the file at `path`; nil if it cannot be read or is not a regular
  /// file.
  static func bytes(of path: String) -> [UInt8]? {
    guard SystemCall.isFile(path), let opened = try? TextFile.open(path) else { return nil }
    defer { close(opened.descriptor) }
    var bytes = [UInt8](repeating: 0, count: maximumBytes)
    // SAFETY: read writes at most as many bytes as the buffer has.
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(opened.descriptor, $0.baseAddress, $0.count)
    }
    return count >= 0 ? Array(bytes.prefix(count)) : nil
  }
}

/// The top-level keys of a JSON or YAML text, found without parsing the whole text.
enum DocumentKeys {
  /// Returns the keys inside one brace or, if `mayBeYAML` is true, at the beginnings of lines.
  static func all(in bytes: [UInt8], orAtLineStarts mayBeYAML: Bool) -> Set<String> {
    let content = withoutHead(bytes)
    guard let first = content.first else { return [] }
    if first == UInt8(ascii: "{") { return inBraces(content) }
    return mayBeYAML ? atLineStarts(content) : []
  }

  /// Returns the bytes after the leading comments, YAML directives and document markers.
  private static func withoutHead(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      if rest.first == UInt8(ascii: "#") || rest.first == UInt8(ascii: "%") {
        rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
      } else if rest.starts(with: "---".utf8) {
        rest = rest.dropFirst(3)
      } else {
        return rest
      }
    }
  }

  /// Returns the words before a colon inside one brace: JSON, JSON lines, or YAML in flow style.
  private static func inBraces(_ bytes: ArraySlice<UInt8>) -> Set<String> {
    var keys: Set<String> = []
    var (depth, word, isQuoted, isEscaped) = (0, [UInt8](), false, false)
    for byte in bytes {
      if isQuoted {
        if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false } else { word.append(byte) }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): (word, isQuoted) = ([], true)
      case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, word) = (depth + 1, [])
      case UInt8(ascii: "}"), UInt8(ascii: "]"): (depth, word) = (depth - 1, [])
      case UInt8(ascii: ","): word = []
      case UInt8(ascii: ":"):
        if depth == 1 { keys.insert(String(decoding: word, as: UTF8.self)) }
        word = []
      default: if byte > 0x20 { word.append(byte) }
      }
    }
    return keys
  }

  /// Returns the words before a colon at the beginnings of lines: YAML.
  private static func atLineStarts(_ bytes: ArraySlice<UInt8>) -> Set<String> {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    let keys = lines.compactMap { line -> String? in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let first = line.first,
        first > 0x20, !"#-%[]{}".utf8.contains(first),
        colon + 1 == line.endIndex || line[colon + 1] <= 0x20
      else { return nil }
      return String(decoding: line[..<colon].filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
    return Set(keys)
  }
}
