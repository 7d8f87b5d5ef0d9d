internal import Realtime

/// What the handler of an observation receives; stands for the type of Apple's Foundation, which that of
/// Linux lacks.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: UInt

  /// The options with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The former value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The value there is at first, at once.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value: Sendable>: Sendable {
  /// The new value, if that was asked for.
  public let newValue: Value?
  /// The old value, if that was asked for and there was a value before.
  public let oldValue: Value?
}

/// An observation of a property, which ends when it is released or invalidated.
///
/// - Thread: any.
public final class NSKeyValueObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }

  /// Ends the observation.
  public func invalidate() { end() }
}

extension AVAudioSession {
  /// Observes a property, as key-value observing does on Apple's platforms.
  ///
  /// As there, only what Apple documents as observable is reported: `outputVolume`, `inputGain`,
  /// `isInputAvailable`, `inputNumberOfChannels`, `outputNumberOfChannels`, `sampleRate`,
  /// `ioBufferDuration`, `promptStyle`, `inputDataSources`, `outputDataSources`.
  /// The handler of any other property is never called, but with `.initial` at once.
  ///
  /// The handler of a suspended app is not called. When the app runs again, its handler is called once for each
  /// property that has another value than before. Observations end with the process of the app. Our choice,
  /// because Apple does not say so: a suspended app executes no code, and it has to learn the new value.
  ///
  /// - Parameters:
  ///   - keyPath: the property, such as `\.outputVolume`.
  ///   - options: what the handler receives.
  ///   - changeHandler: called where notifications are posted; see `AVAudioSession`.
  /// - Returns: the observation, which ends when its last reference goes.
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

  /// Calls a handler with `outputVolume` whenever that changes: what stands for
  /// `observe(\.outputVolume)` in `AudioSessionProtocol`.
  ///
  /// - Parameter handler: called where notifications are posted; see `AVAudioSession`.
  /// - Returns: the observation, which ends when its last reference goes.
  public func observeOutputVolume(
    _ handler: @escaping @Sendable (Float) -> Void
  ) -> NSKeyValueObservation {
    observe(\.outputVolume) { session, _ in handler(session.outputVolume) }
  }

  /// What Apple's pages, and for `inputGain` and the data sources the header AVAudioSession.h, say can be observed.
  private static var observable: Set<AnyKeyPath> {
    [
      \AVAudioSession.outputVolume, \AVAudioSession.inputGain, \AVAudioSession.isInputAvailable,
      \AVAudioSession.inputNumberOfChannels, \AVAudioSession.outputNumberOfChannels,
      \AVAudioSession.sampleRate, \AVAudioSession.ioBufferDuration, \AVAudioSession.promptStyle,
      \AVAudioSession.inputDataSources, \AVAudioSession.outputDataSources,
    ]
  }
}

/// Who observes a session.
final class ObserverList: Sendable {
  private struct State: HoldsUserValues {
    var next = 0
    var checks: [(id: Int, check: @Sendable () -> Void)] = []

    var userValues: any Sendable { checks }
  }

  private let state = UserGuarded(State())

  /// Adds one, which is asked to look whether its property has changed.
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

  /// Lets everybody look, except those whose observations end meanwhile.
  func check() {
    let checks = state.withLock { $0.checks }
    for (id, check) in checks where state.withLock({ $0.checks.contains { $0.id == id } }) {
      check()
    }
  }
}

/// What a property was when somebody last looked.
private final class LastValue<Value: Equatable & Sendable>: Sendable {
  private let value: Guarded<Value>

  init(_ value: Value) { self.value = Guarded(value) }

  /// Keeps another value.
  ///
  /// - Returns: the former one, or nil if it is the same.
  func exchange(_ new: Value) -> Value? {
    value.withLock { value in
      let former = value
      value = new
      return former == new ? nil : former
    }
  }
}
