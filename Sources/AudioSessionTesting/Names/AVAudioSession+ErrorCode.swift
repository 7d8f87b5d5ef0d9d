import AudioSession
import Foundation

extension AVAudioSession {
  /// The codes of the errors that a session throws; their domain is `NSOSStatusErrorDomain`.
  public enum ErrorCode: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// No error.
    case none
    /// Used during or after a failure of the media services: wait for their reset.
    case mediaServicesFailed
    /// Deactivated with input or output running.
    case isBusy
    /// The category does not do that.
    case incompatibleCategory
    /// A session that does not mix was activated in the background.
    case cannotInterruptOthers
    /// The app lacks an entitlement.
    case missingEntitlement
    /// Not while Siri records.
    case siriIsRecording
    /// Not in the background, or not with this category.
    case cannotStartPlaying
    /// A mixable recording was started in the background.
    case cannotStartRecording
    /// A value that is not allowed.
    case badParam
    /// Another app, such as Phone, has control.
    case insufficientPriority
    /// What is needed is not there, such as an input.
    case resourceNotAvailable
    /// Something else.
    case unspecified
    /// The session object was destroyed.
    case expiredSession
    /// The session is not active.
    case sessionNotActive

    /// What the policy calls it; nil for no error.
    private var code: SessionErrorCode? {
      switch self {
      case .none: nil
      case .mediaServicesFailed: .mediaServicesFailed
      case .isBusy: .isBusy
      case .incompatibleCategory: .incompatibleCategory
      case .cannotInterruptOthers: .cannotInterruptOthers
      case .missingEntitlement: .missingEntitlement
      case .siriIsRecording: .siriIsRecording
      case .cannotStartPlaying: .cannotStartPlaying
      case .cannotStartRecording: .cannotStartRecording
      case .badParam: .badParam
      case .insufficientPriority: .insufficientPriority
      case .resourceNotAvailable: .resourceNotAvailable
      case .unspecified: .unspecified
      case .expiredSession: .expiredSession
      case .sessionNotActive: .sessionNotActive
      }
    }

    /// Apple's number; 0 for no error.
    public var rawValue: Int { code.map { Int($0.rawValue) } ?? 0 }

    /// The code of that number, or nil.
    public init?(rawValue: Int) {
      guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = found
    }
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
