internal import TextFormats

extension Profile {
  /// Profile files beyond this many bytes are refused.
  ///
  /// Our choice: a profile with a long summary has a thousand.
  public static let largestFile = 1 << 20

  /// Reads a profile from the bytes of a JSON file.
  ///
  /// The keys are the names of the properties; `lowHertz`, `highHertz`, `gainContinuous` and
  /// `gainTransient` must be there, and no others are allowed.
  ///
  /// - Parameters:
  ///   - bytes: the text of the file, UTF-8.
  ///   - file: its name; without folder and ending it is the profile's, where the file gives none.
  /// - Returns: the profile.
  /// - Throws: `ProfileFileError` with every problem and its place.
  public static func read(_ bytes: [UInt8], file: String) throws(ProfileFileError) -> Profile {
    var reader = ProfileReader(bytes)
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let name = last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    return try reader.read(file: file, name: name)
  }

  /// Reads a profile from the JSON file at `path`, or from standard input for `-`.
  ///
  /// - Throws: `ProfileFileError` if there is no file to read, or with every problem in it.
  public static func read(path: String) throws(ProfileFileError) -> Profile {
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try TextFile.bytes(of: path, maximumBytes: largestFile)
    } catch {
      throw .unreadable(error)
    }
    return try read(bytes, file: path)
  }
}
