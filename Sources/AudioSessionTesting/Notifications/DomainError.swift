public import Foundation

/// An error of Apple's with codes in a domain of its own, which casts to and from `NSError`.
///
/// Without the casts, `catch let error as NSError` of a Swift error compiles, but never matches on Linux.
public protocol _DomainError: _BridgedStoredNSError, _ObjectiveCBridgeable, Sendable
where _ObjectiveCType == NSError {
  /// Wraps an error of the domain.
  init(_nsError error: NSError)
}

extension _DomainError {
  /// Returns the error as an `NSError`.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Converts an `NSError`, whatever its domain.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
    result = Self(_nsError: source)
  }

  /// Converts an `NSError` of the domain.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout Self?
  ) -> Bool {
    result = source.domain == _nsErrorDomain ? Self(_nsError: source) : nil
    return result != nil
  }

  /// Converts an `NSError`; nil becomes an error with the code 0.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
    Self(_nsError: source ?? NSError(domain: _nsErrorDomain, code: 0))
  }

  /// Creates an error with a description.
  ///
  /// - Parameters:
  ///   - code: the number of the error in the domain.
  ///   - detail: the description.
  ///   - cause: the error behind this error.
  package init(code: Int, _ detail: String, because cause: NSError? = nil) {
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: detail, "NSDebugDescription": detail,
    ]
    userInfo[NSUnderlyingErrorKey] = cause
    self.init(_nsError: NSError(domain: Self._nsErrorDomain, code: code, userInfo: userInfo))
  }
}
