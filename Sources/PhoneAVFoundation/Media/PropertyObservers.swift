internal import AudioSessionTesting
internal import Realtime

/// The observers of an object's properties.
///
/// - Thread: any; handlers are called on the main queue.
final class PropertyObservers: Sendable {
  private struct State: Sendable {
    var last = 0
    var checks: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Guarded(State())

  /// Adds an observer of a property.
  func observe<Root: AnyObject, Value: Sendable>(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (Root, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let value = root[keyPath: keyPath]
    if options.contains(.initial) {
      let new = options.contains(.new) ? value : nil
      handler(root, NSKeyValueObservedChange(newValue: new, oldValue: nil))
    }
    let (handler, path) = (Unchecked(handler), Unchecked(keyPath))
    let root = Unchecked(WeakRoot(root: root))
    let last = Guarded(value)
    let check: @Sendable () -> Void = {
      guard let root = root.value.root else { return }
      let now = root[keyPath: path.value]
      let former = last.withLock { last in
        defer { last = now }
        return last
      }
      if Self.areEqual(former, now) { return }
      let change = NSKeyValueObservedChange(
        newValue: options.contains(.new) ? now : nil,
        oldValue: options.contains(.old) ? former : nil)
      MainThread.run { handler.value(root, change) }
    }
    return add(check)
  }

  /// Adds a closure that looks for changes.
  func add(_ check: @escaping @Sendable () -> Void) -> NSKeyValueObservation {
    let id = state.withLock { state in
      state.last += 1
      state.checks[state.last] = check
      return state.last
    }
    return NSKeyValueObservation { [weak self] in self?.remove(id) }
  }

  private func remove(_ id: Int) {
    // The closure is released after the lock.
    let check = state.withLock { $0.checks.removeValue(forKey: id) }
    _ = check
  }

  /// Calls the handlers of properties that have changed.
  func check() {
    for id in state.withLock({ $0.checks.keys.sorted() }) {
      state.withLock { $0.checks[id] }?()
    }
  }

  /// Returns whether two values are equal; false for values that cannot be compared.
  static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    func equals<Comparable: Equatable>(_ left: Comparable) -> Bool { left == right as? Comparable }
    return (left as? any Equatable).map { equals($0) } ?? false
  }
}

private struct WeakRoot<Root: AnyObject> {
  weak var root: Root?
}
