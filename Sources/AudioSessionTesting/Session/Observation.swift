internal import Realtime

/// The values that an observation's handler receives.
///
/// Replaces the type of the same name in Apple's Foundation, which Foundation on Linux lacks.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The former value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The initial value, which the handler receives immediately.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// The new value, if it was requested.
  public let newValue: Value?
  /// The old value, if it was requested and a value existed before.
  public let oldValue: Value?
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}

/// An observation of a property, which ends when it is released or invalidated.
///
/// - Thread: any.
public final class NSKeyValueObservation: Sendable {
  private let end: @Sendable () -> Void

  /// Creates an observation that `end` ends.
  package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }

  /// Ends the observation.
  public func invalidate() { end() }
}

/// An object whose properties can be observed.
///
/// The protocol has the name of the one in Apple's Foundation to which `NSObject` conforms there.
public protocol _KeyValueCodingAndObserving: AnyObject {}

/// An object that checks its observed properties when they may have changed.
package protocol ChecksObservedProperties: AnyObject, _KeyValueCodingAndObserving {
  /// The observers of the properties.
  var observers: PropertyObservers { get }
}

extension _KeyValueCodingAndObserving {
  /// Observes a property, as key-value observing does on Apple's platforms.
  ///
  /// As on Apple's platforms, only properties that Apple documents as observable are reported. Of a session, these are
  /// `outputVolume`, `inputGain`, `isInputAvailable`, `inputNumberOfChannels`, `outputNumberOfChannels`, `sampleRate`,
  /// `ioBufferDuration`, `promptStyle`, `inputDataSources` and `outputDataSources`. For any other property, the handler
  /// is called only once, immediately, if `options` contains `.initial`.
  ///
  /// A suspended app's handler is not called. When the app runs again, its handler is called once for each
  /// property whose value has changed. Observations end with the process of the app. Our choice, because Apple does not
  /// document this: a suspended app does not execute code, but must learn the new value later.
  ///
  /// - Parameters:
  ///   - keyPath: the property, such as `\.outputVolume`.
  ///   - options: the values that the handler receives.
  ///   - changeHandler: called where notifications are posted, see `AVAudioSession`; for a player and its items, on the
  ///     main queue.
  /// - Returns: the observation, which ends when its last reference is released.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observers = (self as? any ChecksObservedProperties)?.observers
    return (observers ?? PropertyObservers { _ in false })
      .observe(self, keyPath, options, changeHandler)
  }
}

extension AVAudioSession: ChecksObservedProperties {
  /// Calls a handler with `outputVolume` whenever it changes.
  ///
  /// This is the equivalent of `observe(\.outputVolume)` in `AudioSessionProtocol`.
  ///
  /// - Parameter handler: called where notifications are posted; see `AVAudioSession`.
  /// - Returns: the observation, which ends when its last reference is released.
  public func observeOutputVolume(
    _ handler: @escaping @Sendable (Float) -> Void
  ) -> NSKeyValueObservation {
    observe(\.outputVolume) { session, _ in handler(session.outputVolume) }
  }

  /// Whether a property can be observed according to Apple's pages or, for `inputGain` and the data sources, according
  /// to the header AVAudioSession.h.
  @Sendable static func isObservable(_ keyPath: AnyKeyPath) -> Bool {
    // The paths of a subclass differ from those of the class.
    guard keyPath is PartialKeyPath<AVAudioSession> else { return true }
    let observable: Set<AnyKeyPath> = [
      \AVAudioSession.outputVolume, \AVAudioSession.inputGain, \AVAudioSession.isInputAvailable,
      \AVAudioSession.inputNumberOfChannels, \AVAudioSession.outputNumberOfChannels,
      \AVAudioSession.sampleRate, \AVAudioSession.ioBufferDuration, \AVAudioSession.promptStyle,
      \AVAudioSession.inputDataSources, \AVAudioSession.outputDataSources,
    ]
    return observable.contains(keyPath)
  }
}

