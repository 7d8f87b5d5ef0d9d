internal import Realtime

/// Plays one pattern on an engine, and can pause, seek, loop and change its speed.
///
/// The semantics are those of Core Haptics' `CHHapticAdvancedPatternPlayer` in the newest iOS: `resume` continues
/// events from the middle, whereas `seek` does not start events from the middle.
///
/// - Thread: any.        Realtime-safe: no.
public final class AdvancedPatternPlayer: PatternPlayer, @unchecked Sendable {
  /// Pauses the player at `time`; events that are playing fade out within 5 ms.
  ///
  /// A pause without a time always succeeds, however many commands are pending.
  ///
  /// - Throws: `EngineError`, as `start(at:)` does.
  public func pause(at time: Seconds = 0) throws(EngineError) {
    try core.halt(id, .pause, at: time)
  }

  /// Resumes a paused player at `time`, from the position at which it was paused; events that were playing fade in
  /// within 5 ms.
  ///
  /// - Throws: `EngineError`, as `start(at:)` does.
  public func resume(at time: Seconds = 0) throws(EngineError) {
    unsafe try core.send(to: id, at: time) { unsafe .resume($0) }
  }

  /// Moves a playing or paused player to `offset` seconds of the pattern, as soon as possible.
  ///
  /// If `offset` is at or past the end, the player finishes or, if it loops, begins again. In one block, at most
  /// several hundred events can start in the middle. Further events fade in over the next milliseconds.
  ///
  /// - Parameters:
  ///   - offset: the time in seconds from the beginning of the pattern.
  ///   - begun: how to treat events that begin before `offset`.
  /// - Throws: `EngineError`, as `start(at:)` does.
  public func seek(
    to offset: Seconds, begun: BegunEvents = .leftOut
  ) throws(EngineError) {
    try EngineCore.check(offset)
    unsafe try core.send(to: id, at: 0) { unsafe .seek($0, offset, begun) }
  }

  /// Whether the pattern begins again when it reaches `loopEnd`.
  ///
  /// The default is false.
  public var isLoopEnabled: Bool {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.repeats > 0 }
    set { core.change(.repeats, of: id) { $0.loop.repeats = newValue ? Int.max : 0 } }
  }

  /// The number of times that the pattern is still to be repeated; each repetition begins at `loopEnd`.
  ///
  /// 0, the default, plays the pattern to its end without repeating it. `Int.max`, which `isLoopEnabled` sets, repeats
  /// it forever. Negative numbers are ignored. Not in Core Haptics.
  public var repeatCount: Int {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.repeats }
    set {
      guard newValue >= 0 else { return }
      core.change(.repeats, of: id) { $0.loop.repeats = newValue }
    }
  }

  /// The end of the loop, in seconds of the pattern.
  ///
  /// 0, the default, means the end of the last event, which is then part of the loop even if it is a transient.
  ///
  /// Times that are negative or not finite are ignored. A loop spans at least 10 ms of the pattern, and repeats at most
  /// a thousand times a second, however fast it is played. If events are still ringing when the loop repeats, more
  /// voices are allocated first, as for `playbackRate`.
  public var loopEnd: Seconds {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.end }
    set {
      guard newValue >= 0, newValue.isFinite else { return }
      core.change(.loopEnd, of: id) { $0.loop.end = newValue }
    }
  }

  /// The playback speed; 1 by default.
  ///
  /// Values of 0 or less are ignored.
  ///
  /// The speed scales the times of events and parameters and the durations of continuous events, but not the pitch of
  /// events. If more events overlap at the new speed, more voices are allocated first, in time proportional to the
  /// pattern's events. Beyond 2 048 voices, events are dropped and counted in `HapticEngine.lostVoices`. The speed is
  /// clamped to 1e-6...1e6 when played.
  public var playbackRate: Double {
    get { core.state.withLock { [id] in $0.players[id]?.rate ?? 1 } }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      core.change(.rate, of: id) { $0.rate = newValue }
    }
  }

  /// The handler that is called once for each successful start, when the playback that it began is over.
  ///
  /// It is called on one of the engine's queues.
  ///
  /// Playback is over at the end of the pattern; after `stop`, `cancel` or another start; when the engine ends; or when
  /// the player is released. The error is nil.
  public var completionHandler: (@Sendable (EngineError?) -> Void)? {
    get { core.state.withLock { [id] in $0.players[id]?.completion } }
    set {
      // The old handler is released after the lock: it may own players, and their deinit needs the lock.
      var handler = newValue
      core.state.withLock { [id] state in
        guard var record = state.players[id] else { return }
        swap(&record.completion, &handler)
        state.players[id] = record
      }
    }
  }
}

/// The way in which a seek treats events that begin before its target.
public enum BegunEvents: Hashable, Sendable, BitwiseCopyable {
  /// Events that have begun stay silent, as in Core Haptics.
  case leftOut
  /// Events that have begun are played from their middle.
  case continued
}
