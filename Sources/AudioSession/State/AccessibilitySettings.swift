/// The user's accessibility settings that apps can read, and whose changes apps are notified of.
///
/// The session's rules use only VoiceOver's effect on other audio. Source: the pages of
/// `UIAccessibility.isReduceMotionEnabled`, `isVoiceOverRunning`, `isMonoAudioEnabled` and `isClosedCaptioningEnabled`;
/// Human Interface Guidelines, "Motion": make motion optional.
public struct AccessibilitySettings: OptionSet, Hashable, Sendable {
  /// One bit for each setting.
  public let rawValue: UInt8

  /// The settings with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reduce Motion.
  ///
  /// The setting does not change haptics, but an app may weaken haptics that only accompany motion.
  ///
  /// Source: page of SwiftUI's `accessibilityReduceMotion`: "UI should avoid large animations".
  public static let reduceMotion = AccessibilitySettings(rawValue: 1)
  /// VoiceOver is running.
  public static let voiceOver = AccessibilitySettings(rawValue: 2)
  /// Mono audio: both output channels are the same.
  public static let monoAudio = AccessibilitySettings(rawValue: 4)
  /// Closed captions.
  public static let closedCaptioning = AccessibilitySettings(rawValue: 8)

  /// Every setting with its name and the notification that reports its changes.
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

  /// The names of the settings that are on.
  public var names: [String] { Self.named.filter { isSuperset(of: $0.setting) }.map(\.name) }
}
