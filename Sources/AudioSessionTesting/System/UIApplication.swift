internal import AudioSession
public import Foundation
internal import Realtime

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

  /// Whether the screen stays on while the user does nothing; false by default.
  ///
  /// The property does not have an effect here.
  open var isIdleTimerDisabled: Bool {
    get { settings.withLock { $0.isIdleTimerDisabled } }
    set { settings.withLock { $0.isIdleTimerDisabled = newValue } }
  }

  /// The number on the app's icon; deprecated in iOS 17.
  open var applicationIconBadgeNumber: Int {
    get { settings.withLock { $0.badgeNumber } }
    set { settings.withLock { $0.badgeNumber = newValue } }
  }

  private var settings: AppSettings { SimulatedPhone.current.app.settings }

  /// Returns whether an app can open a URL.
  ///
  /// Our choice: only the system's own apps are installed, for web pages, telephone numbers, mail, messages and
  /// Settings.
  open func canOpenURL(_ url: URL) -> Bool {
    ["http", "https", "tel", "mailto", "sms", "app-settings"].contains(url.scheme?.lowercased())
  }

  /// Opens a URL in another app, and calls the handler before this method returns.
  ///
  /// `SimulatedApp.openedURLs` lists the URL. Our choice: the app stays in front, because only some URLs open another
  /// app on a phone; a test sends the app to the background itself.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - options: not used.
  ///   - completion: called with whether the URL was opened: the app is in the foreground, and `canOpenURL` is true.
  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    let isOpened = canOpenURL(url) && applicationState == .active
    if isOpened { settings.withLock { $0.openedURLs.append(url) } }
    completion?(isOpened)
  }

  /// Opens a URL in another app, as `open(_:options:completionHandler:)` does.
  ///
  /// - Returns: whether the URL was opened.
  @discardableResult
  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    await withCheckedContinuation { continuation in
      open(url, options: options, completionHandler: { continuation.resume(returning: $0) })
    }
  }

  /// An option for opening a URL.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String

    /// Creates an option with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Only an app that is associated with the web page may open it.
    public static let universalLinksOnly = OpenExternalURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// The URL of the app's page in Settings.
  public static let openSettingsURLString = "app-settings:"

  /// The app has been launched.
  public static let didFinishLaunchingNotification = NSNotification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  /// The app uses too much memory; see `SimulatedApp.warnOfMemory()`.
  public static let didReceiveMemoryWarningNotification = NSNotification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
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
    case (.terminated, .foreground): [didFinishLaunchingNotification, didBecomeActiveNotification]
    case (.terminated, .background): [didFinishLaunchingNotification]
    case (.foreground, .terminated), (.background, .terminated): [willTerminateNotification]
    case (.foreground, .foreground), (.background, .background), (.suspended, .suspended),
      (.terminated, .terminated), (.background, .suspended), (.suspended, .background),
      (.suspended, .terminated), (.terminated, .suspended):
      []
    }
  }
}

/// What an app's code has set outside its session.
final class AppSettings: Sendable {
  struct State: Sendable {
    var isIdleTimerDisabled = false
    var badgeNumber = 0
    var openedURLs: [URL] = []
  }

  private let state = Guarded(State())

  func withLock<Result>(_ body: (inout State) -> sending Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// Resets everything when the process has ended, except the number on the icon.
  func forget() { state.withLock { $0 = State(badgeNumber: $0.badgeNumber) } }
}

extension SimulatedApp {
  /// The URLs that the app has opened since it was launched, in order.
  public var openedURLs: [URL] { settings.withLock { $0.openedURLs } }

  /// The system warns the app that it uses too much memory.
  ///
  /// An app that is suspended or not in memory is not warned.
  public func warnOfMemory() {
    guard lifecycle.isRunning else { return }
    post(UIApplication.didReceiveMemoryWarningNotification, from: UIApplication.shared)
  }
}
