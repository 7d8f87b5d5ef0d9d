private import Glibc
public import HapticEngine
internal import HapticFormats
public import Realtime
internal import TextFormats

/// Why a sound could not be listened to.
public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// FFTW is not installed; the text says what to install.
  case libraryMissing(String)
  /// The sound could not be read.
  case unreadable(SoundDecodingError)
  /// The sound is longer than a pattern may be.
  case tooLong
  /// The sample rate is not in `ListenOptions.sampleRates`, in hertz.
  case sampleRateOutOfRange(Double)
  /// A block of the stream has channels of different lengths.
  case unequalChannels

  /// The error in words.
  public var description: String {
    switch self {
    case .libraryMissing(let reason): reason
    case .unreadable(let error): error.description
    case .tooLong:
      "the sound lasts longer than \(PatternFormat.maximumDuration.brief) s, which is what is listened to"
    case .sampleRateOutOfRange(let rate):
      "the sample rate of the sound is \(rate.brief) Hz; it must be from 1 to 1000000"
    case .unequalChannels:
      "the channels of the sound have different lengths; give each block as many samples of every channel"
    }
  }
}

/// What is heard in a sound: its onsets, and how loud, how bright, how tonal it is over time.
///
/// Takes 20 bytes for each hundredth of a second, and never holds the sound itself: an hour is 9 MB.
public struct SoundListening: Sendable {
  /// What is heard in a hundredth of a second.
  struct Frame {
    /// The root of the mean square; full scale is 1.
    var amplitude: Float = 0
    /// The same below `bassHertz`.
    var bass: Float = 0
    /// The middle of all frequencies by power, and of those below `bassHertz`, in hertz; 0 in silence.
    var hertz: Float = 0
    var bassHertz: Float = 0
    /// The fundamental, in hertz; 0 where there is none.
    var pitch: Float = 0
  }

  /// Bass is below this, in hertz.
  ///
  /// Our choice: kick drums and bass guitars, and what actuators play themselves.
  static let bassHertz = 150.0
  /// Seconds between two frames.
  let frameSeconds: Double
  /// Seconds of the whole sound.
  public let seconds: Seconds
  /// In order of time.
  public let onsets: [Onset]
  /// The amplitude that counts as loud in this sound, 0...1.
  ///
  /// 0 for silence.
  public let loud: Double
  let frames: [Frame]
  /// How little was enough to be an onset.
  let sensitivity: Double
  /// The amplitude that counts as loud below `bassHertz`.
  var loudBass: Double {
    let sorted = frames.map(\.bass).sorted()
    guard let highest = sorted.last else { return 0 }
    return Double(max(sorted[(sorted.count - 1) * 99 / 100], 0.5 * highest))
  }

  /// Listens to a sound, twice: how loud it is has to be known first.
  ///
  /// A constant offset of the samples, which nobody hears, is left out.
  ///
  /// Of two channels the sum is listened to, or, where that is weaker, the difference.
  ///
  /// - Parameters:
  ///   - options: what to listen for.
  ///   - open: opens the sound, from its beginning.
  /// - Throws: `ListenError` if the sound cannot be read, lasts too long, has a sample rate that is not in
  ///   `ListenOptions.sampleRates`, or has channels of different lengths; or if FFTW is not installed.
  /// - Complexity: O(n log n) of the seconds; memory as said above.
  /// - Thread: any.        Realtime-safe: no.
  public init(
    options: ListenOptions = ListenOptions(),
    open: () throws(SoundDecodingError) -> any SoundStream
  ) throws(ListenError) {
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

  /// Listens to a decoded sound.
  ///
  /// - Throws: `ListenError`, as for a sound that is opened.
  public init(to sound: DecodedSound, options: ListenOptions = ListenOptions()) throws(ListenError)
  {
    try self.init(options: options) { sound.stream() }
  }
}

/// A sound as one channel within a band of frequencies.
private struct MonoSource {
  let sampleRate: Double
  /// Whether the sum of two channels is listened to, or their difference.
  var isSum = true
  private let stream: any SoundStream
  /// What is subtracted from the samples of the first two channels.
  private let offsets: SIMD2<Float>
  private var filters: [DoubleBiquad]
  /// The frames that are listened to, and how many were read.
  private let stretch: Range<Int>
  private var frames = 0

