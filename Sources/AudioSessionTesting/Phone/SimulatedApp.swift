public import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// An app of a simulated phone: its session, what it plays and records with, where it is.
///
/// - Thread: any.
public final class SimulatedApp: Sendable {
  /// The session of the app, which posts to `notificationCenter`.
  ///
  /// While its phone is the current one, that of the app under test is
  /// `AVAudioSession.sharedInstance()`: the same object for all such phones.
  public var session: AVAudioSession {
    SimulatedPhone.isCurrent(self) ? .sharedInstance() : ownSession
  }

  /// The objects that are its session now.
  var sessions: [AVAudioSession] {
    SimulatedPhone.isCurrent(self) ? [.sharedInstance(), ownSession] : [ownSession]
  }

  /// The player of the app, if that is one player.
  public let player: SimulatedAudioPlayer
  /// The recorder of the app, if that is one recorder.
  public let recorder: SimulatedAudioRecorder
  /// The remote command center with the handlers of the app.
  public let remoteCommandCenter: MPRemoteCommandCenter
  /// The Now Playing information that the app gives.
  public let nowPlayingInfoCenter: MPNowPlayingInfoCenter
  /// The notification center that the session posts to.
  public let notificationCenter: NotificationCenter

  let binding: SessionBinding
  let audio: AppAudio
  let calls = CallDirectory()
  let notificationCenterFace = UNUserNotificationCenter()
  let backgroundTasks: BackgroundTasks
  let callObserver: CXCallObserver
  let arHandler = UserGuarded(ARHandler())
  private let ownSession: AVAudioSession

  init(_ binding: SessionBinding, _ notificationCenter: NotificationCenter) {
    self.binding = binding
    self.notificationCenter = notificationCenter
    let audio = AppAudio(binding)
    self.audio = audio
    ownSession = AVAudioSession(binding)
    backgroundTasks = BackgroundTasks(binding)
    callObserver = CXCallObserver(binding)
    player = SimulatedAudioPlayer(AppAudio.first, of: audio)
    recorder = SimulatedAudioRecorder(AppAudio.first, of: audio, binding)
    remoteCommandCenter = MPRemoteCommandCenter(binding)
    nowPlayingInfoCenter = MPNowPlayingInfoCenter(binding)
    binding.notifications.post(self)
  }

  /// An app of a runtime that is there.
  convenience init(
    _ id: AppID, on runtime: PhoneRuntime, _ notifications: NotificationSink,
    _ notificationCenter: NotificationCenter
  ) {
    self.init(
      SessionBinding(app: id, runtime: runtime, notifications: notifications), notificationCenter)
  }

  /// The identifier of the app in events and effects of the policy.
  public var id: AppID { binding.app }

  var runtime: PhoneRuntime { binding.runtime }

  /// Makes another player of the app's.
  ///
  /// - Parameter kind: whose it is, see `SimulatedAudioPlayer.kind`.
  /// - Returns: the player, which the app does not hold: released, it stops.
  public func makePlayer(_ kind: PlayerKind = .own) -> SimulatedAudioPlayer {
    SimulatedAudioPlayer(audio.addPlayer(kind), of: audio)
  }

  /// Makes another recorder of the app's, which the app does not hold: released, it stops.
  public func makeRecorder() -> SimulatedAudioRecorder {
    SimulatedAudioRecorder(audio.addRecorder(), of: audio, binding)
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

  /// The process is gone, and what it had in memory.
  func processEnded() {
    audio.processEnded()
    for session in sessions { session.observers.forget() }
    binding.notifications.forgetWaits(of: id)
    remoteCommandCenter.forget()
    handleARMessages(nil)
    nowPlayingInfoCenter.forget()
    notificationCenterFace.forget()
  }
}
