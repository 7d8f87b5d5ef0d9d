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
    addTarget(owner: held.target) { event in
      guard let target = held.target else { return .noActionableNowPlayingItem }
      return held.action.call(target, with: event) as? MPRemoteCommandHandlerStatus ?? .success
    }
  }

  /// Stops calling the methods of `target`.
  ///
  /// Our choice: selectors cannot be compared here, so all of its methods are no longer called, whatever `action` is.
  public func removeTarget(_ target: Any, action: Selector?) { removeTarget(target) }
}

/// An object that is held weakly, and its method.
private final class WeakTarget: @unchecked Sendable {
  weak var target: AnyObject?
  let action: Selector

  init(_ target: AnyObject, _ action: Selector) { (self.target, self.action) = (target, action) }
}
