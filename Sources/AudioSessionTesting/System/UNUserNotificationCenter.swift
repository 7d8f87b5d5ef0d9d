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
  /// The app may send quiet notifications on trial; not simulated.
  case provisional = 3
  /// The app may send notifications for a short time, as an App Clip; not simulated.
  case ephemeral = 4
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
  /// Notifications in a car.
  public static let carPlay = UNAuthorizationOptions(rawValue: 8)
  /// Sounds that ignore the silent switch, which are not simulated.
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
  /// A button for the app's own settings, which is not simulated.
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
  /// Quiet notifications on trial, which are not simulated.
  public static let provisional = UNAuthorizationOptions(rawValue: 64)
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
  /// The notification is shown; deprecated in iOS 14.
  public static let alert = UNNotificationPresentationOptions(rawValue: 4)
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

/// Decides about an app's notifications while the app is in the foreground, and learns what the user does with them.
///
/// A delegate has either the method with a completion handler or the asynchronous one.
///
/// - Thread: methods with a completion handler are called where notifications are posted, see `AVAudioSession`;
///   asynchronous ones in a task.
public protocol UNUserNotificationCenterDelegate: AnyObject {
  /// Asks how to present a notification that arrives while the app is in the foreground.
  ///
  /// The notification arrives when the completion handler is called.
  ///
  /// - Parameters:
  ///   - center: the center of the app.
  ///   - notification: the notification.
  ///   - completionHandler: called once with the presentation options.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)

  /// Asks how to present a notification that arrives while the app is in the foreground.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions

  /// The user has opened a notification.
  ///
  /// - Parameters:
  ///   - center: the center of the app.
  ///   - response: the notification, and the action.
  ///   - completionHandler: called when the app has processed the response; has no effect here.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)

  /// The user has opened a notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async

  /// The user wants to see the app's own settings; not called here.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

/// The optional methods.
extension UNUserNotificationCenterDelegate {
  /// Calls the asynchronous method.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    let delegate = Unchecked(self as any UNUserNotificationCenterDelegate)
    let completionHandler = Unchecked(completionHandler)
    center.runTask {
      completionHandler.value(
        await delegate.value.userNotificationCenter(center, willPresent: notification))
    }
  }

  /// Presents nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }

  /// Calls the asynchronous method.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let delegate = Unchecked(self as any UNUserNotificationCenterDelegate)
    let completionHandler = Unchecked(completionHandler)
    center.runTask {
      await delegate.value.userNotificationCenter(center, didReceive: response)
      completionHandler.value()
    }
  }

  /// Does nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}

  /// Does nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {}
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
    var delegate = WeakDelegate()
    var requests: [@Sendable (Bool) -> Void] = []
    /// The notification that arrived last.
    var last: UNNotification?
    /// What the user did before the app had a delegate.
    var response: UNNotificationResponse?

    var userValues: any Sendable { requests }
  }

  /// A delegate, which is not retained.
  private struct WeakDelegate: @unchecked Sendable {
    weak var value: (any UNUserNotificationCenterDelegate)?
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
  /// Without a delegate, they are not presented there. A notification that has launched the app is passed to the first
  /// delegate.
  open var delegate: (any UNUserNotificationCenterDelegate)? {
    get { state.withLock { $0.delegate }.value }
    set {
      let delegate = WeakDelegate(value: newValue)
      let response = state.withLock { state in
        state.delegate = delegate
        return newValue == nil ? nil : state.response.take()
      }
      if let response { tell(response) }
    }
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
      state.delegate = WeakDelegate()
      state.response = nil
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

  /// Runs a method of the delegate, which `SimulatedPhone.settle()` waits for.
  fileprivate func runTask(_ body: @escaping @Sendable () async -> Void) {
    let notifications = state.withLock { $0.app }?.binding.notifications
    notifications?.taskBegan()
    Task {
      await body()
      notifications?.taskEnded()
    }
  }

  /// Asks the delegate how to present a notification in the foreground.
  ///
  /// - Parameters:
  ///   - notification: the notification.
  ///   - present: called once with the answer; immediately without a delegate, with nil.
  func ask(
    about notification: UNNotification, _ present: @escaping @Sendable (FrontPresentation?) -> Void
  ) {
    guard let delegate else { return present(nil) }
    let isAnswered = Guarded(false)
    delegate.userNotificationCenter(self, willPresent: notification) { options in
      let isFirst = isAnswered.withLock { isAnswered in
        defer { isAnswered = true }
        return !isAnswered
      }
      guard isFirst else { return }
      var found: FrontPresentation = []
      if !options.isDisjoint(with: [.banner, .alert]) { found.insert(.banner) }
      if options.contains(.sound) { found.insert(.sound) }
      present(found)
    }
  }

  /// Notes a notification that has arrived.
  func arrived(_ notification: UNNotification) { state.withLock { $0.last = notification } }

  /// Tells the delegate that the user has opened the last notification.
  func opened() {
    guard let last = state.withLock({ $0.last.take() }) else { return }
    let response = UNNotificationResponse(last, UNNotificationDefaultActionIdentifier)
    if delegate == nil { state.withLock { $0.response = response } } else { tell(response) }
  }

  private func tell(_ response: UNNotificationResponse) {
    delegate?.userNotificationCenter(self, didReceive: response) {}
  }
}
