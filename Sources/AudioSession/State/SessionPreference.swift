/// A preference that an app may set for its session.
public enum SessionPreference: String, Hashable, Sendable, CaseIterable {
  /// A call that appears as a banner interrupts only when it is answered (iOS 14.5 or later).
  case noInterruptionsFromSystemAlerts
  /// Unplugging the output interrupts the session if it is the Now Playing session (iOS 17 or later).
  case interruptionOnRouteDisconnect
  /// Haptics and system sounds are played while recording (iOS 13 or later).
  case hapticsAndSystemSoundsDuringRecording

  /// The preference's name, which is the raw value.
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

  /// The value of a preference.
  ///
  /// Setting it to nil resets the preference.
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
