public import Foundation
public import PhoneFoundation

/// The number of a registered sound; 0 is never a valid number.
public typealias CHHapticAudioResourceID = Int

/// An event of a pattern.
///
/// A pattern copies its events when it is created, so later changes do not affect the pattern.
///
/// - Thread: one at a time.
open class CHHapticEvent: NSObject {
  /// The type of an event.
  public struct EventType: _StringNewtype {
    /// The word in pattern files.
    public let rawValue: String

    /// Creates the type with this word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A short, compact impulse.
    public static let hapticTransient = EventType(rawValue: "HapticTransient")
    /// A vibration with a duration.
    public static let hapticContinuous = EventType(rawValue: "HapticContinuous")
    /// A tone with a duration.
    public static let audioContinuous = EventType(rawValue: "AudioContinuous")
    /// A sound from a file.
    public static let audioCustom = EventType(rawValue: "AudioCustom")
  }

  /// A parameter of an event.
  public struct ParameterID: _StringNewtype {
    /// The word in pattern files.
    public let rawValue: String

    /// Creates the parameter with this word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The strength of a haptic event, 0...1.
    public static let hapticIntensity = ParameterID(rawValue: "HapticIntensity")
    /// The character of a haptic event, from round (0) to crisp (1).
    public static let hapticSharpness = ParameterID(rawValue: "HapticSharpness")
    /// The length of the attack of a continuous event, 0...1.
    public static let attackTime = ParameterID(rawValue: "AttackTime")
    /// The length of the decay of an event that is not sustained, 0...1.
    public static let decayTime = ParameterID(rawValue: "DecayTime")
    /// The length of the release of a continuous event, 0...1.
    public static let releaseTime = ParameterID(rawValue: "ReleaseTime")
    /// Whether the event holds for its duration (1) or decays (0).
    public static let sustained = ParameterID(rawValue: "Sustained")
    /// The loudness of an audio event, 0...1.
    public static let audioVolume = ParameterID(rawValue: "AudioVolume")
    /// The pitch of an audio event, -1...1.
    public static let audioPitch = ParameterID(rawValue: "AudioPitch")
    /// The stereo position of an audio event, from left (-1) to right (1).
    public static let audioPan = ParameterID(rawValue: "AudioPan")
    /// The high-frequency content of an audio event, 0...1.
    public static let audioBrightness = ParameterID(rawValue: "AudioBrightness")
  }

  /// The type of the event.
  public let type: EventType
  /// The parameters of the event.
  public let eventParameters: [CHHapticEventParameter]
  /// The time of the event, in seconds from the beginning of the pattern.
  open var relativeTime: TimeInterval
  /// The duration of the event, in seconds; 0 if it is not set.
  ///
  /// A continuous event without a duration, or with an infinite one, fades out after 30 seconds.
  open var duration: TimeInterval

  /// The registered sound that the event plays; nil for an event that was created with a type.
  let resource: CHHapticAudioResourceID?

  /// Creates an event without a duration.
  public init(
    eventType type: EventType, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval
  ) {
    self.type = type
    resource = nil
    eventParameters = eventParams
    relativeTime = time
    duration = 0
    super.init()
  }

  /// Creates an event with a duration.
  public init(
    eventType type: EventType, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval, duration: TimeInterval
  ) {
    self.type = type
    resource = nil
    eventParameters = eventParams
    relativeTime = time
    self.duration = duration
    super.init()
  }

  /// Creates an event that plays a registered sound to its end.
  public init(
    audioResourceID resID: CHHapticAudioResourceID,
    parameters eventParams: [CHHapticEventParameter], relativeTime time: TimeInterval
  ) {
    type = .audioCustom
    resource = resID
    eventParameters = eventParams
    relativeTime = time
    duration = 0
    super.init()
  }

  /// Creates an event that plays a registered sound for a duration.
  public init(
    audioResourceID resID: CHHapticAudioResourceID,
    parameters eventParams: [CHHapticEventParameter], relativeTime time: TimeInterval,
    duration: TimeInterval
  ) {
    type = .audioCustom
    resource = resID
    eventParameters = eventParams
    relativeTime = time
    self.duration = duration
    super.init()
  }
}

/// The value of one parameter of an event.
///
/// - Thread: one at a time.
open class CHHapticEventParameter: NSObject {
  /// The parameter.
  public let parameterID: CHHapticEvent.ParameterID
  /// The value; it is clamped to the parameter's range when it is played.
  open var value: Float

  /// Creates a parameter with this value.
  public init(parameterID: CHHapticEvent.ParameterID, value: Float) {
    self.parameterID = parameterID
    self.value = value
    super.init()
  }
}
