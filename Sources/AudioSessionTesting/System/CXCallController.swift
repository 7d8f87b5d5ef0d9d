internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// A group of actions that are requested together.
open class CXTransaction: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the state is behind a lock.

  private struct State: Sendable {
    var actions: [CXAction]
    /// Whether the delegate performs the actions itself; nil until it was asked.
    var isHandled: Bool?
  }

  /// The identifier of the transaction.
  public let uuid = UUID()
  private let state: Guarded<State>

  /// Creates a transaction with one action.
  public convenience init(action: CXAction) { self.init(actions: [action]) }

  /// Creates a transaction with these actions; actions can also be added later.
  public init(actions: [CXAction] = []) { state = Guarded(State(actions: actions)) }

  /// The actions.
  public var actions: [CXAction] { state.withLock { $0.actions } }
  /// Whether all actions are complete.
  public var isComplete: Bool { actions.allSatisfy(\.isComplete) }
  /// Adds an action.
  public func addAction(_ action: CXAction) { state.withLock { $0.actions.append(action) } }

  /// Asks a delegate once whether it performs the actions itself.
  func isHandled(by delegate: any CXProviderDelegate, of provider: CXProvider) -> Bool {
    if let isHandled = state.withLock({ $0.isHandled }) { return isHandled }
    let isHandled = delegate.provider(provider, execute: self)
    state.withLock { $0.isHandled = isHandled }
    return isHandled
  }
}

/// Requests the call actions that the user performs inside the app.
open class CXCallController: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  let app: SimulatedApp
  private let queue: DispatchQueue?

  /// Creates a controller for the app under test of `SimulatedPhone.current`.
  public override init() {
    app = SimulatedPhone.current.app
    queue = nil
  }

  /// Creates a controller for that app, which calls completion handlers later, on a queue.
  public convenience init(queue: DispatchQueue) {
    self.init(of: SimulatedPhone.current.app, queue: queue)
  }

  /// Creates a controller for an app.
  public convenience init(of app: SimulatedApp) { self.init(of: app, queue: nil) }

  private init(of app: SimulatedApp, queue: DispatchQueue?) {
    self.app = app
    self.queue = queue
  }

  /// Performs the actions.
  ///
  /// - Parameters:
  ///   - transaction: the actions.
  ///   - completion: called before this method returns, unless the controller was created with a queue. It receives
  ///     `CXErrorCodeRequestTransactionError` if one of the actions is impossible now. The actions before that action
  ///     have happened.
  open func request(
    _ transaction: CXTransaction, completion: @escaping ((any Error)?) -> Void
  ) {
    let failure = perform(transaction)
    guard let queue else { return completion(failure) }
    let call = Unchecked(completion)
    queue.async { call.value(failure) }
  }

  /// Performs the actions.
  ///
  /// - Returns: the reason why an action is impossible now; no later action is performed.
  func perform(_ transaction: CXTransaction) -> CXErrorCodeRequestTransactionError? {
    let all = transaction.actions
    var actions = all.compactMap { $0 as? CXCallAction }
    if all.isEmpty { return Self.failure(.emptyTransaction, "the transaction is empty") }
    if !app.calls.hasProvider {
      return Self.failure(.unknownCallProvider, "the app does not have a CXProvider; create one")
    }
    if actions.count < all.count {
      return Self.failure(.invalidAction, "an action of the transaction is not a CXCallAction")
    }
    app.calls.expect(transaction)
    // Holding the active call and resuming the other call is one change, regardless of the order of the requests.
    let holds = actions.indices.filter { (actions[$0] as? CXSetHeldCallAction)?.isOnHold == true }
    let unholds = actions.contains { action in
      (action as? CXSetHeldCallAction)?.isOnHold == false
        && app.calls.phase(of: action.callUUID) == .held
    }
    if unholds,
      let hold = holds.first(where: { app.calls.phase(of: actions[$0].callUUID) == .active })
    {
      actions.remove(at: hold)
    }
    for (index, action) in actions.enumerated() {
      if let failure = perform(action) {
        app.calls.withdraw(actions[index...])
        return failure
      }
    }
    return nil
  }

  private static func failure(
    _ code: CXErrorCodeRequestTransactionError.Code, _ detail: String
  ) -> CXErrorCodeRequestTransactionError {
    CXErrorCodeRequestTransactionError(code: code.rawValue, detail)
  }

  /// Creates the error of an action that the phone refuses.
  private static func failure(
    _ code: CXErrorCodeRequestTransactionError.Code, _ cause: RejectedEvent
  ) -> CXErrorCodeRequestTransactionError {
    CXErrorCodeRequestTransactionError(
      code: code.rawValue, cause.description, because: cause as NSError)
  }

  /// The rejection of holding a call whose update states that it cannot be held.
  static let noHold = RejectedEvent.notThere("way to hold a call without supportsHolding")

  /// Performs one action.
  ///
  /// - Returns: the reason why the action is impossible now.
  private func perform(_ action: CXCallAction) -> CXErrorCodeRequestTransactionError? {
    let (uuid, calls) = (action.callUUID, app.calls)
    let isStart = action is CXStartCallAction
    switch (isStart, calls.phase(of: uuid)) {
    case (true, _?): return Self.failure(.callUUIDAlreadyExists, "the app already has \(uuid)")
    case (false, nil): return Self.failure(.unknownCallUUID, "the app does not have \(uuid)")
    case (true, nil), (false, _?): break
    }
    do throws(RejectedEvent) {
      guard let event = try event(for: action) else {
        if let group = (action as? CXSetGroupCallAction)?.callUUIDToGroupWith,
          calls.phase(of: group) == nil
        {
          return Self.failure(.unknownCallUUID, "the app does not have \(group)")
        }
        calls.ask(action, of: app)
        return nil
      }
      if isStart { calls.add(uuid, .active) }
      try app.binding.runtime.perform(.phone(event))
      return nil
    } catch {
      // Source: page of `maximumCallGroupsReached`: the actions would exceed the maximum number of call groups.
      if isStart { calls.remove(uuid) }
      return Self.failure(isStart ? .maximumCallGroupsReached : .invalidAction, error)
    }
  }

  /// Returns an action's effect on the phone, or nil if the action concerns only the delegate.
  ///
  /// Resuming a call while another call is active puts the other call on hold.
  ///
  /// Source: forum thread 715488, the second scenario.
  private func event(for action: CXCallAction) throws(RejectedEvent) -> PhoneEvent? {
    let (uuid, calls) = (action.callUUID, app.calls)
    let phase = calls.phase(of: uuid)
    switch action {
    case is CXStartCallAction: return .callStarted(.app(app.id))
    case is CXAnswerCallAction:
      guard phase == .ringing else { throw .noCall(.ringing) }
      return .callAnswered
    case is CXEndCallAction:
      guard let phase = calls.presentPhase(of: uuid, in: app) else {
        throw .notThere("call of the app with this UUID")
      }
      return phase == .ringing ? .callDeclined() : .callEnded(of: phase)
    case let action as CXSetHeldCallAction:
      let needed = action.isOnHold ? CallPhase.active : .held
      guard phase == needed else { throw .noCall(needed) }
      if action.isOnHold, calls.refusesHold { throw Self.noHold }
      let isBusy = app.binding.phone.state.device.calls.call(in: .active) != nil
      return action.isOnHold ? .callHeld : isBusy ? .callsSwapped : .callUnheld
    default: return nil
    }
  }
}
