import AudioSession
import Foundation

extension AVAudioSession {
  /// The codes of the errors that a session throws; their domain is `NSOSStatusErrorDomain`.
  public enum ErrorCode: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// No error.
    case none
    /// The media services have failed, or the session was used after they failed. The app must wait for their reset.
    case mediaServicesFailed
    /// The session was deactivated while input or output was running.
    case isBusy
    /// The category does not allow the operation.
    case incompatibleCategory
    /// A session that does not mix was activated in the background.
    case cannotInterruptOthers
    /// The app does not have a required entitlement.
    case missingEntitlement
    /// Siri is recording.
    case siriIsRecording
    /// Playback cannot start in the background, or with this category.
    case cannotStartPlaying
    /// A mixable recording was started in the background.
    case cannotStartRecording
    /// A value is not allowed.
    case badParam
    /// Another app with a higher priority, such as Phone, is in control.
    case insufficientPriority
    /// A required resource is not available, such as an input.
    case resourceNotAvailable
    /// The error is not specified.
    case unspecified
    /// The session object was destroyed.
    case expiredSession
    /// The session is not active.
    case sessionNotActive

    /// The policy's code; nil for no error.
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

    /// Returns the code with this number, or nil.
    public init?(rawValue: Int) {
      guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = found
    }
  }
}

/// Returns an error in the form that a session throws.
///
/// The localized description contains the code's Swift name and its four characters. Our choice: Apple's description
/// only states that the call failed.
func sessionError(_ code: SessionErrorCode) -> NSError {
  NSError(
    domain: SessionErrorCode.domain, code: Int(code.rawValue),
    userInfo: [NSLocalizedDescriptionKey: code.label])
}
