public import AudioSession
public import Foundation
internal import PhoneRuntime

/// An app of a simulated phone: its session, what it plays and records with, where it is.
///
/// - Thread: any.
public final class SimulatedApp: Sendable {
  /// The session of the app, which posts to `notificationCenter`.
  public let session: SimulatedAudioSession
  /// The player of the app.
  public let player: SimulatedAudioPlayer
  /// The recorder of the app.
  public let recorder: SimulatedAudioRecorder
  /// The notification center that the session posts to.
  public let notificationCenter: NotificationCenter

  /// The identifier of the app in events and effects of the policy.
  public let id: AppID
  let runtime: PhoneRuntime

  init(
    _ id: AppID, on runtime: PhoneRuntime, _ notifications: NotificationSink,
    _ notificationCenter: NotificationCenter
  ) {
    self.id = id
    self.runtime = runtime
    self.notificationCenter = notificationCenter
    session = SimulatedAudioSession(of: id, on: runtime, notifications)
    player = SimulatedAudioPlayer(session: session)
    recorder = SimulatedAudioRecorder(session: session)
    notifications.post(session, player, at: notificationCenter)
  }

  /// The name of the app, for explanations.
  public var name: String { runtime.phone.name(of: id) }

  /// The stage of the app's life: in front, in the background, suspended or terminated.
  public var lifecycle: Lifecycle { runtime.phone.state[id].lifecycle }

  /// Whether the session of the app is active.
  public var isActive: Bool { runtime.phone.isActive(id) }

  /// Whether the session of the app is interrupted.
  public var isInterrupted: Bool { runtime.phone.isInterrupted(id) }

  /// Whether somebody hears it.
  public var isAudible: Bool { runtime.phone.isAudible(id) }

  /// Whether another app lowers it.
  public var isDucked: Bool { runtime.phone.isDucked(id) }

  /// The gain at which the app is heard: 0...1.
  public var gain: Double { runtime.phone.gain(of: id) }
}
