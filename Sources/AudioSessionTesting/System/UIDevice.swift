public import AudioSession
public import Foundation

/// The device of `SimulatedPhone.current`.
///
/// - Thread: any.
open class UIDevice: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing is stored.

  /// The shared instance.
  public static let current = UIDevice()

  private var phone: Phone { SimulatedPhone.current.snapshot }

  /// The name of the device: `iPhone` or `iPad`.
  ///
  /// Source: page of the property: since iOS 16, an app without an entitlement receives the generic name.
  open var name: String { model }
  /// The model of the device: `iPhone` or `iPad`.
  open var model: String { phone.platform == .iPad ? "iPad" : "iPhone" }
  /// The model of the device in the user's language, which is English here.
  open var localizedModel: String { model }
  /// The name of the system.
  ///
  /// Source: page of the property; iPads have reported iPadOS since version 13, see the page of `systemName`.
  open var systemName: String { phone.platform == .iPad ? "iPadOS" : "iOS" }
  /// The version of the system, such as `17.0`.
  ///
  /// Our choice: the oldest release that behaves like the phone.
  open var systemVersion: String {
    let version = phone.system.rawValue
    return version.contains(".") ? version : version + ".0"
  }
  /// The style of the user interface.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { phone.platform == .iPad ? .pad : .phone }
  /// Whether the device has multitasking; always true.
  open var isMultitaskingSupported: Bool { true }
  /// The identifier of the device for the app's vendor.
  ///
  /// Our choice: the same for every phone, so that tests are repeatable.
  open var identifierForVendor: UUID? {
    UUID(uuidString: "00000000-0000-4000-8000-000000000001")
  }

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

/// The style of a user interface.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
  /// The style is not stated.
  case unspecified = -1
  /// The style of an iPhone.
  case phone = 0
  /// The style of an iPad.
  case pad = 1
  /// The style of a television; not simulated.
  case tv = 2
  /// The style of a car; not simulated.
  case carPlay = 3
  /// The style of a Mac; not simulated.
  case mac = 5
  /// The style of a headset; not simulated.
  case vision = 6
}
