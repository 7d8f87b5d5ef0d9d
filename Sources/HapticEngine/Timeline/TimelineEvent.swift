/// A haptic event as the renderer wants it: clamped, with its defaults filled in.
struct TimelineHapticEvent: BitwiseCopyable {
  /// Seconds of pattern time.
  let time: Seconds
  /// Seconds until the release begins, at most `PatternLimits.longestContinuousEvent`; infinite for
  /// a transient, which ends by itself.
  let duration: Seconds
  /// 0...1.
  let intensity: Double
  /// 0...1.
  let sharpness: Double
  /// The normalised lengths of the envelope.
  let envelope: NormalizedEnvelope
  /// Whether this is a tap.
  let isTransient: Bool
}

/// An audio event as the renderer wants it.
struct TimelineAudioEvent: BitwiseCopyable {
  /// Seconds of pattern time.
  let time: Seconds
  /// Seconds until the event's release begins, or infinite for a sound that plays to its end.
  let duration: Seconds
  /// 0...1.
  let volume: Double
  /// -1...1.
  let pitch: Double
  /// -1...1.
  let pan: Double
  /// 0...1.
  let brightness: Double
  /// The normalised lengths of the envelope.
  let envelope: NormalizedEnvelope
  /// The index of the sound in the timeline, or -1 for a tone.
  let sound: Int
  /// Whether the envelope is used; true for tones.
  let usesEnvelope: Bool
  /// Whether the sound repeats.
  let loops: Bool
}

/// Attack, decay and release, 0...1 each, and whether the event is sustained.
struct NormalizedEnvelope: BitwiseCopyable, Hashable {
  var attack: Float
  var decay: Float
  var release: Float
  var sustained: Bool
}
