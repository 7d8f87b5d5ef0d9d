/// A step of one control: from `time` on, the control's value is `value`.
///
/// Controls act on all events of a pattern that respond to them, including events that are already playing.
public struct DynamicParameter: Hashable, Sendable {
  /// The controls of a pattern.
  ///
  /// Raw values are the words of an AHAP file. Source: Core Haptics, `CHHapticDynamicParameter.ID`.
  public enum ID: String, Hashable, Sendable, CaseIterable {
    /// Multiplies the intensity of haptic events by a factor in 0...1.
    case hapticIntensityControl = "HapticIntensityControl"
    /// Adds an offset in -1...1 to the sharpness of continuous haptic events.
    ///
    /// Source: Apple, "Representing haptic patterns in AHAP files", "affects only continuous haptics".
    case hapticSharpnessControl = "HapticSharpnessControl"
    /// Adds an offset in -1...1 to the attack time of haptic events.
    case hapticAttackTimeControl = "HapticAttackTimeControl"
    /// Adds an offset in -1...1 to the decay time of haptic events.
    case hapticDecayTimeControl = "HapticDecayTimeControl"
    /// Adds an offset in -1...1 to the release time of haptic events.
    case hapticReleaseTimeControl = "HapticReleaseTimeControl"
    /// Multiplies the volume of audio events by a factor in 0...1.
    case audioVolumeControl = "AudioVolumeControl"
    /// Adds an offset in -1...1 to the pan of audio events.
    case audioPanControl = "AudioPanControl"
    /// Adds an offset in -1...1 to the brightness of audio events.
    case audioBrightnessControl = "AudioBrightnessControl"
    /// Adds an offset in -1...1 to the pitch of audio events.
    case audioPitchControl = "AudioPitchControl"
    /// Adds an offset in -1...1 to the attack time of audio events.
    case audioAttackTimeControl = "AudioAttackTimeControl"
    /// Adds an offset in -1...1 to the decay time of audio events.
    case audioDecayTimeControl = "AudioDecayTimeControl"
    /// Adds an offset in -1...1 to the release time of audio events.
    case audioReleaseTimeControl = "AudioReleaseTimeControl"
  }

  /// The control that changes.
  public var id: ID
  /// The value from `time` on, in the range of `id`; clamped when played.
  public var value: Double
  /// The time of the step, in seconds from the start of the pattern.
  public var time: Seconds

  /// Creates a step of `id` to `value` at `time` seconds.
  public init(_ id: ID, _ value: Double, at time: Seconds = 0) {
    self.id = id
    self.value = value
    self.time = time
  }
}

/// A control that moves linearly from point to point.
public struct ParameterCurve: Hashable, Sendable {
  /// A point of a curve.
  public struct ControlPoint: Hashable, Sendable {
    /// The time in seconds from the start of the curve (not of the pattern).
    public var time: Seconds
    /// The value at that time, in the range of the curve's control; clamped when played.
    public var value: Double

    /// Creates a point at `time` seconds from the curve's start.
    public init(at time: Seconds, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// The control that the curve moves.
  public var id: DynamicParameter.ID
  /// The start of the curve, in seconds from the start of the pattern.
  public var time: Seconds
  /// The points, in any order.
  ///
  /// They are used in order of time. If two points have the same time, the value jumps to that of the point later in
  /// this list.
  public var controlPoints: [ControlPoint]

  /// Creates a curve of `id` that starts at `time` seconds.
  public init(
    _ id: DynamicParameter.ID, at time: Seconds = 0, controlPoints: [ControlPoint]
  ) {
    self.id = id
    self.time = time
    self.controlPoints = controlPoints
  }
}
