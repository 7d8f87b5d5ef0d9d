internal import AudioOutput
internal import AudioSessionTesting
internal import Realtime

/// The outputs that `HAPTIC_OUTPUT` names.
enum ProgramOutput {
  /// Returns a closure that makes an output for each start of a haptic engine.
  ///
  /// - Parameter name: `alsa`, or `file:` and a path.
  /// - Returns: the closure.
  /// - Throws: `ProgramParts.Problem` for every other name.
  static func maker(_ name: String) throws(ProgramParts.Problem) -> EngineOutputs.Maker {
    if name == "alsa" { return { ALSAOutput() } }
    guard name.hasPrefix("file:") else {
      throw ProgramParts.Problem(
        description: "\(name) is not an output; give alsa, null, or file: and the path of a file")
    }
    do throws(OutputError) {
      let paths = try FilePaths(String(name.dropFirst("file:".count)))
      return { TimedFileOutput(paths.next()) }
    } catch {
      throw ProgramParts.Problem(description: "\(error)")
    }
  }
}

/// The paths of the files of successive runs: `a.wav`, `a-2.wav`, `a-3.wav`.
///
/// - Thread: any.
final class FilePaths: Sendable {
  private let path: String
  private let format: SoundFileFormat
  private let count = Guarded(0)

  /// Creates the paths for a first path, whose extension names the format.
  init(_ path: String) throws(OutputError) {
    self.path = path
    format = try SoundFileFormat.named(by: path)
  }

  /// Returns the file for the next run.
  func next() -> SoundFileWriter.Configuration {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return SoundFileWriter.Configuration(
      path: NumberedPath.path(path, number: number), format: format)
  }
}
