public import HapticEngine
internal import HapticFormats
public import Realtime
internal import TextFormats

/// An error for a sound that could not be analyzed.
public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// FFTW is not installed; the text states how to install it.
  case libraryMissing(String)
  /// The sound could not be read.
  case unreadable(SoundDecodingError)
  /// The sound is longer than a pattern may be.
  case tooLong
  /// The sample rate is not in `ListenOptions.sampleRates`, in hertz.
  case sampleRateOutOfRange(Double)
  /// A block of the stream has channels with different lengths.
  case unequalChannels

  /// The error in words.
  public var description: String {
    switch self {
    case .libraryMissing(let reason): reason
    case .unreadable(let error): error.description
    case .tooLong:
      "the sound lasts longer than the maximum of \(PatternFormat.maximumDuration.brief) s"
    case .sampleRateOutOfRange(let rate):
      "the sample rate of the sound is \(rate.brief) Hz; it must be from "
        + "\(ListenOptions.sampleRates.lowerBound.brief) to \(ListenOptions.sampleRates.upperBound.brief)"
    case .unequalChannels:
      "the channels of the sound have different lengths; a block must have the same number of samples in each channel"
    }
  }
}

/// The analysis of a sound: its onsets, and its loudness, brightness and pitch over time.
///
/// The analysis occupies 24 bytes for each hundredth of a second and 32 bytes for each onset, and about three times as
/// much while it is being made. It never keeps the sound itself in memory.
public struct SoundListening: Sendable {
  /// The analysis of a hundredth of a second.
  struct Frame {
    /// The root mean square; full scale is 1.
    var amplitude: Float = 0
    /// The root mean square of the half before the middle of the frame.
    var firstHalf: Float = 0
    /// The root mean square of the other half.
    var secondHalf: Float {
      max(0, 2 * amplitude * amplitude - firstHalf * firstHalf).squareRoot()
    }
    /// The root mean square below `bassHertz`.
    var bass: Float = 0
    /// The centroid of all frequencies, and the centroid of those below `bassHertz`, weighted by power, in hertz; 0 in
    /// silence.
    var hertz: Float = 0
    var bassHertz: Float = 0
    /// The fundamental, in hertz; 0 without a pitch.
    var pitch: Float = 0
  }

  /// The upper limit of bass, in hertz.
  ///
  /// Our choice: this includes kick drums, bass guitars, and the frequencies that actuators can play unchanged.
  static let bassHertz = 150.0
  /// The time between two frames, in seconds.
  let frameSeconds: Double
  /// The length of the whole sound, in seconds.
  public let seconds: Seconds
  /// The onsets in order of time.
  public let onsets: [Onset]
  /// The amplitude that counts as loud in this sound, 0...1.
  ///
  /// 0 for silence.
  public let loud: Double
  let frames: [Frame]
  /// The sensitivity to onsets that was used.
  let sensitivity: Double
  /// The amplitude that counts as loud below `bassHertz`.
  var loudBass: Double {
    let sorted = frames.map(\.bass).sorted()
    guard let highest = sorted.last else { return 0 }
    return Double(max(sorted[(sorted.count - 1) * 99 / 100], 0.5 * highest))
  }

  /// Analyzes a sound.
  ///
  /// The sound is read at least twice, because its loudness has to be known before the analysis. It is read a third
  /// time if its samples have a constant offset, which is inaudible and has to be removed.
  ///
  /// If the sound has two channels, their sum is analyzed, or their difference if the sum is weaker.
  ///
  /// - Parameters:
  ///   - options: the settings of the analysis.
  ///   - open: opens the sound, from its beginning.
  /// - Throws: `ListenError` if the sound cannot be read, lasts too long, has a sample rate that is not in
  ///   `ListenOptions.sampleRates`, or has channels of different lengths; or if FFTW is not installed.
  /// - Complexity: O(n log n) in the number of seconds; memory as stated above.
  /// - Thread: any.        Realtime-safe: no.
  public init(
    options: ListenOptions = ListenOptions(),
    open: () throws(SoundDecodingError) -> any SoundStream
  ) throws(ListenError) {
    let options = options.limited
    var survey = try SoundSurvey(try MonoSource(open, options: options))
    let offsets = survey.offsets
    if offsets != .zero {
      survey = try SoundSurvey(try MonoSource(open, options: options, offsets: offsets))
    }
    var source = try MonoSource(open, options: options, offsets: offsets)
    source.isSum = survey.isSum
    var analysis: SoundAnalysis
    do throws(MissingLibrary) {
      analysis = try SoundAnalysis(
        sampleRate: source.sampleRate, level: survey.level, options: options)
    } catch {
      throw .libraryMissing("\(error)")
    }
    while true {
      let block = try source.next()
      if block.isEmpty { break }
      analysis.append(block)
    }
    analysis.finish()
    (loud, seconds) = (survey.loud, survey.seconds)
    sensitivity = options.sensitivity
    (frames, frameSeconds, onsets) = (analysis.frames, analysis.frameSeconds, analysis.onsets)
  }

  /// Analyzes a decoded sound.
  ///
  /// - Throws: `ListenError`, for the same reasons as `init` for a sound that is opened.
  public init(to sound: DecodedSound, options: ListenOptions = ListenOptions()) throws(ListenError)
  {
    try self.init(options: options) { sound.stream() }
  }
}
