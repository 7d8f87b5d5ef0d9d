internal import AudioSession
public import Foundation

/// The lifecycle of the app under test of `SimulatedPhone.current`.
///
/// Its notifications are posted after the session's notifications for the same event, through the app's notification
/// center, and only to an app that is not suspended. On a real phone, an app also resigns active for a call, an alert
/// or Siri while it stays in the foreground. This is not simulated.
///
/// - Thread: any.
open class UIApplication: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing is stored.

  /// The shared instance.
  public static let shared = UIApplication()

  /// The state of an app.
  public enum State: Int, Hashable, Sendable {
    /// The app is on the screen.
    case active = 0
    /// The app is on the screen during a transition; not simulated.
    case inactive = 1
    /// The app is in the background.
    case background = 2
  }

  /// The state of the app.
  open var applicationState: State {
    SimulatedPhone.current.app.lifecycle == .foreground ? .active : .background
  }

  /// The app is about to leave the screen.
  public static let willResignActiveNotification = NSNotification.Name(
    "UIApplicationWillResignActiveNotification")
  /// The app is in the background.
  public static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// The app is about to return to the screen.
  public static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// The app is on the screen.
  public static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification")
  /// The app is about to terminate; not posted to a suspended app.
  public static let willTerminateNotification = NSNotification.Name(
    "UIApplicationWillTerminateNotification")

  /// Returns the notifications for a change between two states, in order.
  static func notifications(from old: Lifecycle, to new: Lifecycle) -> [NSNotification.Name] {
    switch (old, new) {
    case (.foreground, .background), (.foreground, .suspended):
      [willResignActiveNotification, didEnterBackgroundNotification]
    case (.background, .foreground), (.suspended, .foreground):
      [willEnterForegroundNotification, didBecomeActiveNotification]
    case (.terminated, .foreground): [didBecomeActiveNotification]
    case (.foreground, .terminated), (.background, .terminated): [willTerminateNotification]
    case (.foreground, .foreground), (.background, .background), (.suspended, .suspended),
      (.terminated, .terminated), (.background, .suspended), (.suspended, .background),
      (.suspended, .terminated), (.terminated, .background), (.terminated, .suspended):
      []
    }
  }
}
