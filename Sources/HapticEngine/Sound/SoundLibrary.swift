public import Realtime
internal import TextFormats

/// The sounds that patterns name: files below one folder, decoded for one sample rate.
///
/// A path in a pattern cannot reach outside the folder, whether by `..`, as an absolute path or through a symbolic
/// link. An untrusted pattern file must not cause other files to be read.
public struct SoundLibrary: Sendable {
  /// The folder to which waveform paths are relative.
  public let folder: String
  private let decoder: any SoundDecoding

  /// Creates a library of the sounds below `folder`, decoded by `decoder`.
  public init(folder: String, decoder: any SoundDecoding) {
    self.folder = folder
    self.decoder = decoder
  }

  /// An error for a sound that a pattern names and that cannot be loaded.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    public enum Kind: Hashable, Sendable {
      /// The path leads outside the sound folder.
      case outsideFolder
      /// The file does not exist.
      case notFound
      /// The file is not a sound that can be decoded.
      case unreadable
      /// All sounds of the pattern together are larger than Core Haptics allows.
      case tooLarge
    }

    /// The kind of problem.
    public let kind: Kind
    /// The path, as written in the pattern.
    public let path: String
    /// A sentence that describes the problem.
    public let detail: String

    init(_ kind: Kind, path: String, detail: String) {
      self.kind = kind
      self.path = path
      self.detail = detail
    }

    /// Creates the problem of the sound at `path`, whose decoding failed with `error`.
    public init(_ error: SoundDecodingError, path: String) {
      // The final period is removed, because the detail is embedded in other text.
      let detail = error.detail.hasSuffix(".") ? String(error.detail.dropLast()) : error.detail
      self.init(Kind(error.kind), path: path, detail: detail)
    }

    /// The problem on one line.
    public var description: String { "\(path): \(detail)" }
  }

  /// Decodes every sound that `pattern` names, once each.
  ///
  /// - Parameters:
  ///   - pattern: the pattern with the events that name the sounds.
  ///   - sampleRate: the frame rate of the decoded sounds, in frames per second.
  ///   - byteLimit: the maximum memory of all sounds together, in bytes, as 32-bit floats at their own
  ///     rates, with all their channels.
  /// - Returns: the sounds by path, and a problem for each sound that cannot be loaded.
  /// - Thread: any; may take long.        Realtime-safe: no.
  public func load(
    for pattern: HapticPattern, sampleRate: Double, byteLimit: Int = PatternLimits.maximumAudioBytes
  ) -> (sounds: [String: DecodedSound], problems: [Problem]) {
    var sounds: [String: DecodedSound] = [:]
    var problems: [Problem] = []
    var seen: Set<String> = []
    var bytesLeft = byteLimit
    for path in pattern.waveformPaths where seen.insert(path).inserted {
      do throws(Problem) {
        let sound = try load(path, sampleRate: sampleRate, byteLimit: bytesLeft)
        bytesLeft = max(0, bytesLeft - sound.decodedBytes)
        sounds[path] = sound
      } catch {
        problems.append(error)
      }
    }
    return (sounds, problems)
  }

  /// Decodes the sound at `path`, as written in a pattern.
  ///
  /// - Throws: `Problem` if the path leads outside the folder or the sound cannot be loaded.
  public func load(
    _ path: String, sampleRate: Double, byteLimit: Int = PatternLimits.maximumAudioBytes
  ) throws(Problem) -> DecodedSound {
    let file = try resolve(path)
    do throws(SoundDecodingError) {
      return try decoder.decode(path: file, sampleRate: sampleRate, byteLimit: byteLimit)
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Returns the file that `path` names.
  ///
  /// - Throws: `Problem` if the file is missing or outside the folder.
  public func resolve(_ path: String) throws(Problem) -> String {
    if path.isEmpty { throw Problem(.notFound, path: path, detail: "the path is empty") }
    if path.utf8.contains(0) {
      throw Problem(.notFound, path: path, detail: "the path contains a zero byte")
    }
    if WaveformPlace(path) != .inside {
      throw Problem(
        .outsideFolder, path: path,
        detail: "the path leads outside the sound folder, \(folder)")
    }
    guard let base = SystemPath.resolved(folder) else {
      throw Problem(.notFound, path: path, detail: "the sound folder \(folder) does not exist")
    }
    guard let file = SystemPath.resolved(base + "/" + path) else {
      throw Problem(.notFound, path: path, detail: "no such file in \(folder)")
    }
    guard file.hasPrefix(base == "/" ? "/" : base + "/") else {
      throw Problem(
        .outsideFolder, path: path, detail: "a symbolic link leads outside \(folder)")
    }
    return file
  }
}

extension SoundLibrary.Problem.Kind {
  fileprivate init(_ kind: SoundDecodingError.Kind) {
    switch kind {
    case .notFound: self = .notFound
    case .unreadable, .libraryMissing: self = .unreadable
    case .tooLarge: self = .tooLarge
    }
  }
}

extension HapticPattern {
  /// The sound files that the pattern names, in order, including repetitions.
  public var waveformPaths: [String] {
    entries.compactMap { entry in
      switch entry {
      case .event(let event): event.waveform?.path
      case .parameter, .curve: nil
      }
    }
  }
}
