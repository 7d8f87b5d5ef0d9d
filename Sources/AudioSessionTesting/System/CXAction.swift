public import Foundation
internal import Realtime

/// Something that the system asks an app to do, or the app the system.
public class CXAction: @unchecked Sendable {
  /// The identifier of the action.
  public let uuid = UUID()
  /// The time after which the action cannot be completed: never, nothing times out here.
  public let timeoutDate = Date.distantFuture
  private let outcome = Guarded<Bool?>(nil)

  init() {}

  /// Reports that the action was done.
  public func fulfill() { outcome.withLock { $0 = true } }
  /// Reports that the action could not be done.
  public func fail() { outcome.withLock { $0 = false } }
  /// Whether the delegate has said how it ended.
  public var isComplete: Bool { outcome.withLock { $0 != nil } }
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
