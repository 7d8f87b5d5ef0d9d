internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// What shows an app's calls as the phone's own: what CallKit's class of that name is to an app.
///
/// The user's side of a call is the phone's: `SimulatedPhone.answerCall`, `endCall`, `holdCall` and so
/// on. What follows from those reaches the delegate in CallKit's order: the action, then the session's
/// activation or deactivation. That an action is fulfilled is noted and not waited for.
///
/// - Thread: any. The delegate is called where notifications are posted, see `AVAudioSession`, or on the
///   queue that it asked for.
public final class CXProvider: Sendable {
  let app: SimulatedApp
  let state: Guarded<CXProviderState>

  /// A provider of the app under test of `SimulatedPhone.current`.
  public convenience init(configuration: CXProviderConfiguration) {
    self.init(configuration: configuration, of: SimulatedPhone.current.app)
  }

  /// A provider of an app.
  public init(configuration: CXProviderConfiguration, of app: SimulatedApp) {
    state = Guarded(CXProviderState(configuration: configuration.copy()))
    self.app = app
    app.calls.attach(self)
  }

  /// Sets the delegate, which is not kept alive.
  ///
  /// - Parameters:
  ///   - delegate: who.
  ///   - queue: where it is called, later; nil for at once.
  public func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
    app.calls.setDelegate(delegate, queue)
  }

  /// A call comes in and rings.
  ///
  /// - Parameters:
  ///   - uuid: the app's identifier of the call.
  ///   - update: what is known of it; nothing depends on that.
  ///   - completion: called before this returns, with `RejectedEvent` if it cannot ring now.
  public func reportNewIncomingCall(
    with uuid: UUID, update: CXCallUpdate, completion: @escaping ((any Error)?) -> Void
  ) {
    guard !state.withLock({ $0.isInvalid }) else {
      completion(RejectedEvent.notThere("provider that is not invalidated"))
      return
    }
    app.calls.add(uuid, .ringing)
    do {
      try app.binding.runtime.perform(.callRang(.app(app.id)))
      completion(nil)
    } catch {
      app.calls.remove(uuid)
      completion(error)
    }
  }

  /// The other end has hung up, or the call has failed.
  public func reportCall(with uuid: UUID, endedAt date: Date?, reason: CXCallEndedReason) {
    let phase = app.calls.phase(of: uuid)
    app.calls.remove(uuid)
    let event: SessionEvent = phase == .ringing ? .callDeclined() : .callEndedRemotely()
    // A call that the phone does not have any more has ended.
    _ = try? app.binding.runtime.perform(event)
  }

  /// The outgoing call is being connected; nothing follows.
  public func reportOutgoingCall(with uuid: UUID, startedConnectingAt date: Date?) {}

  /// The outgoing call is connected; nothing follows.
  public func reportOutgoingCall(with uuid: UUID, connectedAt date: Date?) {}
}

/// What is notified of what the user and the system do with an app's calls.
public protocol CXProviderDelegate: AnyObject {
  /// Everything is over; never called in a simulation.
  func providerDidReset(_ provider: CXProvider)
  /// The user calls somebody.
  func provider(_ provider: CXProvider, perform action: CXStartCallAction)
  /// The user has answered.
  func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
  /// The user has declined or hung up.
  func provider(_ provider: CXProvider, perform action: CXEndCallAction)
  /// The call goes on hold or is taken off it.
  func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
  /// The call is muted or no more.
  func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
  /// Tones of the keypad are to be played.
  func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
  /// The provider is ready; never called in a simulation.
  func providerDidBegin(_ provider: CXProvider)
  /// An action was not completed in time; never called in a simulation, where nothing times out.
  func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
  /// The system has activated the session: start the audio.
  func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
  /// The system has deactivated the session: stop the audio.
  func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

/// What is optional there: nothing happens, and the actions fail.
extension CXProviderDelegate {
  /// Fails the action.
  public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fail() }
  /// Fails the action.
  public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fail() }
  /// Fails the action.
  public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }
  /// Fails the action.
  public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
    action.fail()
  }
  /// Fails the action.
  public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
    action.fail()
  }
  /// Fails the action.
  public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
    action.fail()
  }
  /// Does nothing.
  public func providerDidBegin(_ provider: CXProvider) {}
  /// Does nothing.
  public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
  /// Does nothing.
  public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
  /// Does nothing.
  public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}

/// What is known of a call.
public final class CXCallUpdate {
  /// Who calls.
  public var remoteHandle: CXHandle?
  /// Who calls, as the user is shown.
  public var localizedCallerName: String?
  /// Whether there is a picture.
  public var hasVideo = false
  /// Whether the call can be put on hold; nothing depends on it, as on all that follow.
  public var supportsHolding = false
  /// Whether the call can be merged with others.
  public var supportsGrouping = false
  /// Whether the call can be taken out of a group.
  public var supportsUngrouping = false
  /// Whether the call takes tones of the keypad.
  public var supportsDTMF = false

  /// Nothing.
  public init() {}
}

