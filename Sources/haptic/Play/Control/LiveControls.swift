import HapticEngine

/// The controls that are set while a pattern plays.
struct LiveControls: Hashable, Sendable {
  /// `HapticIntensityControl`, 0...1.
  private(set) var intensity: Double
  /// `HapticSharpnessControl`, -1...1.
  private(set) var sharpness: Double

  /// How much one key changes.
  ///
  /// Our choice: twenty steps from nothing to all.
  static let step = 0.05

  /// Controls of these values, clamped.
  init(intensity: Double = 1, sharpness: Double = 0) {
    self.intensity = min(1, max(0, intensity))
    self.sharpness = min(1, max(-1, sharpness))
  }

  /// Whether nothing is changed by them.
  var isNeutral: Bool { self == LiveControls() }

  /// The controls with so many steps more or less.
  func stepped(intensity: Int = 0, sharpness: Int = 0) -> LiveControls {
    LiveControls(
      intensity: Self.stepped(self.intensity, intensity),
      sharpness: Self.stepped(self.sharpness, sharpness))
  }

  /// Whole steps, so that twenty down and twenty up are where one began.
  private static func stepped(_ value: Double, _ steps: Int) -> Double {
    steps == 0 ? value : ((value / step).rounded() + Double(steps)) * step
  }

  /// What is sent to the player.
  var parameters: [DynamicParameter] { parameters(at: 0) }

  /// The same as entries of a pattern, from `time` on.
  func parameters(at time: Seconds) -> [DynamicParameter] {
    [
      DynamicParameter(.hapticIntensityControl, intensity, at: time),
      DynamicParameter(.hapticSharpnessControl, sharpness, at: time),
    ]
  }

  /// `pattern` as it plays when the controls are sent at `time`: a control that is sent governs, like
  /// one of the pattern, until a source of the pattern starts later.
  func applied(to pattern: HapticPattern, at time: Seconds) -> HapticPattern {
    let entries = pattern.entries + parameters(at: time).map(HapticPattern.Entry.parameter)
    do {
      return try HapticPattern(entries: entries, metadata: pattern.metadata)
    } catch {
      return pattern
    }
  }
}