  init(
    _ open: () throws(SoundDecodingError) -> any SoundStream, options: ListenOptions,
    offsets: SIMD2<Float> = .zero
  ) throws(ListenError) {
    do throws(SoundDecodingError) { stream = try open() } catch { throw .unreadable(error) }
    sampleRate = stream.sampleRate
    guard ListenOptions.sampleRates.contains(sampleRate) else {
      throw .sampleRateOutOfRange(sampleRate)
    }
    self.offsets = offsets
    let first = Int(min(max(options.from, 0), PatternFormat.maximumDuration) * sampleRate)
    let last = min(max(options.to ?? .infinity, 0), 2 * PatternFormat.maximumDuration) * sampleRate
    stretch = first..<max(first, Int(last))
    filters = []
    if let band = options.band { filters = DoubleBiquad.band(band, sampleRate: sampleRate) }
  }

  /// The samples of each channel that come next.
  mutating func channels() throws(ListenError) -> [[Float]] {
    while frames < stretch.upperBound {
      let first = frames
      let channels = try block()
      guard let count = channels.first?.count, count > 0 else { return [] }
      let inside = (first..<first + count).clamped(to: stretch)
      if inside.count == count { return channels }
      if !inside.isEmpty {
        return channels.map { Array($0[(inside.lowerBound - first)..<(inside.upperBound - first)]) }
      }
    }
    return []
  }

  private mutating func block() throws(ListenError) -> [[Float]] {
    var channels: [[Float]]
    do throws(SoundDecodingError) { channels = try stream.next() } catch {
      throw .unreadable(error)
    }
    let count = channels.first?.count ?? 0
    guard channels.allSatisfy({ $0.count == count }) else { throw .unequalChannels }
    for channel in channels.indices.prefix(2) where offsets[channel] != 0 {
      for index in channels[channel].indices { channels[channel][index] -= offsets[channel] }
    }
    frames += count
    if Double(frames - stretch.lowerBound) / sampleRate > PatternFormat.maximumDuration {
      throw .tooLong
    }
    return channels
  }

  /// The samples that come next; empty at the end.
  mutating func next() throws(ListenError) -> [Float] {
    let channels = try channels()
    guard var samples = channels.first else { return [] }
    if channels.count > 1 { samples = Self.mix(samples, channels[1], isSum: isSum) }
    for index in filters.indices { filters[index].filter(&samples) }
    return samples
  }

  static func mix(_ left: [Float], _ right: [Float], isSum: Bool) -> [Float] {
    let sign: Float = isSum ? 0.5 : -0.5
    var mixed = left
    for index in mixed.indices { mixed[index] = 0.5 * left[index] + sign * right[index] }
    return mixed
  }
}

/// How loud a sound is, before it is listened to.
private struct SoundSurvey {
  /// The amplitude that thresholds go by, and the one that counts as loud.
  private(set) var level = 0.0
  private(set) var loud = 0.0
  private(set) var seconds = 0.0
  /// Whether the sum of the channels is stronger than their difference.
  private(set) var isSum = true
  /// The constant offsets of the two channels; 0 where none counts.
  private(set) var offsets = SIMD2<Float>.zero

  /// An offset counts from this part of the power on.
  ///
  /// Our choice: -40 dB, which in a pause beside what is loud is hardly heard.
  private static let countingPart = 1e-4

