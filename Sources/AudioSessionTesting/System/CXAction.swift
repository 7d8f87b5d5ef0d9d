public import Foundation
internal import Realtime

/// An action that the system requests from an app, or that an app requests from the system.
///
/// - Thread: any.
open class CXAction: NSObject, @unchecked Sendable {
  /// The number of seconds after which an action times out.
  ///
  /// Source: github.com/voximplant/flutter_callkit/issues/12: one minute into the call, the time-out of an action that
  /// was neither fulfilled nor failed is reported, and the call ends.
  static let timeoutSeconds = 60.0

  /// The identifier of the action.
  public let uuid = UUID()
  /// The time after which the action cannot be completed.
  ///
  /// This is the real time. An action times out when the phone's time has advanced by one minute since the delegate
  /// was called.
  public let timeoutDate = Date(timeIntervalSinceNow: CXAction.timeoutSeconds)
  private struct State: Sendable {
    var isComplete = false
    var undo: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  /// Creates an action.
  public override init() {}

  /// Reports that the action was performed, unless the delegate has already reported its result.
  open func fulfill() { _ = complete() }

  /// Reports that the action could not be performed, unless the delegate has already reported its result.
  ///
  /// By then the action has already happened on the phone. A call that was started or answered ends. A call that was
  /// held, unheld or muted returns to its previous state. A call that has ended stays ended. Therefore,
  /// `provider(_:didActivate:)` may still be called, followed by `provider(_:didDeactivate:)`.
  open func fail() { complete()?() }

  /// Whether the delegate has reported the result, or the action has timed out.
  public var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Completes an action that the delegate does not implement.
  ///
  /// The action's effect remains.
  func leave() { _ = complete() }

  /// Completes an action whose time is over.
  ///
  /// - Returns: the closure that undoes the action; nil if the action was already complete.
  func timeOut() -> (@Sendable () -> Void)? { complete() }

  /// Sets the closure that undoes the action if it fails.
  func undoing(by undo: @escaping @Sendable () -> Void) { state.withLock { $0.undo = undo } }

  /// Completes the action.
  ///
  /// Returns the closure that undoes the action if the action was not already complete.
  ///
  /// Source: page of `fail()`: "Calling this method more than once or calling it after calling the fulfill()
  /// method has no effect."
  private func complete() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.isComplete { return nil }
      state.isComplete = true
      return state.undo ?? {}
    }
  }
}

extension CXStartCallAction {
  /// Reports that the call was started; the time is ignored.
  public func fulfill(withDateStarted dateStarted: Date) { fulfill() }
}

extension CXAnswerCallAction {
  /// Reports that the call was answered; the time is ignored.
  public func fulfill(withDateConnected dateConnected: Date) { fulfill() }
}

extension CXEndCallAction {
  /// Reports that the call has ended; the time is ignored.
  public func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

/// A request to play keypad tones to the remote party, which only the app can do.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
  /// The origin of the digits.
  public enum ActionType: Int, Hashable, Sendable {
    /// The user has typed a digit.
    case singleTone = 1
    /// Digits that follow a soft pause in the dialed number.
    case softPause = 2
    /// Digits that follow a hard pause in the dialed number.
    case hardPause = 3
  }

  /// The digits.
  public let digits: String
  /// The origin of the digits.
  public let type: ActionType

  /// Creates an action that plays digits.
  public init(call uuid: UUID, digits: String, type: ActionType) {
    self.digits = digits
    self.type = type
    super.init(call: uuid)
  }
}

/// Joins two calls to a group, or removes a call from its group.
///
/// Our choice: only the delegate is asked. The phone does not have groups, so each call keeps its state.
open class CXSetGroupCallAction: CXCallAction, @unchecked Sendable {
  /// The call to join; nil to leave the group.
  public let callUUIDToGroupWith: UUID?

  /// Creates an action that joins two calls, or removes a call from its group.
  public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
    self.callUUIDToGroupWith = callUUIDToGroupWith
    super.init(call: callUUID)
  }
}
