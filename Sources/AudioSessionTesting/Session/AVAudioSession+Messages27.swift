internal import AudioSession
public import Foundation
internal import PhoneRuntime

/// What 27 has in place of `setActive` and of the notifications of interruptions.
extension AVAudioSession {
  /// Activates the session (27).
  ///
  /// - Returns: true.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before 27.
  @discardableResult
  public func activate(options: ActivationOptions = []) async throws -> Bool {
    try activateNow()
    return true
  }

  /// Activates the session (27), and says what came of it before it returns: on a phone later, on any
  /// thread.
  public func activate(
    options: ActivationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    do {
      try activateNow()
      completionHandler(true, nil)
    } catch {
      completionHandler(false, error)
    }
  }

  /// Deactivates the session (27).
  ///
  /// That it is asynchronous as `activate(options:)` is, is unverified.
  ///
  /// - Returns: true.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before 27.
  @discardableResult
  public func deactivate(options: DeactivationOptions = []) async throws -> Bool {
    try requireLifecycle27("deactivate(options:)")
    let isNotifying = options.contains(.notifyOthersOnDeactivation)
    try setActive(false, options: isNotifying ? .notifyOthersOnDeactivation : [])
    return true
  }

  private func activateNow() throws {
    try requireLifecycle27("activate(options:)")
    try setActive(true, options: [])
  }

  private func requireLifecycle27(_ name: String) throws(RejectedEvent) {
    guard binding.phone.system >= .iOS27 else { throw .notAvailable(name, since: "27") }
  }
}

/// Messages with types in place of names and dictionaries (27); observers are called on the main actor.
///
/// A phone that was made with `postsMessages: true` posts them together with the notification that says
/// the same. Where that is not posted on the
/// main actor, the message follows there, and `await phone.settle()` waits for it.
extension AVAudioSession {
  /// The session is active (27).
  ///
  /// The type's name is unverified.
  public struct DidBecomeActiveMessage: NotificationCenter.MainActorMessage, Hashable {
    /// The class whose message this is.
    public typealias Subject = AVAudioSession
    /// The name of the notification that says the same.
    public static var name: Notification.Name { AVAudioSession.didBecomeActiveNotification }

    /// A message.
    public init() {}
  }

  /// The session is inactive (27).
  public struct DidBecomeInactiveMessage: NotificationCenter.MainActorMessage, Hashable {
    /// The one who made the session inactive.
    public enum DeactivationResult: Hashable, Sendable {
      /// The app itself.
      case appDeactivated
      /// An interruption.
      case systemInterruption(InterruptionContext)
    }

    /// The class whose message this is.
    public typealias Subject = AVAudioSession
    /// The name of the notification that says the same.
    public static var name: Notification.Name { AVAudioSession.didBecomeInactiveNotification }
    /// The one who made the session inactive.
    public let deactivationResult: DeactivationResult

    /// A message.
    public init(deactivationResult: DeactivationResult) {
      self.deactivationResult = deactivationResult
    }
  }

  /// Whether to go on playing (27).
  ///
  /// The type's name is unverified.
  public struct ResumptionRecommendationMessage: NotificationCenter.MainActorMessage, Hashable {
    /// The class whose message this is.
    public typealias Subject = AVAudioSession
    /// The name of the notification that says the same.
    public static var name: Notification.Name {
      AVAudioSession.resumptionRecommendationNotification
    }
    /// What is recommended.
    public let resumptionContext: ResumptionContext

    /// A message.
    public init(resumptionContext: ResumptionContext) { self.resumptionContext = resumptionContext }
  }
}

extension SessionNotification {
  /// Posts the message that says the same, if there is one; on the main actor only.
  @MainActor
  func postMessage(from session: AVAudioSession, at center: NotificationCenter) {
    switch self {
    case .didBecomeActive:
      center.post(AVAudioSession.DidBecomeActiveMessage(), subject: session)
    case .didBecomeInactive(let context):
      let interruption = AVAudioSession.InterruptionContext(
        reason: context.interruptionReason ?? .default)
      center.post(
        AVAudioSession.DidBecomeInactiveMessage(
          deactivationResult: context.source == .app
            ? .appDeactivated : .systemInterruption(interruption)),
        subject: session)
    case .resumptionRecommendation(let context):
      center.post(
        AVAudioSession.ResumptionRecommendationMessage(
          resumptionContext: AVAudioSession.ResumptionContext(context)),
        subject: session)
    case .interruptionBegan, .interruptionEnded, .routeChange, .silenceSecondaryAudioHint,
      .mediaServicesWereLost, .mediaServicesWereReset, .outputMuteStateChange,
      .inputMuteStateChange, .accessibilityChange,
      .userIntentToUnmuteOutput, .availableInputsChange, .audioEngineConfigurationChange:
      break
    }
  }

  /// Whether there is a message that says the same.
  var hasMessage: Bool {
    switch self {
    case .didBecomeActive, .didBecomeInactive, .resumptionRecommendation: true
    case .interruptionBegan, .interruptionEnded, .routeChange, .silenceSecondaryAudioHint,
      .mediaServicesWereLost, .mediaServicesWereReset, .outputMuteStateChange,
      .inputMuteStateChange, .accessibilityChange,
      .userIntentToUnmuteOutput, .availableInputsChange, .audioEngineConfigurationChange:
      false
    }
  }
}
