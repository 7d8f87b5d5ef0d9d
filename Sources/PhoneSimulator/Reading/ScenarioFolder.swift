internal import HapticEngine
internal import PhoneAudio
internal import Realtime
internal import TextFormats

/// Where a scenario finds the patterns and sounds that it names.
public struct ScenarioFolder: Hashable, Sendable {
  /// What relative paths start from: the folder of the scenario's file.
  public var path: String
  /// Folders of AHAP files that are found by their names without the extension, in order.
  public var libraries: [String]
  /// The names of the patterns of the libraries, for reports of unknown ones.
  public var libraryNames: [String]
  /// What a report of an unknown pattern ends with, such as how a library is named; empty for nothing.
  public var libraryHint: String

  /// A folder; by default the current one, without libraries.
  public init(
    _ path: String = ".", libraries: [String] = [], libraryNames: [String] = [],
    libraryHint: String = ""
  ) {
    self.path = path
    self.libraries = libraries
    self.libraryNames = libraryNames
    self.libraryHint = libraryHint
  }

  /// What became of looking for a pattern.
  enum Found {
    case pattern(HapticPattern)
    /// No preset, file or library pattern has the name.
    case nothing
    /// There is a file, and this is wrong with it.
    case broken(String)
  }

  /// The pattern called `name`: a file if that has a slash or ends in `.ahap`, else a preset, else a
  /// pattern of a library.
  func pattern(_ name: String) -> Found {
    if let file = patternFile(name) { return read(file) }
    return HapticPreset(named: name).map { .pattern($0.pattern) } ?? .nothing
  }

  /// The path of the file that has the pattern called `name`; nil for a preset, and if there is none.
  func patternFile(_ name: String) -> String? {
    if name.hasSuffix(".ahap") || name.contains("/") { return file(name) }
    if HapticPreset(named: name) != nil { return nil }
    return libraries.map { "\($0)/\(name).ahap" }.first { SystemPath.resolved($0) != nil }
  }

  /// The path of a file that the scenario calls `name`.
  func file(_ name: String) -> String { name.hasPrefix("/") ? name : "\(path)/\(name)" }

  private func read(_ file: String) -> Found {
    let reading: AHAPReading
    do throws(TextFileError) {
      reading = try AHAP.read(path: file)
    } catch {
      return .broken(error.description)
    }
    guard let pattern = reading.pattern else {
      let first = reading.diagnostics.first { $0.severity == .error }
      let more = reading.errorCount > 1 ? " (and \(reading.errorCount - 1) more)" : ""
      return .broken((first?.description ?? "\(file) is no pattern") + more)
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    return .pattern(Self.rooted(pattern, in: folder))
  }

  /// Makes the paths of a pattern's sounds start from the root of the file system.
  ///
  /// Only files in its `folder` are meant: a sound that is not there, or outside, stays silent.
  private static func rooted(_ pattern: HapticPattern, in folder: String) -> HapticPattern {
    guard !pattern.waveformPaths.isEmpty else { return pattern }
    let library = SoundLibrary(folder: folder, decoder: NoDecoder())
    let entries = pattern.entries.map { entry -> HapticPattern.Entry in
      guard case .event(var event) = entry, let path = event.waveform?.path else { return entry }
      event.waveform?.path = ((try? library.resolve(path)) ?? "/").dropFirst().description
      return .event(event)
    }
    return (try? HapticPattern(entries: entries, metadata: pattern.metadata)) ?? pattern
  }
}

extension Scenario {
  /// The paths of the files that it has from `folder`: the sounds of its apps, those that they play beside
  /// their sessions, its patterns, and the sounds of those.
  public func files(in folder: ScenarioFolder) -> [String] {
    let sounds = apps.compactMap { app -> String? in
      guard case .file(let path)? = app.sound else { return nil }
      return path
    }
    // Paths of sounds in patterns start from the root of the file system, without its slash.
    let waveforms = patterns.values.flatMap(\.waveformPaths).filter { !$0.isEmpty }.map { "/\($0)" }
    let systemSounds = systemSounds.values.compactMap { sound -> String? in
      if case .file(let path, _) = sound { path } else { nil }
    }
    return sounds + systemSounds + patterns.keys.compactMap(folder.patternFile) + waveforms
  }
}

/// Resolves paths and decodes nothing.
private struct NoDecoder: SoundDecoding {
  func decode(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    throw SoundDecodingError(.unreadable, path: path, detail: "nothing is decoded here")
  }
}
