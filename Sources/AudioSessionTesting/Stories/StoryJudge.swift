import AudioSession
import Realtime

/// What a player has to do after all that has happened so far: a model of its user, who wants to hear it
/// or not, and of what Apple asks of players.
///
///     must be silent ──the user plays──────────────────────► must play
///     must play ──the user pauses, output unplugged────────► must be silent
///     must play ──interrupted──────────────────────────────► must be silent, until the end says
///
/// Where the sources leave a choice, such as whether to play by itself after the media services were
/// reset, either will do.
struct StoryJudge: Sendable {
  /// Whether the player has to play.
  enum Demand: Sendable {
    case silence
    case sound
    case either
  }

  private(set) var demand = Demand.silence
  /// Why, in words.
  private(set) var reason = "nobody has played it"
  /// What an end of the interruption with `shouldResume` demands.
  private var afterEnd = Demand.silence
  /// Whether an interruption has begun, and its end was not notified.
  private(set) var isInterrupted = false

  /// The user plays, by the player's own button or by a headset's; the session may be activated now and
  /// is not interrupted, or not.
  mutating func play(isPossible: Bool) {
    if isPossible {
      demand = .sound
      reason = "the user has played it, and nothing is in the way"
    } else {
      // That may count for later, and it may play beside what allows it.
      demand = .either
      afterEnd = .either
    }
  }

  /// The user pauses.
  mutating func pause() {
    demand = .silence
    afterEnd = .silence
    reason = "the user has paused it"
  }

  /// A call of the app's own is there, or was a moment ago: what else it plays is its own matter until the user
  /// says so.
  mutating func hostCall() {
    demand = .either
    afterEnd = .either
  }

  /// The app's process is gone, and all that it knew.
  mutating func endProcess() {
    demand = .silence
    afterEnd = .silence
    isInterrupted = false
    reason = "its process has ended, and nobody has played it since"
  }

  /// The app has come to the foreground, where it may make up for an end that it was not notified of.
  mutating func comeToForeground() {
    if demand == .silence, afterEnd != .silence { demand = .either }
  }

  /// Takes in what follows from an event.
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
    // One that is interrupted a second time goes on as before the first.
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
    // As before the interruption, and for the same reason.
    case .silence: break
    case .sound, .either:
      demand = isResumable ? afterEnd : .silence
      reason =
        isResumable
        ? "it was interrupted while it played, and may resume"
        : "the interruption has ended without the right to resume"
    }
  }

  private mutating func unplug() {
    // Unplugged during an interruption: whether it goes on from the speaker afterwards is a question
    // of taste.
    if afterEnd != .silence { afterEnd = .either }
    guard demand != .silence else { return }
    demand = .silence
    reason = "its output was unplugged"
  }

  /// Says what is wrong.
  ///
  /// - Parameters:
  ///   - isPlaying: whether its output runs.
  ///   - showsPlaying: whether its screen says so.
  ///   - isFree: whether nothing is in its way: while something is, the screen may say what it likes,
  ///     but for an interruption that its user sees.
  ///   - isSeenInterrupted: whether its user can see that it is interrupted, and it knows.
  /// - Returns: what is wrong, in words; nil if nothing is.
  func problem(
    isPlaying: Bool, showsPlaying: Bool, isFree: Bool, isSeenInterrupted: Bool
  ) -> String? {
    switch demand {
    case .silence where isPlaying: return "it plays, although \(reason)"
    case .sound where !isPlaying: return "it is silent, although \(reason)"
    case .silence, .sound, .either: break
    }
    if isSeenInterrupted, isInterrupted, !isPlaying, showsPlaying {
      return "it is interrupted, and its screen says that it plays"
    }
    guard isFree, isPlaying != showsPlaying else { return nil }
    return isPlaying
      ? "it plays, and its screen says that it does not"
      : "it is silent, and its screen says that it plays"
  }
}