  /// Reads `source` to its end.
  init(_ source: consuming MonoSource) throws(ListenError) {
    var source = source
    let hop = max(1, Int((source.sampleRate * OnsetDetector.hopSeconds).rounded()))
    var sums = FrameAmplitudes(hop: hop, keepsMeans: true)
    var differences = FrameAmplitudes(hop: hop, keepsMeans: true)
    var frames = 0
    while true {
      let channels = try source.channels()
      guard let left = channels.first, !left.isEmpty else { break }
      if channels.count > 1 {
        sums.append(MonoSource.mix(left, channels[1], isSum: true))
        differences.append(MonoSource.mix(left, channels[1], isSum: false))
      } else {
        sums.append(left)
      }
      frames += left.count
    }
    sums.finish()
    differences.finish()
    seconds = Double(frames) / source.sampleRate
    guard frames > 0 else { return }
    isSum = Self.power(sums.values) >= Self.power(differences.values)
    let power = max(Self.power(sums.values), Self.power(differences.values))
    let (sum, difference) = (Self.offset(of: sums), Self.offset(of: differences))
    let count = Float(sums.values.count)
    if Double((sum * sum + difference * difference) * count) > Self.countingPart * power {
      offsets = SIMD2(sum + difference, sum - difference)
    }
    let sorted = (isSum ? sums : differences).values.sorted()
    guard let highest = sorted.last else { return }
    func part(_ part: Double) -> Double { Double(sorted[Int(Double(sorted.count - 1) * part)]) }
    // Among few strokes nearly all is silence; then the strokes count. Our choice: what a twentieth and a hundredth of
    // the time exceeds, or a quarter and a half of the greatest.
    level = max(part(0.95), 0.25 * Double(highest))
    loud = max(part(0.99), 0.5 * Double(highest))
  }

  /// Where most means are, unless a part of the sound has no offset: then it moves, and is heard.
  private static func offset(of amplitudes: FrameAmplitudes) -> Float {
    guard !amplitudes.means.isEmpty else { return 0 }
    let middle = amplitudes.means.sorted()[amplitudes.means.count / 2]
    let quiet = amplitudes.values.sorted()[amplitudes.values.count / 20]
    return quiet > 0.5 * abs(middle) ? middle : 0
  }

  private static func power(_ amplitudes: [Float]) -> Double {
    amplitudes.reduce(0) { $0 + Double($1 * $1) }
  }
}

/// A filter of the second order, applied twice.
///
/// Source: R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
struct DoubleBiquad {
  private let (b0, b1, b2, a1, a2): (Float, Float, Float, Float, Float)
  /// The last two samples that went in, that came out of the first filter, and of the second.
  private var (x1, x2, y1, y2, z1, z2): (Float, Float, Float, Float, Float, Float) =
    (0, 0, 0, 0, 0, 0)

  /// A Butterworth filter that lets pass what is below `hertz`, or above.
  init(isLowPass: Bool, hertz: Double, sampleRate: Double) {
    let angle = 2 * Double.pi * min(hertz / sampleRate, 0.49)
    let (cosine, alpha) = (cos(angle), sin(angle) / 2.0.squareRoot())
    let edge = isLowPass ? 1 - cosine : -(1 + cosine)
    (b0, b1, b2) = (
      Float(abs(edge) / 2 / (1 + alpha)), Float(edge / (1 + alpha)),
      Float(abs(edge) / 2 / (1 + alpha))
    )
    (a1, a2) = (Float(-2 * cosine / (1 + alpha)), Float((1 - alpha) / (1 + alpha)))
  }

  /// What lets pass a band.
  static func band(_ band: ClosedRange<Double>, sampleRate: Double) -> [DoubleBiquad] {
    var filters: [DoubleBiquad] = []
    if band.lowerBound > ListenOptions.frequencies.lowerBound {
      filters.append(
        DoubleBiquad(isLowPass: false, hertz: band.lowerBound, sampleRate: sampleRate))
    }
    if band.upperBound < min(ListenOptions.frequencies.upperBound, 0.49 * sampleRate) {
      filters.append(DoubleBiquad(isLowPass: true, hertz: band.upperBound, sampleRate: sampleRate))
    }
    return filters
  }

  /// Filters what comes next.
  mutating func filter(_ samples: inout [Float]) {
    var (x1, x2, y1, y2, z1, z2) = (x1, x2, y1, y2, z1, z2)
    let (b0, b1, b2, a1, a2) = (b0, b1, b2, a1, a2)
    // Both in one loop: each alone waits for its own last sample.
    for index in samples.indices {
      let x = samples[index]
      let y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
      let z = b0 * y + b1 * y1 + b2 * y2 - a1 * z1 - a2 * z2
      (x2, x1, y2, y1, z2, z1) = (x1, x, y1, y, z1, z)
      samples[index] = z
    }
    (self.x1, self.x2, self.y1, self.y2, self.z1, self.z2) = (x1, x2, y1, y2, z1, z2)
  }
}
