public import Foundation
internal import Realtime

/// A notification that arrives.
public final class UNNotification: NSObject, Sendable {
  /// The request that the notification fulfills.
  public let request: UNNotificationRequest
  /// The real time at which the notification arrived.
  public let date = Date()

  init(_ request: UNNotificationRequest) { self.request = request }
}

/// What a notification shows, and when.
public final class UNNotificationRequest: NSObject, Sendable {
  /// The identifier of the notification.
  public let identifier: String
  /// The content of the notification.
  public let content: UNNotificationContent
  /// The cause of the notification; nil for a notification that is shown immediately.
  public let trigger: UNNotificationTrigger?

  /// Creates a request, which keeps the present content.
  public init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.identifier = identifier
    self.content = UNNotificationContent(content.values.withLock { $0 })
    self.trigger = trigger
  }
}

/// The cause of a notification.
open class UNNotificationTrigger: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing is stored.

  /// Whether the notification repeats; always false here.
  public let repeats = false

  override init() {}
}

/// The cause of a notification from a server.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}

/// The content of a notification.
///
/// - Thread: any.
open class UNNotificationContent: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the values are behind a lock.

  struct Values: Sendable {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: Int?
    var sound: UNNotificationSound?
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var userInfo = Unchecked<[AnyHashable: Any]>([:])
  }

  let values: Guarded<Values>

  init(_ values: Values) { self.values = Guarded(values) }

  /// Creates an empty content.
  public override init() { values = Guarded(Values()) }

  /// The title.
  open var title: String { values.withLock { $0.title } }
  /// The second title.
  open var subtitle: String { values.withLock { $0.subtitle } }
  /// The text.
  open var body: String { values.withLock { $0.body } }
  /// The number on the app's icon; nil to leave it unchanged.
  open var badge: NSNumber? { values.withLock { $0.badge }.map { NSNumber(value: $0) } }
  /// The sound; nil for none.
  open var sound: UNNotificationSound? { values.withLock { $0.sound } }
  /// The identifier of the category.
  open var categoryIdentifier: String { values.withLock { $0.categoryIdentifier } }
  /// The identifier of the group of notifications.
  open var threadIdentifier: String { values.withLock { $0.threadIdentifier } }
  /// The app's further values.
  open var userInfo: [AnyHashable: Any] { values.withLock { $0.userInfo }.value }
}

/// The content of a notification, which can be changed.
///
/// - Thread: any.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  /// The title.
  open override var title: String {
    get { super.title }
    set { values.withLock { $0.title = newValue } }
  }

  /// The second title.
  open override var subtitle: String {
    get { super.subtitle }
    set { values.withLock { $0.subtitle = newValue } }
  }

  /// The text.
  open override var body: String {
    get { super.body }
    set { values.withLock { $0.body = newValue } }
  }

  /// The number on the app's icon; nil to leave it unchanged.
  open override var badge: NSNumber? {
    get { super.badge }
    set {
      let badge = newValue?.intValue
      values.withLock { $0.badge = badge }
    }
  }

  /// The sound; nil for none.
  open override var sound: UNNotificationSound? {
    get { super.sound }
    set { values.withLock { $0.sound = newValue } }
  }

  /// The identifier of the category.
  open override var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { values.withLock { $0.categoryIdentifier = newValue } }
  }

  /// The identifier of the group of notifications.
  open override var threadIdentifier: String {
    get { super.threadIdentifier }
    set { values.withLock { $0.threadIdentifier = newValue } }
  }

  /// The app's further values.
  open override var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set {
      let userInfo = Unchecked(newValue)
      values.withLock { $0.userInfo = userInfo }
    }
  }
}

/// The sound of a notification.
public final class UNNotificationSound: NSObject, Sendable {
  /// The name of the sound's file; nil for the system's sound.
  let name: String?

  private init(_ name: String?) { self.name = name }

  /// Creates a sound with a name, such as `UNNotificationSoundName("bell.caf")`.
  public convenience init(named name: UNNotificationSoundName) { self.init(name.rawValue) }

  /// The system's sound.
  public static let `default` = UNNotificationSound(nil)
}

/// The name of the file of a notification's sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  /// The name of the file.
  public let rawValue: String

  /// Creates the name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates the name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// What the user did with a notification.
public final class UNNotificationResponse: NSObject, Sendable {
  /// The notification.
  public let notification: UNNotification
  /// The action; here always `UNNotificationDefaultActionIdentifier`.
  public let actionIdentifier: String

  init(_ notification: UNNotification, _ actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
  }
}

/// The user has opened the app from the notification.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The user has dismissed a notification of a category that reports it; not simulated.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
