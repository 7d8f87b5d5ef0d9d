public import Foundation

/// The functions of key-value coding that apps call on the user defaults.
extension UserDefaults {
  /// Stores a value; nil removes the stored one.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

  /// Returns the stored value; nil for a key without a value.
  public func value(forKey key: String) -> Any? { object(forKey: key) }
}
