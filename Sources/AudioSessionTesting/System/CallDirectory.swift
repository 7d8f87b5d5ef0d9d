internal import AudioSession
internal import Foundation
internal import PhoneRuntime
internal import Realtime

/// The calls of an app, and the delegate that is notified of them.
final class CallDirectory: Sendable {
  struct State: HoldsUserValues {
    var calls: [(uuid: UUID, phase: CallPhase)] = []
    weak var provider: CXProvider?
    var delegate = WeakDelegate()
    var queue: DispatchQueue?
    /// The calls whose updates state that they cannot be put on hold.
    var withoutHold: Set<UUID> = []
    /// The actions that the app has requested and of which its delegate has not been asked yet.
    var expected: [CXCallAction] = []
    /// The transactions that may have incomplete actions.
    var transactions: [CXTransaction] = []

    var userValues: any Sendable { (queue, expected, transactions) }
  }

  /// A delegate, which is not retained.
  struct WeakDelegate: @unchecked Sendable {
    weak var value: (any CXProviderDelegate)?
  }

  let state = UserGuarded(State())

  /// Whether the app has a provider now.
  var hasProvider: Bool { state.withLock { $0.provider } != nil }

  func attach(_ provider: CXProvider) { state.withLock { $0.provider = provider } }

  func setDelegate(_ delegate: (any CXProviderDelegate)?, _ queue: DispatchQueue?) {
    let weak = WeakDelegate(value: delegate)
    state.withLock { state in
      state.delegate = weak
      state.queue = queue
    }
  }

  func add(_ uuid: UUID, _ phase: CallPhase) { state.withLock { $0.calls.append((uuid, phase)) } }

  /// Stores the properties of a call that have an effect.
  func note(_ update: CXCallUpdate, of uuid: UUID) {
    guard let canBeHeld = update.saysHolding else { return }
    state.withLock { state in
      if canBeHeld { state.withoutHold.remove(uuid) } else { state.withoutHold.insert(uuid) }
    }
  }

  /// Whether the active call of the app cannot be put on hold, according to an update.
  var refusesHold: Bool {
    state.withLock { state in
      state.calls.contains { $0.phase == .active && state.withoutHold.contains($0.uuid) }
    }
  }

  func remove(_ uuid: UUID) {
    state.withLock { state in
      state.calls.removeAll { $0.uuid == uuid }
      state.withoutHold.remove(uuid)
    }
  }

  func phase(of uuid: UUID) -> CallPhase? {
    state.withLock { state in state.calls.first { $0.uuid == uuid }?.phase }
  }

  /// Returns the call's present phase, which the delegate may not know yet; nil if the call no longer exists.
  func presentPhase(of uuid: UUID, in app: SimulatedApp) -> CallPhase? {
    guard let known = phase(of: uuid) else { return nil }
    let phases = Self.phases(of: app.id, on: app.binding.phone)
    return phases.contains(known) ? known : phases.count == 1 ? phases.first : nil
  }

  /// Calls the delegate, if one exists, immediately or on its queue.
  func notify(
    of app: SimulatedApp, _ body: @escaping @Sendable (any CXProviderDelegate, CXProvider) -> Void
  ) {
    let (provider, delegate, queue) = state.withLock { ($0.provider, $0.delegate, $0.queue) }
    guard let provider else { return }
    let call: @Sendable () -> Void = {
      if let delegate = delegate.value { body(delegate, provider) }
    }
    if let queue { queue.async(execute: call) } else { call() }
  }

  /// Passes a CallKit message of the policy to the provider's delegate.
  func notify(_ message: CallKitMessage, of app: SimulatedApp) {
    switch message {
    case .startCall:
      let uuid = call(in: .active, newest: true)
      let action =
        requested(CXStartCallAction.self, of: uuid)
        ?? CXStartCallAction(call: uuid, handle: CXHandle(type: .generic, value: ""))
      ask(undoable(action, message, of: app), of: app)
    case .answerCall:
      let uuid = move(.ringing, to: .active)
      let action = requested(of: uuid) ?? CXAnswerCallAction(call: uuid)
      ask(undoable(action, message, of: app), of: app)
    case .endCall: end(nil, of: app)
    case .holdCall, .unholdCall:
      let isOnHold = message == .holdCall
      let uuid = isOnHold ? move(.active, to: .held) : move(.held, to: .active)
      let action =
        requested(of: uuid) { $0.isOnHold == isOnHold }
        ?? CXSetHeldCallAction(call: uuid, onHold: isOnHold)
      ask(undoable(action, message, of: app), of: app)
    case .muteCall, .unmuteCall:
      let uuid = call(in: .active, newest: true)
      let action = CXSetMutedCallAction(call: uuid, muted: message == .muteCall)
      ask(undoable(action, message, of: app), of: app)
    case .didActivate:
      let session = app.session
      notify(of: app) { $0.provider($1, didActivate: session) }
    case .didDeactivate:
      let session = app.session
      notify(of: app) { $0.provider($1, didDeactivate: session) }
    }
  }

