public import AudioSession

/// The device of `SimulatedPhone.current`, as far as its keys click.
///
/// - Thread: any.
public final class UIDevice: Sendable {
  /// The one there is.
  public static let current = UIDevice()

  private init() {}

  /// Plays the click of a key, if the app under test shows an input view that has enabled clicks, and the
  /// user has them on.
  public func playInputClick() {
    _ = try? SimulatedPhone.current.app.playSound(.keyClick, named: "keyClick")
  }
}

/// An input view that may have its keys click.
///
/// There are no views here: `SimulatedApp.showInputView(_:)` puts one on the screen.
///
/// - Thread: the main one, as in UIKit.
public protocol UIInputViewAudioFeedback {
  /// Whether keys of it click while it is visible; false by default.
  var enableInputClicksWhenVisible: Bool { get }
}

extension UIInputViewAudioFeedback {
  /// False: keys do not click unless the view says so.
  public var enableInputClicksWhenVisible: Bool { false }
}

extension SimulatedApp {
  /// An input view of the app's own comes to the screen.
  ///
  /// - Parameter view: the view, whose opt-in is read now.
  /// - Throws: `RejectedEvent` if the app is not running.
  public func showInputView(
    _ view: some UIInputViewAudioFeedback
  ) throws(RejectedEvent) {
    try showInputView(view.enableInputClicksWhenVisible ? .clicking : .silent)
  }
}
