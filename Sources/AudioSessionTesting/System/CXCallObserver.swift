internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// A snapshot of a call on the phone, from any host.
open class CXCall: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// The identifier of the call: the app's own identifier if the app has reported or started the call,
  /// otherwise a generated identifier.
  public let uuid: UUID
  /// Whether the call is outgoing.
  public let isOutgoing: Bool
  /// Whether the call is on hold.
  public let isOnHold: Bool
  /// Whether the call has been answered.
  ///
  /// An outgoing call is connected immediately.
  public let hasConnected: Bool
  /// Whether the call is over.
  public let hasEnded: Bool

  fileprivate init(_ entry: CallLog.Entry, hasEnded: Bool = false) {
    uuid = entry.uuid
    isOutgoing = entry.isOutgoing
    isOnHold = entry.phase == .held
    hasConnected = entry.hasConnected
    self.hasEnded = hasEnded
  }

  /// Returns whether another snapshot refers to the same call.
  public func isEqual(to call: CXCall) -> Bool { uuid == call.uuid }
}

/// Receives changes to the phone's calls.
///
/// - Thread: where notifications are posted; see `AVAudioSession`; or the queue given to `setDelegate`.
public protocol CXCallObserverDelegate: AnyObject {
  /// A call began, changed or ended.
  ///
  /// - Parameters:
  ///   - callObserver: the observer that noticed the change.
  ///   - call: the call as it is now.
  func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// The calls of a phone as an app sees them, including those of other apps and of the Phone app.
///
/// A suspended or terminated app misses changes and is not notified of them later.
///
/// - Thread: any. The delegate is called where notifications are posted, see `AVAudioSession`, or on the queue given to
///   `setDelegate`.
open class CXCallObserver: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  private struct State: HoldsUserValues, @unchecked Sendable {
    weak var delegate: (any CXCallObserverDelegate)?
    var queue: DispatchQueue?

    var userValues: any Sendable { queue as any Sendable }
  }

  private let log: CallLog
  private let binding: SessionBinding
  private let state = UserGuarded(State())

  /// Creates an observer for the app under test of `SimulatedPhone.current`.
  public convenience override init() { self.init(of: SimulatedPhone.current.app) }

  /// Creates an observer for an app.
  public convenience init(of app: SimulatedApp) { self.init(app.binding) }

  init(_ binding: SessionBinding) {
    self.binding = binding
    log = binding.notifications.callLog
    super.init()
    log.add(self, to: binding.phone)
  }

  /// The present calls.
  open var calls: [CXCall] { log.calls }

  /// Sets the delegate, which is not retained.
  ///
  /// - Parameters:
  ///   - delegate: the delegate.
  ///   - queue: the queue on which the delegate is called later; nil to call it immediately.
  open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
    let new = State(delegate: delegate, queue: queue)
    state.withLock { $0 = new }
  }

  fileprivate func notify(_ call: CXCall) {
    guard binding.state.lifecycle.isRunning else { return }
    let state = state.withLock { $0 }
    let notify: @Sendable () -> Void = { [weak self] in
      guard let self else { return }
      state.delegate?.callObserver(self, callChanged: call)
    }
    if let queue = state.queue { queue.async(execute: notify) } else { notify() }
  }
}

/// Assigns identifiers to the calls, which the policy does not need.
final class CallLog: Sendable {
  struct Entry: Sendable {
    let uuid: UUID
    let isOutgoing: Bool
    var phase: CallPhase
    var hasConnected: Bool

    init(_ uuid: UUID, _ phase: CallPhase, isOutgoing: Bool) {
      self.uuid = uuid
      self.isOutgoing = isOutgoing
      self.phase = phase
      hasConnected = phase != .ringing
    }
  }

  /// Returns the identifier that an app has given to its newest call in a phase.
  typealias Identify = (AppID, CallPhase) -> UUID?

  private struct WeakObserver: Sendable {
    weak var value: CXCallObserver?
  }

  private struct State: Sendable {
    /// The calls in the policy's order; nil before the first request.
    var entries: [Entry]?
    var observers: [WeakObserver] = []
  }

  private let state = Guarded(State())

  /// The calls at the last notification.
  fileprivate var calls: [CXCall] {
    state.withLock { ($0.entries ?? []).map { CXCall($0) } }
  }

  fileprivate func add(_ observer: CXCallObserver, to phone: AudioSession.Phone) {
    // The observers are released after the lock, because these may be the last references to them.
    _ = state.withLock { state in
      let observers = state.observers.compactMap(\.value) + [observer]
      state.observers = observers.map { WeakObserver(value: $0) }
      if state.entries == nil {
        state.entries = phone.state.device.calls.calls.map {
          Entry(UUID(), $0.phase, isOutgoing: false)
        }
      }
      return observers
    }
  }

  /// Called after all effects of an event have been reported.
  func settled(_ event: SettledEvent, _ identify: Identify) {
    let (was, now) = (event.before.state.device.calls.calls, event.after.state.device.calls.calls)
    guard was.map(\.phase) != now.map(\.phase) || was.map(\.host) != now.map(\.host) else { return }
    // This must happen outside the lock, because it calls into an app.
    var identifier = UUID()
    if now.count > was.count, let call = now.last, case .app(let app) = call.host {
      identifier = identify(app, call.phase) ?? identifier
    }
    let (changed, observers) = state.withLock { state in
      var entries =
        state.entries ?? was.map { Entry(UUID(), $0.phase, isOutgoing: false) }
      let changed = Self.follow(event.event, from: was, to: now, &entries, identifier)
      state.entries = entries
      return (changed, state.observers.compactMap(\.value))
    }
    for call in changed {
      for observer in observers { observer.notify(call) }
    }
  }

  /// Updates the entries to the present calls.
  ///
  /// - Returns: the calls that have changed, with ended calls first.
  private static func follow(
    _ event: SessionEvent, from was: [Call], to now: [Call], _ entries: inout [Entry],
    _ identifier: UUID
  ) -> [CXCall] {
    var changed: [CXCall] = []
    while entries.count > now.count {
      let place = now.isEmpty ? 0 : ended(by: event, was, now)
      changed.append(CXCall(entries.remove(at: place), hasEnded: true))
    }
    for (place, call) in now.enumerated() {
      if place == entries.count {
        var isOutgoing = false
        if case .phone(.callStarted) = event { isOutgoing = true }
        entries.append(Entry(identifier, call.phase, isOutgoing: isOutgoing))
      } else if entries[place].phase == call.phase {
        continue
      } else {
        entries[place].phase = call.phase
        entries[place].hasConnected = entries[place].hasConnected || call.phase != .ringing
      }
      changed.append(CXCall(entries[place]))
    }
    return changed
  }

  /// Returns the index of the call that has ended.
  private static func ended(by event: SessionEvent, _ was: [Call], _ now: [Call]) -> Int {
    var phases: [CallPhase] = []
    if case .phone(.callDeclined) = event { phases = [.ringing] }
    if case .phone(.callEnded(_, let phase)) = event {
      phases = phase.map { [$0] } ?? [.active, .held]
    }
    if case .phone(.callEndedRemotely(_, let phase)) = event {
      phases = phase.map { [$0] } ?? [.active, .held, .ringing]
    }
    if case .phone(.headsetButtonHeld) = event { phases = [.active, .ringing] }
    for phase in phases {
      if let place = was.firstIndex(where: { $0.phase == phase }) { return place }
    }
    // The call has ended together with its app.
    return was.firstIndex { $0.host != now.first?.host } ?? was.count - 1
  }
}
