/// The effect of deactivating a session with running input or output.
public enum DeactivationBehavior: Hashable, Sendable, CaseIterable {
  /// The session stays active, and the call throws an error.
  case refused
  /// The session is deactivated, but the call throws an error.
  case doneWithError
  /// The session is deactivated, without an error.
  case done
}

/// The ways in which a version of the system differs from the versions before and after it.
///
/// The table has one row for each version, and shows how the audio session has changed over time.
public struct BehaviorProfile: Hashable, Sendable {
  /// The version.
  public package(set) var system: OSVersion
  /// The effect of deactivating a session while its input or output is running.
  public package(set) var deactivateWithRunningIO: DeactivationBehavior
  /// Whether suspension deactivates the session.
  public package(set) var suspensionDeactivates: Bool
  /// Whether an app that runs again is notified that it was suspended.
  public package(set) var reportsSuspension: Bool
  /// Whether *began* carries a reason.
  public package(set) var tellsReason: Bool
  /// Whether unplugging the output can interrupt sessions.
  public package(set) var routeLossInterrupts: Bool
  /// Whether muting the microphone in hardware interrupts sessions.
  public package(set) var muteInterrupts: Bool
  /// Whether an app can mute its own output.
  public package(set) var hasOutputMute: Bool
  /// Whether the notifications *became active*, *became inactive* and the resumption recommendation exist.
  public package(set) var hasLifecycleNotifications: Bool

  /// All versions, the oldest first.
  ///
  /// Source: release notes in the headers of each iOS version: 8 and 26, deactivation with running output; 10, 14.5 and
  /// 16, suspension; 13, permission for haptics during recording (`SessionPreference.since`); 14, picture in picture on
  /// an iPhone (`setPictureInPicture`); 14.5, reason and microphone; 17, route disconnection.
  public static let rows: [BehaviorProfile] = [
    BehaviorProfile(.iOS7, .refused),
    BehaviorProfile(.iOS8, .doneWithError),
    BehaviorProfile(.iOS10, .doneWithError, suspends: true, reportsSuspension: true),
    BehaviorProfile(.iOS13, .doneWithError, suspends: true, reportsSuspension: true),
    BehaviorProfile(.iOS14, .doneWithError, suspends: true, reportsSuspension: true),
    BehaviorProfile(
      .iOS14_5, .doneWithError, suspends: true, reportsSuspension: true, reason: true),
    BehaviorProfile(.iOS16, .doneWithError, suspends: true, reason: true),
    BehaviorProfile(.iOS17, .doneWithError, suspends: true, reason: true, routeLoss: true),
    BehaviorProfile(
      .iOS26, .done, suspends: true, reason: true, routeLoss: true, outputMute: true),
    BehaviorProfile(
      .iOS27, .done, suspends: true, reason: true, routeLoss: true, outputMute: true,
      lifecycle: true),
  ]

  private init(
    _ system: OSVersion, _ deactivateWithRunningIO: DeactivationBehavior, suspends: Bool = false,
    reportsSuspension: Bool = false, reason: Bool = false, routeLoss: Bool = false,
    outputMute: Bool = false, lifecycle: Bool = false
  ) {
    self.system = system
    self.deactivateWithRunningIO = deactivateWithRunningIO
    suspensionDeactivates = suspends
    self.reportsSuspension = reportsSuspension
    tellsReason = reason
    muteInterrupts = reason
    routeLossInterrupts = routeLoss
    hasOutputMute = outputMute
    hasLifecycleNotifications = lifecycle
  }
}

extension OSVersion {
  /// The behavior of this version.
  public var profile: BehaviorProfile { BehaviorProfile.rows[place] }
}