  /// Makes an action undo itself if the delegate fails it.
  ///
  /// If the action can no longer be undone at that time, nothing happens.
  private func undoable<Action: CXAction>(
    _ action: Action, _ message: CallKitMessage, of app: SimulatedApp
  ) -> Action {
    let (runtime, id) = (app.binding.runtime, app.id)
    // The runtime's alarms hold the action until its time is over.
    action.undoing { [weak runtime] in
      _ = try? runtime?.perform(.session(.callActionFailed(message)), by: id)
    }
    return action
  }

  /// Returns the newest or oldest call in a phase.
  ///
  /// A call that the phone began without the provider is given an identifier now.
  func call(in phase: CallPhase, newest: Bool) -> UUID {
    state.withLock { state in
      let found = state.calls.filter { $0.phase == phase }
      if let found = newest ? found.last : found.first { return found.uuid }
      let uuid = UUID()
      state.calls.append((uuid, phase))
      return uuid
    }
  }

  /// Ends all of an app's calls as failed.
  func endAll(of app: SimulatedApp) {
    state.withLock { $0.calls = [] }
    for phase in Self.phases(of: app.id, on: app.binding.phone) {
      _ = try? app.binding.runtime.perform(.phone(.callEndedRemotely(of: phase)))
    }
  }

  /// Moves the call that has been in a phase the longest to another phase.
  private func move(_ old: CallPhase, to new: CallPhase) -> UUID {
    let uuid = call(in: old, newest: false)
    state.withLock { state in
      state.calls.removeAll { $0.uuid == uuid }
      state.calls.append((uuid, new))
    }
    return uuid
  }

  /// Asks the delegate to end the call in that phase.
  ///
  /// If `phase` is nil, asks the delegate to end the call that the phone no longer has: the call whose phase no call on
  /// the phone has.
  func end(_ phase: CallPhase?, of app: SimulatedApp) {
    let phases = Self.phases(of: app.id, on: app.binding.phone)
    let uuid = state.withLock { state in
      let ended =
        phase.flatMap { phase in state.calls.firstIndex { $0.phase == phase } }
        ?? state.calls.lastIndex { !phases.contains($0.phase) } ?? state.calls.indices.last
      return ended.map { state.calls.remove(at: $0).uuid } ?? UUID()
    }
    ask(requested(of: uuid) ?? CXEndCallAction(call: uuid), of: app)
  }

  /// Removes a call that the remote party has hung up, or that has ended together with its app.
  ///
  /// No action is requested.
  func settled(_ event: SettledEvent, of app: AppID) {
    switch event.event {
    case _ where event.endsProcess(of: app): break
    case .phone(.callEndedRemotely), .app(app, .callActionFailed(.startCall)),
      .app(app, .callActionFailed(.answerCall)):
      break
    case .app(app, .callActionFailed(.holdCall)), .app(app, .callActionFailed(.unholdCall)):
      // Each call returns to its previous phase: at most one is active, and at most one is on hold.
      state.withLock { state in
        for place in state.calls.indices {
          switch state.calls[place].phase {
          case .active: state.calls[place].phase = .held
          case .held: state.calls[place].phase = .active
          case .ringing: break
          }
        }
      }
      return
    default: return
    }
    let now = Self.phases(of: app, on: event.after)
    for phase in Self.phases(of: app, on: event.before) where !now.contains(phase) {
      state.withLock { state in
        guard let ended = state.calls.firstIndex(where: { $0.phase == phase }) else { return }
        state.calls.remove(at: ended)
      }
    }
  }

  private static func phases(of app: AppID, on phone: AudioSession.Phone) -> [CallPhase] {
    phone.state.device.calls.calls.filter { $0.host == .app(app) }.map(\.phase)
  }
}
