public import TextFormats

/// Reads and writes AHAP, the pattern files of Core Haptics.
///
/// In addition to the rules of Apple's article "Representing haptic patterns in AHAP files", the reader accepts
/// trailing commas and a byte order mark (some existing files have them), entries in any order of time, and `Version`
/// as 1, 1.0 or absent. It also accepts `true` and `false` where 1 and 0 are expected, and vice versa, with a warning:
/// a device cannot tell Booleans from these numbers, because all are `NSNumber`s. A number in quotes is an error.
/// Errors are problems for which a device rejects the file. Warnings are values that a device ignores, clamps or plays
/// differently. The reader finds all problems in a file, not only the first. Where a device's behavior is not
/// published, an obvious mistake is an error, such as an entry that is both an event and a curve.
///
/// Thread: any. Realtime-safe: no.
public enum AHAP {
  /// The maximum size of files and streams, in bytes.
  ///
  /// Our choice: a pattern of a million events occupies up to 300 MB; the largest file seen is below 1 MB.
  public static let maximumFileSize = 512 << 20

  /// The maximum nesting of objects and arrays.
  ///
  /// Our choice: a pattern needs only seven levels, but metadata may be nested more deeply.
  public static let maximumNesting = 128

  /// The maximum number of errors that are listed, and the maximum number of warnings that are listed.
  ///
  /// Problems beyond the maximum are only counted.
  ///
  /// Our choice.
  public static let maximumDiagnostics = 1000

  /// The maximum size of metadata, in bytes.
  ///
  /// Larger metadata is ignored, so that a hostile file cannot fill the memory.
  ///
  /// Our choice.
  public static let maximumMetadataSize = 16 << 20

  /// Reads a pattern from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file as UTF-8.
  ///   - file: The name of the file, for the diagnostics.
  /// - Returns: The pattern, if the file is free of errors, and every problem in order of location.
  /// - Complexity: O(bytes); memory does not grow with the number of problems.
  public static func read(_ bytes: [UInt8], file: String = "-") -> AHAPReading {
    var reader = AHAPReader(bytes)
    return reader.readFile(named: file)
  }

  /// Reads a pattern from the file at `path`, or from standard input for `-`.
  ///
  /// - Throws: `TextFileError` if the file cannot be read: it does not exist, is a folder, a pipe or a device, is not
  ///   readable, is larger than `maximumFileSize`, or changed while it was read.
  public static func read(path: String) throws(TextFileError) -> AHAPReading {
    read(try TextFile.bytes(of: path, maximumBytes: maximumFileSize), file: path)
  }

  /// Returns the pattern as canonical AHAP.
  ///
  /// Keys have a fixed order, the indentation is two spaces, numbers have the shortest form that reads back to the same
  /// double, and metadata is sorted by name.
  ///
  /// `AHAP.read(AHAP.encode(p)).pattern == p` for every pattern whose metadata has the form that `read` returns: nested
  /// values as compact JSON, finite numbers, and at most `maximumMetadataSize` bytes. Metadata that is not JSON is
  /// written as text.
  public static func encode(_ pattern: HapticPattern) -> [UInt8] {
    var writer = AHAPWriter()
    writer.write(pattern)
    return writer.output
  }
}
