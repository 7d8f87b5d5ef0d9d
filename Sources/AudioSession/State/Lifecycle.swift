/// The lifecycle state of an app.
public enum Lifecycle: UInt8, Hashable, Sendable, CaseIterable {
  /// The app is on the screen, possibly alongside other apps.
  case foreground
  /// The app runs in the background.
  case background
  /// The app is in memory, but not running.
  case suspended
  /// The app does not have a process.
  case terminated

  /// The name, such as `background`.
  public var name: String { "\(self)" }

  /// Whether the app's code is running.
  public var isRunning: Bool { self == .foreground || self == .background }
}
