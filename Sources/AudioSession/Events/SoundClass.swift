/// A kind of sound that does not go through an app's session.
public enum SoundClass: String, Hashable, Sendable, CaseIterable {
  /// The ringtone of an incoming call.
  case ringtone
  /// The tone of a message or notification.
  case messageTone
  /// The click of a key on the keyboard or in a custom input view.
  case keyClick
  /// A short sound of the user interface: `AudioServicesPlaySystemSound`.
  case uiFeedback
  /// A short sound together with an alert's vibration: `AudioServicesPlayAlertSound`.
  case alert
  /// The vibration alone: `kSystemSoundID_Vibrate`.
  case vibration
  /// An alarm or timer of the Clock app.
  case alarm

  /// The name, which is the raw value.
  public var name: String { rawValue }
}
