/// How alive an app is.
public enum Lifecycle: UInt8, Hashable, Sendable, CaseIterable {
  /// On the screen; several may be.
  case foreground
  /// Running behind.
  case background
  /// In memory, not running.
  case suspended
  /// Not there.
  case terminated

  /// The name, such as `background`.
  public var name: String { "\(self)" }

  /// True if the app's code runs.
  public var isRunning: Bool { self == .foreground || self == .background }
}
