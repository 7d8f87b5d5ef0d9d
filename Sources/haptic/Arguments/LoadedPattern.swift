import HapticEngine
import TextFormats

/// A pattern as it was read, valid or not.
struct ReadPattern {
  /// A short name for it, without folder and ending, to be shown.
  let name: String
  /// What came of reading.
  let reading: AHAPReading
  /// The folder that the paths of its sounds are relative to.
  let folder: String

  init(_ reading: AHAPReading) {
    let file = reading.file
    name = PatternArgument(argument: file).name.printable
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    self.reading = reading
  }

  init(_ preset: HapticPreset) {
    name = preset.name
    folder = "."
    reading = AHAP.read(AHAP.encode(preset.pattern), file: preset.name)
  }
}

/// A valid pattern, ready to be used.
struct LoadedPattern: Sendable {
  /// A short name for it, without folder and ending.
  let name: String
  let pattern: HapticPattern
  /// What came of reading.
  let reading: AHAPReading
  /// The folder that the paths of its sounds are relative to.
  let folder: String
}
