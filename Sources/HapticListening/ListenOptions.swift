public import HapticEngine
internal import HapticFormats

/// The settings of the analysis of a sound, and of the pattern that it becomes.
///
/// `SoundListening` uses `from`, `to`, `band` and `sensitivity`; the pattern's initializer uses the others. A value
/// outside of its range counts as the nearest value in it, and one that is not a number as the default.
public struct ListenOptions: Hashable, Sendable {
  /// The most transients in a second; nil for all.
  public var density: Double?
  /// The frequencies that are listened to, in hertz; nil for all.
  public var band: ClosedRange<Double>?
  /// How little is enough to be an onset, from 0, only what is strong, to 1.
  public var sensitivity = 0.5
  /// The start of the part to listen to, in seconds of the sound; it is time 0 of the pattern.
  public var from: Seconds = 0
  /// The end of the part to listen to, in seconds of the sound; nil for the end of the sound.
  public var to: Seconds?
  /// The gain of all haptics, in decibels.
  public var gain = 0.0
  /// The level below which a sound becomes no haptic, in decibels relative to its loud parts; at most 0.
  public var gate = -40.0
  /// The range of levels that becomes the 30 dB that people feel, in decibels.
  public var range = 40.0
  /// The length of the average of loudness, in seconds.
  public var smoothing: Seconds = 0.03
  /// The tolerance of intensity curves, in decibels.
  public var tolerance = 1.0

  /// The densities that make sense, in transients per second.
  ///
  /// Our choice: from one in ten seconds to what `Onset`s can be.
  public static let densities = 0.1...33.0
  /// The frequencies that make sense, in hertz.
  ///
  /// Our choice: what is heard.
  public static let frequencies = 20.0...20_000.0
  /// The gains that make sense, in decibels.
  ///
  /// Our choice: the range that people feel, in both directions.
  public static let gains = -30.0...30.0
  /// The gates that make sense, in decibels.
  ///
  /// Our choice: from the range of a file of 16 bits to the loudest parts only.
  public static let gates = -90.0...0.0
  /// The ranges that make sense, in decibels.
  ///
  /// Our choice: the range of a steady machine, and of a symphony.
  public static let ranges = 5.0...90.0
  /// The times of smoothing that make sense, in seconds.
  ///
  /// Our choice: longer averages hide every movement.
  public static let smoothings = 0.0...1.0
  /// The tolerances that make sense, in decibels.
  ///
  /// Our choice: people feel no smaller difference, and larger ones change the pattern.
  public static let tolerances = 0.1...12.0
  /// The sample rates of sounds that can be listened to, in hertz.
  ///
  /// Our choice: beyond every sound file; a hundredth of a second is still a spectrum that is quickly computed.
  public static let sampleRates = 1.0...1_000_000.0

  /// All onsets of all frequencies.
  public init() {}

  /// The options with every value in its range.
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
