/// The reason why a requested haptic or sound is not played.
public enum SuppressionReason: String, Hashable, Sendable, CaseIterable {
  /// A session is recording and does not allow haptics and system sounds during recording.
  case recording
  /// The hardware or the system release does not support the haptic or vibration.
  case notSupported
  /// The user has turned off haptics.
  case hapticsOff
  /// The app's session is interrupted, or the media services are down.
  case interrupted
  /// The app is not in the foreground.
  case background
  /// The app is using a sensor that the haptic would disturb.
  case capture
  /// The ring/silent switch is on silent; for haptics, only if the policy says so.
  case silentMode
  /// The user has turned off that kind of sound.
  case soundsOff
  /// The app does not have its own input view on the screen. Key clicks require an input view.
  case noInputView
  /// The app's input view is on the screen but has not enabled clicks.
  case clicksNotEnabled
  /// The volume at which the sound would play is 0.
  case volume
  /// The user has not allowed notifications from the app.
  case notPermitted
  /// The app is in the foreground, and does not let its own notifications sound there.
  case inFront
  /// An earlier notification was about the same subject.
  case repeated
}

/// The origin of a requested haptic.
public enum HapticOrigin: String, Hashable, Sendable, CaseIterable {
  /// A pattern that is played by a haptic engine of the app.
  case engine
  /// A feedback generator of the app.
  case generator
  /// A system control on the app's screen, which vibrates automatically.
  case control

  /// The first release that supports this origin.
  ///
  /// Source: `CHHapticEngine` (iOS 13), `UIFeedbackGenerator` (iOS 10). Our choice: controls have vibrated since
  /// generators were introduced.
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
