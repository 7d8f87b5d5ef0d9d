internal import AudioSession
public import Foundation
internal import Realtime

/// Whether the user allows an app to send notifications.
public enum UNAuthorizationStatus: Int, Hashable, Sendable {
  /// The user has not been asked yet.
  case notDetermined = 0
  /// The user has refused.
  case denied = 1
  /// The user has agreed.
  case authorized = 2
}

/// The state of a setting of an app's notifications.
public enum UNNotificationSetting: Int, Hashable, Sendable {
  /// The app does not support the setting; not simulated.
  case notSupported = 0
  /// The user has switched the setting off.
  case disabled = 1
  /// The user has switched the setting on.
  case enabled = 2
}

/// The style of an app's notifications on an unlocked phone.
public enum UNAlertStyle: Int, Hashable, Sendable {
  /// Notifications are not shown.
  case none = 0
  /// Banners disappear automatically.
  case banner = 1
  /// Alerts stay until they are dismissed.
  case alert = 2
}

/// The options that an app requests from the user.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Badges, which are not simulated.
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  /// Sounds.
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  /// Alerts and banners.
  public static let alert = UNAuthorizationOptions(rawValue: 4)
}

/// The options for a notification that arrives while its app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Badges, which are not simulated.
  public static let badge = UNNotificationPresentationOptions(rawValue: 1)
  /// The notification plays its sound.
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
  /// Notification Center, which is not simulated for an app in the foreground.
  public static let list = UNNotificationPresentationOptions(rawValue: 8)
  /// The notification is shown.
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// The user's settings for an app's notifications.
public final class UNNotificationSettings: NSObject, Sendable {
  /// Whether the app may send notifications.
  public let authorizationStatus: UNAuthorizationStatus
  /// Whether notifications may play sounds.
  public let soundSetting: UNNotificationSetting
  /// Whether notifications are shown.
  public let alertSetting: UNNotificationSetting
  /// Whether notifications are shown on the lock screen.
  public let lockScreenSetting: UNNotificationSetting
  /// The style of the notifications.
  public let alertStyle: UNAlertStyle

  init(_ settings: NotificationSettings) {
    let isGranted = settings.permission == .granted
    func setting(_ isOn: Bool) -> UNNotificationSetting { isGranted && isOn ? .enabled : .disabled }
    authorizationStatus =
      switch settings.permission {
      case .notDetermined: .notDetermined
      case .denied: .denied
      case .granted: .authorized
      }
    soundSetting = setting(settings.hasSound)
    alertSetting = setting(settings.style != .none)
    lockScreenSetting = setting(settings.showsOnLockScreen)
    alertStyle =
      switch settings.style {
      case .none: .none
      case .banner: .banner
      case .alert: .alert
      }
  }
}

/// A notification that arrives; its content is not simulated.
public final class UNNotification: NSObject, Sendable {
  override init() {}
}

/// Decides about an app's notifications while the app is in the foreground.
public protocol UNUserNotificationCenterDelegate: AnyObject, Sendable {
  /// Asks how to present a notification that arrives while the app is in the foreground.
  ///
  /// An answer given after the method has returned is ignored.
  ///
  /// - Parameters:
  ///   - center: the center of the app.
  ///   - notification: the notification.
  ///   - completionHandler: called with the presentation options.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
}

/// The optional methods.
extension UNUserNotificationCenterDelegate {
  /// Presents nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([])
  }
}

/// The notifications of the app under test of `SimulatedPhone.current`, or of another app.
///
/// `SimulatedPhone.deliverNotification` delivers notifications; they cannot be scheduled here.
///
/// - Thread: any.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the state is behind a lock.

  private struct State: HoldsUserValues {
    weak var app: SimulatedApp?
    weak var delegate: (any UNUserNotificationCenterDelegate)?
    var requests: [@Sendable (Bool) -> Void] = []

    var userValues: any Sendable { requests }
  }

  private let state = UserGuarded(State())

  override init() {}

  /// The notification center of the app under test.
  open class func current() -> UNUserNotificationCenter {
    let app = SimulatedPhone.current.app
    app.notificationCenterFace.state.withLock { $0.app = app }
    return app.notificationCenterFace
  }

  /// Decides about notifications while the app is in the foreground.
  ///
  /// Without a delegate, they are not presented there.
  open var delegate: (any UNUserNotificationCenterDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// Returns the user's settings for the app's notifications.
  open func notificationSettings() async -> UNNotificationSettings { present }

  /// Passes the settings to a handler.
  ///
  /// - Parameter completionHandler: called immediately with the settings.
  public func getNotificationSettings(
    completionHandler: @Sendable (UNNotificationSettings) -> Void
  ) {
    completionHandler(present)
  }

  /// Asks the user for permission.
  ///
  /// `SimulatedApp.setNotificationSettings` gives the user's answer. A user who has already answered is not asked
  /// again.
  ///
  /// - Parameters:
  ///   - options: the requested options, which do not affect the answer.
  ///   - completionHandler: called with the answer, and never with an error.
  open func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let status = present.authorizationStatus
    if status == .notDetermined {
      state.withLock { $0.requests.append { completionHandler($0, nil) } }
    } else {
      completionHandler(status == .authorized, nil)
    }
  }

  /// Asks the user for permission, and waits for the answer.
  ///
  /// - Parameter options: the requested options, which do not affect the answer.
  /// - Returns: whether the user has agreed.
  /// - Throws: nothing; Apple's method can throw.
  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { continuation in
      requestAuthorization(options: options) { isGranted, _ in
        continuation.resume(returning: isGranted)
      }
    }
  }

  private var present: UNNotificationSettings {
    let app = state.withLock { $0.app } ?? SimulatedPhone.current.app
    return UNNotificationSettings(app.notificationSettings)
  }

  /// Drops pending requests when the process has ended.
  func forget() {
    state.withLock { state in
      state.requests = []
      state.delegate = nil
    }
  }

  /// Answers pending requests when the user has decided.
  func answer(_ permission: NotificationSettings.Permission) {
    guard permission != .notDetermined else { return }
    let requests = state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
    for request in requests { request(permission == .granted) }
  }

  /// Returns the delegate's presentation of a notification; nil without a delegate.
  func presentation() -> FrontPresentation? {
    guard let delegate else { return nil }
    let answer = Guarded<UNNotificationPresentationOptions>([])
    delegate.userNotificationCenter(
      self, willPresent: UNNotification(),
      withCompletionHandler: { options in answer.withLock { $0 = options } })
    let options = answer.withLock { $0 }
    var found: FrontPresentation = []
    if options.contains(.banner) { found.insert(.banner) }
    if options.contains(.sound) { found.insert(.sound) }
    return found
  }
}
