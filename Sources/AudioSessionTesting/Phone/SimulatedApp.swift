public import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// An app of a simulated phone: its session, players, recorders and lifecycle.
///
/// - Thread: any.
public final class SimulatedApp: Sendable {
  /// The session of the app, which posts to `notificationCenter`.
  ///
  /// While the app's phone is the current phone, the session of the app under test is
  /// `AVAudioSession.sharedInstance()`, which is the same object for all such phones.
  public var session: AVAudioSession {
    SimulatedPhone.isCurrent(self) ? .sharedInstance() : ownSession
  }

  /// The objects that represent the app's session now.
  var sessions: [AVAudioSession] {
    SimulatedPhone.isCurrent(self) ? [.sharedInstance(), ownSession] : [ownSession]
  }

  /// The player of the app, for an app with one player.
  public let player: SimulatedAudioPlayer
  /// The recorder of the app, for an app with one recorder.
  public let recorder: SimulatedAudioRecorder
  /// The remote command center with the handlers of the app.
  public let remoteCommandCenter: MPRemoteCommandCenter
  /// The Now Playing information that the app provides.
  public let nowPlayingInfoCenter: MPNowPlayingInfoCenter
  /// The notification center that the session posts to.
  public let notificationCenter: NotificationCenter

  let binding: SessionBinding
  let audio: AppAudio
  let calls = CallDirectory()
  let notificationCenterFace = UNUserNotificationCenter()
  let backgroundTasks: BackgroundTasks
  let settings = AppSettings()
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
    nowPlayingInfoCenter = MPNowPlayingInfoCenter(binding)
    remoteCommandCenter = MPRemoteCommandCenter(binding, nowPlayingInfoCenter)
    binding.notifications.post(self)
  }

  /// Creates an app that belongs to an existing runtime.
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

  /// Creates another player for the app.
  ///
  /// - Parameter kind: the kind of player, see `SimulatedAudioPlayer.kind`.
  /// - Returns: the player. The app does not retain it, so it stops when it is released.
  public func makePlayer(_ kind: PlayerKind = .own) -> SimulatedAudioPlayer {
    SimulatedAudioPlayer(audio.addPlayer(kind), of: audio)
  }

  /// Creates another recorder for the app.
  ///
  /// The app does not retain it, so it stops when it is released.
  public func makeRecorder() -> SimulatedAudioRecorder {
    SimulatedAudioRecorder(audio.addRecorder(), of: audio, binding)
  }

  /// The name of the app, for explanations.
  public var name: String { runtime.phone.name(of: id) }

  /// The app's lifecycle state: foreground, background, suspended or terminated.
  public var lifecycle: Lifecycle { runtime.phone.state[id].lifecycle }

  /// Whether the session of the app is active.
  public var isActive: Bool { runtime.phone.isActive(id) }

  /// Whether the session of the app is interrupted.
  public var isInterrupted: Bool { runtime.phone.isInterrupted(id) }

  /// Whether the app can be heard.
  public var isAudible: Bool { runtime.phone.isAudible(id) }

  /// Whether another app, VoiceOver or an alert ducks the app.
  public var isDucked: Bool { runtime.phone.isDucked(id) }

  /// The gain at which the app is heard: 0...1.
  public var gain: Double { runtime.phone.gain(of: id) }

  /// The number of times that the media services were lost.
  ///
  /// Source: Technical Q&A QA1749: a loss orphans the app's players, recorders and engines, which the app makes again.
  package var mediaServicesLosses: Int { audio.mediaServicesLosses }

  /// Handles the end of the process, whose memory is lost.
  func processEnded() {
    audio.processEnded()
    for session in sessions { session.observers.forget() }
    binding.notifications.forgetWaits(of: id)
    remoteCommandCenter.forget()
    handleARMessages(nil)
    nowPlayingInfoCenter.forget()
    notificationCenterFace.forget()
    calls.forgetActions()
    settings.forget()
  }
}
