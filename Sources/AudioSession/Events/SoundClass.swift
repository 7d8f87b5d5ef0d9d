/// A kind of sound that does not go through an app's session.
public enum SoundClass: String, Hashable, Sendable, CaseIterable {
  /// An incoming call.
  case ringtone
  /// A message or notification.
  case messageTone
  /// A key of the keyboard or of a custom input view.
  case keyClick
  /// A short sound of the interface: `AudioServicesPlaySystemSound`.
  case uiFeedback
  /// The same with the vibration of an alert: `AudioServicesPlayAlertSound`.
  case alert
  /// The vibration alone: `kSystemSoundID_Vibrate`.
  case vibration
  /// The alarm or timer of the clock.
  case alarm

  /// The name, which is the raw value.
  public var name: String { rawValue }
}
