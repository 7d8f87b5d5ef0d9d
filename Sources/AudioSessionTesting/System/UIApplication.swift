internal import AudioSession
public import Foundation

/// The app under test of `SimulatedPhone.current`, as far as its lifecycle goes.
///
/// Its notifications are posted behind those of the session that belong to the same event, at the
/// notification center of the app, and to an app that is not suspended. That an app resigns active for
/// a call, an alert or Siri while it stays in front is not simulated.
///
/// - Thread: any.
public final class UIApplication: Sendable {
  /// The one there is.
  public static let shared = UIApplication()

  private init() {}

  /// Where an app is.
  public enum State: Int, Hashable, Sendable {
    /// On the screen.
    case active = 0
    /// On the screen, and about to come or go; not simulated.
    case inactive = 1
    /// Behind.
    case background = 2
  }

  /// Where the app is.
  public var applicationState: State {
    SimulatedPhone.current.app.lifecycle == .foreground ? .active : .background
  }

  /// The app is about to leave the screen.
  public static let willResignActiveNotification = NSNotification.Name(
    "UIApplicationWillResignActiveNotification")
  /// The app is behind.
  public static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// The app is about to come to the screen.
  public static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// The app is on the screen.
  public static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification")
  /// The app is about to end; not posted to one that is suspended.
  public static let willTerminateNotification = NSNotification.Name(
    "UIApplicationWillTerminateNotification")

  /// What an app is notified of when it goes from one state to the other, in order.
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
