import AVFoundation
import MediaPlayer

/// Plays an episode of a podcast, in the background as well, and obeys the lock screen.
///
/// The class is written for an iPhone. Nothing in it knows about tests.
@MainActor
class PodcastPlayer: NSObject, AVAudioPlayerDelegate {
  private let episode: URL
  private var player: AVAudioPlayer
  /// Whether an interruption has stopped the episode.
  private var wasInterrupted = false
  /// Called when the episode is over.
  var onEnd: (() -> Void)?

  required init(episode: URL) throws {
    self.episode = episode
    player = try AVAudioPlayer(contentsOf: episode)
    super.init()
    player.delegate = self
    try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
    observe()
    addCommands()
  }

  var isPlaying: Bool { player.isPlaying }
  var position: TimeInterval { player.currentTime }

  func play() {
    wasInterrupted = false
    do {
      try AVAudioSession.sharedInstance().setActive(true)
      player.play()
    } catch {
      print("The episode cannot play now: \(error.localizedDescription)")
    }
    showOnLockScreen()
  }

  func pause() {
    wasInterrupted = false
    player.pause()
    showOnLockScreen()
  }

  func skip(by seconds: TimeInterval) {
    player.currentTime = min(max(0, player.currentTime + seconds), player.duration)
    showOnLockScreen()
  }

  /// An interruption begins; the system has already stopped the player.
  func interruptionBegan() {
    wasInterrupted = true
    showOnLockScreen()
  }

  /// An interruption is over.
  func interruptionEnded(_ options: AVAudioSession.InterruptionOptions) {
    guard wasInterrupted, options.contains(.shouldResume) else { return }
    play()
  }

  /// The headphones were pulled out: nobody else shall hear the episode.
  func outputWasUnplugged() { pause() }

  /// The media services have started again, and everything made before is invalid.
  func mediaServicesWereReset() {
    let position = player.currentTime
    do {
      player = try AVAudioPlayer(contentsOf: episode)
      player.delegate = self
      player.currentTime = position
      try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
    } catch {
      print("The episode cannot be loaded again: \(error.localizedDescription)")
    }
    showOnLockScreen()
  }

  nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    MainActor.assumeIsolated {
      showOnLockScreen()
      onEnd?()
    }
  }

  private func showOnLockScreen() {
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: episode.deletingPathExtension().lastPathComponent,
      MPMediaItemPropertyPlaybackDuration: player.duration,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: player.currentTime,
      MPNowPlayingInfoPropertyPlaybackRate: player.isPlaying ? 1.0 : 0.0,
    ]
  }
}

/// The system's notifications and commands.
extension PodcastPlayer {
  private func observe() {
    let center = NotificationCenter.default
    _ = center.addObserver(
      forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
    ) { [weak self] notification in
      guard let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt else {
        return
      }
      let number = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
      MainActor.assumeIsolated {
        switch AVAudioSession.InterruptionType(rawValue: type) {
        case .began: self?.interruptionBegan()
        case .ended:
          self?.interruptionEnded(AVAudioSession.InterruptionOptions(rawValue: number))
        default: break
        }
      }
    }
    _ = center.addObserver(
      forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
    ) { [weak self] notification in
      guard let number = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
        AVAudioSession.RouteChangeReason(rawValue: number) == .oldDeviceUnavailable
      else { return }
      MainActor.assumeIsolated { self?.outputWasUnplugged() }
    }
    _ = center.addObserver(
      forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: .main
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.mediaServicesWereReset() }
    }
  }

  private func addCommands() {
    let commands = MPRemoteCommandCenter.shared()
    commands.playCommand.addTarget { [weak self] _ in
      MainActor.assumeIsolated { self?.play() }
      return .success
    }
    commands.pauseCommand.addTarget { [weak self] _ in
      MainActor.assumeIsolated { self?.pause() }
      return .success
    }
    commands.skipForwardCommand.preferredIntervals = [30]
    commands.skipForwardCommand.addTarget { [weak self] _ in
      MainActor.assumeIsolated { self?.skip(by: 30) }
      return .success
    }
  }
}
