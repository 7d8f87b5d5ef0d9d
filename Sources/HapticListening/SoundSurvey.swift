internal import HapticEngine
internal import HapticFormats
internal import Realtime

/// A sound as one channel within a band of frequencies.
struct MonoSource {
  let sampleRate: Double
  /// Whether the sum of two channels is analyzed; if not, their difference is.
  var isSum = true
  private let stream: any SoundStream
  /// The offsets that are subtracted from the samples of the first two channels.
  private let offsets: SIMD2<Float>
  /// The filters that pass the analyzed band; none for all frequencies.
  private(set) var filters: [DoubleBiquad]
  /// The range of frames that is analyzed, and the number of frames read so far.
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
    let first = Int(options.from * sampleRate)
    let last = (options.to ?? 2 * PatternFormat.maximumDuration) * sampleRate
    stretch = first..<max(first, Int(last))
    filters = []
    if let band = options.band { filters = DoubleBiquad.band(band, sampleRate: sampleRate) }
  }

  /// Returns the next samples of each channel.
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

  /// Returns the next samples; empty at the end.
  mutating func next() throws(ListenError) -> [Float] {
    let channels = try channels()
    guard var samples = channels.first else { return [] }
    if channels.count > 1 { samples = Self.mix(samples, channels[1], isSum: isSum) }
    filters.filter(&samples)
    return samples
  }

  static func mix(_ left: [Float], _ right: [Float], isSum: Bool) -> [Float] {
    let sign: Float = isSum ? 0.5 : -0.5
    var mixed = left
    for index in mixed.indices { mixed[index] = 0.5 * left[index] + sign * right[index] }
    return mixed
  }
}

/// The amplitudes of the sum or of the difference of the channels.
private struct SurveyedMix {
  /// The amplitudes of all frequencies, from which offsets are determined.
  private(set) var whole: FrameAmplitudes
  private var band: FrameAmplitudes
  private var filters: [DoubleBiquad]

  init(hop: Int, filters: [DoubleBiquad]) {
    whole = FrameAmplitudes(hop: hop, keepsMeans: true)
    band = FrameAmplitudes(hop: hop)
    self.filters = filters
  }

  /// The amplitudes of the band that is analyzed.
  var heard: [Float] { filters.isEmpty ? whole.values : band.values }

  mutating func append(_ samples: [Float]) {
    whole.append(samples)
    guard !filters.isEmpty else { return }
    var samples = samples
    filters.filter(&samples)
    band.append(samples)
  }

  mutating func finish() {
    whole.finish()
    band.finish()
  }
}

/// The loudness of a sound, determined before its analysis.
struct SoundSurvey {
  /// The amplitude on which thresholds are based, and the amplitude that counts as loud.
  private(set) var level = 0.0
  private(set) var loud = 0.0
  private(set) var seconds = 0.0
  /// Whether the sum of the channels is stronger than their difference.
  private(set) var isSum = true
  /// The constant offsets of the two channels; 0 for an offset that is ignored.
  private(set) var offsets = SIMD2<Float>.zero

  /// The minimum fraction of the power for an offset to be removed.
  ///
  /// Our choice: -40 dB, which is hardly audible in a pause between loud sounds.
  private static let countingPart = 1e-4

  /// Reads `source` to its end.
  init(_ source: consuming MonoSource) throws(ListenError) {
    var source = source
    let hop = max(1, Int((source.sampleRate * OnsetDetector.hopSeconds).rounded()))
    var sums = SurveyedMix(hop: hop, filters: source.filters)
    var differences = SurveyedMix(hop: hop, filters: source.filters)
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
    isSum = Self.power(sums.heard) >= Self.power(differences.heard)
    let power = max(Self.power(sums.whole.values), Self.power(differences.whole.values))
    let (sum, difference) = (Self.offset(of: sums.whole), Self.offset(of: differences.whole))
    let count = Float(sums.whole.values.count)
    if Double((sum * sum + difference * difference) * count) > Self.countingPart * power {
      offsets = SIMD2(sum + difference, sum - difference)
    }
    let sorted = (isSum ? sums : differences).heard.sorted()
    guard let highest = sorted.last else { return }
    func part(_ part: Double) -> Double { Double(sorted[Int(Double(sorted.count - 1) * part)]) }
    // If there are only a few strokes, nearly everything else is silent, so the maximum is taken into account. Our
    // choice: the levels that are exceeded for a twentieth and a hundredth of the time, but at least a quarter and a
    // half of the maximum.
    level = max(part(0.95), 0.25 * Double(highest))
    loud = max(part(0.99), 0.5 * Double(highest))
  }

  /// Returns the median of the means, or 0 if a part of the sound does not have this offset: an offset that changes is
  /// audible, and is not removed.
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
