public import HapticEngine

/// The readiness of the haptic hardware for the feedback of one family.
///
/// A prepared generator plays immediately. A generator that is not prepared plays after the startup time. A generator
/// becomes idle after its feedback, or when its preparation expires. Preparing it again extends the preparation.
/// Preparing a generator right before the feedback does not help, because the startup takes the same time. The
/// generator is a value without a clock: each call provides the time.
///
/// Source: UIKit's page of `UIFeedbackGenerator.prepare()`, which states all of these rules but no numbers. The
/// page also says that a generator that is repeatedly prepared without feedback may be left idle. The page
/// does not give a number, so this is not simulated. Our choice: all generators of an app in one family share
/// this state, because the hardware is prepared, not the generator.
public struct FeedbackGenerator: Hashable, Sendable {
  /// The startup time in seconds.
  ///
  /// Our choice, because no number is published: 30 ms, long enough to be noticed alongside a sound, but below
  /// the 50 ms above which a cause and its haptic seem separate.
  public static let startSeconds = 0.03
  /// The time, in seconds, for which a generator stays prepared.
  ///
  /// Source: the page, "a short period of time passes (typically seconds)". Our choice: 2 s.
  public static let preparedSeconds = 2.0

  private enum State: Hashable, Sendable {
    case idle
    case prepared(ready: PhoneTime, until: PhoneTime)
  }

  private var state = State.idle

  /// Creates a generator that is not prepared.
  public init() {}

  /// The time at which the generator's preparation expires; nil while the generator is idle.
  public var expiry: PhoneTime? {
    switch state {
    case .idle: nil
    case .prepared(_, let until): until
    }
  }

  /// Returns whether the generator is prepared or being prepared at `time`.
  public func isPrepared(at time: PhoneTime) -> Bool { expiry.map { time < $0 } ?? false }

  /// Prepares the generator.
  public mutating func prepare(at time: PhoneTime) {
    let until = time + PhoneTime(seconds: Self.preparedSeconds)
    switch state {
    case .prepared(let ready, let end) where time < end:
      state = .prepared(ready: ready, until: until)
    case .idle, .prepared:
      state = .prepared(ready: time + PhoneTime(seconds: Self.startSeconds), until: until)
    }
  }

  /// Triggers feedback, after which the generator is idle.
  ///
  /// - Parameter time: The time of the call.
  /// - Returns: The delay of the feedback.
  public mutating func trigger(at time: PhoneTime) -> PhoneTime {
    defer { state = .idle }
    switch state {
    case .prepared(let ready, let end) where time < end: return max(.zero, ready - time)
    case .idle, .prepared: return PhoneTime(seconds: Self.startSeconds)
    }
  }
}

/// A request to play a haptic for an app, from any origin.
public struct HapticRequest: Hashable, Sendable {
  /// The origin of a request.
  public enum Cause: Hashable, Sendable {
    /// The app's own engine.
    case app
    /// One of the app's feedback generators.
    case generator
    /// The app's control with this name, which vibrates automatically.
    case control(String)
  }

  /// The name of the preset or pattern.
  public let name: String
  /// The factor for the haptic's intensity, in 0...1.
  public private(set) var intensity: Double
  /// True if the app has weakened the haptic because the user reduces motion.
  public private(set) var isReduced = false
  /// The delay of the haptic, until the hardware has started.
  public let delay: PhoneTime
  /// The origin of the request.
  public let cause: Cause

  /// Creates a request for a haptic without a delay.
  public init(
    _ name: String, intensity: Double = 1, delay: PhoneTime = .zero, cause: Cause = .app
  ) {
    self.name = name
    self.intensity = intensity
    self.delay = delay
    self.cause = cause
  }

  /// Creates a request for feedback that begins after `delay`.
  public init(_ feedback: Feedback, delay: PhoneTime = .zero, cause: Cause) {
    self.init(feedback.preset.name, intensity: feedback.intensity, delay: delay, cause: cause)
  }

  /// The factor for the intensity of a decorative haptic while the user reduces motion.
  ///
  /// Our choice, because no number is published: half, which is 6 dB, several times the just noticeable
  /// difference.
  public static let reducedFactor = 0.5

  /// Returns the same request with reduced intensity.
  func reduced() -> HapticRequest {
    var request = self
    request.intensity *= Self.reducedFactor
    request.isReduced = true
    return request
  }
}

extension AppAction {
  /// Returns an action that triggers the feedback of a preset by its name; nil if the preset does not exist, or if
  /// `intensity` is given but cannot be set for the preset.
  package static func feedback(_ preset: String, intensity: Double? = nil) -> AppAction? {
    guard let preset = HapticPreset(named: preset) else { return nil }
    guard let intensity else { return .resident(.triggerFeedback(Feedback(preset))) }
    return Feedback(preset, intensity: min(max(intensity, 0), 1)).map {
      .resident(.triggerFeedback($0))
    }
  }

  /// Returns an action that prepares the generator of a family by its name; nil if the family does not exist.
  package static func preparation(_ family: String) -> AppAction? {
    FeedbackFamily(rawValue: family).map { .resident(.prepareFeedback($0)) }
  }
}
