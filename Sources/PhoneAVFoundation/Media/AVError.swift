public import Foundation

/// The domain of the errors of AVFoundation.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of AVFoundation, which is an `NSError` of `AVFoundationErrorDomain`.
///
/// This module does not throw it. It exists for the doubles that a test puts in the place of Apple's classes.
public struct AVError: _BridgedStoredNSError, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored error is immutable.

  /// The error as an `NSError`.
  public let _nsError: NSError

  /// Wraps an error of `AVFoundationErrorDomain`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain of the error.
  public static var _nsErrorDomain: String { AVFoundationErrorDomain }

  /// The codes of the errors that concern sound.
  ///
  /// Source: `AVError.h`.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of these codes.
    public typealias _ErrorType = AVError

    /// The cause is unknown.
    case unknown = -11800
    /// Memory could not be allocated.
    case outOfMemory = -11801
    /// The media services were reset.
    case mediaServicesWereReset = -11819
    /// The data could not be decoded.
    case decodeFailed = -11821
    /// The file exists.
    case fileAlreadyExists = -11823
    /// The format of the file is not supported.
    case fileFormatNotRecognized = -11828
    /// The content of the file does not fit its format.
    case fileFailedToParse = -11829
    /// The content may not be used.
    case contentIsNotAuthorized = -11835
    /// The operation is not supported for this asset.
    case operationNotSupportedForAsset = -11838
    /// The operation is not allowed.
    case operationNotAllowed = -11862
  }

  /// The cause is unknown.
  public static var unknown: Code { .unknown }
  /// Memory could not be allocated.
  public static var outOfMemory: Code { .outOfMemory }
  /// The media services were reset.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// The data could not be decoded.
  public static var decodeFailed: Code { .decodeFailed }
  /// The file exists.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// The format of the file is not supported.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The content of the file does not fit its format.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// The content may not be used.
  public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
  /// The operation is not supported for this asset.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// The operation is not allowed.
  public static var operationNotAllowed: Code { .operationNotAllowed }
}
