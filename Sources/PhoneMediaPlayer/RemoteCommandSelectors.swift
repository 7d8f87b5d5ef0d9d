public import AudioSessionTesting
public import PhoneFoundation

extension MPRemoteCommand {
  /// Calls a method of `target` for each event of the command.
  ///
  /// The target is held weakly. A method that does not return a status has succeeded.
  ///
  /// - Parameters:
  ///   - target: the object whose method is called.
  ///   - action: the method, with no parameter or an `MPRemoteCommandEvent`.
  public func addTarget(_ target: Any, action: Selector) {
    let held = WeakTarget(target as AnyObject, action)
    addTarget { event in
      guard let target = held.target else { return .noActionableNowPlayingItem }
      return held.action.call(target, with: event) as? MPRemoteCommandHandlerStatus ?? .success
    }
  }
}

/// An object that is held weakly, and its method.
private final class WeakTarget: @unchecked Sendable {
  weak var target: AnyObject?
  let action: Selector

  init(_ target: AnyObject, _ action: Selector) { (self.target, self.action) = (target, action) }
}
