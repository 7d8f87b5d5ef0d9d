/// One event of a pattern: its type, time, duration and parameters.
public struct HapticEvent: Hashable, Sendable {
  /// The sound of an `audioCustom` event.
  public struct Waveform: Hashable, Sendable {
    /// The path of the sound file, relative to the sound folder.
    public var path: String
    /// Whether the sound is ramped in and out to prevent clicks.
    ///
    /// The default is true, as in Core Haptics since iOS 15.
    public var usesVolumeEnvelope: Bool
    /// Whether the sound repeats until the event's duration is over.
    ///
    /// The default is false.
    public var loops: Bool

    /// Creates a sound from the file at `path`.
    public init(path: String, usesVolumeEnvelope: Bool = true, loops: Bool = false) {
      self.path = path
      self.usesVolumeEnvelope = usesVolumeEnvelope
      self.loops = loops
    }
  }

  /// The type of the event.
  public var type: EventType
  /// The start of the event, in seconds from the start of the pattern; not negative.
  public var time: Seconds
  /// The duration until the release begins, in seconds; nil if not given.
  ///
  /// A continuous event without a duration plays for the maximum, `PatternLimits.maximumContinuousDuration`. The
  /// duration of a transient is only logical: it moves the end of the pattern, but not the end of the transient. A
  /// sound is truncated if the duration is shorter than the sound file, and padded with silence if the duration is
  /// longer.
  public var duration: Seconds?
  /// The parameters; if two parameters have the same ID, the second is used.
  public var parameters: [EventParameter]
  /// The sound of an `audioCustom` event; nil for all others.
  public var waveform: Waveform?

  /// Creates an event of `type` at `time` seconds.
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

  /// Returns the unclamped value of `id`, or nil if the event does not set it.
  public func value(of id: EventParameter.ID) -> Double? {
    parameters.last { $0.id == id }?.value
  }
}

/// A time in seconds.
///
/// Times are seconds in every public interface and frames inside the renderer.
public typealias Seconds = Double

/// The four types of events in a pattern.
///
/// Raw values are the words used in AHAP files. Source: Core Haptics, `CHHapticEvent.EventType`.
public enum EventType: String, Hashable, Sendable, CaseIterable {
  /// A short, compact impulse without a duration.
  case hapticTransient = "HapticTransient"
  /// A vibration that is sustained for a duration.
  case hapticContinuous = "HapticContinuous"
  /// A tone that is sustained for a duration.
  case audioContinuous = "AudioContinuous"
  /// A sound from a file.
  case audioCustom = "AudioCustom"

  /// Whether the type is haptic: a transient or a vibration.
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
  /// Raw values are the words used in AHAP files. Source: Core Haptics, `CHHapticEvent.ParameterID`.
  public enum ID: String, Hashable, Sendable, CaseIterable {
    /// The strength of a haptic event, 0...1.
    case hapticIntensity = "HapticIntensity"
    /// The character of a haptic event, from round and soft (0) to crisp and precise (1); the profile maps it to a
    /// frequency.
    case hapticSharpness = "HapticSharpness"
    /// The length of the attack, from 0 (shortest) to 1 (longest); the time grows exponentially with the value.
    case attackTime = "AttackTime"
    /// The length of the decay of an event that is not sustained, 0...1; the time grows exponentially with the value.
    case decayTime = "DecayTime"
    /// The length of the release, 0...1; the time grows exponentially with the value.
    case releaseTime = "ReleaseTime"
    /// 1: attack, hold for the duration, release. 0: attack, then decay.
    case sustained = "Sustained"
    /// The loudness of an audio event, 0...1.
    case audioVolume = "AudioVolume"
    /// The pitch of an audio event, from -1 (lowest) to 1 (highest).
    case audioPitch = "AudioPitch"
    /// The stereo position of an audio event, from -1 (full left) to 1 (full right).
    case audioPan = "AudioPan"
    /// The high-frequency content of an audio event, from least (0) to all (1).
    case audioBrightness = "AudioBrightness"
  }

  /// The parameter that is set.
  public var id: ID
  /// The value, in the unit and range of `id`; values outside the range are clamped when played.
  public var value: Double

  /// Creates a parameter that sets `id` to `value`.
  public init(_ id: ID, _ value: Double) {
    self.id = id
    self.value = value
  }
}

extension EventParameter.ID {
  /// The range of valid values; other values are clamped to it.
  ///
  /// Source: Core Haptics, `CHHapticParameter.h`, for each ID.
  public var range: ClosedRange<Double> {
    switch self {
    case .hapticIntensity, .hapticSharpness, .attackTime, .decayTime, .releaseTime, .sustained,
      .audioVolume, .audioBrightness:
      0...1
    case .audioPitch, .audioPan: -1...1
    }
  }

  /// The default value.
  ///
  /// Source: Core Haptics, `CHHapticParameter.h`, for all parameters except four. The header does not name defaults for
  /// `hapticIntensity`, `hapticSharpness`, `audioVolume` and `audioPitch`, because apps query the device for them at
  /// run time. For these four, the defaults 1, 0.5, 1 and 0 are our choice.
  public var defaultValue: Double {
    switch self {
    case .hapticIntensity: 1
    case .hapticSharpness: 0.5
    case .attackTime, .decayTime, .releaseTime: 0
    case .sustained: 1
    case .audioVolume: 1
    case .audioPitch, .audioPan: 0
    case .audioBrightness: 1
    }
  }

  /// Returns whether events of `type` respond to this parameter.
  ///
  /// Source: Core Haptics, `CHHapticParameter.h`: envelopes are for continuous events, audio parameters for audio
  /// events. Sound files respond to attack and release since iOS 15.
  public func applies(to type: EventType) -> Bool {
    switch self {
    case .hapticIntensity, .hapticSharpness: type.isHaptic
    case .attackTime, .releaseTime: type != .hapticTransient
    case .decayTime, .sustained: type == .hapticContinuous || type == .audioContinuous
    case .audioVolume, .audioPitch, .audioPan, .audioBrightness: !type.isHaptic
    }
  }

  /// The word in notations, selections and charts, such as `intensity`.
  package var word: String {
    switch self {
    case .hapticIntensity: "intensity"
    case .hapticSharpness: "sharpness"
    case .attackTime: "attack"
    case .decayTime: "decay"
    case .releaseTime: "release"
    case .sustained: "sustained"
    case .audioVolume: "volume"
    case .audioPitch: "pitch"
    case .audioPan: "pan"
    case .audioBrightness: "brightness"
    }
  }
}
