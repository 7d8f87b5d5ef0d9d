public import HapticEngine
internal import HapticFormats

/// The settings for the analysis of a sound, and for the resulting pattern.
///
/// `SoundListening` uses `from`, `to`, `band` and `sensitivity`; the pattern's initializer uses the others. Values that
/// are out of range are clamped; NaN is replaced by the default.
public struct ListenOptions: Hashable, Sendable {
  /// The maximum number of transients per second; nil for no limit.
  public var density: Double?
  /// The frequency band that is analyzed, in hertz; nil for all frequencies.
  public var band: ClosedRange<Double>?
  /// The sensitivity to onsets, from 0 (only strong onsets) to 1 (weak onsets as well).
  public var sensitivity = 0.5
  /// The start of the part to listen to, in seconds of the sound.
  ///
  /// This time becomes time 0 of the pattern.
  public var from: Seconds = 0
  /// The end of the part to listen to, in seconds of the sound; nil for the end of the sound.
  public var to: Seconds?
  /// The gain of all haptics, in decibels.
  public var gain = 0.0
  /// The level below which a sound does not become haptics, in decibels relative to its loud parts; at most 0.
  public var gate = -40.0
  /// The range of the sound's levels, in decibels, that is mapped to the 30 dB that people can feel.
  public var range = 40.0
  /// The length, in seconds, over which loudness is averaged.
  ///
  /// The pulses of a rough sound are only averaged over two or more of them.
  public var smoothing: Seconds = 0.03
  /// The tolerance of intensity curves, in decibels.
  public var tolerance = 1.0

  /// The useful values of `density`, in transients per second.
  ///
  /// Our choice: from one transient in ten seconds to faster than people play.
  public static let densities = 0.1...33.0
  /// The useful values of `band`, in hertz.
  ///
  /// Our choice: the range of hearing.
  public static let frequencies = 20.0...20_000.0
  /// The useful values of `gain`, in decibels.
  ///
  /// Our choice: the range of levels that people can feel, in both directions.
  public static let gains = -30.0...30.0
  /// The useful values of `gate`, in decibels.
  ///
  /// Our choice: from the range of a 16-bit file to the loudest parts only.
  public static let gates = -90.0...0.0
  /// The useful values of `range`, in decibels.
  ///
  /// Our choice: from the dynamic range of a steady machine to that of a symphony.
  public static let ranges = 5.0...90.0
  /// The useful values of `smoothing`, in seconds.
  ///
  /// Our choice: longer averages hide every movement.
  public static let smoothings = 0.0...1.0
  /// The useful values of `tolerance`, in decibels.
  ///
  /// Our choice: people cannot feel smaller differences, and larger ones change the pattern.
  public static let tolerances = 0.1...12.0
  /// The sample rates of sounds that can be analyzed, in hertz.
  ///
  /// Our choice: the range includes the rates of all sound files, and the spectrum of a hundredth of a second can still
  /// be computed quickly.
  public static let sampleRates = 1.0...1_000_000.0

  /// Creates the default options: all onsets of all frequencies.
  public init() {}

  /// The options with all values clamped to their ranges.
  var limited: ListenOptions {
    let usual = ListenOptions()
    func limit(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
      value.isNaN ? usual : range.clamped(value)
    }
    var options = self
    options.density = density.flatMap { $0.isNaN ? nil : Self.densities.clamped($0) }
    options.band = band.map {
      Self.frequencies.clamped($0.lowerBound)...Self.frequencies.clamped($0.upperBound)
    }
    options.sensitivity = limit(sensitivity, 0...1, usual.sensitivity)
    options.from = limit(from, 0...PatternFormat.maximumDuration, usual.from)
    options.to = to.flatMap { $0.isNaN ? nil : (0...2 * PatternFormat.maximumDuration).clamped($0) }
    options.gain = limit(gain, Self.gains, usual.gain)
    options.gate = limit(gate, Self.gates, usual.gate)
    options.range = limit(range, Self.ranges, usual.range)
    options.smoothing = limit(smoothing, Self.smoothings, usual.smoothing)
    options.tolerance = limit(tolerance, Self.tolerances, usual.tolerance)
    return options
  }
}
