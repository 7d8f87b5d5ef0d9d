internal import AudioSession
internal import PhoneRuntime

/// Plays presets for the app under test of `SimulatedPhone.current`, like UIKit's class of this name.
///
/// A request always succeeds. The trace and `SimulatedApp.hapticVerdict` show the verdict, and the reason if the haptic
/// is not played. Requests by an app that is not running are ignored. `FeedbackGenerator` documents how long starting
/// takes and how long a generator stays prepared. Deallocating the generator does not end the preparation. Views, and
/// the location of feedback in a view, are not simulated.
///
/// - Thread: the main thread, as in UIKit.
@MainActor
public class UIFeedbackGenerator {
  fileprivate let family: String

  fileprivate init(_ family: String) { self.family = family }

  /// Prepares the generator, so that feedback within the next few seconds starts without delay.
  public func prepare() { Self.perform(.preparation(family)) }

  fileprivate static func perform(_ action: AppAction?) {
    guard let action else { return }
    let app = SimulatedPhone.current.app
    _ = try? app.runtime.perform(action, by: app.id)
  }
}

/// Feedback for collisions.
public final class UIImpactFeedbackGenerator: UIFeedbackGenerator {
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

  /// Plays feedback for a collision.
  public func impactOccurred() { Self.perform(.feedback(style.preset)) }

  /// Plays feedback for a collision.
  ///
  /// - Parameter intensity: the strength in 0...1. Other values are clamped.
  public func impactOccurred(intensity: Double) {
    Self.perform(.feedback(style.preset, intensity: intensity))
  }
}

/// Feedback for outcomes.
public final class UINotificationFeedbackGenerator: UIFeedbackGenerator {
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
  public init() { super.init("notification") }

  /// Plays feedback for an outcome.
  public func notificationOccurred(_ type: FeedbackType) {
    Self.perform(.feedback("notification.\(type)"))
  }
}

/// Feedback for changing selections.
public final class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Creates a generator for changing selections.
  public init() { super.init("selection") }

  /// Plays feedback for a changed selection.
  public func selectionChanged() { Self.perform(.feedback("selection")) }
}
