import AudioSession
import Realtime

/// Judges how a player must behave after everything that has happened so far.
///
/// It models the user, who does or does not want to hear the player, and Apple's requirements for players.
///
///     must be silent ──the user plays──────────────────────► must play
///     must play ──the user pauses, output unplugged────────► must be silent
///     must play ──interrupted──────────────────────────────► must be silent, until the end says
///
/// If the sources leave a choice, such as whether to play automatically after the media services were reset, the judge
/// accepts either behavior.
struct StoryJudge: Sendable {
  /// Whether the player must play.
  enum Demand: Sendable {
    case silence
    case sound
    case either
  }

  private(set) var demand = Demand.silence
  /// The reason for the demand.
  private(set) var reason = "nobody has pressed play"
  /// The demand after an end of the interruption with `shouldResume`.
  private var afterEnd = Demand.silence
  /// Whether an interruption has begun whose end the app has not been notified of.
  private(set) var isInterrupted = false

  /// The user presses play, on the player's own screen or on a headset.
  ///
  /// `isPossible` is true if the session can be activated now and is not interrupted.
  mutating func play(isPossible: Bool) {
    if isPossible {
      demand = .sound
      reason = "the user has pressed play, and nothing prevents playback"
    } else {
      // The request may take effect later, and the player may play alongside a source that allows it.
      demand = .either
      afterEnd = .either
    }
  }

  /// The user pauses.
  mutating func pause() {
    demand = .silence
    afterEnd = .silence
    reason = "the user has pressed pause"
  }

  /// The app has its own call, or had one a moment ago.
  ///
  /// Until the user acts, the app may decide whether to play anything else.
  mutating func hostCall() {
    demand = .either
    afterEnd = .either
  }

  /// The app's process has ended, with all of its state.
  mutating func endProcess() {
    demand = .silence
    afterEnd = .silence
    isInterrupted = false
    reason = "nobody has pressed play since its process ended"
  }

  /// The app has come to the foreground, where it may respond to an interruption's end of which it was not notified.
  mutating func comeToForeground() {
    if demand == .silence, afterEnd != .silence { demand = .either }
  }

  /// Updates the demand for an effect of an event.
  mutating func follow(_ effect: SessionEffect, of app: AppID) {
    switch effect {
    case .notified(app, .interruptionBegan(.routeDisconnected)): unplug()
    case .notified(app, .interruptionBegan): interrupt()
    case .notified(app, .interruptionEnded(let options)):
      end(isResumable: options.contains(.shouldResume))
    case .notified(app, .routeChange(.oldDeviceUnavailable, _)): unplug()
    case .notified(app, .mediaServicesWereLost), .notified(app, .mediaServicesWereReset):
      isInterrupted = false
      demand = .either
      afterEnd = .either
    case .ioStopped(app, .output, .backgrounded), .ioStopped(app, .output, .suspended):
      demand = .either
      afterEnd = .either
    case .remoteCommand(app, .pause): pause()
    case .notified, .ioStopped, .ioStarted, .observed, .queued, .remoteCommand, .remoteIgnored,
      .remoteDeferred, .callKit, .arSession, .haptic, .sound, .vibration, .notificationPlaced,
      .lifecycleChanged, .gainChanged, .callResult:
      break
    }
  }

  private mutating func interrupt() {
    // A second interruption does not change the state before the first one.
    isInterrupted = true
    guard demand != .silence else { return }
    afterEnd = demand
    demand = .silence
    reason = "it is interrupted"
  }

  private mutating func end(isResumable: Bool) {
    isInterrupted = false
    defer { afterEnd = .silence }
    switch afterEnd {
    // The demand and its reason are the same as before the interruption.
    case .silence: break
    case .sound, .either:
      demand = isResumable ? afterEnd : .silence
      reason =
        isResumable
        ? "it was interrupted while it was playing, and may resume"
        : "the interruption has ended without the right to resume"
    }
  }

  private mutating func unplug() {
    // If the output is unplugged during an interruption, the player may or may not continue on the speaker afterwards.
    if afterEnd != .silence { afterEnd = .either }
    guard demand != .silence else { return }
    demand = .silence
    reason = "its output was unplugged"
  }

  /// Returns the player's problem, if it has one.
  ///
  /// - Parameters:
  ///   - isPlaying: whether the player's output is running.
  ///   - showsPlaying: whether the player's screen shows that it is playing.
  ///   - isFree: whether nothing prevents the player from playing. If something does, the screen may show anything,
  ///     except during an interruption that the user sees.
  ///   - isSeenInterrupted: whether the user can see that the app is interrupted, and the app knows about the
  ///     interruption.
  /// - Returns: the problem in words; nil for a correct player.
  func problem(
    isPlaying: Bool, showsPlaying: Bool, isFree: Bool, isSeenInterrupted: Bool
  ) -> String? {
    switch demand {
    case .silence where isPlaying: return "it is playing, although \(reason)"
    case .sound where !isPlaying: return "it is silent, although \(reason)"
    case .silence, .sound, .either: break
    }
    if isSeenInterrupted, isInterrupted, !isPlaying, showsPlaying {
      return "it is interrupted, but its screen says that it is playing"
    }
    guard isFree, isPlaying != showsPlaying else { return nil }
    return isPlaying
      ? "it is playing, but its screen says that it is not"
      : "it is silent, but its screen says that it is playing"
  }
}
