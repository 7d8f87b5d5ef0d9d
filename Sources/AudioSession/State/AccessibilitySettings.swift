/// Accessibility settings of the user's that apps read, and are notified of.
///
/// The session's rules read none of them but what VoiceOver does to other sound. Source: the pages of
/// `UIAccessibility.isReduceMotionEnabled`, `isVoiceOverRunning`, `isMonoAudioEnabled` and
/// `isClosedCaptioningEnabled`; Human Interface Guidelines, "Motion": make motion optional.
public struct AccessibilitySettings: OptionSet, Hashable, Sendable {
  /// One bit for each setting.
  public let rawValue: UInt8

  /// The settings with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reduce Motion, which changes no haptic: an app may weaken those that only accompany motion.
  ///
  /// Source: page of SwiftUI's `accessibilityReduceMotion`: "UI should avoid large animations".
  public static let reduceMotion = AccessibilitySettings(rawValue: 1)
  /// VoiceOver runs.
  public static let voiceOver = AccessibilitySettings(rawValue: 2)
  /// Both channels of what plays are the same.
  public static let monoAudio = AccessibilitySettings(rawValue: 4)
  /// Closed captions.
  public static let closedCaptioning = AccessibilitySettings(rawValue: 8)

  /// Every setting with its name and the notification of its change.
  ///
  /// Source: header of `UIAccessibility`.
  package static let rows: [(name: String, setting: AccessibilitySettings, notification: String)] =
    [
      (
        "reduceMotion", .reduceMotion, "UIAccessibilityReduceMotionStatusDidChangeNotification"
      ),
      ("voiceOver", .voiceOver, "UIAccessibilityVoiceOverStatusDidChangeNotification"),
      ("monoAudio", .monoAudio, "UIAccessibilityMonoAudioStatusDidChangeNotification"),
      (
        "closedCaptioning", .closedCaptioning,
        "UIAccessibilityClosedCaptioningStatusDidChangeNotification"
      ),
    ]

  /// Every setting with its name.
  public static let named: [(name: String, setting: AccessibilitySettings)] = rows.map {
    ($0.name, $0.setting)
  }

  /// The names of those that are on.
  public var names: [String] { Self.named.filter { isSuperset(of: $0.setting) }.map(\.name) }
}
