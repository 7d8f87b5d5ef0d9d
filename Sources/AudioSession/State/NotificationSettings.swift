/// The user's settings for the notifications of one app.
///
/// The app can only read them.
///
/// Source: `UNNotificationSettings`: "Regardless of whether you take action, the system enforces your app's settings by
/// preventing denied interactions from occurring."
public struct NotificationSettings: Hashable, Sendable {
  /// Whether the user allows notifications from the app.
  ///
  /// Source: `UNAuthorizationStatus`: apps must receive authorization to interact with the user. Therefore no
  /// notification is shown or heard before permission is granted.
  public enum Permission: String, Hashable, Sendable, CaseIterable {
    /// The user has not been asked yet.
    case notDetermined
    /// The user has refused.
    case denied
    /// The user has agreed.
    case granted
  }

  /// How a notification is shown on an unlocked phone.
  ///
  /// Source: `UNNotificationSettings.alertStyle`: "automatically disappearing banners or as modal windows
  /// that require explicit dismissal", or not at all.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// The notification is not shown.
    case none
    /// The notification is shown, and disappears automatically.
    case banner
    /// The notification stays until the user dismisses it.
    case alert
  }

  /// Whether the user allows notifications from the app.
  public var permission = Permission.notDetermined
  /// Whether notifications may have a sound, along with its vibration.
  public var hasSound = true
  /// The style of notifications on an unlocked phone.
  public var style = Style.banner
  /// Whether notifications are shown on a locked phone.
  public var showsOnLockScreen = true

  /// The settings of an app that has never asked the user.
  ///
  /// Its notifications are not permitted.
  public init() {}

  /// The settings of an app whose notifications are permitted.
  public static let granted: NotificationSettings = {
    var settings = NotificationSettings()
    settings.permission = .granted
    return settings
  }()
}

/// How an app lets its own notifications be presented while it is in the foreground.
///
/// Source: `userNotificationCenter(_:willPresent:withCompletionHandler:)`, which asks the delegate how to handle a
/// notification that arrives while the app is in the foreground; `UNNotificationPresentationOptions`.
public struct FrontPresentation: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: UInt8

  /// The options with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The notification is shown, in the style that the user has set.
  public static let banner = FrontPresentation(rawValue: 1)
  /// The notification sounds.
  public static let sound = FrontPresentation(rawValue: 2)

  /// Every option with its name.
  public static let named: [(name: String, option: FrontPresentation)] = [
    ("banner", .banner), ("sound", .sound),
  ]

  /// The names of the options in the set.
  public var names: [String] { Self.named.filter { isSuperset(of: $0.option) }.map(\.name) }
}

/// The place where a notification is visible.
public enum NotificationPlace: String, Hashable, Sendable, CaseIterable {
  /// The notification is not shown.
  case nowhere
  /// The notification is a banner, which disappears automatically.
  case banner
  /// The notification stays on the screen until the user dismisses it.
  case alert
  /// The notification is on the lock screen.
  case lockScreen
  /// The notification was on the screen, and is now in Notification Center.
  case center

  /// Whether the user can open or dismiss the notification in this place.
  var isVisible: Bool { self != .nowhere }
}

/// The subject of a notification from an app or from the system.
public struct NotificationSubject: Hashable, Sendable {
  /// The app that the notification is from; nil for the system.
  public var app: AppID?
  /// The subject, in the app's own words.
  public var about: String

  /// A subject.
  public init(_ app: AppID?, _ about: String) {
    self.app = app
    self.about = about
  }
}
