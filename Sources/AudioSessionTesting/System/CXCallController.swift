internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// A group of actions that an app requests together.
open class CXTransaction: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the actions are behind a lock.

  /// The identifier of the transaction.
  public let uuid = UUID()
  private let contents: Guarded<[CXAction]>

  /// Creates a transaction with one action.
  public convenience init(action: CXAction) { self.init(actions: [action]) }

  /// Creates a transaction with these actions; actions can also be added later.
  public init(actions: [CXAction] = []) { contents = Guarded(actions) }

  /// The actions.
  public var actions: [CXAction] { contents.withLock { $0 } }
  /// Whether all actions are complete.
  public var isComplete: Bool { actions.allSatisfy(\.isComplete) }
  /// Adds an action.
  public func addAction(_ action: CXAction) { contents.withLock { $0.append(action) } }
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
  ///     `RejectedEvent` if one of the actions is impossible now. The actions before that action have happened.
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
  func perform(_ transaction: CXTransaction) -> RejectedEvent? {
    var actions = transaction.actions.compactMap { $0 as? CXCallAction }
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
    do throws(RejectedEvent) {
      for action in actions { try perform(action) }
      return nil
    } catch {
      return error
    }
  }

  /// The rejection of holding a call whose update states that it cannot be held.
  static let noHold = RejectedEvent.notThere("way to hold a call without supportsHolding")

  /// The rejection of a call whose identifier already belongs to another call of the app: `callUUIDAlreadyExists`.
  static let secondCall = RejectedEvent.alreadySo("a call has this UUID")

  /// The rejection of an action on a call that the app does not have: `unknownCallUUID`.
  static let unknownCall = RejectedEvent.notThere("call of the app with this UUID")

  /// Performs one action.
  private func perform(_ action: CXCallAction) throws(RejectedEvent) {
    guard let event = try event(for: action) else { return }
    do throws(RejectedEvent) {
      try app.binding.runtime.perform(.phone(event))
    } catch {
      if action is CXStartCallAction { app.calls.remove(action.callUUID) }
      throw error
    }
  }

  /// Returns an action's effect on the phone, or nil if the action concerns only the delegate, which is notified.
  ///
  /// Resuming a call while another call is active puts the other call on hold.
  ///
  /// Source: forum thread 715488, the second scenario.
  private func event(for action: CXCallAction) throws(RejectedEvent) -> PhoneEvent? {
    let uuid = action.callUUID
    let calls = app.calls
    let phase = calls.phase(of: uuid)
    if action is CXStartCallAction {
      guard phase == nil else { throw Self.secondCall }
    } else if phase == nil {
      throw Self.unknownCall
    }
    switch action {
    case is CXStartCallAction:
      calls.add(uuid, .active)
      return .callStarted(.app(app.id))
    case is CXAnswerCallAction:
      guard phase == .ringing else { throw .noCall(.ringing) }
      return .callAnswered
    case is CXEndCallAction:
      guard let phase = calls.presentPhase(of: uuid, in: app) else { throw Self.unknownCall }
      return phase == .ringing ? .callDeclined() : .callEnded(of: phase)
    case let action as CXSetHeldCallAction:
      let needed = action.isOnHold ? CallPhase.active : .held
      guard phase == needed else { throw .noCall(needed) }
      if action.isOnHold, calls.refusesHold { throw Self.noHold }
      let isBusy = app.binding.phone.state.device.calls.call(in: .active) != nil
      return action.isOnHold ? .callHeld : isBusy ? .callsSwapped : .callUnheld
    case let action as CXSetMutedCallAction:
      calls.notify(of: app) { $0.provider($1, perform: action) }
    case let action as CXPlayDTMFCallAction:
      calls.notify(of: app) { $0.provider($1, perform: action) }
    default: break
    }
    return nil
  }
}
