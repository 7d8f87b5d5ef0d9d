public import Realtime

/// The container of a sound file, and the encoding of its samples.
public struct SoundFileFormat: Hashable, Sendable {
  /// The kind of file.
  public enum Container: String, Hashable, Sendable, CaseIterable {
    /// RIFF WAVE; RF64 if more than 4 GB are announced.
    case wav
    /// FLAC: lossless compression.
    case flac
    /// Ogg with Vorbis: lossy compression.
    case ogg
  }

  /// The encoding of samples.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// 32-bit floating point.
    case float32 = "f32"
    /// 16-bit integers.
    case int16 = "s16"
    /// 24-bit integers.
    case int24 = "s24"
    /// Vorbis.
    case vorbis
  }

  /// The kind of file.
  public let container: Container
  /// The encoding of samples.
  public let encoding: Encoding

  /// The encodings that `container` supports, the default first.
  public static func encodings(of container: Container) -> [Encoding] {
    switch container {
    case .wav: [.float32, .int16, .int24]
    case .flac: [.int24, .int16]
    case .ogg: [.vorbis]
    }
  }

  /// Creates a format, or returns nil if `container` does not support `encoding`.
  ///
  /// - Parameters:
  ///   - container: the kind of file.
  ///   - encoding: nil for the container's default.
  public init?(_ container: Container, _ encoding: Encoding? = nil) {
    let possible = Self.encodings(of: container)
    guard possible.contains(encoding ?? possible[0]) else { return nil }
    self.container = container
    self.encoding = encoding ?? possible[0]
  }

  /// Returns the format that the extension of `path` names; `-` and a path without an extension mean WAV.
  ///
  /// - Parameters:
  ///   - path: a path whose extension is .wav, .flac, .ogg or .oga, in upper or lower case.
  ///   - encoding: nil for the container's default.
  /// - Returns: the format.
  /// - Throws: `OutputError` `.unsupportedConfiguration` for another extension, or if the container
  ///   does not support `encoding`.
  public static func named(
    by path: String, encoding: Encoding? = nil
  ) throws(OutputError) -> SoundFileFormat {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.contains(".") ? name.split(separator: ".").last?.lowercased() ?? "" : ""
    let container: Container
    switch ending {
    case "wav", "": container = .wav
    case "flac": container = .flac
    case "ogg", "oga": container = .ogg
    case let other:
      throw OutputError(
        .unsupportedConfiguration, subject: path,
        detail: "unknown sound file format .\(other); available: .wav, .flac, .ogg.")
    }
    if let format = SoundFileFormat(container, encoding) { return format }
    let possible = encodings(of: container).map(\.rawValue).joined(separator: " or ")
    throw OutputError(
      .unsupportedConfiguration, subject: path,
      detail: "A .\(container.rawValue) file stores \(possible), not \(encoding?.rawValue ?? "").")
  }
}
