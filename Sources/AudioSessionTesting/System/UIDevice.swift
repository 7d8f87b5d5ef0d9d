public import AudioSession
public import Foundation

/// The device of `SimulatedPhone.current`, which can play key clicks.
///
/// - Thread: any.
open class UIDevice: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing is stored.

  /// The shared instance.
  public static let current = UIDevice()

  /// Plays a key click, if the app under test shows an input view with clicks enabled, and the user has enabled clicks.
  open func playInputClick() {
    _ = try? SimulatedPhone.current.app.playSound(.keyClick, named: "keyClick")
  }
}

/// An input view whose keys may click.
///
/// Views are not simulated: `SimulatedApp.showInputView(_:)` only reports that the view is on the screen.
///
/// - Thread: the main thread, as in UIKit.
public protocol UIInputViewAudioFeedback {
  /// Whether the view's keys click while it is visible; false by default.
  var enableInputClicksWhenVisible: Bool { get }
}

extension UIInputViewAudioFeedback {
  /// False: the keys click only if the view overrides this property.
  public var enableInputClicksWhenVisible: Bool { false }
}

extension SimulatedApp {
  /// The app shows an input view.
  ///
  /// - Parameter view: the view. Its `enableInputClicksWhenVisible` is read now.
  /// - Throws: `RejectedEvent` if the app is not running.
  public func showInputView(
    _ view: some UIInputViewAudioFeedback
  ) throws(RejectedEvent) {
    try showInputView(view.enableInputClicksWhenVisible ? .clicking : .silent)
  }
}
