/// All that is stored: causes only, never what follows from them.
public struct PhoneState: Hashable, Sendable {
  /// The phone itself.
  public var device: DeviceState
  /// The apps on the phone.
  public var apps: [AppState]
  /// The apps whose sessions are active, the last to have started something first.
  public package(set) var startOrder: StartOrder
  /// The notifications that suspended apps have not received yet, in order; no rule reads it.
  public var mailbox: [Letter]

  /// What notifications were about so far, each of which is heard once.
  public var notified: Set<NotificationSubject> = []

  /// A state, in which sessions that are active were activated in the order of the apps.
  public init(device: DeviceState = DeviceState(), apps: [AppState], mailbox: [Letter] = []) {
    self.device = device
    self.apps = apps
    self.mailbox = mailbox
    startOrder = StartOrder(
      oldestFirst: AppIDs(count: apps.count).filter { apps[$0.index].isActive })
  }

  /// The state of the app.
  ///
  /// Other modules inline it, because a search asks for single values of it at every step.
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
  /// The notification that waits.
  public var notification: SessionNotification

  /// A letter.
  public init(_ app: AppID, _ notification: SessionNotification) {
    self.app = app
    self.notification = notification
  }
}
