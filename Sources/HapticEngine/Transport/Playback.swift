internal import Realtime

/// The speed, repetitions and controls of an offline playback.
public struct Playback: Hashable, Sendable {
  /// The playback speed, more than 0; 1 is the pattern's own speed.
  ///
  /// The pitch does not change.
  public var rate: Double
  /// The number of times the pattern is played; at least 1.
  public var loopCount: Int
  /// The end of each repetition except the last, in seconds of the pattern; 0 for the end of the last event, which is
  /// then part of the loop even if it is a transient.
  ///
  /// A loop spans at least 10 ms.
  public var loopEnd: Double
  /// The factor by which the intensity of all haptic events is multiplied, in addition to the pattern's own controls:
  /// 0...1.
  public var masterIntensity: Double
  /// The offset added to the sharpness of all haptic events, in addition to the pattern's own controls: -1...1.
  public var masterSharpness: Double

  /// Creates a playback at `rate` times the speed, `loopCount` times; by default the pattern is played once and
  /// unchanged.
  public init(
    rate: Double = 1, loopCount: Int = 1, loopEnd: Double = 0, masterIntensity: Double = 1,
    masterSharpness: Double = 0
  ) {
    self.rate = rate
    self.loopCount = loopCount
    self.loopEnd = loopEnd
    self.masterIntensity = masterIntensity
    self.masterSharpness = masterSharpness
  }

  /// The settings of a player in addition to its speed and its loop.
  var master: MasterControls {
    MasterControls(intensity: masterIntensity, sharpness: masterSharpness)
  }
}

/// The limits of rendering.
public enum RenderLimits {
  /// The accepted sample rates, in frames per second.
  ///
  /// These are the rates that an output may request: `BlockLimits.sampleRates`.
  public static let sampleRates = BlockLimits.sampleRates
  /// The playback rates that are accepted offline.
  ///
  /// Our choice: beyond these a pattern is not recognizable.
  public static let rates: ClosedRange<Double> = 0.01...100
}

/// An error in the arguments of a render.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sample rate, in frames per second, is outside `RenderLimits.sampleRates`.
  case sampleRate(Double)
  /// The playback rate is outside `RenderLimits.rates`.
  case rate(Double)
  /// The number of repetitions is below 1.
  case loopCount(Int)
  /// The end of a repetition, in seconds, is negative or not finite.
  case loopEnd(Double)
  /// The master intensity is not in 0...1.
  case masterIntensity(Double)
  /// The master sharpness is not in -1...1.
  case masterSharpness(Double)
  /// The profile has values that are out of range.
  case profile(ProfileError)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .sampleRate(let rate):
      "the sample rate \(rate) is not in 8000...192000 frames per second"
    case .rate(let rate): "the playback rate \(rate) is not in 0.01...100"
    case .loopCount(let count): "the loop count is \(count); it must be 1 or more"
    case .loopEnd(let end): "the loop ends at \(end) s; the end must be 0 or later"
    case .masterIntensity(let intensity): "the master intensity \(intensity) is not in 0...1"
    case .masterSharpness(let sharpness): "the master sharpness \(sharpness) is not in -1...1"
    case .profile(let error): error.description
    }
  }
}
