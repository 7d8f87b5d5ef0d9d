/// One adjustment of one event, such as its intensity.
public struct EventParameter: Hashable, Sendable {
  /// What an event parameter adjusts.
  ///
  /// Raw values are the words of an AHAP file. Source: Core Haptics, `CHHapticEvent.ParameterID`.
  public enum ID: String, Hashable, Sendable, CaseIterable {
    /// Strength of a haptic event, 0...1.
    case hapticIntensity = "HapticIntensity"
    /// From round and soft (0) to crisp and precise (1); the profile maps it to a frequency.
    case hapticSharpness = "HapticSharpness"
    /// Length of the attack, 0 shortest...1 longest; grows exponentially.
    case attackTime = "AttackTime"
    /// Length of the decay of an event that is not sustained, 0...1, exponential.
    case decayTime = "DecayTime"
    /// Length of the release, 0...1, exponential.
    case releaseTime = "ReleaseTime"
    /// 1: attack, hold for the duration, release. 0: attack, then decay.
    case sustained = "Sustained"
    /// Loudness of an audio event, 0...1.
    case audioVolume = "AudioVolume"
    /// Pitch of an audio event, -1 lowest...1 highest.
    case audioPitch = "AudioPitch"
    /// Place of an audio event, -1 full left...1 full right.
    case audioPan = "AudioPan"
    /// High-frequency content of an audio event, 0 least...1 all.
    case audioBrightness = "AudioBrightness"
  }

  /// What is adjusted.
  public var id: ID
  /// The value, in the unit and range of `id`; a value outside the range is clamped when played.
  public var value: Double

  /// An adjustment of `id` to `value`.
  public init(_ id: ID, _ value: Double) {
    self.id = id
    self.value = value
  }
}
