internal import AudioSession
public import Foundation

/// Accessibility settings of the user of `SimulatedPhone.current`.
///
/// `SimulatedPhone.setAccessibility` changes them on behalf of the user. An app that is not suspended is notified
/// through its notification center, without an object. Source: the pages of the notifications: "This notification
/// doesn't include a parameter".
///
/// - Thread: any.
public enum UIAccessibility {
  /// Whether Reduce Motion is on.
  ///
  /// If it is on, an app should also omit haptics that only accompany motion.
  public static var isReduceMotionEnabled: Bool { isOn(.reduceMotion) }
  /// Whether VoiceOver is running.
  public static var isVoiceOverRunning: Bool { isOn(.voiceOver) }
  /// Whether both channels play the same audio.
  public static var isMonoAudioEnabled: Bool { isOn(.monoAudio) }
  /// Whether closed captions are on.
  public static var isClosedCaptioningEnabled: Bool { isOn(.closedCaptioning) }

  /// Posted when Reduce Motion has been turned on or off.
  public static let reduceMotionStatusDidChangeNotification = name(.reduceMotion)
  /// Posted when VoiceOver has been turned on or off.
  public static let voiceOverStatusDidChangeNotification = name(.voiceOver)
  /// Posted when mono audio has been turned on or off.
  public static let monoAudioStatusDidChangeNotification = name(.monoAudio)
  /// Posted when closed captions have been turned on or off.
  public static let closedCaptioningStatusDidChangeNotification = name(.closedCaptioning)

  private static func isOn(_ setting: AccessibilitySettings) -> Bool {
    SimulatedPhone.current.accessibility.isSuperset(of: setting)
  }

  private static func name(_ setting: AccessibilitySettings) -> NSNotification.Name {
    let row = AccessibilitySettings.rows.first { $0.setting == setting }
    return NSNotification.Name(row?.notification ?? "")
  }
}
