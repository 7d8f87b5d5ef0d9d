internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// Presents an app's calls like the phone's own calls, as CallKit's class of this name does.
///
/// The user's actions on a call are methods of the phone: `SimulatedPhone.answerCall`, `endCall`, `holdCall` and
/// others. Their effects reach the delegate in CallKit's order: the action, then the session's activation or
/// deactivation. The phone records that an action was fulfilled, but does not wait for it. A failed action is undone;
/// see `CXAction.fail()`. An action that the delegate neither fulfills nor fails times out after a minute of the phone's
/// time: a call that was started or answered ends, and other actions are undone.
///
/// - Thread: any. The delegate is called where notifications are posted, see `AVAudioSession`, or on the queue given to
///   `setDelegate`.
open class CXProvider: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  let app: SimulatedApp
  let state: Guarded<CXProviderState>

  /// Creates a provider for the app under test of `SimulatedPhone.current`.
  public convenience init(configuration: CXProviderConfiguration) {
    self.init(configuration: configuration, of: SimulatedPhone.current.app)
  }

  /// Creates a provider for an app.
  public init(configuration: CXProviderConfiguration, of app: SimulatedApp) {
    state = Guarded(CXProviderState(configuration: configuration.duplicate()))
    self.app = app
    super.init()
    app.calls.attach(self)
  }

  /// Sets the delegate, which is not retained.
  ///
  /// - Parameters:
  ///   - delegate: the delegate.
  ///   - queue: the queue on which the delegate is called later; nil to call it immediately.
  open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
    app.calls.setDelegate(delegate, queue)
  }

  /// A call arrives and rings.
  ///
  /// - Parameters:
  ///   - uuid: the app's identifier for the call.
  ///   - update: the properties of the call, which do not affect the outcome.
  ///   - completion: called before this method returns, with `CXErrorCodeIncomingCallError` if the call cannot ring now,
  ///     or if the app already has a call with that identifier.
  open func reportNewIncomingCall(
    with uuid: UUID, update: CXCallUpdate, completion: @escaping ((any Error)?) -> Void
  ) {
    completion(ring(uuid, update))
  }

  /// Lets a call ring.
  ///
  /// - Returns: the reason why it cannot ring.
  private func ring(_ uuid: UUID, _ update: CXCallUpdate) -> CXErrorCodeIncomingCallError? {
    typealias Failure = CXErrorCodeIncomingCallError
    if state.withLock({ $0.isInvalid }) {
      return Failure(
        code: Failure.Code.unknown.rawValue, "the provider was invalidated; create another one")
    }
    if app.calls.phase(of: uuid) != nil {
      return Failure(
        code: Failure.Code.callUUIDAlreadyExists.rawValue, "the app already has the call \(uuid)")
    }
    app.calls.add(uuid, .ringing)
    app.calls.note(update, of: uuid)
    do throws(RejectedEvent) {
      try app.binding.runtime.perform(.phone(.callRang(.app(app.id))))
      return nil
    } catch {
      app.calls.remove(uuid)
      return Failure(
        code: Failure.Code.unknown.rawValue, error.description, because: error as NSError)
    }
  }

  /// The remote party has hung up, or the call has failed.
  open func reportCall(with uuid: UUID, endedAt date: Date?, reason: CXCallEndedReason) {
    let phase = app.calls.presentPhase(of: uuid, in: app)
    app.calls.remove(uuid)
    // The phone no longer has the call, so it has ended.
    guard let phase else { return }
    _ = try? app.binding.runtime.perform(.phone(.callEndedRemotely(of: phase)))
  }

  /// The outgoing call is being connected; the simulation ignores this.
  open func reportOutgoingCall(with uuid: UUID, startedConnectingAt date: Date?) {}

  /// The outgoing call is connected; the simulation ignores this.
  open func reportOutgoingCall(with uuid: UUID, connectedAt date: Date?) {}
}

