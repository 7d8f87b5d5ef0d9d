public import Foundation
public import PhoneFoundation

/// A change of a control at one time.
///
/// - Thread: one at a time.
open class CHHapticDynamicParameter: NSObject {
  /// A control of a pattern.
  public struct ID: _StringNewtype {
    /// The word in pattern files.
    public let rawValue: String

    /// Creates the control with this word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Multiplies the intensity of haptic events, 0...1.
    public static let hapticIntensityControl = ID(rawValue: "HapticIntensityControl")
    /// Adds to the sharpness of haptic events, -1...1.
    public static let hapticSharpnessControl = ID(rawValue: "HapticSharpnessControl")
    /// Adds to the attack time of haptic events, -1...1.
    public static let hapticAttackTimeControl = ID(rawValue: "HapticAttackTimeControl")
    /// Adds to the decay time of haptic events, -1...1.
    public static let hapticDecayTimeControl = ID(rawValue: "HapticDecayTimeControl")
    /// Adds to the release time of haptic events, -1...1.
    public static let hapticReleaseTimeControl = ID(rawValue: "HapticReleaseTimeControl")
    /// Multiplies the volume of audio events, 0...1.
    public static let audioVolumeControl = ID(rawValue: "AudioVolumeControl")
    /// Adds to the pan of audio events, -1...1.
    public static let audioPanControl = ID(rawValue: "AudioPanControl")
    /// Adds to the brightness of audio events, -1...1.
    public static let audioBrightnessControl = ID(rawValue: "AudioBrightnessControl")
    /// Adds to the pitch of audio events, -1...1.
    public static let audioPitchControl = ID(rawValue: "AudioPitchControl")
    /// Adds to the attack time of audio events, -1...1.
    public static let audioAttackTimeControl = ID(rawValue: "AudioAttackTimeControl")
    /// Adds to the decay time of audio events, -1...1.
    public static let audioDecayTimeControl = ID(rawValue: "AudioDecayTimeControl")
    /// Adds to the release time of audio events, -1...1.
    public static let audioReleaseTimeControl = ID(rawValue: "AudioReleaseTimeControl")
  }

  /// The control.
  public let parameterID: ID
  /// The value from `relativeTime` on; it is clamped to the control's range when it is played.
  open var value: Float
  /// The time of the change in seconds, from the beginning of the pattern or from the time of `sendParameters`.
  open var relativeTime: TimeInterval

  /// Creates a change of a control.
  public init(parameterID: ID, value: Float, relativeTime time: TimeInterval) {
    self.parameterID = parameterID
    self.value = value
    relativeTime = time
    super.init()
  }
}

/// A control that moves linearly from point to point.
///
/// - Thread: one at a time.
open class CHHapticParameterCurve: NSObject {
  /// A point of a curve.
  ///
  /// - Thread: one at a time.
  open class ControlPoint: NSObject {
    /// The time in seconds from the beginning of the curve.
    open var relativeTime: TimeInterval
    /// The value at that time.
    open var value: Float

    /// Creates a point.
    public init(relativeTime time: TimeInterval, value: Float) {
      relativeTime = time
      self.value = value
      super.init()
    }
  }

  /// The control that the curve moves.
  public let parameterID: CHHapticDynamicParameter.ID
  /// The points of the curve.
  public let controlPoints: [ControlPoint]
  /// The beginning of the curve, in seconds from the beginning of the pattern.
  open var relativeTime: TimeInterval

  /// Creates a curve.
  public init(
    parameterID: CHHapticDynamicParameter.ID, controlPoints: [ControlPoint],
    relativeTime: TimeInterval
  ) {
    self.parameterID = parameterID
    self.controlPoints = controlPoints
    self.relativeTime = relativeTime
    super.init()
  }
}
