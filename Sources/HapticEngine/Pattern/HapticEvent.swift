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

  /// Whether the type is one of the two haptic ones.
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

extension EventParameter.ID {
  /// The valid values; others are clamped to these.
  ///
  /// Source: Core Haptics, `CHHapticParameter.h`, per ID.
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
  /// Source: Core Haptics, `CHHapticParameter.h`, for all but four. For `hapticIntensity`,
  /// `hapticSharpness`, `audioVolume` and `audioPitch` the header names none (a device is asked at
  /// run time): 1, 0.5, 1 and 0 are our choice.
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

  /// Whether events of `type` respond to this parameter.
  ///
  /// Source: Core Haptics, `CHHapticParameter.h`: envelopes are for continuous events, audio
  /// parameters for audio events. Sound files respond to attack and release since iOS 15.
  public func applies(to type: EventType) -> Bool {
    switch self {
    case .hapticIntensity, .hapticSharpness: type.isHaptic
    case .attackTime, .releaseTime: type != .hapticTransient
    case .decayTime, .sustained: type == .hapticContinuous || type == .audioContinuous
    case .audioVolume, .audioPitch, .audioPan, .audioBrightness: !type.isHaptic
    }
  }

  /// The word of notations, selections and charts, such as `intensity`.
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
