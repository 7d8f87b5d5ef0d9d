private import AudioOutput
private import Glibc
internal import HapticEngine
internal import HapticFormats
internal import HapticListening
internal import Realtime
internal import TextFormats

/// Makes patterns from a sound, again and again while controls are moved.
///
/// The sound is analyzed only if the file or a setting of the analysis has changed. The analysis takes seconds, in which
/// the studio answers other requests.
actor SoundImport {
  /// The settings of a request, of which the page sends all.
  struct Settings: Decodable, Hashable, Sendable {
    var method: String
    var gain: Double
    var gate: Double
    var range: Double
    var smoothing: Double
    var tolerance: Double
    var sensitivity: Double
    /// Transients per second; nil for all.
    var density: Double?

    /// The options, which the analysis and the pattern limit to their ranges.
    var options: ListenOptions {
      var options = ListenOptions()
      options.gain = gain
      options.gate = gate
      options.range = range
      options.smoothing = smoothing
      options.tolerance = tolerance
      options.sensitivity = sensitivity
      options.density = density
      return options
    }
  }

  /// The properties on which an analysis depends.
  private struct Key: Hashable {
    let path: String
    let sensitivity: Double
    let size: off_t
    let seconds: Int
    let nanoseconds: Int

    init(_ path: String, sensitivity: Double) {
      var status = stat()
      // If the file is missing, all numbers are 0, and reading it reports the reason.
      _ = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) }
      (self.path, self.sensitivity, size) = (path, sensitivity, status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// The sound that was analyzed last, and its analysis.
  private var last: (key: Key, listening: SoundListening)?

  /// Returns the pattern of the sound at `path`, called `name`.
  ///
  /// - Throws: `StudioError` if the sound cannot be read or nothing of it can be felt.
  func pattern(
    of path: String, named name: String, _ settings: Settings
  ) throws(StudioError) -> HapticPattern {
    guard let method = ListenMethod(rawValue: settings.method) else {
      throw StudioError("unknown method \(settings.method.printable)")
    }
    let options = settings.options
    let listening = try listening(to: path, options)
    do throws(ConversionError) {
      return try HapticPattern(
        of: listening, sections: listening.sections(by: method), options: options,
        metadata: ["Description": .text("\(name), heard by method \(method.rawValue)")])
    } catch {
      throw StudioError("\(name.printable): \(error.description)")
    }
  }

  private func listening(
    to path: String, _ options: ListenOptions
  ) throws(StudioError) -> SoundListening {
    let key = Key(path, sensitivity: options.sensitivity)
    if let last, last.key == key { return last.listening }
    do throws(ListenError) {
      let listening = try SoundListening(options: options) { () throws(SoundDecodingError) in
        try SoundFileStream(path: path, mixesLowFrequencyEffects: true)
      }
      last = (key, listening)
      return listening
    } catch {
      throw StudioError(error.description)
    }
  }
}
