internal import AudioSession
internal import Foundation
internal import Realtime

/// Whether the user lets an app notify.
public enum UNAuthorizationStatus: Int, Hashable, Sendable {
  /// The user was not asked yet.
  case notDetermined = 0
  /// The user has refused.
  case denied = 1
  /// The user has agreed.
  case authorized = 2
}

/// One of the settings of an app's notifications.
public enum UNNotificationSetting: Int, Hashable, Sendable {
  /// The app does not support it; not simulated.
  case notSupported = 0
  /// The user has the setting off.
  case disabled = 1
  /// The user has the setting on.
  case enabled = 2
}

/// How an app's notifications are shown on a phone that is unlocked.
public enum UNAlertStyle: Int, Hashable, Sendable {
  /// The user wants none to be shown.
  case none = 0
  /// Banners leave by themselves.
  case banner = 1
  /// Alerts stay until they are dismissed.
  case alert = 2
}

/// What an app asks the user for.
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

/// What an app lets a notification do while it is in front.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Badges, which are not simulated.
  public static let badge = UNNotificationPresentationOptions(rawValue: 1)
  /// The notification sounds.
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
  /// Notification Center, which is not simulated for an app in front.
  public static let list = UNNotificationPresentationOptions(rawValue: 8)
  /// The notification is shown.
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// What the user lets an app's notifications do.
public final class UNNotificationSettings: Sendable {
  /// Whether the app may notify.
  public let authorizationStatus: UNAuthorizationStatus
  /// Whether notifications may sound.
  public let soundSetting: UNNotificationSetting
  /// Whether notifications are shown.
  public let alertSetting: UNNotificationSetting
  /// Whether notifications are shown on the lock screen.
  public let lockScreenSetting: UNNotificationSetting
  /// The style in which notifications are shown.
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

/// A notification that arrives; it has no content here.
public final class UNNotification: Sendable {
  init() {}
}

/// Decides about notifications of an app in front.
public protocol UNUserNotificationCenterDelegate: AnyObject, Sendable {
  /// Asks what a notification may do that arrives while the app is in front.
  ///
  /// The answer counts if it is given before the method returns.
  ///
  /// - Parameters:
  ///   - center: the center of the app.
  ///   - notification: the notification.
  ///   - completionHandler: called with what it may do.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
}

/// The notifications of the app under test of `SimulatedPhone.current`, or of another one.
///
/// Notifications arrive by `SimulatedPhone.deliverNotification`; nothing is scheduled here.
///
/// - Thread: any.
public final class UNUserNotificationCenter: Sendable {
  private struct State: HoldsUserValues {
    weak var app: SimulatedApp?
    weak var delegate: (any UNUserNotificationCenterDelegate)?
    var requests: [@Sendable (Bool) -> Void] = []

    var userValues: any Sendable { requests }
  }

  private let state = UserGuarded(State())

  init() {}

  /// The one of the app under test.
  public static func current() -> UNUserNotificationCenter {
    let app = SimulatedPhone.current.app
    app.notificationCenterFace.state.withLock { $0.app = app }
    return app.notificationCenterFace
  }

  /// Decides about notifications while the app is in front; without one they do nothing there.
  public var delegate: (any UNUserNotificationCenterDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// What the user lets notifications do.
  public func notificationSettings() async -> UNNotificationSettings { present }

  /// The same, passed on.
  ///
  /// - Parameter completionHandler: called with it at once.
  public func getNotificationSettings(
    completionHandler: @Sendable (UNNotificationSettings) -> Void
  ) {
    completionHandler(present)
  }

  /// Asks the user, who answers by `SimulatedApp.setNotificationSettings`; who was asked before is not
  /// asked again.
  ///
  /// - Parameters:
  ///   - options: what the app asks for, which the answer does not depend on.
  ///   - completionHandler: called with the answer, and never with an error.
  public func requestAuthorization(
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

  private var present: UNNotificationSettings {
    let app = state.withLock { $0.app } ?? SimulatedPhone.current.app
    return UNNotificationSettings(app.notificationSettings)
  }

  /// The process is gone: nobody waits for the user's answer any more.
  func forget() {
    state.withLock { state in
      state.requests = []
      state.delegate = nil
    }
  }

  /// The user has decided.
  func answer(_ permission: NotificationSettings.Permission) {
    guard permission != .notDetermined else { return }
    let requests = state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
    for request in requests { request(permission == .granted) }
  }

  /// What the delegate lets a notification do; nil without one.
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
