internal import HapticEngine
internal import PhoneAudio
internal import Realtime
internal import TextFormats

/// The folders in which a scenario finds the patterns and sounds that it names.
public struct ScenarioFolder: Hashable, Sendable {
  /// The folder of the scenario's file.
  ///
  /// Relative paths start there.
  public var path: String
  /// Folders of AHAP files, in search order.
  ///
  /// Scenarios name the files without their extension.
  public var libraries: [String]
  /// The names of the libraries' patterns, for suggestions when a pattern is unknown.
  public var libraryNames: [String]
  /// The text at the end of the message about an unknown pattern, for example how to specify a library; can be empty.
  public var libraryHint: String
  /// The absolute path, without links, of the folder that contains all patterns and sounds that may be read, except the
  /// patterns of the libraries; nil for no limit.
  package var root: String?

  /// Creates a folder; by default the current folder, without libraries.
  public init(
    _ path: String = ".", libraries: [String] = [], libraryNames: [String] = [],
    libraryHint: String = ""
  ) {
    self.path = path
    self.libraries = libraries
    self.libraryNames = libraryNames
    self.libraryHint = libraryHint
  }

  /// The result of searching for a pattern.
  enum Found {
    case pattern(HapticPattern)
    /// There is no preset, file or library pattern with the name.
    case nothing
    /// The file cannot be used because of this problem.
    case broken(String)
  }

  /// Returns the pattern called `name`.
  ///
  /// If the name contains a slash or ends in `.ahap`, it refers to a file, otherwise to a preset or a pattern of a
  /// library.
  func pattern(_ name: String) -> Found {
    if let file = patternFile(name) {
      return isReachable(file) ? read(file) : .broken(outside(file))
    }
    return HapticPreset(named: name).map { .pattern($0.pattern) } ?? .nothing
  }

  /// Returns the path of the file with the pattern called `name`; nil for a preset, or if there is no such file.
  func patternFile(_ name: String) -> String? {
    if name.hasSuffix(".ahap") || name.contains("/") { return file(name) }
    if HapticPreset(named: name) != nil { return nil }
    return libraries.map { "\($0)/\(name).ahap" }.first { SystemPath.resolved($0) != nil }
  }

  /// Returns the path of a file that the scenario calls `name`.
  func file(_ name: String) -> String { name.hasPrefix("/") ? name : "\(path)/\(name)" }

  /// Returns whether the file at `path` may be read; a missing file may be.
  func isReachable(_ path: String) -> Bool {
    guard let root, let real = SystemPath.resolved(path) else { return true }
    return ([root] + libraries.compactMap(SystemPath.resolved)).contains { folder in
      real.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
  }

  /// Returns the problem of a file that may not be read.
  func outside(_ path: String) -> String { "\(path) is outside the opened folder" }

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
      return .broken((first?.description ?? "\(file) is not a pattern") + more)
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    return .pattern(Self.rooted(pattern, in: folder))
  }

  /// Makes the paths of a pattern's sounds relative to the root of the file system.
  ///
  /// Only files in `folder` are used. A sound that is missing or outside the folder is silent.
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
  /// Returns the paths of the files that the scenario uses from `folder`.
  ///
  /// The files are the sounds of the scenario's apps, the system sounds that the apps play, the patterns, and the
  /// sounds of the patterns.
  public func files(in folder: ScenarioFolder) -> [String] {
    let sounds = apps.compactMap { app -> String? in
      guard case .file(let path)? = app.sound else { return nil }
      return path
    }
    // The paths of sounds in patterns are relative to the root of the file system.
    let waveforms = patterns.values.flatMap(\.waveformPaths).filter { !$0.isEmpty }.map { "/\($0)" }
    let systemSounds = systemSounds.values.compactMap { sound -> String? in
      if case .file(let path, _) = sound { path } else { nil }
    }
    return sounds + systemSounds + patterns.keys.compactMap(folder.patternFile) + waveforms
  }
}

/// A decoder that is only used to resolve paths.
///
/// It does not decode.
private struct NoDecoder: SoundDecoding {
  func decode(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    throw SoundDecodingError(.unreadable, path: path, detail: "nothing is decoded here")
  }
}
