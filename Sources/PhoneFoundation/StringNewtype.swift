public import Foundation

/// A string with a separate type, which casts to and from `String` and `NSString`.
public protocol _StringNewtype: RawRepresentable, Hashable, Sendable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
  /// Creates the value with this string.
  init(rawValue: String)
}

extension _StringNewtype {
  /// Returns the string.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Converts any string.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = Self(rawValue: String(describing: source))
  }

  /// Converts any string.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout Self?
  ) -> Bool {
    result = Self(rawValue: String(describing: source))
    return true
  }

  /// Converts any string; nil becomes an empty string.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source.map { String(describing: $0) } ?? "")
  }
}
