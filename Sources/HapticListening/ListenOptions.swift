public import HapticEngine

/// What to listen for in a sound, and how what is heard becomes haptics.
///
/// `from`, `to`, `band` and `sensitivity` act when a sound is listened to, the others when a pattern is made of what was heard.
public struct ListenOptions: Hashable, Sendable {
  /// The most transients in a second; nil for all.
  public var density: Double?
  /// The frequencies that are listened to, in hertz; nil for all.
  public var band: ClosedRange<Double>?
  /// How little is enough to be an onset, from 0, only what is strong, to 1.
  public var sensitivity = 0.5
  /// Where what is listened to begins in the sound, in seconds; the pattern begins there.
  public var from: Seconds = 0
  /// The end of what is listened to in the sound, in seconds; nil for the end of the sound.
  public var to: Seconds?
  /// How many decibels everything is stronger.
  public var gain = 0.0
  /// What is so many decibels from what is loud is not felt; at most 0.
  public var gate = -40.0
  /// How many decibels of sound become the 30 dB that are felt.
  public var range = 40.0
  /// The time over which loudness is averaged, in seconds.
  public var smoothing: Seconds = 0.03
  /// How far curves may be from what is heard, in decibels.
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
  /// Our choice: as much as is felt, weaker and stronger.
  public static let gains = -30.0...30.0
  /// The gates that make sense, in decibels.
  ///
  /// Our choice: what a file of 16 bits can hold, to nothing but what is loudest.
  public static let gates = -90.0...0.0
  /// The ranges that make sense, in decibels.
  ///
  /// Our choice: the range of a steady machine, and of a symphony.
  public static let ranges = 5.0...90.0
  /// The times of smoothing that make sense, in seconds.
  ///
  /// Our choice: from none to where nothing moves any more.
  public static let smoothings = 0.0...1.0
  /// The tolerances that make sense, in decibels.
  ///
  /// Our choice: from what nobody feels to where one value is as good as another.
  public static let tolerances = 0.1...12.0
  /// The sample rates of sounds that can be listened to, in hertz.
  ///
  /// Our choice: beyond every sound file; a hundredth of a second is still a spectrum that is quickly computed.
  public static let sampleRates = 1.0...1_000_000.0

  /// All onsets of all frequencies.
  public init() {}
}
