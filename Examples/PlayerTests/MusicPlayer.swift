import AudioSessionTesting
import Foundation

/// The part of `AVAudioPlayer` that the player needs.
@MainActor
protocol Track: AnyObject {
  var isPlaying: Bool { get }
  func play() -> Bool
  func pause()
}

/// The player of a music app, written for a phone, where it imports `AVFAudio`.
@MainActor
final class MusicPlayer {
  enum State: Equatable {
    case paused
    case playing
    /// The system has stopped the player; `resumes` says whether to resume afterwards.
    case interrupted(resumes: Bool)
  }

  private(set) var state = State.paused

  private let session: any AudioSessionProtocol
  private let makeTrack: () -> any Track
  private var track: any Track
  private var observations: [Observation] = []

  /// Creates a player.
  ///
  /// Tests pass no queue, so that they are notified on their own thread.
  init(
    session: any AudioSessionProtocol, center: NotificationCenter = .default,
    queue: OperationQueue? = .main, makeTrack: @escaping () -> any Track
  ) throws {
    self.session = session
    self.makeTrack = makeTrack
    track = makeTrack()
    try configure()
    observe(center, on: queue)
  }

  /// Plays because the user wants to hear music.
  func play() {
    do {
      try session.setActive(true)
      state = track.play() ? .playing : .paused
    } catch {
      // A more important session has the phone. Resume when the interruption ends, if there is one.
      if case .interrupted = state { state = .interrupted(resumes: true) } else { state = .paused }
    }
  }

  /// Pauses because the user wants silence, even after the end of an interruption.
  func pause() {
    track.pause()
    if case .interrupted = state {
      state = .interrupted(resumes: false)
    } else {
      state = .paused
    }
  }

  /// Called by the scene's delegate, because an interruption may have ended without a notification.
  func sceneWillEnterForeground() {
    if state == .interrupted(resumes: true) { play() }
  }

  private func configure() throws {
    try session.setCategory(.playback, mode: .default)
  }
}

/// Handling of the system's notifications.
extension MusicPlayer {
  private func observe(_ center: NotificationCenter, on queue: OperationQueue?) {
    func add<Event: Sendable>(
      _ name: Notification.Name, _ read: @escaping @Sendable (Notification) -> Event?,
      _ handle: @escaping @Sendable @MainActor (MusicPlayer, Event) -> Void
    ) {
      let observation = center.addObserver(forName: name, object: session, queue: queue) {
        [weak self] notification in
        guard let event = read(notification) else { return }
        MainActor.assumeIsolated {
          if let self { handle(self, event) }
        }
      }
      observations.append(Observation(of: observation, at: center))
    }
    add(AVAudioSession.interruptionNotification, Interruption.init) { $0.handle($1) }
    add(AVAudioSession.routeChangeNotification, RouteChange.init) { $0.handle($1) }
    add(AVAudioSession.mediaServicesWereResetNotification, { _ in true }) { player, _ in
      player.handleReset()
    }
  }

  private func handle(_ interruption: Interruption) {
    switch interruption {
    case .began(.routeDisconnected): handleUnplug()
    case .began: state = .interrupted(resumes: state == .playing)
    case .ended(let options):
      let resumes = state == .interrupted(resumes: true) && options.contains(.shouldResume)
      state = .paused
      if resumes { play() }
    }
  }

  private func handle(_ change: RouteChange) {
    if change.reason == .oldDeviceUnavailable { handleUnplug() }
  }

  private func handleUnplug() {
    track.pause()
    state = .paused
  }

  /// All audio objects are invalid: makes a new track, sets the category again, and waits until the user plays.
  private func handleReset() {
    track = makeTrack()
    state = .paused
    try? configure()
  }
}

/// An observation of a notification center, which ends with its owner.
private final class Observation {
  private let center: NotificationCenter
  private let observation: any NSObjectProtocol

  init(of observation: any NSObjectProtocol, at center: NotificationCenter) {
    self.center = center
    self.observation = observation
  }

  deinit { center.removeObserver(observation) }
}

/// An interruption as its notification describes it.
enum Interruption: Sendable {
  case began(AVAudioSession.InterruptionReason)
  case ended(AVAudioSession.InterruptionOptions)

  init?(_ notification: Notification) {
    let info = notification.userInfo
    guard let number = info?[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: number)
    else { return nil }
    switch type {
    case .began:
      let reason = info?[AVAudioSessionInterruptionReasonKey] as? UInt
      self = .began(reason.flatMap(AVAudioSession.InterruptionReason.init) ?? .default)
    case .ended:
      let options = info?[AVAudioSessionInterruptionOptionKey] as? UInt
      self = .ended(AVAudioSession.InterruptionOptions(rawValue: options ?? 0))
    }
  }
}

/// A change of the route as its notification describes it.
struct RouteChange: Sendable {
  var reason: AVAudioSession.RouteChangeReason

  init?(_ notification: Notification) {
    guard let number = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
      let reason = AVAudioSession.RouteChangeReason(rawValue: number)
    else { return nil }
    self.reason = reason
  }
}
