/// One event of a pattern: its type, time, duration and parameters.
public struct HapticEvent: Hashable, Sendable {
  /// The sound of an `audioCustom` event.
  public struct Waveform: Hashable, Sendable {
    /// The sound file, relative to the sound folder.
    public var path: String
    /// Whether the sound is ramped in and out, against clicks.
    ///
    /// Default true, as in Core Haptics since iOS 15.
    public var usesVolumeEnvelope: Bool
    /// Whether the sound repeats until the event's duration is over.
    ///
    /// Default false.
    public var loops: Bool

    /// A sound from the file at `path`.
    public init(path: String, usesVolumeEnvelope: Bool = true, loops: Bool = false) {
      self.path = path
      self.usesVolumeEnvelope = usesVolumeEnvelope
      self.loops = loops
    }
  }

  /// The type of the event.
  public var type: EventType
  /// When the event starts, in seconds from the start of the pattern; not negative.
  public var time: Seconds
  /// The duration until the release begins, in seconds; nil if not given.
  ///
  /// A continuous event without one has no fixed end and plays for the maximum,
  /// `PatternLimits.maximumContinuousDuration`. A transient's duration is only logical: it moves the
  /// end of the pattern, not of the transient. For a sound file: shorter truncates, longer pads.
  public var duration: Seconds?
  /// The parameters; of two with the same ID the later wins.
  public var parameters: [EventParameter]
  /// The sound of an `audioCustom` event; nil for all others.
  public var waveform: Waveform?

  /// An event of `type` at `time` seconds.
  public init(
    _ type: EventType, at time: Seconds = 0, duration: Seconds? = nil,
    parameters: [EventParameter] = [], waveform: Waveform? = nil
  ) {
    self.type = type
    self.time = time
    self.duration = duration
    self.parameters = parameters
    self.waveform = waveform
  }

  /// The value of `id` as given, not clamped, or nil if the event has none.
  public func value(of id: EventParameter.ID) -> Double? {
    parameters.last { $0.id == id }?.value
  }
}

/// Seconds of time.
///
/// Times are seconds at every public border and frames inside the renderer.
public typealias Seconds = Double

/// The four kinds of events a pattern is made of.
///
/// Raw values are the words of an AHAP file. Source: Core Haptics, `CHHapticEvent.EventType`.
public enum EventType: String, Hashable, Sendable, CaseIterable {
  /// A short, compact impulse that has no duration.
  case hapticTransient = "HapticTransient"
  /// A vibration that is sustained for a duration.
  case hapticContinuous = "HapticContinuous"
  /// A tone that is sustained for a duration.
  case audioContinuous = "AudioContinuous"
  /// A sound from a file.
  case audioCustom = "AudioCustom"

  /// Whether this is one of the two haptic types.
  public var isHaptic: Bool {
    switch self {
    case .hapticTransient, .hapticContinuous: true
    case .audioContinuous, .audioCustom: false
    }
  }
}

/// A parameter of an event, such as its intensity.
public struct EventParameter: Hashable, Sendable {
  /// The parameters of events.
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
    /// Stereo position of an audio event, -1 full left...1 full right.
    case audioPan = "AudioPan"
    /// High-frequency content of an audio event, 0 least...1 all.
    case audioBrightness = "AudioBrightness"
  }

  /// Which parameter.
  public var id: ID
  /// The value, in the unit and range of `id`; a value outside the range is clamped when played.
  public var value: Double

  /// Sets `id` to `value`.
  public init(_ id: ID, _ value: Double) {
    self.id = id
    self.value = value
  }
}
