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
public struct NSKeyValueObservedChange<Value: Sendable>: Sendable {
  /// The new value, if it was requested.
  public let newValue: Value?
  /// The old value, if it was requested and a value existed before.
  public let oldValue: Value?

  /// Creates a change.
  package init(newValue: Value?, oldValue: Value?) {
    self.newValue = newValue
    self.oldValue = oldValue
  }
}

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

extension AVAudioSession {
  /// Observes a property, as key-value observing does on Apple's platforms.
  ///
  /// As on Apple's platforms, only the properties that Apple documents as observable are reported: `outputVolume`,
  /// `inputGain`, `isInputAvailable`, `inputNumberOfChannels`, `outputNumberOfChannels`, `sampleRate`,
  /// `ioBufferDuration`, `promptStyle`, `inputDataSources`, `outputDataSources`. For any other property, the handler is
  /// called only once, immediately, if `options` contains `.initial`.
  ///
  /// A suspended app's handler is not called. When the app runs again, its handler is called once for each
  /// property whose value has changed. Observations end with the process of the app. Our choice, because Apple does not
  /// document this: a suspended app does not execute code, but must learn the new value later.
  ///
  /// - Parameters:
  ///   - keyPath: the property, such as `\.outputVolume`.
  ///   - options: the values that the handler receives.
  ///   - changeHandler: called where notifications are posted; see `AVAudioSession`.
  /// - Returns: the observation, which ends when its last reference is released.
  public func observe<Value: Equatable & Sendable>(
    _ keyPath: any KeyPath<AVAudioSession, Value> & Sendable,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let handler = Unchecked(changeHandler)
    let value = self[keyPath: keyPath]
    if options.contains(.initial) {
      let new = options.contains(.new) ? value : nil
      changeHandler(self, NSKeyValueObservedChange(newValue: new, oldValue: nil))
    }
    guard Self.observable.contains(keyPath) else { return NSKeyValueObservation {} }
    let last = LastValue(value)
    return observers.add { [weak self] in
      guard let self else { return }
      let now = self[keyPath: keyPath]
      guard let former = last.exchange(now) else { return }
      handler.value(
        self,
        NSKeyValueObservedChange(
          newValue: options.contains(.new) ? now : nil,
          oldValue: options.contains(.old) ? former : nil))
    }
  }

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

  /// The properties that can be observed according to Apple's pages or, for `inputGain` and the data sources, according
  /// to the header AVAudioSession.h.
  private static var observable: Set<AnyKeyPath> {
    [
      \AVAudioSession.outputVolume, \AVAudioSession.inputGain, \AVAudioSession.isInputAvailable,
      \AVAudioSession.inputNumberOfChannels, \AVAudioSession.outputNumberOfChannels,
      \AVAudioSession.sampleRate, \AVAudioSession.ioBufferDuration, \AVAudioSession.promptStyle,
      \AVAudioSession.inputDataSources, \AVAudioSession.outputDataSources,
    ]
  }
}

/// The observers of a session.
final class ObserverList: Sendable {
  private struct State: HoldsUserValues {
    var next = 0
    var checks: [(id: Int, check: @Sendable () -> Void)] = []

    var userValues: any Sendable { checks }
  }

  private let state = UserGuarded(State())

  /// Adds an observer, which checks whether its property has changed.
  func add(_ check: @escaping @Sendable () -> Void) -> NSKeyValueObservation {
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

  /// Calls all observers, except those whose observations have ended in the meantime.
  func check() {
    let checks = state.withLock { $0.checks }
    for (id, check) in checks where state.withLock({ $0.checks.contains { $0.id == id } }) {
      check()
    }
  }
}

/// The value of a property at the last check.
private final class LastValue<Value: Equatable & Sendable>: Sendable {
  private let value: Guarded<Value>

  init(_ value: Value) { self.value = Guarded(value) }

  /// Stores another value.
  ///
  /// - Returns: the previous value, or nil if it equals the new value.
  func exchange(_ new: Value) -> Value? {
    value.withLock { value in
      let former = value
      value = new
      return former == new ? nil : former
    }
  }
}
