public import TextFormats

/// Reads and writes AHAP, the pattern files of Core Haptics.
///
/// Accepted beyond Apple's article "Representing haptic patterns in AHAP files": trailing commas and
/// a byte order mark (some existing files have them), entries in any order of time, `Version` as 1,
/// 1.0 or absent, `true` and `false` for 1 and 0 and vice versa (with a warning; a device sees the
/// same `NSNumber`). A number in quotes is an error.
///
/// Errors are what a device refuses, warnings what it ignores, clamps or plays differently. All
/// problems of a file are found, not only the first. Where a device's behaviour is not published, an
/// unambiguous mistake (an entry that is two things at once) is an error.
///
/// Thread: any. Realtime-safe: no.
public enum AHAP {
  /// The maximum size of files and streams, in bytes.
  ///
  /// Our choice: a pattern of a million events takes up to 300 MB; the largest
  /// file seen is below 1 MB.
  public static let maximumFileSize = 512 << 20

  /// The maximum nesting of objects and arrays.
  ///
  /// Our choice: a pattern needs seven; metadata may hold anything.
  public static let maximumNesting = 128

  /// The maximum number of errors, and of warnings, that are listed; all are counted.
  ///
  /// Our choice.
  public static let maximumDiagnostics = 1000

  /// The maximum size of metadata in bytes, beyond which it is ignored, so that a hostile file cannot
  /// fill the memory.
  ///
  /// Our choice.
  public static let maximumMetadataSize = 16 << 20

  /// Reads a pattern from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file, UTF-8.
  ///   - file: Its name, for the diagnostics.
  /// - Returns: The pattern, unless there are errors, and every problem in order of location.
  /// - Complexity: O(bytes); memory does not grow with the number of problems.
  public static func read(_ bytes: [UInt8], file: String = "-") -> AHAPReading {
    var reader = AHAPReader(bytes)
    return reader.readFile(named: file)
  }

  /// Reads a pattern from the file at `path`, or from standard input for `-`.
  ///
  /// - Throws: `TextFileError` if there is no file to read: absent, a folder, a pipe or device,
  ///   not readable, larger than `maximumFileSize`, or changed while it was read.
  public static func read(path: String) throws(TextFileError) -> AHAPReading {
    read(try TextFile.bytes(of: path, maximumBytes: maximumFileSize), file: path)
  }

  /// The pattern as canonical AHAP: one order of keys, two spaces of indentation, numbers in the
  /// shortest form that reads back to the same double, metadata sorted by name.
  ///
  /// `AHAP.read(AHAP.encode(p)).pattern == p` for every pattern whose metadata is as `read` gives
  /// it: nested values as compact JSON, numbers finite, not larger than `maximumMetadataSize`. Metadata
  /// that is not JSON is written as text.
  public static func encode(_ pattern: HapticPattern) -> [UInt8] {
    var writer = AHAPWriter()
    writer.write(pattern)
    return writer.output
  }
}
