/// A family of presets, one for each kind of feedback generator.
///
/// Source: UIKit's documentation of `UIFeedbackGenerator`: notification, impact and selection generators.
public enum FeedbackFamily: String, Hashable, Sendable, CaseIterable {
  /// An outcome: success, warning or failure.
  case notification
  /// A collision of two things.
  case impact
  /// A change of the selection, as when a picker passes a value.
  case selection
}

extension HapticPreset {
  /// The family that the preset belongs to.
  public var family: FeedbackFamily {
    switch self {
    case .notificationSuccess, .notificationWarning, .notificationFailure: .notification
    case .impactLight, .impactMedium, .impactHeavy, .impactSoft, .impactRigid: .impact
    case .selection: .selection
    }
  }
}

/// The feedback that a generator plays: a preset unchanged, or a weaker impact.
///
/// The system manages the strength and the pattern of presets, so nothing else can be set. Source: Human Interface
/// Guidelines, "Playing haptics"; UIKit, `impactOccurred(intensity:)`.
public struct Feedback: Hashable, Sendable {
  /// The preset.
  public let preset: HapticPreset
  /// The factor of the preset's intensity, 0...1; always 1 except for impacts.
  public let intensity: Double

  /// Creates the feedback of a preset at full intensity.
  public init(_ preset: HapticPreset) {
    self.preset = preset
    intensity = 1
  }

  /// Creates an impact with its own strength; nil if the preset is not an impact, or the intensity is out of range.
  ///
  /// - Parameters:
  ///   - impact: a preset of the impact family.
  ///   - intensity: the factor of its intensity, 0...1.
  public init?(_ impact: HapticPreset, intensity: Double) {
    guard impact.family == .impact, (0...1).contains(intensity) else { return nil }
    preset = impact
    self.intensity = intensity
  }
}

extension HapticPattern {
  /// Returns the pattern with the intensity of all its haptic events multiplied by a factor.
  ///
  /// - Parameter intensity: the factor, clamped to 0...1; 1 does not change anything.
  /// - Returns: the weaker pattern.
  public func weakened(to intensity: Double) -> HapticPattern {
    guard intensity < 1 else { return self }
    let factor = DynamicParameter(.hapticIntensityControl, max(0, intensity))
    // A valid pattern stays valid, because the value is in the range of its parameter.
    return (try? HapticPattern(entries: entries + [.parameter(factor)], metadata: metadata)) ?? self
  }
}
