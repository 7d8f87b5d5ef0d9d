/// Why a haptic or a sound that was asked for is not played.
public enum SuppressionReason: String, Hashable, Sendable, CaseIterable {
  /// A session records and does not allow it.
  case recording
  /// The hardware cannot.
  case notSupported
  /// The user has turned the sound or the haptic off.
  case hapticsOff
  /// The app's session is interrupted, or the media services are down.
  case interrupted
  /// The app is not in the foreground.
  case background
  /// A sensor is in use that it would shake.
  case capture
  /// The ring/silent switch is on silent; for haptics only if the policy says so.
  case silentMode
  /// The user has turned that kind of sound off.
  case soundsOff
  /// The app has no input view of its own on the screen, which a key click belongs to.
  case noInputView
  /// The app's input view is on the screen and has not enabled clicks.
  case clicksNotEnabled
  /// The volume that it plays at is 0.
  case volume
  /// The user has not let the app notify.
  case notPermitted
  /// The app is in front, and does not let its notification sound there.
  case inFront
  /// Another notification was about the same thing.
  case repeated
}

/// What plays a haptic that is asked for.
public enum HapticOrigin: String, Hashable, Sendable, CaseIterable {
  /// An engine of the app's, with a pattern.
  case engine
  /// A feedback generator of the app's.
  case generator
  /// A control of the system's on the app's screen, by itself.
  case control

  /// The first release that has it.
  ///
  /// Source: `CHHapticEngine` (13), `UIFeedbackGenerator` (10). Our choice: controls vibrate since there
  /// are generators.
  public var since: SystemRelease {
    switch self {
    case .engine: SystemRelease(13)
    case .generator, .control: SystemRelease(10)
    }
  }
}

/// What becomes of a haptic or a sound that was asked for.
public enum PlayVerdict: Hashable, Sendable {
  /// The sound or the haptic is played.
  case played
  /// The sound or the haptic is not played.
  case suppressed(SuppressionReason)
}
