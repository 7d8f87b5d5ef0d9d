import HapticEngine

/// What is changed of everything while a pattern plays, beside the pattern's own controls.
struct LiveControls: Hashable, Sendable {
  /// Multiplies the intensity, 0...1.
  private(set) var intensity: Double
  /// Is added to the sharpness, -1...1.
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
}
