import AudioSessionTesting
import Foundation

/// A podcast player with the structure of a public one: a single playback manager receives interruptions, route
/// changes and remote commands, and keeps two flags about them.
///
/// Modeled on `PlaybackManager` of Pocket Casts for iOS (MPL 2.0). It has the same behavior in these points, but
/// does not contain any of its text. Like the original, it uses the shared instances. Its known bugs are enabled by
/// `bugs`.
@MainActor
final class EpisodePlayer {
  /// Bugs that were found in the public player, or that its structure makes likely.
  struct Bugs: OptionSet {
    let rawValue: Int

    /// An interruption because of a missing route, which does not have an end, is treated as one that continues.
    ///
    /// Remote commands are ignored from then on.
    ///
    /// Source: pocket-casts-ios #2049, fixed by #2073; with #4102, which ignores play commands during
    /// interruptions.
    static let unpluggingIsAnInterruption = Bugs(rawValue: 1)
    /// Pausing does not clear the flag that it was playing when the interruption began.
    ///
    /// Source: the comment at that place in `pause()`, which explains why it clears the flag.
    static let pausingIsForgotten = Bugs(rawValue: 2)
  }

  private let bugs: Bugs
  private let player: SimulatedAudioPlayer
  private let center: NotificationCenter
  private var observations: [any NSObjectProtocol] = []
  private var isInterruptionInProgress = false
  private var wasPlayingBeforeInterruption = false
  /// Whether the player should be playing, according to its screen.
  private(set) var isPlaying = false

  init(_ player: SimulatedAudioPlayer, center: NotificationCenter = .default, bugs: Bugs = []) {
    self.player = player
    self.center = center
    self.bugs = bugs
    observe()
    listenToRemote()
  }

  isolated deinit {
    for observation in observations { center.removeObserver(observation) }
  }

  func play() {
    do {
      let session = AVAudioSession.sharedInstance()
      try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
      try session.setActive(true)
      isPlaying = player.play()
    } catch {
      isPlaying = false
    }
  }

  func pause() {
    if !bugs.contains(.pausingIsForgotten) { wasPlayingBeforeInterruption = false }
    isPlaying = false
    player.pause()
  }

  private func observe() {
    add(AVAudioSession.interruptionNotification) { $0.handleInterruption($1) }
    add(AVAudioSession.routeChangeNotification) { $0.handleRouteChange($1) }
    add(AVAudioSession.mediaServicesWereResetNotification) { player, _ in player.stopForGood() }
    add(AVAudioSession.mediaServicesWereLostNotification) { player, _ in player.stopForGood() }
  }

  private func add(
    _ name: Notification.Name,
    _ handle: @escaping @Sendable @MainActor (EpisodePlayer, [String: UInt]) -> Void
  ) {
    let observation = center.addObserver(
      forName: name, object: AVAudioSession.sharedInstance(), queue: nil
    ) { [weak self] notification in
      var numbers: [String: UInt] = [:]
      for case (let key as String, let value as UInt) in notification.userInfo ?? [:] {
        numbers[key] = value
      }
      let read = numbers
      MainActor.assumeIsolated {
        if let self { handle(self, read) }
      }
    }
    observations.append(observation)
  }

  private func listenToRemote() {
    let commands = MPRemoteCommandCenter.shared()
    commands.playCommand.addTarget { [weak self] _ in
      MainActor.assumeIsolated {
        guard let self, !self.isInterruptionInProgress else { return .commandFailed }
        self.play()
        return .success
      }
    }
    commands.pauseCommand.addTarget { [weak self] _ in
      MainActor.assumeIsolated {
        self?.pause()
        return .success
      }
    }
  }

  private func handleInterruption(_ info: [String: UInt]) {
    if info[AVAudioSessionInterruptionTypeKey] == AVAudioSession.InterruptionType.began.rawValue {
      let isUnplugged =
        info[AVAudioSessionInterruptionReasonKey]
        == AVAudioSession.InterruptionReason.routeDisconnected.rawValue
      if !isUnplugged || bugs.contains(.unpluggingIsAnInterruption) {
        isInterruptionInProgress = true
      }
      wasPlayingBeforeInterruption = isPlaying && !isUnplugged
      isPlaying = false
    } else {
      isInterruptionInProgress = false
      let options = AVAudioSession.InterruptionOptions(
        rawValue: info[AVAudioSessionInterruptionOptionKey] ?? 0)
      let resumes = options.contains(.shouldResume) && wasPlayingBeforeInterruption
      wasPlayingBeforeInterruption = false
      if resumes { play() }
    }
  }

  private func handleRouteChange(_ info: [String: UInt]) {
    guard
      info[AVAudioSessionRouteChangeReasonKey]
        == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue
    else { return }
    wasPlayingBeforeInterruption = false
    isPlaying = false
    player.pause()
  }

  private func stopForGood() {
    wasPlayingBeforeInterruption = false
    isInterruptionInProgress = false
    isPlaying = false
  }
}
