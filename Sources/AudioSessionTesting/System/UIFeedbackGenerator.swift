internal import AudioSession
internal import PhoneRuntime

/// What plays a preset for the app under test of `SimulatedPhone.current`: what UIKit's class of that
/// name is to an app.
///
/// A request always succeeds; what becomes of it, and why it is not played, is in the trace and in
/// `SimulatedApp.hapticVerdict`. An app that does not run asks for nothing. How long starting takes, and
/// for how long a generator stays prepared, is in `FeedbackGenerator`; that a generator is deallocated
/// does not end that. Views, and the place of a feedback on them, are not simulated.
///
/// - Thread: the main one, as in UIKit.
@MainActor
public class UIFeedbackGenerator {
  fileprivate let family: String

  fileprivate init(_ family: String) { self.family = family }

  /// Prepares the generator, so that feedback within the next seconds starts without delay.
  public func prepare() { Self.perform(.preparation(family)) }

  fileprivate static func perform(_ action: AppAction?) {
    guard let action else { return }
    let app = SimulatedPhone.current.app
    _ = try? app.runtime.perform(action, by: app.id)
  }
}

/// Feedback for things that meet.
public final class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// What meets.
  public enum FeedbackStyle: Int, Hashable, Sendable {
    /// Something small or light.
    case light = 0
    /// Something of medium size or weight.
    case medium = 1
    /// Something large or heavy.
    case heavy = 2
    /// Something that gives way.
    case soft = 3
    /// Something that does not give way at all.
    case rigid = 4

    fileprivate var preset: String { "impact.\(self)" }
  }

  private let style: FeedbackStyle

  /// A generator for impacts of that style.
  public init(style: FeedbackStyle) {
    self.style = style
    super.init("impact")
  }

  /// Things have met.
  public func impactOccurred() { Self.perform(.feedback(style.preset)) }

  /// Things have met.
  ///
  /// - Parameter intensity: how hard, 0...1; what is beyond is clamped.
  public func impactOccurred(intensity: Double) {
    Self.perform(.feedback(style.preset, intensity: intensity))
  }
}

/// Feedback for outcomes.
public final class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// An outcome.
  public enum FeedbackType: Int, Hashable, Sendable {
    /// A task or action has completed.
    case success = 0
    /// A task or action has produced a warning.
    case warning = 1
    /// A task or action has failed.
    case error = 2
  }

  /// A generator for outcomes.
  public init() { super.init("notification") }

  /// There is an outcome.
  public func notificationOccurred(_ type: FeedbackType) {
    Self.perform(.feedback("notification.\(type)"))
  }
}

/// Feedback for values that are passed.
public final class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// A generator for values that are passed.
  public init() { super.init("selection") }

  /// Another value is selected.
  public func selectionChanged() { Self.perform(.feedback("selection")) }
}
