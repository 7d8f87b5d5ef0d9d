/// The complete stored state of a phone.
///
/// It contains only causes, never consequences.
public struct PhoneState: Hashable, Sendable {
  /// The phone itself.
  public var device: DeviceState
  /// The apps on the phone.
  public var apps: [AppState]
  /// The apps whose sessions are active, the most recently started first.
  public package(set) var startOrder: StartOrder
  /// The notifications that suspended apps have not received yet, in order.
  ///
  /// No rule bases a decision on these notifications.
  public var mailbox: [Letter]

  /// The subjects of all notifications so far.
  ///
  /// Only the first notification about each subject is heard.
  public var notified: Set<NotificationSubject> = []

  /// Creates a state in which active sessions were activated in the order of the apps.
  public init(device: DeviceState = DeviceState(), apps: [AppState], mailbox: [Letter] = []) {
    self.device = device
    self.apps = apps
    self.mailbox = mailbox
    startOrder = StartOrder(
      oldestFirst: AppIDs(count: apps.count).filter { apps[$0.index].isActive })
  }

  /// The state of the app.
  ///
  /// Other modules inline the accessor, because an exploration reads single values of the state at every step.
  @inlinable public subscript(app: AppID) -> AppState {
    get { apps[app.index] }
    _modify { yield &apps[app.index] }
  }

  /// Every app.
  public var ids: AppIDs { AppIDs(count: apps.count) }
}

/// A notification that waits for its app to run.
public struct Letter: Hashable, Sendable {
  /// The recipient.
  public var app: AppID
  /// The pending notification.
  public var notification: SessionNotification

  /// A pending notification for an app.
  public init(_ app: AppID, _ notification: SessionNotification) {
    self.app = app
    self.notification = notification
  }
}