/// Receives the actions of the user and the system on an app's calls.
///
/// - Thread: where notifications are posted; see `AVAudioSession`; or the queue given to `setDelegate`.
public protocol CXProviderDelegate: AnyObject {
  /// The provider was reset; never called in a simulation.
  func providerDidReset(_ provider: CXProvider)
  /// The user calls somebody.
  func provider(_ provider: CXProvider, perform action: CXStartCallAction)
  /// The user has answered.
  func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
  /// The user has declined or hung up.
  func provider(_ provider: CXProvider, perform action: CXEndCallAction)
  /// The call is put on hold or resumed.
  func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
  /// The call is muted or unmuted.
  func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
  /// Keypad tones must be played.
  func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
  /// A call joins or leaves a group.
  func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
  /// A transaction begins.
  ///
  /// - Returns: true if the delegate itself performs, fulfills and fails the actions, so that the methods for single
  ///   actions are not called.
  func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
  /// The provider is ready; never called in a simulation.
  func providerDidBegin(_ provider: CXProvider)
  /// An action was not completed in time, so that it can no longer be fulfilled or failed.
  func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
  /// The system has activated the session, so the app should start its audio.
  func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
  /// The system has deactivated the session, so the app should stop its audio.
  func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

/// The optional methods. By default, the delegate does nothing, and the action's effect remains.
///
/// Our choice: Apple has not published the outcome of an action for which a delegate does not have a method.
extension CXProviderDelegate {
  /// Completes the action without undoing it.
  public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.leave() }
  /// Completes the action without undoing it.
  public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
    action.leave()
  }
  /// Completes the action without undoing it.
  public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.leave() }
  /// Completes the action without undoing it.
  public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
    action.leave()
  }
  /// Completes the action without undoing it.
  public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
    action.leave()
  }
  /// Completes the action without undoing it.
  public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
    action.leave()
  }
  /// Completes the action without undoing it.
  public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
    action.leave()
  }
  /// Lets the provider perform the actions one by one.
  public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
  /// Does nothing.
  public func providerDidBegin(_ provider: CXProvider) {}
  /// Does nothing.
  public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
  /// Does nothing.
  public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
  /// Does nothing.
  public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}

/// The properties of a call.
///
/// - Thread: one at a time.
open class CXCallUpdate: NSObject {
  /// The caller.
  public var remoteHandle: CXHandle?
  /// The name of the caller that the user sees.
  public var localizedCallerName: String?
  /// Whether the call has video.
  public var hasVideo = false
  /// Whether the call can be put on hold.
  ///
  /// After an update with false, neither the user nor the app can put the call on hold.
  ///
  /// False by default, as in CallKit, but an update that does not set this property does not restrict the call. Our
  /// choice, because many apps whose calls can be held do not set it.
  public var supportsHolding: Bool {
    get { saysHolding ?? false }
    set { saysHolding = newValue }
  }
  var saysHolding: Bool?
  /// Whether the call can be merged with others.
  ///
  /// This property and the following ones have no effect.
  public var supportsGrouping = false
  /// Whether the call can be removed from a group.
  public var supportsUngrouping = false
  /// Whether the call accepts keypad tones.
  public var supportsDTMF = false

  /// Creates an empty update.
  public override init() {}
}

/// A party to call.
open class CXHandle: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// The type of the value.
  public enum HandleType: Int, Hashable, Sendable {
    /// A value defined by the app.
    case generic = 1
    /// A phone number.
    case phoneNumber = 2
    /// An email address.
    case emailAddress = 3
  }

  /// The type of the value.
  public let type: HandleType
  /// The value, such as a phone number.
  public let value: String

  /// Creates a handle.
  public init(type: HandleType, value: String) {
    self.type = type
    self.value = value
  }

  /// Returns whether another handle has the same type and value.
  public func isEqual(to handle: CXHandle) -> Bool { type == handle.type && value == handle.value }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CXHandle).map { isEqual(to: $0) } ?? false
  }

  open override var hash: Int { value.hashValue }
}

/// The reason why a call ended without an action of the user.
public enum CXCallEndedReason: Int, Hashable, Sendable {
  /// The call failed.
  case failed = 1
  /// The remote party hung up.
  case remoteEnded = 2
  /// Nobody answered.
  case unanswered = 3
  /// The call was answered on another device.
  case answeredElsewhere = 4
  /// The call was declined on another device.
  case declinedElsewhere = 5
}

/// An action on a call.
open class CXCallAction: CXAction, @unchecked Sendable {
  /// The call.
  public let callUUID: UUID

  /// Creates an action on a call.
  public init(call callUUID: UUID) { self.callUUID = callUUID }
}

/// Starts a call.
open class CXStartCallAction: CXCallAction, @unchecked Sendable {
  /// The party to call.
  public let handle: CXHandle
  /// Whether the call has video.
  ///
  /// This property has no effect.
  public var isVideo = false
  /// The identifier of the party in the user's contacts.
  ///
  /// This property has no effect.
  public var contactIdentifier: String?

  /// Creates an action that starts a call.
  public init(call uuid: UUID, handle: CXHandle) {
    self.handle = handle
    super.init(call: uuid)
  }
}

/// Answers a call.
open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {}

/// Declines or ends a call.
open class CXEndCallAction: CXCallAction, @unchecked Sendable {}

/// Puts a call on hold, or resumes it.
open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
  /// Whether the call is put on hold.
  public let isOnHold: Bool

  /// Creates an action that puts the call on hold or resumes it.
  public init(call uuid: UUID, onHold: Bool) {
    isOnHold = onHold
    super.init(call: uuid)
  }
}

/// Mutes or unmutes a call.
open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
  /// Whether the call is muted.
  public let isMuted: Bool

  /// Creates an action that mutes or unmutes the call.
  public init(call uuid: UUID, muted: Bool) {
    isMuted = muted
    super.init(call: uuid)
  }
}
