/// An object that is told of changes of properties that it observes by their names.
///
/// It replaces the method of Apple's `NSObject`, which cannot be overridden on Linux. `haptic port rewrite` makes a type
/// conform that overrides the method.
///
/// - Thread: main.
public protocol KeyValueObserver: AnyObject {
  /// Receives a change of an observed property.
  ///
  /// - Parameters:
  ///   - keyPath: the property, as it was given to `addObserver`.
  ///   - object: the observed object.
  ///   - change: the values that were requested.
  ///   - context: the context that was given to `addObserver`.
  func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?)
}

extension KeyValueObserver {
  /// Does nothing.
  ///
  /// A rewritten method calls this in the place of its superclass's method.
  public func ignoreValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}
}

/// A key of the dictionary with an observed change.
///
/// Source: `NSKeyValueObserving.h`.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The text of the key.
  public let rawValue: String

  /// Creates a key from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The new value.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The former value.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The kind of the change: 1, because a value was set.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The positions that have changed in a collection, which is never present here.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// Whether the message precedes the change, which is never present here.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}
