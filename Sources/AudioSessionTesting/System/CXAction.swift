public import Foundation
internal import Realtime

/// Something that the system asks an app to do, or the app the system.
///
/// - Thread: any.
public class CXAction: @unchecked Sendable {
  /// The identifier of the action.
  public let uuid = UUID()
  /// The time after which the action cannot be completed: never, nothing times out here.
  public let timeoutDate = Date.distantFuture
  private struct State: Sendable {
    var isComplete = false
    var undo: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  init() {}

  /// Reports that the action was done, unless the delegate has said already how it ended.
  public func fulfill() { _ = complete() }

  /// Reports that the action could not be done, unless the delegate has said already how it ended.
  ///
  /// The action has happened on the phone by then: a call that was started or answered ends, one that went on
  /// hold, was taken off it or muted is as it was before, and one that has ended stays ended. So
  /// `provider(_:didActivate:)` may come all the same, and `provider(_:didDeactivate:)` after it.
  public func fail() { complete()?() }

  /// Whether the delegate has said how it ended.
  public var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Nobody does it, and what has happened stays.
  func leave() { _ = complete() }

  /// What undoes it, should it fail.
  func undoing(by undo: @escaping @Sendable () -> Void) { state.withLock { $0.undo = undo } }

  /// The action is complete; what undoes it if it was not before.
  ///
  /// Source: page of `fail()`: "Calling this method more than once or calling it after calling the fulfill()
  /// method has no effect."
  private func complete() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.isComplete { return nil }
      state.isComplete = true
      return state.undo
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

/// Tones of the keypad are to be played to the other end, which only the app does.
public final class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
  /// Where digits come from.
  public enum ActionType: Int, Hashable, Sendable {
    /// The user has typed a digit.
    case singleTone = 1
    /// Digits that follow a soft pause in the number that was dialled.
    case softPause = 2
    /// Digits that follow a hard pause in the number that was dialled.
    case hardPause = 3
  }

  /// The digits.
  public let digits: String
  /// Where the digits come from.
  public let type: ActionType

  /// Plays digits.
  public init(call uuid: UUID, digits: String, type: ActionType) {
    self.digits = digits
    self.type = type
    super.init(uuid)
  }
}
