/// A family of presets: what a feedback generator is made for.
///
/// Source: UIKit's page of `UIFeedbackGenerator`: notification, impact and selection generators.
public enum FeedbackFamily: String, Hashable, Sendable, CaseIterable {
  /// An outcome: success, warning or failure.
  case notification
  /// Something has met something else.
  case impact
  /// A value has been passed.
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

/// What a feedback generator plays: a preset as it is, or an impact that is weaker.
///
/// The system manages strength and pattern of presets, so that there is nothing else to set. Source:
/// Human Interface Guidelines, "Playing haptics"; UIKit, `impactOccurred(intensity:)`.
public struct Feedback: Hashable, Sendable {
  /// The preset.
  public let preset: HapticPreset
  /// The factor of the preset's intensity, 0...1; 1 for all but impacts.
  public let intensity: Double

  /// A preset as it is.
  public init(_ preset: HapticPreset) {
    self.preset = preset
    intensity = 1
  }

  /// An impact of a strength of its own; nil if the preset is no impact, or the intensity is out of range.
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
  /// The pattern with the intensity of all its haptic events multiplied by a factor.
  ///
  /// - Parameter intensity: the factor, 0...1; what is beyond is clamped, and 1 changes nothing.
  /// - Returns: the weaker pattern.
  public func weakened(to intensity: Double) -> HapticPattern {
    guard intensity < 1 else { return self }
    let factor = DynamicParameter(.hapticIntensityControl, max(0, intensity))
    // A pattern that is valid stays so: the value is in the range of its parameter.
    return (try? HapticPattern(entries: entries + [.parameter(factor)], metadata: metadata)) ?? self
  }
}
