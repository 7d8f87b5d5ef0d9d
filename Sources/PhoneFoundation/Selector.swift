public import Foundation

/// A method that is called by reference, such as by a timer or a notification center.
///
/// The compiler offers `#selector` only with the Objective-C runtime. `haptic port rewrite` turns `#selector(f)` into
/// `Selector(Self.f)`.
public struct Selector {
  /// Calls the method of an object with an argument.
  private let method: (AnyObject, Any?) -> Any?

  /// Creates a selector for a method without parameters.
  public init<Target: AnyObject, Result>(_ method: @escaping (Target) -> () -> Result) {
    self.method = { target, _ in (target as? Target).map { method($0)() } }
  }

  /// Creates a selector for a method with one parameter.
  public init<Target: AnyObject, Argument, Result>(
    _ method: @escaping (Target) -> (Argument) -> Result
  ) {
    self.method = { target, argument in
      guard let target = target as? Target, let argument = argument as? Argument else { return nil }
      return method(target)(argument)
    }
  }

  /// Calls the method of `target` with `argument`.
  ///
  /// - Parameters:
  ///   - target: the object; nothing is called if the method is that of another class.
  ///   - argument: the argument, for a method with a parameter; nothing is called if its type does not fit.
  /// - Returns: the result of the method.
  @discardableResult
  public func call(_ target: AnyObject, with argument: Any? = nil) -> Any? {
    method(target, argument)
  }
}

extension NotificationCenter {
  /// Calls a method of `observer` for each notification.
  ///
  /// The observer is held weakly, and nothing is called after it is gone.
  ///
  /// - Parameters:
  ///   - observer: the object whose method is called, on the thread that posts.
  ///   - aSelector: the method, with no parameter or a `Notification`.
  ///   - aName: the name of the notifications; nil for all.
  ///   - anObject: the sender of the notifications; nil for all.
  public func addObserver(
    _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?,
    object anObject: Any?
  ) {
    let observer = observer as AnyObject
    let held = SelectorObserver(observer)
    // The center holds the block, which would hold the token.
    held.token = addObserver(forName: aName, object: anObject, queue: nil) {
      [weak held] notification in
      guard let target = held?.target else { return }
      aSelector.call(target, with: notification)
    }
    SelectorObservers.add(held, for: observer, in: self, name: aName, object: anObject)
  }

  /// Stops notifying `observer`, an object or the token of a block.
  public func removeObserver(_ observer: AnyObject) {
    removeObserver(observer, name: nil, object: nil)
  }

  /// Stops notifying `observer` of the notifications called `aName`, or of all, from `anObject`, or from all.
  public func removeObserver(
    _ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    for token in SelectorObservers.remove(observer, in: self, name: aName, object: anObject) {
      removeObserver(token as Any, name: nil, object: nil)
    }
    removeObserver(observer as Any, name: aName, object: anObject)
  }
}

/// An object whose method is called by a notification center.
private final class SelectorObserver: @unchecked Sendable {
  weak var target: AnyObject?
  var token: (any NSObjectProtocol)?

  init(_ target: AnyObject) { self.target = target }
}

/// The observers of all notification centers whose methods are called.
private enum SelectorObservers {
  private struct Row {
    let observer: SelectorObserver
    let identity: ObjectIdentifier
    weak var center: NotificationCenter?
    let name: NSNotification.Name?
    let object: ObjectIdentifier?
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var rows: [Row] = []

  static func add(
    _ observer: SelectorObserver, for target: AnyObject, in center: NotificationCenter,
    name: NSNotification.Name?, object: Any?
  ) {
    let row = Row(
      observer: observer, identity: ObjectIdentifier(target), center: center, name: name,
      object: object.map { ObjectIdentifier($0 as AnyObject) })
    // Releasing an observer may call these functions, so the lock is unlocked by then.
    let dead = lock.withLock {
      let dead = rows.filter { $0.observer.target == nil }
      rows.removeAll { $0.observer.target == nil }
      rows.append(row)
      return dead
    }
    for row in dead {
      if let token = row.observer.token { row.center?.removeObserver(token as Any) }
    }
  }

  /// Removes the rows that fit, and returns the tokens of their blocks.
  static func remove(
    _ target: AnyObject, in center: NotificationCenter, name: NSNotification.Name?, object: Any?
  ) -> [any NSObjectProtocol] {
    lock.withLock {
      func fits(_ row: Row) -> Bool {
        row.identity == ObjectIdentifier(target) && row.center === center
          && (name == nil || row.name == name)
          && (object == nil || row.object == ObjectIdentifier(object as AnyObject))
      }
      let tokens = rows.filter(fits).compactMap(\.observer.token)
      rows.removeAll(where: fits)
      return tokens
    }
  }
}

extension Timer {
  /// Creates a timer that calls a method of `target`, and schedules it on the current run loop.
  @discardableResult
  public static func scheduledTimer(
    timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
  ) -> Timer {
    let timer = Timer(
      timeInterval: timeInterval, target: target, selector: selector, userInfo: userInfo,
      repeats: repeats)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  /// Creates a timer that calls a method of `target`, which the timer holds until it is invalidated.
  ///
  /// The timer does not offer `userInfo`, which Foundation on Linux does not have.
  public convenience init(
    timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
  ) {
    nonisolated(unsafe) let (target, selector) = (target as AnyObject, selector)
    self.init(timeInterval: timeInterval, repeats: repeats) { timer in
      selector.call(target, with: timer)
    }
  }
}
