internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// What shows an app's calls as the phone's own: what CallKit's class of that name is to an app.
///
/// The user's side of a call is the phone's: `SimulatedPhone.answerCall`, `endCall`, `holdCall` and so
/// on. What follows from those reaches the delegate in CallKit's order: the action, then the session's
/// activation or deactivation. That an action is fulfilled is noted and not waited for; one that fails is
/// undone, see `CXAction.fail()`.
///
/// - Thread: any. The delegate is called where notifications are posted; see `AVAudioSession`, or on the
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
  ///   - completion: called before this returns, with `RejectedEvent` if it cannot ring now, or if the
  ///     app has a call of that identifier already.
  public func reportNewIncomingCall(
    with uuid: UUID, update: CXCallUpdate, completion: @escaping ((any Error)?) -> Void
  ) {
    guard !state.withLock({ $0.isInvalid }) else {
      completion(RejectedEvent.notThere("provider that is not invalidated"))
      return
    }
    guard app.calls.phase(of: uuid) == nil else {
      completion(CXCallController.secondCall)
      return
    }
    app.calls.add(uuid, .ringing)
    app.calls.note(update, of: uuid)
    do {
      try app.binding.runtime.perform(.phone(.callRang(.app(app.id))))
      completion(nil)
    } catch {
      app.calls.remove(uuid)
      completion(error)
    }
  }

  /// The other end has hung up, or the call has failed.
  public func reportCall(with uuid: UUID, endedAt date: Date?, reason: CXCallEndedReason) {
    let phase = app.calls.presentPhase(of: uuid, in: app)
    app.calls.remove(uuid)
    // A call that the phone does not have any more has ended.
    guard let phase else { return }
    _ = try? app.binding.runtime.perform(.phone(.callEndedRemotely(of: phase)))
  }

  /// The outgoing call is being connected; nothing follows.
  public func reportOutgoingCall(with uuid: UUID, startedConnectingAt date: Date?) {}

  /// The outgoing call is connected; nothing follows.
  public func reportOutgoingCall(with uuid: UUID, connectedAt date: Date?) {}
}

/// What is notified of what the user and the system do with an app's calls.
///
/// - Thread: where notifications are posted; see `AVAudioSession`; or the queue given to `setDelegate`.
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

/// What is optional there: nobody does anything, and what has happened stays.
///
/// Our choice: what becomes of an action that a delegate has no method for is not published.
extension CXProviderDelegate {
  /// Leaves the action.
  public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.leave() }
  /// Leaves the action.
  public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
    action.leave()
  }
  /// Leaves the action.
  public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.leave() }
  /// Leaves the action.
  public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
    action.leave()
  }
  /// Leaves the action.
  public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
    action.leave()
  }
  /// Leaves the action.
  public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
    action.leave()
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
///
/// - Thread: one at a time.
public final class CXCallUpdate {
  /// Who calls.
  public var remoteHandle: CXHandle?
  /// Who calls, as the user is shown.
  public var localizedCallerName: String?
  /// Whether there is a picture.
  public var hasVideo = false
  /// Whether the call can be put on hold; where an update says no, neither its user nor its app can.
  ///
  /// False at first, as CallKit's; an update in which nobody has set it says nothing. Our choice, because many apps
  /// that are held leave it out.
  public var supportsHolding: Bool {
    get { saysHolding ?? false }
    set { saysHolding = newValue }
  }
  var saysHolding: Bool?
  /// Whether the call can be merged with others; nothing depends on it, as on all that follow.
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
  /// Whether the call has a picture; nothing depends on it.
  public var isVideo = false
  /// The identifier of whom in the user's contacts; nothing depends on it.
  public var contactIdentifier: String?

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