/// Somebody to call.
public final class CXHandle: Sendable {
  /// What the value is.
  public enum HandleType: Int, Hashable, Sendable {
    /// The app's own.
    case generic = 1
    /// A number of the telephone network.
    case phoneNumber = 2
    /// An address.
    case emailAddress = 3
  }

  /// What the value is.
  public let type: HandleType
  /// Such as a number.
  public let value: String

  /// Somebody.
  public init(type: HandleType, value: String) {
    self.type = type
    self.value = value
  }
}

/// Why a call ended that the user did not end.
public enum CXCallEndedReason: Int, Hashable, Sendable {
  /// The call failed.
  case failed = 1
  /// The other end hung up.
  case remoteEnded = 2
  /// Nobody answered.
  case unanswered = 3
  /// Answered on another device.
  case answeredElsewhere = 4
  /// Declined on another device.
  case declinedElsewhere = 5
}

/// Something to be done with a call.
public class CXCallAction: CXAction, @unchecked Sendable {
  /// The call.
  public let callUUID: UUID

  init(_ uuid: UUID) { callUUID = uuid }
}

/// The user calls somebody.
public final class CXStartCallAction: CXCallAction, @unchecked Sendable {
  /// Whom.
  public let handle: CXHandle

  /// Calls somebody.
  public init(call uuid: UUID, handle: CXHandle) {
    self.handle = handle
    super.init(uuid)
  }
}

/// The user answers.
public final class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
  /// Answers the call.
  public init(call uuid: UUID) { super.init(uuid) }
}

/// The user declines or hangs up.
public final class CXEndCallAction: CXCallAction, @unchecked Sendable {
  /// Ends the call.
  public init(call uuid: UUID) { super.init(uuid) }
}

/// A call goes on hold, or is taken off it.
public final class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
  /// Whether the call goes on hold.
  public let isOnHold: Bool

  /// Puts the call on hold, or takes it off.
  public init(call uuid: UUID, onHold: Bool) {
    isOnHold = onHold
    super.init(uuid)
  }
}

/// A call is muted, or no more.
public final class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
  /// Whether the call is muted.
  public let isMuted: Bool

  /// Mutes the call, or no more.
  public init(call uuid: UUID, muted: Bool) {
    isMuted = muted
    super.init(uuid)
  }
}

/// Actions that an app asks for together.
public final class CXTransaction: Sendable {
  /// The identifier of the transaction.
  public let uuid = UUID()
  private let contents: Guarded<[CXAction]>

  /// One action.
  public convenience init(action: CXAction) { self.init(actions: [action]) }

  /// Some actions; none to add them later.
  public init(actions: [CXAction] = []) { contents = Guarded(actions) }

  /// The actions.
  public var actions: [CXAction] { contents.withLock { $0 } }
  /// Whether all actions are complete.
  public var isComplete: Bool { actions.allSatisfy(\.isComplete) }
  /// Adds an action.
  public func addAction(_ action: CXAction) { contents.withLock { $0.append(action) } }
}

/// Where an app asks for what its user does with calls inside the app.
public final class CXCallController: Sendable {
  let app: SimulatedApp
  private let queue: DispatchQueue?

  /// A controller of the app under test of `SimulatedPhone.current`.
  public convenience init() { self.init(of: SimulatedPhone.current.app) }

  /// A controller of that app, which calls completions on a queue, later.
  public convenience init(queue: DispatchQueue) {
    self.init(of: SimulatedPhone.current.app, queue: queue)
  }

  /// A controller of an app.
  public convenience init(of app: SimulatedApp) { self.init(of: app, queue: nil) }

  private init(of app: SimulatedApp, queue: DispatchQueue?) {
    self.app = app
    self.queue = queue
  }

  /// Lets the actions happen.
  ///
  /// - Parameters:
  ///   - transaction: the actions.
  ///   - completion: called before this returns unless the controller was made with a queue, with `RejectedEvent` if one
  ///     of them makes no sense now; those before it have happened.
  public func request(
    _ transaction: CXTransaction, completion: @escaping ((any Error)?) -> Void
  ) {
    let failure = perform(transaction)
    guard let queue else { return completion(failure) }
    let call = Unchecked(completion)
    queue.async { call.value(failure) }
  }

  /// Lets the actions happen.
  ///
  /// - Returns: why one of them makes no sense now, after which none happens.
  func perform(_ transaction: CXTransaction) -> RejectedEvent? {
    do throws(RejectedEvent) {
      for case let action as CXCallAction in transaction.actions { try perform(action) }
      return nil
    } catch {
      return error
    }
  }

  private func perform(_ action: CXCallAction) throws(RejectedEvent) {
    let uuid = action.callUUID
    let calls = app.calls
    let event: SessionEvent
    switch action {
    case is CXStartCallAction:
      calls.add(uuid, .active)
      event = .callStarted(.app(app.id))
    case is CXAnswerCallAction: event = .callAnswered
    case is CXEndCallAction:
      event = calls.phase(of: uuid) == .ringing ? .callDeclined() : .callEnded()
    case let action as CXSetHeldCallAction: event = action.isOnHold ? .callHeld : .callUnheld
    case let action as CXSetMutedCallAction:
      calls.notify(of: app) { $0.provider($1, perform: action) }
      return
    case let action as CXPlayDTMFCallAction:
      calls.notify(of: app) { $0.provider($1, perform: action) }
      return
    default: return
    }
    do throws(RejectedEvent) {
      try app.binding.runtime.perform(event)
    } catch {
      if action is CXStartCallAction { calls.remove(uuid) }
      throw error
    }
  }
}

