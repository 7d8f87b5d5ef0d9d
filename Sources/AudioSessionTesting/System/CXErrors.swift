public import Foundation

/// The domain of general errors of CallKit.
public let CXErrorDomain = "com.apple.CallKit.error"
/// The domain of errors of incoming calls.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
/// The domain of errors of requested transactions.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"

/// A general error of CallKit, which a simulated phone does not report.
public struct CXError: _DomainError {
  // SAFETY (unchecked Sendable): the stored error is immutable.

  /// The error as an `NSError`.
  public let _nsError: NSError

  /// Wraps an error of `CXErrorDomain`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain of the error.
  public static var _nsErrorDomain: String { CXErrorDomain }

  /// The codes of the errors.
  ///
  /// Source: `CXError.h`.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of these codes.
    public typealias _ErrorType = CXError

    /// The cause is unknown.
    case unknownError = 0
    /// The app may not use CallKit.
    case unentitled = 1
    /// An argument is not valid.
    case invalidArgument = 2
    /// The app does not have the background mode `voip`.
    case missingVoIPBackgroundMode = 3
  }

  /// The cause is unknown.
  public static var unknownError: Code { .unknownError }
  /// The app may not use CallKit.
  public static var unentitled: Code { .unentitled }
  /// An argument is not valid.
  public static var invalidArgument: Code { .invalidArgument }
  /// The app does not have the background mode `voip`.
  public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

/// The reason why an incoming call cannot ring.
///
/// The underlying error states what the phone refused.
public struct CXErrorCodeIncomingCallError: _DomainError {
  // SAFETY (unchecked Sendable): the stored error is immutable.

  /// The error as an `NSError`.
  public let _nsError: NSError

  /// Wraps an error of `CXErrorDomainIncomingCall`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain of the error.
  public static var _nsErrorDomain: String { CXErrorDomainIncomingCall }

  /// The codes of the errors.
  ///
  /// Source: `CXError.h`.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of these codes.
    public typealias _ErrorType = CXErrorCodeIncomingCallError

    /// The cause is unknown.
    case unknown = 0
    /// The app may not receive calls.
    case unentitled = 1
    /// The app already has a call with this identifier.
    case callUUIDAlreadyExists = 2
    /// The user does not want to be disturbed; not simulated.
    case filteredByDoNotDisturb = 3
    /// The user has blocked the caller; not simulated.
    case filteredByBlockList = 4
    /// The screen is shared; not simulated.
    ///
    /// Our choice of the number, which Apple's page does not state.
    case filteredDuringRestrictedSharingMode = 5
    /// The call is protected; not simulated.
    ///
    /// Our choice of the number, which Apple's page does not state.
    case callIsProtected = 6
  }

  /// The cause is unknown.
  public static var unknown: Code { .unknown }
  /// The app may not receive calls.
  public static var unentitled: Code { .unentitled }
  /// The app already has a call with this identifier.
  public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
  /// The user does not want to be disturbed; not simulated.
  public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
  /// The user has blocked the caller; not simulated.
  public static var filteredByBlockList: Code { .filteredByBlockList }
  /// The screen is shared; not simulated.
  public static var filteredDuringRestrictedSharingMode: Code {
    .filteredDuringRestrictedSharingMode
  }
  /// The call is protected; not simulated.
  public static var callIsProtected: Code { .callIsProtected }
}

/// The reason why a requested transaction cannot be performed.
///
/// The underlying error states what the phone refused.
public struct CXErrorCodeRequestTransactionError: _DomainError {
  // SAFETY (unchecked Sendable): the stored error is immutable.

  /// The error as an `NSError`.
  public let _nsError: NSError

  /// Wraps an error of `CXErrorDomainRequestTransaction`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain of the error.
  public static var _nsErrorDomain: String { CXErrorDomainRequestTransaction }

  /// The codes of the errors.
  ///
  /// Source: `CXError.h`.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of these codes.
    public typealias _ErrorType = CXErrorCodeRequestTransactionError

    /// The cause is unknown.
    case unknown = 0
    /// The app may not request the actions.
    case unentitled = 1
    /// The app does not have a provider.
    case unknownCallProvider = 2
    /// The transaction does not contain actions.
    case emptyTransaction = 3
    /// The app does not have a call with this identifier.
    case unknownCallUUID = 4
    /// The app already has a call with this identifier.
    case callUUIDAlreadyExists = 5
    /// The action is impossible now.
    case invalidAction = 6
    /// The phone already has as many calls as it can.
    case maximumCallGroupsReached = 7
    /// The call is protected; not simulated.
    ///
    /// Our choice of the number, which Apple's page does not state.
    case callIsProtected = 8
  }

  /// The cause is unknown.
  public static var unknown: Code { .unknown }
  /// The app may not request the actions.
  public static var unentitled: Code { .unentitled }
  /// The app does not have a provider.
  public static var unknownCallProvider: Code { .unknownCallProvider }
  /// The transaction does not contain actions.
  public static var emptyTransaction: Code { .emptyTransaction }
  /// The app does not have a call with this identifier.
  public static var unknownCallUUID: Code { .unknownCallUUID }
  /// The app already has a call with this identifier.
  public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
  /// The action is impossible now.
  public static var invalidAction: Code { .invalidAction }
  /// The phone already has as many calls as it can.
  public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
  /// The call is protected; not simulated.
  public static var callIsProtected: Code { .callIsProtected }
}
