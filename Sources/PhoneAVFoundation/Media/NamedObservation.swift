internal import AudioSessionTesting
internal import Foundation
internal import PhoneFoundation

/// An observation of a property by its name.
///
/// - Thread: main, as the observed classes.
@safe final class NamedObservation: @unchecked Sendable {
  // SAFETY: the context is never read.
  private weak var root: NSObject?
  private weak var observer: NSObject?
  private let keyPath: String
  private let names: [String]
  private let options: NSKeyValueObservingOptions
  let context: UnsafeMutableRawPointer?
  private var last: Any?
  private var observations: [NSKeyValueObservation] = []
  /// The object in a property, whose property is observed.
  private weak var inner: NSObject?

  init(
    _ root: NSObject, _ observer: NSObject, _ keyPath: String,
    _ options: NSKeyValueObservingOptions, context: UnsafeMutableRawPointer?
  ) {
    (self.root, self.observer, self.keyPath) = (root, observer, keyPath)
    names = keyPath.split(separator: ".").map { Self.plain(String($0)) }
    self.options = options
    unsafe self.context = context
    last = value
    observeObjects()
    if options.contains(.initial) { notify(old: nil) }
  }

  /// Returns the name that Objective-C uses, without a leading "is".
  static func plain(_ name: String) -> String {
    guard name.hasPrefix("is"), let letter = name.dropFirst(2).first, letter.isUppercase else {
      return name
    }
    return letter.lowercased() + name.dropFirst(3)
  }

  /// Whether one of the objects is gone.
  var isOver: Bool { root == nil || observer == nil }

  /// Returns whether a property of `object` is part of the key path.
  func isOf(_ object: NSObject, name: String) -> Bool {
    root === object && names.first == name
      || inner === object && names.dropFirst().first == name
  }

  func isOf(_ observer: NSObject, _ root: NSObject, _ keyPath: String) -> Bool {
    self.observer === observer && self.root === root && self.keyPath == keyPath
  }

  private var value: Any? {
    names.reduce(root as Any?) { object, name in
      guard let object = object as? any NamedProperties else { return nil }
      return type(of: object).properties[name]?(object)
    }
  }

  private func observeObjects() {
    let object = names.count > 1 ? first : nil
    guard observations.isEmpty || object !== inner else { return }
    inner = object
    observations = [root, object].compactMap { $0 as? any NamedProperties }.map { object in
      object.observers.add { [weak self] in self?.check(isCertain: false) }
    }
  }

  private var first: NSObject? {
    guard let root = root as? any NamedProperties, let name = names.first else { return nil }
    return type(of: root).properties[name]?(root) as? NSObject
  }

  /// Tells the observer if the value has changed, or if a change is certain.
  func check(isCertain: Bool) {
    let (old, new) = (last, value)
    last = new
    if isCertain || !Self.areEqual(old, new) { MainThread.tell { self.notify(old: old) } }
    observeObjects()
  }

  private static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): PropertyObservers.areEqual(left, right)
    default: false
    }
  }

  private func notify(old: Any?) {
    guard let observer = observer as? any KeyValueObserver, let root else { return }
    var change: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: 1)]
    if options.contains(.new) { change[.newKey] = last ?? NSNull() }
    if options.contains(.old) { change[.oldKey] = old ?? NSNull() }
    unsafe observer.observeValue(
      forKeyPath: keyPath, of: root, change: change, context: context)
  }
}

/// All observations by names.
enum NamedObservations {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var rows: [NamedObservation] = []

  static func add(_ row: NamedObservation) {
    lock.withLock {
      rows.removeAll(where: \.isOver)
      rows.append(row)
    }
  }

  static func remove(where fits: (NamedObservation) -> Bool) {
    // The rows are released after the lock.
    let removed = lock.withLock {
      let removed = rows.filter(fits)
      rows.removeAll(where: fits)
      return removed
    }
    _ = removed
  }

  static func of(_ root: NSObject, _ name: String) -> [NamedObservation] {
    lock.withLock { rows.filter { $0.isOf(root, name: name) } }
  }
}
