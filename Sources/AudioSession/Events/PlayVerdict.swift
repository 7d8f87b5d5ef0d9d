/// The reason why a requested haptic or sound is not played.
public enum SuppressionReason: String, Hashable, Sendable, CaseIterable {
  /// A session records and does not allow it.
  case recording
  /// The hardware does not support it.
  case notSupported
  /// The user has turned the sound or the haptic off.
  case hapticsOff
  /// The app's session is interrupted, or the media services are down.
  case interrupted
  /// The app is not in the foreground.
  case background
  /// A sensor that it would shake is in use.
  case capture
  /// The ring/silent switch is on silent; for haptics, only if the policy says so.
  case silentMode
  /// The user has turned off that kind of sound.
  case soundsOff
  /// The app does not have its own input view, to which a key click belongs, on the screen.
  case noInputView
  /// The app's input view is on the screen but has not enabled clicks.
  case clicksNotEnabled
  /// The volume at which it would play is 0.
  case volume
  /// The user has not allowed the app to notify.
  case notPermitted
  /// The app is in front and does not allow its notification to sound there.
  case inFront
  /// Another notification was about the same subject.
  case repeated
}

/// The origin of a requested haptic.
public enum HapticOrigin: String, Hashable, Sendable, CaseIterable {
  /// A haptic engine of the app, with a pattern.
  case engine
  /// A feedback generator of the app.
  case generator
  /// A system control on the app's screen, automatically.
  case control

  /// The first release that has this origin.
  ///
  /// Source: `CHHapticEngine` (13), `UIFeedbackGenerator` (10). Our choice: controls vibrate since generators exist.
  public var since: SystemRelease {
    switch self {
    case .engine: SystemRelease(13)
    case .generator, .control: SystemRelease(10)
    }
  }
}

/// The result of a requested haptic or sound.
public enum PlayVerdict: Hashable, Sendable {
  /// The sound or the haptic is played.
  case played
  /// The sound or the haptic is not played.
  case suppressed(SuppressionReason)
}
