extension DynamicParameter.ID {
  /// The way in which a control changes an event's parameter.
  public enum Combination: Hashable, Sendable {
    /// The control multiplies the event's value.
    case multiplies
    /// The control is added to the event's value.
    case adds
  }

  /// The event parameter that this control changes.
  package var parameter: EventParameter.ID {
    switch self {
    case .hapticIntensityControl: .hapticIntensity
    case .hapticSharpnessControl: .hapticSharpness
    case .hapticAttackTimeControl, .audioAttackTimeControl: .attackTime
    case .hapticDecayTimeControl, .audioDecayTimeControl: .decayTime
    case .hapticReleaseTimeControl, .audioReleaseTimeControl: .releaseTime
    case .audioVolumeControl: .audioVolume
    case .audioPanControl: .audioPan
    case .audioBrightnessControl: .audioBrightness
    case .audioPitchControl: .audioPitch
    }
  }

  /// The way in which this control combines with the event parameter that it changes.
  ///
  /// Source: Core Haptics, `CHHapticDynamicParameter`: intensity and volume are multiplied, all others are added; the
  /// result is clamped to the event parameter's range.
  public var combination: Combination {
    switch parameter {
    case .hapticIntensity, .audioVolume: .multiplies
    case .hapticSharpness, .attackTime, .decayTime, .releaseTime, .sustained, .audioPan,
      .audioBrightness, .audioPitch:
      .adds
    }
  }

  /// Whether the control acts on haptic events rather than audio events; haptic controls come first in the tables.
  package var isHaptic: Bool {
    switch self {
    case .hapticIntensityControl, .hapticSharpnessControl, .hapticAttackTimeControl,
      .hapticDecayTimeControl, .hapticReleaseTimeControl:
      true
    case .audioVolumeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl:
      false
    }
  }

  /// Whether the control changes an envelope time, which is fixed for each event when it begins.
  package var isForEnvelope: Bool {
    [.attackTime, .decayTime, .releaseTime].contains(parameter)
  }

  /// The word in the notation for the value that `set` and `curve` move, such as `intensity`.
  ///
  /// This is the word of the parameter that the control changes, with the prefix `audio-` for the envelope of tones.
  package var word: String { (isForEnvelope && !isHaptic ? "audio-" : "") + parameter.word }

  /// The range of valid values.
  ///
  /// Other values are clamped to this range before they are combined with the event's value.
  ///
  /// Source: Core Haptics, `CHHapticParameter.h`.
  public var range: ClosedRange<Double> { combination == .multiplies ? 0...1 : -1...1 }

  /// The neutral value, used while the control is not set by a parameter or a curve.
  ///
  /// Source: Core Haptics, `CHHapticParameter.h`.
  public var defaultValue: Double { combination == .multiplies ? 1 : 0 }
}

/// The limits of patterns in Core Haptics.
public enum PatternLimits {
  /// The maximum time or duration, in seconds: 31 years.
  ///
  /// Our choice: up to this limit, a frame position at any sample rate is exact in a double, and so is the sum of two
  /// times.
  public static let maximumTime: Seconds = 1e9
  /// The maximum duration of a continuous event, in seconds, after which it fades out.
  ///
  /// Source: iOS 13 release notes, 51322525.
  public static let maximumContinuousDuration: Seconds = 30
  /// The maximum number of points in a curve; additional points need another curve.
  ///
  /// Source: iOS 13.1 release notes, 49486454.
  public static let maximumControlPoints = 16
  /// The maximum total size of a process's sounds, in bytes, when decoded to 32-bit floats.
  ///
  /// Source: iOS 13 release notes, 48659023 (8 MB, interpreted as 2^23 bytes).
  public static let maximumAudioBytes = 8 << 20
}

extension ClosedRange<Double> {
  /// Returns `value` clamped to the range, or the lower bound for a value that is not a number.
  package func clamped(_ value: Double) -> Double {
    value > lowerBound ? Swift.min(value, upperBound) : lowerBound
  }
}
