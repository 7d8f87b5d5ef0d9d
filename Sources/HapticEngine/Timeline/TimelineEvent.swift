/// A haptic event prepared for the renderer: clamped, with its defaults filled in.
struct TimelineHapticEvent: BitwiseCopyable {
  /// The start in seconds of pattern time.
  let time: Seconds
  /// The seconds until the release begins, at most `PatternLimits.maximumContinuousDuration`; infinite for a transient,
  /// which ends automatically.
  let duration: Seconds
  /// 0...1.
  let intensity: Double
  /// 0...1.
  let sharpness: Double
  /// The normalized lengths of the envelope.
  let envelope: NormalizedEnvelope
  /// Whether this is a transient.
  let isTransient: Bool
}

/// An audio event prepared for the renderer.
struct TimelineAudioEvent: BitwiseCopyable {
  /// The start in seconds of pattern time.
  let time: Seconds
  /// The seconds until the event's release begins, or infinite for a sound that plays to its end.
  let duration: Seconds
  /// 0...1.
  let volume: Double
  /// -1...1.
  let pitch: Double
  /// -1...1.
  let pan: Double
  /// 0...1.
  let brightness: Double
  /// The normalized lengths of the envelope.
  let envelope: NormalizedEnvelope
  /// The index of the sound in the timeline, or -1 for a tone.
  let sound: Int
  /// Whether the envelope is used; true for tones.
  let usesEnvelope: Bool
  let loops: Bool
}

/// Attack, decay and release, 0...1 each, and whether the event is sustained.
struct NormalizedEnvelope: BitwiseCopyable, Hashable {
  var attack: Float
  var decay: Float
  var release: Float
  var sustained: Bool
}

extension TimelineHapticEvent {
  /// Creates a timeline event from a haptic event of a pattern, with clamped values and with defaults for missing
  /// values.
  init(_ event: HapticEvent) {
    time = event.time
    isTransient = event.type == .hapticTransient
    duration = isTransient ? .infinity : event.playedDuration
    intensity = event.played(.hapticIntensity)
    sharpness = event.played(.hapticSharpness)
    envelope = NormalizedEnvelope(event)
  }
}

extension TimelineAudioEvent {
  /// Creates a timeline event from an audio event of a pattern, with clamped values and with defaults for missing
  /// values.
  ///
  /// `sound` is the index of its sound.
  init(_ event: HapticEvent, sound: Int) {
    time = event.time
    switch event.type {
    case .audioCustom where event.waveform?.loops != true:
      duration = event.duration.flatMap { $0 > 0 ? $0 : nil } ?? .infinity
    case .audioCustom, .audioContinuous, .hapticContinuous, .hapticTransient:
      duration = event.playedDuration
    }
    volume = event.played(.audioVolume)
    pitch = event.played(.audioPitch)
    pan = event.played(.audioPan)
    brightness = event.played(.audioBrightness)
    envelope = NormalizedEnvelope(event)
    self.sound = sound
    usesEnvelope = event.waveform?.usesVolumeEnvelope ?? true
    loops = event.waveform?.loops ?? false
  }
}

extension NormalizedEnvelope {
  init(_ event: HapticEvent) {
    attack = Float(event.played(.attackTime))
    decay = Float(event.played(.decayTime))
    release = Float(event.played(.releaseTime))
    sustained = event.played(.sustained) >= 0.5
  }
}

extension HapticEvent {
  /// The time for which a continuous event plays before its release: its duration, at most 30 s.
  ///
  /// An event without a duration is open-ended and plays for the full 30 s. The same applies to a duration of 0, which
  /// Core Haptics treats as a missing duration.
  package var playedDuration: Seconds {
    let longest = PatternLimits.maximumContinuousDuration
    guard let duration, duration > 0 else { return longest }
    return min(duration, longest)
  }

  /// Returns the value of `id` clamped to its range, or the default if the event does not set the parameter or its type
  /// does not respond to it.
  package func played(_ id: EventParameter.ID) -> Double {
    guard id.applies(to: type) else { return id.defaultValue }
    return value(of: id).map(id.range.clamped) ?? id.defaultValue
  }
}
