import AudioSession
import Foundation

extension AVAudioSession {
  /// The codes of the errors that a session throws; their domain is `NSOSStatusErrorDomain`.
  public enum ErrorCode: Int, Hashable, Sendable, CaseIterable {
    /// No error.
    case none = 0
    /// Used during or after a failure of the media services: wait for their reset.
    case mediaServicesFailed = 1_836_282_486
    /// Deactivated with input or output running.
    case isBusy = 560_030_580
    /// The category does not do that.
    case incompatibleCategory = 560_161_140
    /// A session that does not mix was activated in the background.
    case cannotInterruptOthers = 560_557_684
    /// The app lacks an entitlement.
    case missingEntitlement = 1_701_737_535
    /// Not while Siri records.
    case siriIsRecording = 1_936_290_409
    /// Not in the background, or not with this category.
    case cannotStartPlaying = 561_015_905
    /// A mixable recording was started in the background.
    case cannotStartRecording = 561_145_187
    /// A value that is not allowed.
    case badParam = -50
    /// Another app, such as Phone, has control.
    case insufficientPriority = 561_017_449
    /// What is needed is not there, such as an input.
    case resourceNotAvailable = 561_145_203
    /// Something else.
    case unspecified = 2_003_329_396
    /// The session object was destroyed.
    case expiredSession = 561_210_739
    /// The session is not active.
    case sessionNotActive = 1_768_841_571
  }
}

/// An error as a session throws it.
///
/// The localized description names the code in Swift and its four characters: our choice, Apple's
/// says only that the call failed.
func sessionError(_ code: SessionErrorCode) -> NSError {
  NSError(
    domain: SessionErrorCode.domain, code: Int(code.rawValue),
    userInfo: [NSLocalizedDescriptionKey: "\(code.name) (\(code.fourCharacters))"])
}
