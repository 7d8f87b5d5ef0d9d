public import AudioSession
public import Foundation

/// Casts between a rejected event and `NSError`.
///
/// Without them, an app's `error as NSError` compiles, but ends the process on Linux.
extension RejectedEvent: _ObjectiveCBridgeable {
  /// The domain of the errors.
  private static let domain = "AudioSession.RejectedEvent"
  private static let key = "rejectedEvent"

  /// Returns an error of the domain `AudioSession.RejectedEvent`, with the reason as its description.
  public func _bridgeToObjectiveC() -> NSError {
    NSError(
      domain: Self.domain, code: 1,
      userInfo: [NSLocalizedDescriptionKey: description, Self.key: self])
  }

  /// Converts an error that was made from a rejected event.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout RejectedEvent?) {
    result = source.userInfo[key] as? RejectedEvent
  }

  /// Converts an error that was made from a rejected event.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout RejectedEvent?
  ) -> Bool {
    result = source.userInfo[key] as? RejectedEvent
    return result != nil
  }

  /// Converts an error that was made from a rejected event; others become one that says so.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> RejectedEvent {
    source?.userInfo[key] as? RejectedEvent ?? .notThere("rejected event in the error")
  }
}
