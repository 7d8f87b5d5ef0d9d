private import AudioOutput
internal import HapticEngine
internal import HapticFormats
internal import HapticListening
internal import Realtime
internal import TextFormats

/// Makes patterns from a sound, again and again while controls are moved.
///
/// The sound is analyzed only if a setting of the analysis has changed.
struct SoundImport {
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

    /// The options, limited to their ranges.
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

  /// The path of the sound that was analyzed last, its sensitivity and its analysis.
  private var last: (path: String, sensitivity: Double, listening: SoundListening)?

  /// Returns the pattern of the sound at `path`, called `name`.
  ///
  /// - Throws: `StudioError` if the sound cannot be read or nothing of it can be felt.
  mutating func pattern(
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

  private mutating func listening(
    to path: String, _ options: ListenOptions
  ) throws(StudioError) -> SoundListening {
    if let last, last.path == path, last.sensitivity == options.sensitivity { return last.listening }
    do throws(ListenError) {
      let listening = try SoundListening(options: options) { () throws(SoundDecodingError) in
        try SoundFileStream(path: path, mixesLowFrequencyEffects: true)
      }
      last = (path, options.sensitivity, listening)
      return listening
    } catch {
      throw StudioError(error.description)
    }
  }
}
