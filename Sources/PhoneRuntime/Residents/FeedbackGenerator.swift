public import HapticEngine

/// What is ready of the haptic hardware for the feedback of one family.
///
/// A prepared generator starts at once, any other after the time that starting takes. It is idle again
/// after its feedback, or when the time of being prepared is over; preparing it once more extends that.
/// Preparing right before the feedback gains nothing, for starting takes as long. A value without a
/// clock: it learns the time with each call.
///
/// Source: UIKit's page of `UIFeedbackGenerator.prepare()`, which has all of these rules and no numbers.
/// What it says beside, that a generator that is prepared again and again without a feedback may be
/// left idle, has no number and is not simulated. Our choice: all generators of an app that are of one
/// family share this state, for what is prepared is the hardware.
public struct FeedbackGenerator: Hashable, Sendable {
  /// How long starting takes, in seconds.
  ///
  /// Our choice, for no number is published: 30 ms, late enough to be noticed beside a sound, and below
  /// the 50 ms from which on a cause and its haptic fall apart.
  public static let startSeconds = 0.03
  /// How long a generator stays prepared, in seconds.
  ///
  /// Source: the page, "a short period of time passes (typically seconds)". Our choice: 2 s.
  public static let preparedSeconds = 2.0

  private enum State: Hashable, Sendable {
    case idle
    case prepared(ready: PhoneTime, until: PhoneTime)
  }

  private var state = State.idle

  /// A generator that nobody has prepared.
  public init() {}

  /// When the generator is idle again by itself; nil while it is idle.
  public var expiry: PhoneTime? {
    switch state {
    case .idle: nil
    case .prepared(_, let until): until
    }
  }

  /// Whether the generator is prepared at `time`, or about to be.
  public func isPrepared(at time: PhoneTime) -> Bool { expiry.map { time < $0 } ?? false }

  /// Prepares it.
  public mutating func prepare(at time: PhoneTime) {
    let until = time + PhoneTime(seconds: Self.preparedSeconds)
    switch state {
    case .prepared(let ready, let end) where time < end:
      state = .prepared(ready: ready, until: until)
    case .idle, .prepared:
      state = .prepared(ready: time + PhoneTime(seconds: Self.startSeconds), until: until)
    }
  }

  /// Triggers a feedback, after which the generator is idle.
  ///
  /// - Parameter time: when.
  /// - Returns: how much later the feedback begins.
  public mutating func trigger(at time: PhoneTime) -> PhoneTime {
    defer { state = .idle }
    switch state {
    case .prepared(let ready, let end) where time < end: return max(.zero, ready - time)
    case .idle, .prepared: return PhoneTime(seconds: Self.startSeconds)
    }
  }
}

/// A haptic that is to be played for an app, from whatever cause.
public struct HapticRequest: Hashable, Sendable {
  /// The origin of a request.
  public enum Cause: Hashable, Sendable {
    /// The app, with an engine of its own.
    case app
    /// A feedback generator of the app's.
    case generator
    /// A control of the app's, of that name, by itself.
    case control(String)
  }

  /// The preset, or the pattern by its name.
  public let name: String
  /// The factor of its intensity, 0...1.
  public private(set) var intensity: Double
  /// True if the app has weakened the haptic because the user reduces motion.
  public private(set) var isReduced = false
  /// How much later it begins, because the hardware has to start first.
  public let delay: PhoneTime
  /// The origin of the request.
  public let cause: Cause

  /// A haptic as it is, at once.
  public init(
    _ name: String, intensity: Double = 1, delay: PhoneTime = .zero, cause: Cause = .app
  ) {
    self.name = name
    self.intensity = intensity
    self.delay = delay
    self.cause = cause
  }

  /// A feedback, which begins `delay` later.
  public init(_ feedback: Feedback, delay: PhoneTime = .zero, cause: Cause) {
    self.init(feedback.preset.name, intensity: feedback.intensity, delay: delay, cause: cause)
  }

  /// What is left of the intensity of a haptic that only decorates, where the user reduces motion.
  ///
  /// Our choice, for no number is published: half, which is 6 dB, several times what is just noticed.
  public static let reducedFactor = 0.5

  /// The same request, weakened.
  func reduced() -> HapticRequest {
    var request = self
    request.intensity *= Self.reducedFactor
    request.isReduced = true
    return request
  }
}

extension AppAction {
  /// Triggers the feedback of a preset by its name; nil if there is no such preset, or it has no
  /// intensity of its own.
  package static func feedback(_ preset: String, intensity: Double? = nil) -> AppAction? {
    guard let preset = HapticPreset(named: preset) else { return nil }
    guard let intensity else { return .resident(.triggerFeedback(Feedback(preset))) }
    return Feedback(preset, intensity: min(max(intensity, 0), 1)).map {
      .resident(.triggerFeedback($0))
    }
  }

  /// Prepares the generator of a family by its name; nil if there is no such family.
  package static func preparation(_ family: String) -> AppAction? {
    FeedbackFamily(rawValue: family).map { .resident(.prepareFeedback($0)) }
  }
}