/// The calls of an app, and the delegate that is notified of them.
final class CallDirectory: Sendable {
  private struct State: Sendable {
    var calls: [(uuid: UUID, phase: CallPhase)] = []
    weak var provider: CXProvider?
    var delegate = WeakDelegate()
    var queue: DispatchQueue?
  }

  /// A delegate, which is not kept alive.
  private struct WeakDelegate: @unchecked Sendable {
    weak var value: (any CXProviderDelegate)?
  }

  private let state = Guarded(State())

  /// Whether the app has a provider now.
  var hasProvider: Bool { state.withLock { $0.provider != nil } }

  func attach(_ provider: CXProvider) { state.withLock { $0.provider = provider } }

  func setDelegate(_ delegate: (any CXProviderDelegate)?, _ queue: DispatchQueue?) {
    let weak = WeakDelegate(value: delegate)
    state.withLock { state in
      state.delegate = weak
      state.queue = queue
    }
  }

  func add(_ uuid: UUID, _ phase: CallPhase) { state.withLock { $0.calls.append((uuid, phase)) } }

  func remove(_ uuid: UUID) { state.withLock { $0.calls.removeAll { $0.uuid == uuid } } }

  func phase(of uuid: UUID) -> CallPhase? {
    state.withLock { state in state.calls.first { $0.uuid == uuid }?.phase }
  }

  /// Calls the delegate, if there is one, at once or on its queue.
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

  /// Notifies the delegate of what the policy says.
  func notify(_ message: CallKitMessage, of app: SimulatedApp) {
    switch message {
    case .startCall:
      let uuid = call(in: .active, newest: true)
      let handle = CXHandle(type: .generic, value: "")
      notify(of: app) { $0.provider($1, perform: CXStartCallAction(call: uuid, handle: handle)) }
    case .answerCall:
      let uuid = move(.ringing, to: .active)
      notify(of: app) { $0.provider($1, perform: CXAnswerCallAction(call: uuid)) }
    case .endCall:
      let uuid = takeEnded(app)
      notify(of: app) { $0.provider($1, perform: CXEndCallAction(call: uuid)) }
    case .holdCall:
      let uuid = move(.active, to: .held)
      notify(of: app) { $0.provider($1, perform: CXSetHeldCallAction(call: uuid, onHold: true)) }
    case .unholdCall:
      let uuid = move(.held, to: .active)
      notify(of: app) { $0.provider($1, perform: CXSetHeldCallAction(call: uuid, onHold: false)) }
    case .muteCall, .unmuteCall:
      let uuid = call(in: .active, newest: true)
      let isMuted = message == .muteCall
      notify(of: app) {
        $0.provider($1, perform: CXSetMutedCallAction(call: uuid, muted: isMuted))
      }
    case .didActivate:
      let session = app.session
      notify(of: app) { $0.provider($1, didActivate: session) }
    case .didDeactivate:
      let session = app.session
      notify(of: app) { $0.provider($1, didDeactivate: session) }
    }
  }

  /// The newest call in a phase, or the oldest; one that the phone began without the provider gets its
  /// identifier now.
  func call(in phase: CallPhase, newest: Bool) -> UUID {
    state.withLock { state in
      let found = state.calls.filter { $0.phase == phase }
      if let found = newest ? found.last : found.first { return found.uuid }
      let uuid = UUID()
      state.calls.append((uuid, phase))
      return uuid
    }
  }

  /// Ends every call of an app, as if each had failed.
  func endAll(of app: SimulatedApp) {
    state.withLock { $0.calls = [] }
    // There are two at most; one that waits behind somebody else's active call stays.
    for _ in 0..<2 {
      let calls = app.binding.phone.state.device.calls
      let ending = calls.call(in: .ringing) ?? calls.call(in: .active) ?? calls.call(in: .held)
      guard let ending, ending.host == .app(app.id) else { return }
      let event: SessionEvent = ending.phase == .ringing ? .callDeclined() : .callEndedRemotely()
      _ = try? app.binding.runtime.perform(event)
    }
  }

  private func move(_ old: CallPhase, to new: CallPhase) -> UUID {
    let uuid = call(in: old, newest: false)
    state.withLock { state in
      for place in state.calls.indices where state.calls[place].uuid == uuid {
        state.calls[place].phase = new
      }
    }
    return uuid
  }

  /// The call that the phone does not have any more, which is in no phase of its calls.
  private func takeEnded(_ app: SimulatedApp) -> UUID {
    let phases = app.binding.phone.state.device.calls.calls
      .filter { $0.host == .app(app.id) }.map(\.phase)
    return state.withLock { state in
      let ended = state.calls.lastIndex { !phases.contains($0.phase) } ?? state.calls.indices.last
      return ended.map { state.calls.remove(at: $0).uuid } ?? UUID()
    }
  }
}
