public import AudioSession
public import Foundation

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
  let world: World

  init(_ id: AppID, in world: World, posting notificationCenter: NotificationCenter) {
    self.id = id
    self.world = world
    self.notificationCenter = notificationCenter
    session = SimulatedAudioSession(of: id, in: world)
    player = SimulatedAudioPlayer(session: session)
    recorder = SimulatedAudioRecorder(session: session)
    world.change { [session] state in
      state.residents[id.index].session = session
      state.residents[id.index].center = notificationCenter
    }
  }

  /// Its name, for explanations.
  public var name: String { world.read { $0.phone.name(of: id) } }

  /// How alive it is.
  public var lifecycle: Lifecycle { world.read { $0.phone.state[id].lifecycle } }

  /// Whether its session is active.
  public var isActive: Bool { world.read { $0.phone.isActive(id) } }

  /// Whether its session is interrupted.
  public var isInterrupted: Bool { world.read { $0.phone.isInterrupted(id) } }

  /// Whether somebody hears it.
  public var isAudible: Bool { world.read { $0.phone.isAudible(id) } }

  /// Whether another app lowers it.
  public var isDucked: Bool { world.read { $0.phone.isDucked(id) } }

  /// How loud it is heard: 0...1.
  public var gain: Double { world.read { $0.phone.gain(of: id) } }
}
