/// A value in a notification's dictionary.
public enum PayloadValue: Hashable, Sendable {
  /// A number: always an `NSNumber` with an unsigned integer, never an enumeration.
  case unsigned(UInt)
  /// A Boolean value as `NSNumber`.
  case boolean(Bool)
  /// A route description.
  case route(Route)
  /// The context of a deactivation (iOS 27 or later).
  case deactivation(DeactivationContext)
  /// The context of a recommendation (iOS 27 or later).
  case resumption(ResumptionContext)
}

/// The queue on which a notification is posted.
public enum NotificationQueue: Hashable, Sendable {
  /// The main queue.
  case main
  /// A secondary queue.
  case secondary
}

/// A notification as it is posted: its name and its dictionary.
public struct NotificationPayload: Hashable, Sendable {
  /// The name, such as `AVAudioSessionInterruptionNotification`.
  public let name: String
  /// The entries of the dictionary.
  public let entries: [Entry]
  /// The queue that the notification is posted on.
  public let queue: NotificationQueue

  /// One entry of the dictionary.
  public struct Entry: Hashable, Sendable {
    /// The key, which is the name of Apple's constant.
    public let key: String
    /// The value.
    public let value: PayloadValue
  }

  /// The value for that key, or nil.
  public subscript(key: String) -> PayloadValue? {
    entries.first { $0.key == key }?.value
  }

  init(
    _ name: String, _ entries: [(String, PayloadValue)] = [], queue: NotificationQueue = .main
  ) {
    self.name = name
    self.entries = entries.map { Entry(key: $0.0, value: $0.1) }
    self.queue = queue
  }
}
