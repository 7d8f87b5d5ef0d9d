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
  /// The patterns that came on standard input, through pipes, which are read once, or as notations.
  private var streams: [String: [UInt8]] = [:]

  /// The configuration that is read if none is named.
  static let defaultConfiguration = "haptic-lint.yaml"
  /// The most bytes of a decoded sound.
  ///
  /// Our choice: ten minutes of stereo.
  private static let maximumSoundBytes = 256 << 20

  init(profile: Profile, options: PatternOptions) {
    (self.profile, self.options) = (profile, options)
  }

  /// How many files there are.
  var count: Int {
    patternNames.count + soundNames.count + (manifest == nil ? 0 : 1) + traceFiles.count
  }

  /// Adds what `input` names.
  ///
  /// - Throws: `Failure` for what cannot be read or is a second manifest.
  mutating func add(_ input: String) throws(Failure) {
    if SystemCall.isFolder(input) {
      let files = PatternFiles.below(input)
      // Sounds beside patterns are theirs.
      let sounds =
        files.isEmpty ? PatternFiles.files(below: input, where: FileKind.sound.isNamed) : []
      if files.isEmpty && sounds.isEmpty {
        throw Failure(
          .noInput, "\(input.printable): the folder contains no .ahap file and no sound")
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
    let (pattern, _) = try PatternArgument.pattern(notation: notation)
    let name = PatternArgument(notation: notation).name
    var (free, number) = (name, 1)
    while patternNames.contains(free) {
      number += 1
      free = "\(name) \(number)"
    }
    streams[free] = AHAP.encode(pattern)
    addPattern(free)
  }

  private mutating func addPattern(_ name: String) {
    if !patternNames.contains(name) { patternNames.append(name) }
  }

  private mutating func addSound(_ name: String) {
    if !soundNames.contains(name) { soundNames.append(name) }
  }

  /// Adds what comes on standard input or through a pipe, which has no ending that says what it is.
  ///
  /// A trace begins with a line of one, a pattern is an object of JSON, and a manifest is none.
  private mutating func addStream(_ input: String) throws(Failure) {
    if streams[input] != nil || traceFiles.contains(input) { return }
    let bytes = try InputFile.bytes(of: input, maximumBytes: AHAP.maximumFileSize)
    let name = input == "-" ? "standard input" : input.printable
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw Failure(
        .invalidInput, "\(name) is empty; has the command failed that writes to it?")
    }
    if FileKind.of(bytes.prefix(FileBeginning.maximumBytes)) == .sound {
      throw Failure(
        .usage, "\(name): a sound cannot come through a pipe; give the name of its file")
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
      throw Failure(.usage, "\(manifest.file) and \(file): give one manifest")
    }
    do throws(LintConfiguration.Invalid) {
      manifest = try AppManifest(yaml: bytes, file: file)
    } catch {
      throw FileKind.failure(file, bytes, expected: .manifest) ?? Self.failure(error, file)
    }
    // What the manifest names is relative to it, as patterns of the library and presets are not.
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

  /// The most bytes of a trace.
  ///
  /// Our choice: some 500 000 lines.
  private static let maximumTraceBytes = 64 << 20

  /// Whether a file called .json begins with a line of a trace.
  private static func isTrace(_ input: String) -> Bool {
    guard input.hasSuffix(".json"),
      let bytes = try? InputFile.bytes(of: input, maximumBytes: maximumTraceBytes)
    else { return false }
    return isTrace(bytes)
  }

  private static func isTrace(_ bytes: [UInt8]) -> Bool {
    !LintTraceLine.read(Array(bytes.drop { $0 <= 0x20 }.prefix { $0 != 0x0A })).lines.isEmpty
  }

  /// Whether this begins as JSON that is a pattern: with a brace and then a quotation mark, or an end.
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
        "\(file.printable):\(first.line): this is no line of `haptic session run --json`: \(first.problem)"
      )
    }
    if lines.isEmpty {
      throw Failure(
        .invalidInput,
        "\(file.printable): the trace is empty; has `haptic session run --json` failed?")
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

  /// The configuration in `file`, or in the default one.
  ///
  /// - Throws: `Failure` for one that cannot be read or is invalid.
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

  /// What was read of the files, and what could not be.
  struct Contents {
    var subjects = LintSubjects()
    /// Why files could not be read, in the order in which they were named.
    var failures: [Failure] = []
  }

  /// Everything, read and measured; patterns on all processors.
  ///
  /// A file that cannot be read does not hide what is found in the others.
  ///
  /// - Throws: `Failure` of usage if a pattern does not have the inputs that are given.
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
    let reading = SoundLibrary(of: options.resources ?? read.folder).checking(read.reading)
    return try LintedPattern(
      reading, name: read.name, pattern: pattern, bytes: bytes, profile: profile)
  }

  /// The patterns of the library that the trace names; what is elsewhere is not known.
  private var played: [String: HapticPattern] {
    Set(trace.compactMap(\.patternName)).reduce(into: [:]) { patterns, name in
      guard !name.contains("/"), !name.hasSuffix(".ahap") else { return }
      patterns[name] = try? PatternArgument(argument: name).read().reading.pattern
    }
  }
}
