internal import AudioSession
public import Foundation
internal import PhoneRuntime

/// The members, introduced in iOS 27, that replace `setActive` and the interruption notifications.
extension AVAudioSession {
  /// Activates the session (iOS 27 or later).
  ///
  /// - Returns: true.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before iOS 27.
  @discardableResult
  public func activate(options: ActivationOptions = []) async throws -> Bool {
    try activateNow()
    return true
  }

  /// Activates the session (iOS 27 or later), and calls the handler before returning.
  ///
  /// On a real phone, the handler is called later, on any thread.
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

  /// Deactivates the session (iOS 27 or later).
  ///
  /// It is unverified whether this method is asynchronous, as `activate(options:)` is.
  ///
  /// - Returns: true.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before iOS 27.
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

/// Typed messages that replace names and dictionaries (iOS 27 or later). Observers are called on the main actor.
///
/// A phone that was created with `postsMessages: true` posts each message together with the equivalent notification. If
/// that notification is not posted on the main actor, the message is posted there later, and `await phone.settle()`
/// waits for the message.
extension AVAudioSession {
  /// Posted when the session becomes active (iOS 27 or later).
  ///
  /// The type's name is unverified.
  public struct DidBecomeActiveMessage: NotificationCenter.MainActorMessage, Hashable {
    /// The class whose message this is.
    public typealias Subject = AVAudioSession
    /// The name of the equivalent notification.
    public static var name: Notification.Name { AVAudioSession.didBecomeActiveNotification }

    /// Creates a message.
    public init() {}
  }

  /// Posted when the session becomes inactive (iOS 27 or later).
  public struct DidBecomeInactiveMessage: NotificationCenter.MainActorMessage, Hashable {
    /// The cause of the deactivation.
    public enum DeactivationResult: Hashable, Sendable {
      /// The app itself deactivated its session.
      case appDeactivated
      /// An interruption deactivated the session.
      case systemInterruption(InterruptionContext)
    }

    /// The class whose message this is.
    public typealias Subject = AVAudioSession
    /// The name of the equivalent notification.
    public static var name: Notification.Name { AVAudioSession.didBecomeInactiveNotification }
    /// The cause of the deactivation.
    public let deactivationResult: DeactivationResult

    /// Creates a message.
    public init(deactivationResult: DeactivationResult) {
      self.deactivationResult = deactivationResult
    }
  }

  /// Posted with a recommendation on whether to resume playback (iOS 27 or later).
  ///
  /// The type's name is unverified.
  public struct ResumptionRecommendationMessage: NotificationCenter.MainActorMessage, Hashable {
    /// The class that this message is about.
    public typealias Subject = AVAudioSession
    /// The name of the equivalent notification.
    public static var name: Notification.Name {
      AVAudioSession.resumptionRecommendationNotification
    }
    /// The recommendation.
    public let resumptionContext: ResumptionContext

    /// Creates a message.
    public init(resumptionContext: ResumptionContext) { self.resumptionContext = resumptionContext }
  }
}

extension SessionNotification {
  /// Posts the equivalent message, if one exists.
  ///
  /// Must run on the main actor.
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

  /// Whether an equivalent message exists.
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
