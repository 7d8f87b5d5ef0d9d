/// A preference that an app may set for its session.
public enum SessionPreference: String, Hashable, Sendable, CaseIterable {
  /// A call that is shown as a banner interrupts only when it is answered (14.5).
  case noInterruptionsFromSystemAlerts
  /// An unplugged output interrupts the session, if it is the Now Playing session (17).
  case interruptionOnRouteDisconnect
  /// Haptics and system sounds are played while recording (13).
  case hapticsAndSystemSoundsDuringRecording

  /// The name in `setPrefers`, which is the raw value.
  public var name: String { rawValue }
}

/// The preferences that an app has set for its session.
public struct SessionPreferences: Hashable, Sendable {
  /// See `SessionPreference.noInterruptionsFromSystemAlerts`.
  public var noInterruptionsFromSystemAlerts = false
  /// See `SessionPreference.interruptionOnRouteDisconnect`; true until the app opts out.
  ///
  /// Source: the page of `prefersInterruptionOnRouteDisconnect`: "The default value is true".
  public var interruptionOnRouteDisconnect = true
  /// See `SessionPreference.hapticsAndSystemSoundsDuringRecording`.
  public var hapticsAndSystemSoundsDuringRecording = false

  /// No preferences.
  public init() {}

  /// Sets a preference; nil resets it.
  public subscript(preference: SessionPreference) -> Bool? {
    get {
      switch preference {
      case .noInterruptionsFromSystemAlerts: noInterruptionsFromSystemAlerts
      case .interruptionOnRouteDisconnect: interruptionOnRouteDisconnect
      case .hapticsAndSystemSoundsDuringRecording: hapticsAndSystemSoundsDuringRecording
      }
    }
    set {
      switch preference {
      case .noInterruptionsFromSystemAlerts: noInterruptionsFromSystemAlerts = newValue ?? false
      case .interruptionOnRouteDisconnect: interruptionOnRouteDisconnect = newValue ?? true
      case .hapticsAndSystemSoundsDuringRecording:
        hapticsAndSystemSoundsDuringRecording = newValue ?? false
      }
    }
  }
}
