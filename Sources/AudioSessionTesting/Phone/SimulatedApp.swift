public import AudioSession
public import Foundation
internal import PhoneRuntime

/// An app of a simulated phone: its session, what it plays and records with, where it is.
///
/// - Thread: any.
public final class SimulatedApp: Sendable {
  /// Its session, which posts to `notificationCenter`.
  public let session: SimulatedAudioSession
  /// What it plays with.
  public let player: SimulatedAudioPlayer
  /// What it records with.
  public let recorder: SimulatedAudioRecorder
  /// Where its session posts.
  public let notificationCenter: NotificationCenter

  /// Its place in events and effects of the policy.
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

  /// Its name, for explanations.
  public var name: String { runtime.phone.name(of: id) }

  /// How alive it is.
  public var lifecycle: Lifecycle { runtime.phone.state[id].lifecycle }

  /// Whether its session is active.
  public var isActive: Bool { runtime.phone.isActive(id) }

  /// Whether its session is interrupted.
  public var isInterrupted: Bool { runtime.phone.isInterrupted(id) }

  /// Whether somebody hears it.
  public var isAudible: Bool { runtime.phone.isAudible(id) }

  /// Whether another app lowers it.
  public var isDucked: Bool { runtime.phone.isDucked(id) }

  /// How loud it is heard: 0...1.
  public var gain: Double { runtime.phone.gain(of: id) }
}
