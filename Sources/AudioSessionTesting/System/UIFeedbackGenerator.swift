internal import AudioSession
public import Foundation
internal import PhoneRuntime

/// A view, which is only passed to feedback generators and does not show anything.
///
/// - Thread: the main thread, as in UIKit.
@preconcurrency @MainActor
open class UIView: NSObject {
  /// Creates a view.
  public override nonisolated init() {}
}

/// Plays presets for the app under test of `SimulatedPhone.current`, like UIKit's class of this name.
///
/// A request always succeeds. The trace and `SimulatedApp.hapticVerdict` show the verdict, and the reason if the haptic
/// is not played. Requests by an app that is not running are ignored. `FeedbackGenerator` documents how long starting
/// takes and how long a generator stays prepared. Deallocating the generator does not end the preparation. The view of
/// a generator, and the location of feedback in the view, have no effect.
///
/// - Thread: the main thread, as in UIKit.
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
  /// The family of presets; nil for a generator without feedback.
  fileprivate let family: String?

  fileprivate init(_ family: String) { self.family = family }

  /// Creates a generator without feedback, for subclasses.
  public override init() { family = nil }

  /// Creates a generator without feedback for a view.
  public init(view: UIView) { family = nil }

  /// Prepares the generator, so that feedback within the next few seconds starts without delay.
  open func prepare() { Self.perform(family.flatMap { .preparation($0) }) }

  fileprivate static func perform(_ action: AppAction?) {
    guard let action else { return }
    let app = SimulatedPhone.current.app
    _ = try? app.runtime.perform(action, by: app.id)
  }
}

/// Feedback for collisions.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The kind of colliding objects.
  public enum FeedbackStyle: Int, Hashable, Sendable {
    /// Small or light objects.
    case light = 0
    /// Objects of medium size or weight.
    case medium = 1
    /// Large or heavy objects.
    case heavy = 2
    /// Soft objects.
    case soft = 3
    /// Rigid objects.
    case rigid = 4

    fileprivate var preset: String { "impact.\(self)" }
  }

  private let style: FeedbackStyle

  /// Creates a generator for impacts of this style.
  public init(style: FeedbackStyle) {
    self.style = style
    super.init("impact")
  }

  /// Creates a generator for impacts of style `medium`.
  ///
  /// Our choice: Apple does not state the default style.
  public convenience override init() { self.init(style: .medium) }

  /// Creates a generator for impacts of style `medium` in a view.
  public convenience override init(view: UIView) { self.init(style: .medium) }

  /// Creates a generator for impacts of this style in a view.
  public convenience init(style: FeedbackStyle, view: UIView) { self.init(style: style) }

  /// Plays feedback for a collision.
  open func impactOccurred() { Self.perform(.feedback(style.preset)) }

  /// Plays feedback for a collision.
  ///
  /// - Parameter intensity: the strength in 0...1. Other values are clamped.
  open func impactOccurred(intensity: CGFloat) {
    Self.perform(.feedback(style.preset, intensity: Double(intensity)))
  }

  /// Plays feedback for a collision at a location of the view.
  open func impactOccurred(at location: CGPoint) { impactOccurred() }

  /// Plays feedback for a collision at a location of the view.
  ///
  /// - Parameters:
  ///   - intensity: the strength in 0...1. Other values are clamped.
  ///   - location: the location.
  open func impactOccurred(intensity: CGFloat, at location: CGPoint) {
    impactOccurred(intensity: intensity)
  }
}

/// Feedback for outcomes.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The kind of outcome.
  public enum FeedbackType: Int, Hashable, Sendable {
    /// A task or action has completed.
    case success = 0
    /// A task or action has produced a warning.
    case warning = 1
    /// A task or action has failed.
    case error = 2
  }

  /// Creates a generator for outcomes.
  public override init() { super.init("notification") }

  /// Creates a generator for outcomes in a view.
  public override init(view: UIView) { super.init("notification") }

  /// Plays feedback for an outcome.
  open func notificationOccurred(_ type: FeedbackType) {
    Self.perform(.feedback("notification.\(type)"))
  }

  /// Plays feedback for an outcome at a location of the view.
  open func notificationOccurred(_ type: FeedbackType, at location: CGPoint) {
    notificationOccurred(type)
  }
}

/// Feedback for changing selections.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Creates a generator for changing selections.
  public override init() { super.init("selection") }

  /// Creates a generator for changing selections in a view.
  public override init(view: UIView) { super.init("selection") }

  /// Plays feedback for a changed selection.
  open func selectionChanged() { Self.perform(.feedback("selection")) }

  /// Plays feedback for a changed selection at a location of the view.
  open func selectionChanged(at location: CGPoint) { selectionChanged() }
}
