import AudioOutput
import Dispatch
import HapticEngine
import HapticLint
import Realtime
import TextFormats

/// The files that are judged together.
struct LintFiles {
  let profile: Profile
  private let options: PatternOptions
  /// The patterns: files, presets, names from the library.
  private(set) var patternNames: [String] = []
  private var soundNames: [String] = []
  private var manifest: AppManifest?
  private var trace: [LintTraceLine] = []
  private var traceFiles: [String] = []
  /// The patterns from standard input, from pipes (which can be read only once), and from
  /// notations.
  private var streams: [String: [UInt8]] = [:]
  /// The texts of the patterns from notations, by their names.
  private var notations: [String: NotationSource] = [:]

  /// The configuration that is read if `--config` is not given.
  static let defaultConfiguration = "haptic-lint.yaml"
  /// The maximum size of a decoded sound, in bytes.
  ///
  /// Our choice: ten minutes of stereo.
  private static let maximumSoundBytes = 256 << 20

  init(profile: Profile, options: PatternOptions) {
    (self.profile, self.options) = (profile, options)
  }

  /// The number of files.
  var count: Int {
    patternNames.count + soundNames.count + (manifest == nil ? 0 : 1) + traceFiles.count
  }

  /// Adds the file, folder, preset or library pattern that `input` names.
  ///
  /// - Throws: `Failure` if the input cannot be read, or is a second manifest.
  mutating func add(_ input: String) throws(Failure) {
    if SystemCall.isFolder(input) {
      let files = PatternFiles.below(input)
      // Sounds next to patterns belong to the patterns.
      let sounds =
        files.isEmpty ? PatternFiles.files(below: input, where: FileKind.sound.isNamed) : []
      if files.isEmpty && sounds.isEmpty {
        throw Failure(
          .noInput, "\(input.printable): the folder does not contain an .ahap file or a sound")
      }
      for file in files { addPattern(file) }
      for sound in sounds { addSound(sound) }
    } else if input == "-" || SystemCall.isStream(input) {
      try addStream(input)
    } else if FileKind.manifest.isNamed(input) {
      try addManifest(
        input, try InputFile.bytes(of: input, maximumBytes: LintConfiguration.maximumBytes))
    } else if FileKind.trace.isNamed(input) || Self.isTrace(input) {
      if traceFiles.contains(input) { return }
      try addTrace(input, try InputFile.bytes(of: input, maximumBytes: Self.maximumTraceBytes))
    } else if FileKind.sound.isNamed(input) {
      addSound(input)
    } else {
      addPattern(input)
    }
  }

  /// Adds the pattern of `notation`, an argument of `--notation`.
  ///
  /// - Throws: `Failure`, after printing every problem of the notation.
  mutating func add(notation: String) throws(Failure) {
    let (pattern, source) = try PatternArgument.pattern(notation: notation)
    let name = source.file == "-" ? PatternArgument(notation: notation).name : source.file
    var (free, number) = (name, 1)
    while patternNames.contains(free) {
      number += 1
      free = "\(name) \(number)"
    }
    (streams[free], notations[free]) = (AHAP.encode(pattern), source)
    addPattern(free)
  }

  private mutating func addPattern(_ name: String) {
    if !patternNames.contains(name) { patternNames.append(name) }
  }

  private mutating func addSound(_ name: String) {
    if !soundNames.contains(name) { soundNames.append(name) }
  }

