import AudioSessionTesting
import Foundation

/// The part of a session that a player needs: a protocol of eight members.
///
/// On a phone, as here, `AVAudioSession` conforms to it by an empty extension.
protocol PlaybackSession: AnyObject {
  var isOtherAudioPlaying: Bool { get }
  var category: AVAudioSession.Category { get }
  var mode: AVAudioSession.Mode { get }
  var categoryOptions: AVAudioSession.CategoryOptions { get }
  var availableCategories: [AVAudioSession.Category] { get }
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions) throws
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions) throws
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: PlaybackSession {}

/// Notifies its delegate of interruptions, and records whether it has activated the session.
///
/// Modeled on `AudioSessionController` of SwiftAudioEx (MIT). It has the same behavior, but does not contain any of
/// its text. It reports whether the app may resume, but not whether it was playing. As its documentation says, its
/// flag is not updated when an interruption deactivates the session.
@MainActor
final class SessionObserver {
  enum Interruption: Equatable, Sendable {
    case began
    case ended(shouldResume: Bool)
  }

  /// Whether this object has activated the session.
  private(set) var isActive = false
  var onInterruption: (Interruption) -> Void = { _ in }

  private let session: any PlaybackSession
  private let center: NotificationCenter
  private var observation: (any NSObjectProtocol)?

  init(session: any PlaybackSession, center: NotificationCenter) {
    self.session = session
    self.center = center
    observation = center.addObserver(
      forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
    ) { [weak self] notification in
      guard let interruption = Self.read(notification) else { return }
      MainActor.assumeIsolated { self?.onInterruption(interruption) }
    }
  }

  isolated deinit {
    if let observation { center.removeObserver(observation) }
  }

  func set(category: AVAudioSession.Category) throws {
    try session.setCategory(category, mode: session.mode, options: session.categoryOptions)
  }

  func activate() throws {
    try session.setActive(true, options: [])
    isActive = true
  }

  private nonisolated static func read(_ notification: Notification) -> Interruption? {
    let info = notification.userInfo
    guard let number = info?[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: number)
    else { return nil }
    switch type {
    case .began: return .began
    case .ended:
      let options = AVAudioSession.InterruptionOptions(
        rawValue: info?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
      return .ended(shouldResume: options.contains(.shouldResume))
    }
  }
}

/// A player on top of that observer, as apps write it: naive or careful.
@MainActor
final class ObservedPlayer {
  enum Care {
    /// Plays whenever the app may resume, and activates the session only if the flag is false.
    case none
    /// Like `none`, but resumes only if the player was playing.
    case resumesWhatPlayed
    /// Also activates each time, stops at an unplug and follows the media services.
    case full
  }

  private(set) var isPlaying = false
  private var wasPlaying = false
  private let care: Care
  private let observer: SessionObserver
  private let player: SimulatedAudioPlayer
  private let center: NotificationCenter
  private var observations: [any NSObjectProtocol] = []

  init(
    session: any PlaybackSession, player: SimulatedAudioPlayer, center: NotificationCenter,
    care: Care
  ) throws {
    self.care = care
    self.player = player
    self.center = center
    observer = SessionObserver(session: session, center: center)
    try observer.set(category: .playback)
    observer.onInterruption = { [weak self] in self?.handle($0) }
    if care == .full { observeTheRest() }
  }

  isolated deinit {
    for observation in observations { center.removeObserver(observation) }
  }

  func play() {
    do {
      if care == .full || !observer.isActive { try observer.activate() }
      isPlaying = player.play()
    } catch {
      isPlaying = false
    }
  }

  func pause() {
    wasPlaying = false
    isPlaying = false
    player.pause()
  }

  private func handle(_ interruption: SessionObserver.Interruption) {
    switch interruption {
    case .began:
      wasPlaying = wasPlaying || isPlaying
      isPlaying = false
    case .ended(let shouldResume):
      let resumes = shouldResume && (care == .none || wasPlaying)
      wasPlaying = false
      if resumes { play() }
    }
  }

  private func observeTheRest() {
    add(AVAudioSession.routeChangeNotification) { player, reason in
      if reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue { player.pause() }
    }
    add(AVAudioSession.mediaServicesWereLostNotification) { player, _ in player.pause() }
    add(AVAudioSession.mediaServicesWereResetNotification) { player, _ in
      player.pause()
      try? player.observer.set(category: .playback)
    }
  }

  private func add(
    _ name: Notification.Name,
    _ handle: @escaping @Sendable @MainActor (ObservedPlayer, UInt?) -> Void
  ) {
    let observation = center.addObserver(forName: name, object: nil, queue: nil) {
      [weak self] notification in
      let reason = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
      MainActor.assumeIsolated {
        if let self { handle(self, reason) }
      }
    }
    observations.append(observation)
  }
}
