internal import Realtime

/// Plays one pattern on an engine, and can pause, seek, loop and change its speed.
///
/// Semantics are those of Core Haptics' `CHHapticAdvancedPatternPlayer`, as of the newest iOS:
/// `resume` goes on in the middle of events, `seek` does not start them there.
///
/// - Thread: any.        Realtime-safe: no.
public final class AdvancedPatternPlayer: PatternPlayer, @unchecked Sendable {
  /// Pauses the player at `time`; what sounds fades out within 5 ms.
  ///
  /// A pause without a time always succeeds, however many commands are pending.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func pause(at time: Seconds = 0) throws(EngineError) {
    try core.halt(id, .pause, at: time)
  }

  /// Resumes a paused player at `time`, exactly where it was; what sounded fades in within 5 ms.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func resume(at time: Seconds = 0) throws(EngineError) {
    unsafe try core.send(to: id, at: time) { unsafe .resume($0) }
  }

  /// Continues at `offset` seconds of the pattern, as soon as possible; only while the player plays or
  /// is paused.
  ///
  /// At or past the end the player finishes or, if it loops, begins again. If more events are to be
  /// continued than one block can take, several hundred at once, the rest fade in over the next
  /// milliseconds.
  ///
  /// - Parameters:
  ///   - offset: seconds from the beginning of the pattern.
  ///   - begun: how to treat events that began before.
  /// - Throws: `EngineError`, as `start(at:)`.
  public func seek(
    to offset: Seconds, begun: BegunEvents = .leftOut
  ) throws(EngineError) {
    try EngineCore.check(offset)
    unsafe try core.send(to: id, at: 0) { unsafe .seek($0, offset, begun) }
  }

  /// Whether the pattern begins again when it comes to `loopEnd`.
  ///
  /// Default false.
  public var isLoopEnabled: Bool {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.repeats > 0 }
    set { core.change(.repeats, of: id) { $0.loop.repeats = newValue ? Int.max : 0 } }
  }

  /// The number of repetitions from now on, each at `loopEnd`.
  ///
  /// 0, the default, plays the pattern to its end; `Int.max`, which `isLoopEnabled` sets, repeats it
  /// for ever. Negative numbers are ignored. Not in Core Haptics.
  public var repeatCount: Int {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.repeats }
    set {
      guard newValue >= 0 else { return }
      core.change(.repeats, of: id) { $0.loop.repeats = newValue }
    }
  }

  /// The end of the loop, in seconds of the pattern; 0, the default, for the end of the last event,
  /// which is then part of the loop even if it is a transient.
  ///
  /// Times that are negative or not finite are ignored. A loop is at least 10 ms of the pattern long, and
  /// begins again at most a thousand times a second, however fast it is played. A loop
  /// that is shorter than what rings in it allocates more voices first, as `playbackRate` does.
  public var loopEnd: Seconds {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.end }
    set {
      guard newValue >= 0, newValue.isFinite else { return }
      core.change(.loopEnd, of: id) { $0.loop.end = newValue }
    }
  }

  /// The playback speed: more than 0, other values are ignored; 1 is the default.
  ///
  /// Scales the times of events and parameters and the durations of continuous events; not their
  /// pitch. A speed at which more events overlap allocates more voices first, in time proportional to
  /// the pattern's events; past 2 048 voices events are dropped, and counted in
  /// `HapticEngine.lostVoices`. Clamped to 1e-6...1e6 when played.
  public var playbackRate: Double {
    get { core.state.withLock { [id] in $0.players[id]?.rate ?? 1 } }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      core.change(.rate, of: id) { $0.rate = newValue }
    }
  }

  /// The handler that is called once for each successful start when it is over, on a queue of the
  /// engine.
  ///
  /// A start is over at the end of the pattern, after `stop`, `cancel` or another start, with the
  /// engine, or when the player is released. The error is nil.
  public var completionHandler: (@Sendable (EngineError?) -> Void)? {
    get { core.state.withLock { [id] in $0.players[id]?.completion } }
    set {
      // The old one is released after the lock: it may own players, whose end needs it.
      var handler = newValue
      core.state.withLock { [id] state in
        guard var record = state.players[id] else { return }
        swap(&record.completion, &handler)
        state.players[id] = record
      }
    }
  }
}

/// How a seek treats events that began before its target.
public enum BegunEvents: Hashable, Sendable, BitwiseCopyable {
  /// Events that have begun stay silent, as in Core Haptics.
  case leftOut
  /// Events that have begun are heard from their middle.
  case continued
}