  /// Adds the content of standard input or of a pipe, whose kind cannot be told from a file extension.
  ///
  /// A trace begins with a trace line, a pattern is a JSON object, and anything else is a manifest.
  private mutating func addStream(_ input: String) throws(Failure) {
    if streams[input] != nil || traceFiles.contains(input) { return }
    let bytes = try InputFile.bytes(of: input, maximumBytes: AHAP.maximumFileSize)
    let name = input == "-" ? "standard input" : input.printable
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw Failure(
        .invalidInput, "\(name) is empty; did the command that writes to it fail?")
    }
    if FileKind.of(bytes.prefix(FileBeginning.maximumBytes), named: input) == .sound {
      throw Failure(
        .usage, "\(name): a sound cannot be read from a pipe; give the name of its file")
    }
    if Self.isTrace(bytes) {
      try addTrace(input, bytes)
    } else if Self.isObject(bytes) {
      streams[input] = bytes
      addPattern(input)
    } else {
      try addManifest(input, bytes)
    }
  }

  private mutating func addManifest(_ file: String, _ bytes: [UInt8]) throws(Failure) {
    if let manifest {
      throw Failure(.usage, "\(manifest.file) and \(file): only one manifest can be given")
    }
    do throws(LintConfiguration.Invalid) {
      manifest = try AppManifest(yaml: bytes, file: file)
    } catch {
      throw FileKind.failure(file, bytes, expected: .manifest) ?? Self.failure(error, file)
    }
    // The manifest names files by paths relative to itself, but library patterns and presets by their names.
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    for name in manifest?.patterns ?? [] {
      let beside = folder + name
      let withEnding = beside + ".ahap"
      addPattern(
        HapticPreset(named: name) != nil
          ? name
          : SystemCall.isFile(beside)
            ? beside : SystemCall.isFile(withEnding) ? withEnding : name)
    }
    soundNames += (manifest?.soundFiles ?? []).map { folder + $0 }
  }

  /// The maximum size of a trace, in bytes.
  ///
  /// Our choice: about 500 000 lines.
  private static let maximumTraceBytes = 64 << 20

  /// Whether a file whose name ends in .json begins with a trace line.
  private static func isTrace(_ input: String) -> Bool {
    guard input.hasSuffix(".json"),
      let bytes = try? InputFile.bytes(of: input, maximumBytes: maximumTraceBytes)
    else { return false }
    return isTrace(bytes)
  }

  private static func isTrace(_ bytes: [UInt8]) -> Bool {
    !LintTraceLine.read(Array(bytes.drop { $0 <= 0x20 }.prefix { $0 != 0x0A })).lines.isEmpty
  }

  /// Whether the bytes begin like a pattern in JSON: with a brace, then a quotation mark or the
  /// end.
  private static func isObject(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = Array(
      bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).lazy.filter { $0 > 0x20 }.prefix(2)
    )
    guard text.first == UInt8(ascii: "{") else { return text.first == UInt8(ascii: "[") }
    return text.count < 2 || [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(text[1])
  }

  private mutating func addTrace(_ file: String, _ bytes: [UInt8]) throws(Failure) {
    let (lines, invalid) = LintTraceLine.read(bytes, file: file)
    if let first = invalid.first {
      throw Failure(
        .invalidInput,
        "\(file.printable):\(first.line): not a line of `haptic session run --json`: \(first.problem)"
      )
    }
    if lines.isEmpty {
      throw Failure(
        .invalidInput,
        "\(file.printable): the trace is empty; did `haptic session run --json` fail?")
    }
    trace += lines
    traceFiles.append(file)
  }

  private static func failure(_ error: LintConfiguration.Invalid, _ file: String) -> Failure {
    let lines = error.problems.prefix(20).map {
      "\(file):\($0.place): error: \($0.message)".printable
    }
    let more = error.problems.count - lines.count
    return Failure(
      .invalidInput,
      (lines + (more > 0 ? [more.counted("more error")] : [])).joined(separator: "\n"))
  }

  /// Returns the configuration in `file`, or in the default file.
  ///
  /// - Throws: `Failure` if the configuration cannot be read or is invalid.
  static func configuration(_ file: String?) throws(Failure) -> LintConfiguration {
    guard let name = file ?? (SystemCall.isFile(defaultConfiguration) ? defaultConfiguration : nil)
    else { return LintConfiguration() }
    let bytes = try InputFile.bytes(of: name, maximumBytes: LintConfiguration.maximumBytes)
    do throws(LintConfiguration.Invalid) {
      return try LintConfiguration(yaml: bytes)
    } catch {
      throw FileKind.failure(name, bytes, expected: .lintConfiguration) ?? failure(error, name)
    }
  }

  /// The contents of the files, and the failures to read them.
  struct Contents {
    var subjects = LintSubjects()
    /// The failures to read files, in the order in which the files were named.
    var failures: [Failure] = []
  }

  /// Reads and measures everything; patterns are measured on all processors.
  ///
  /// A file that cannot be read does not hide the findings in the other files.
  ///
  /// - Throws: `Failure` of usage if a pattern does not have one of the given inputs.
  func read() throws -> Contents {
    var contents = Contents()
    let results = Guarded<[Int: Result<LintedPattern, any Error>]>([:])
    let names = patternNames
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      let result = Result { try pattern(names[index]) }
      results.withLock { $0[index] = result }
    }
    let patterns = results.withLock { $0 }
    for index in names.indices {
      do {
        if let pattern = try patterns[index]?.get() { contents.subjects.patterns.append(pattern) }
      } catch {
        let failure = Failure(error)
        if failure.status == .usage { throw failure }
        contents.failures.append(failure)
      }
    }
    let decoder = SoundFileDecoder()
    for file in soundNames {
      do throws(SoundDecodingError) {
        let sound = try decoder.decode(
          path: file, sampleRate: 48_000, byteLimit: Self.maximumSoundBytes)
        contents.subjects.sounds.append(
          LintedSound(file: file, sound: sound, facts: try decoder.inspect(path: file)))
      } catch {
        contents.failures.append(Failure(error))
      }
    }
    contents.subjects.manifest = manifest
    contents.subjects.trace = trace
    contents.subjects.played = played
    return contents
  }

  private func pattern(_ name: String) throws -> LintedPattern {
    let (argument, streamed) = (PatternArgument(argument: name), streams[name])
    let read =
      if let streamed {
        ReadPattern(try PatternArgument.reading(streamed, file: name))
      } else {
        try argument.read()
      }
    let pattern = try read.reading.pattern.map { try options.applied(to: $0, read.name) }
    if let pattern { try RenderLimit.check(pattern, read.name) }
    let bytes =
      try streamed
      ?? argument.file.map { try TextFile.bytes(of: $0, maximumBytes: AHAP.maximumFileSize) }
    let notation = notations[name]
    // The sounds of a notation are in the current folder, wherever the notation itself is.
    let folder = options.resources ?? (notation == nil ? read.folder : ".")
    return try LintedPattern(
      SoundLibrary(of: folder).checking(read.reading), name: read.name, pattern: pattern,
      bytes: bytes, places: notation?.places, profile: profile)
  }

  /// The patterns of the library that the trace names.
  ///
  /// Patterns elsewhere are unknown here.
  private var played: [String: HapticPattern] {
    Set(trace.compactMap(\.patternName)).reduce(into: [:]) { patterns, name in
      guard !name.contains("/"), !name.hasSuffix(".ahap") else { return }
      patterns[name] = try? PatternArgument(argument: name).read().reading.pattern
    }
  }
}