/// The observers of an object's properties.
///
/// - Thread: any.
package final class PropertyObservers: Sendable {
  /// Looks for a change; `announced` is the property that is reported even if its value is the same.
  private typealias Check = @Sendable (_ id: Int, _ announced: AnyKeyPath?) -> Void

  private struct State: HoldsUserValues {
    var next = 0
    var checks: [(id: Int, check: Check)] = []

    var userValues: any Sendable { checks }
  }

  private let state = UserGuarded(State())
  private let isObservable: @Sendable (AnyKeyPath) -> Bool
  private let usesMainQueue: Bool

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - usesMainQueue: whether handlers are called on the main queue, later if a value changes elsewhere. Source: the
  ///     page of `AVPlayer`, "General State Observations": AVFoundation invokes `observeValue` "on the main thread, even
  ///     if the change operation is made on another thread".
  ///   - isObservable: returns whether changes of a property are reported.
  package init(
    usesMainQueue: Bool = false,
    isObservable: @escaping @Sendable (AnyKeyPath) -> Bool = { _ in true }
  ) {
    self.usesMainQueue = usesMainQueue
    self.isObservable = isObservable
  }

  /// Adds an observer of a property.
  fileprivate func observe<Root: AnyObject, Value>(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (Root, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let value = root[keyPath: keyPath]
    if options.contains(.initial) {
      let new = options.contains(.new) ? value : nil
      handler(root, NSKeyValueObservedChange(newValue: new, oldValue: nil))
    }
    guard isObservable(keyPath) else { return NSKeyValueObservation {} }
    let (weak, keyPath) = (Unchecked(WeakRoot(root: root)), Unchecked(keyPath))
    let handler = Unchecked(handler)
    let last = Guarded(Unchecked(value))
    let usesMainQueue = usesMainQueue
    return add { [weak self] id, announced in
      guard let root = weak.value.root else { return }
      let now = Unchecked(root[keyPath: keyPath.value])
      let former = last.withLock { last in
        defer { last = now }
        return last
      }
      if announced != keyPath.value, Self.areEqual(former.value, now.value) { return }
      let change = NSKeyValueObservedChange(
        newValue: options.contains(.new) ? now.value : nil,
        oldValue: options.contains(.old) ? former.value : nil)
      guard usesMainQueue else { return handler.value(root, change) }
      MainThread.tell { [weak self] in
        if self?.has(id) == true { handler.value(root, change) }
      }
    }
  }

  /// Returns whether two values are equal; false for values that cannot be compared.
  package static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    func equals<Comparable: Equatable>(_ left: Comparable) -> Bool { left == right as? Comparable }
    return (left as? any Equatable).map { equals($0) } ?? false
  }

  /// Adds a closure that looks for changes.
  package func add(_ check: @escaping @Sendable () -> Void) -> NSKeyValueObservation {
    add { _, _ in check() }
  }

  private func add(_ check: @escaping Check) -> NSKeyValueObservation {
    let id = state.withLock { state in
      state.next += 1
      state.checks.append((state.next, check))
      return state.next
    }
    return NSKeyValueObservation { [weak self] in
      self?.state.withLock { $0.checks.removeAll { $0.id == id } }
    }
  }

  /// Ends all observations.
  func forget() { state.withLock { $0.checks = [] } }

  /// Calls the handlers of properties that have changed, except those whose observations have ended in the meantime.
  ///
  /// - Parameter announced: a property whose handlers are called even if its value is the same.
  package func check(announcing announced: AnyKeyPath? = nil) {
    let checks = state.withLock { $0.checks }
    for (id, check) in checks where has(id) { check(id, announced) }
  }

  private func has(_ id: Int) -> Bool { state.withLock { $0.checks.contains { $0.id == id } } }
}

private struct WeakRoot<Root: AnyObject> {
  weak var root: Root?
}
