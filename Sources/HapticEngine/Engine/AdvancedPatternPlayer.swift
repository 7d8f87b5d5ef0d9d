internal import Realtime

/// Plays one pattern on an engine, and can pause, seek, loop and change its speed.
///
/// Semantics are those of Core Haptics' `CHHapticAdvancedPatternPlayer`, as of the newest iOS:
/// `resume` goes on in the middle of events, `seek` does not start them there.
///
/// - Thread: any.        Realtime-safe: no.
public final class AdvancedPatternPlayer: PatternPlayer, @unchecked Sendable {
  /// Lets the player stand still at `time`; what sounds fades within 5 ms.
  ///
  /// A pause without a time is possible however many commands are under way.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func pause(at time: Seconds = 0) throws(EngineError) {
    try core.halt(id, .pause, at: time)
  }

  /// Lets a paused player go on at `time`, exactly where it stood; what sounded fades
  /// in within 5 ms.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func resume(at time: Seconds = 0) throws(EngineError) {
    unsafe try core.send(to: id, at: time) { unsafe .resume($0) }
  }

  /// Goes on at `offset` seconds of the pattern, as soon as possible; only while the player plays
  /// or is paused.
  ///
  /// At or past the end the player finishes, or, where it loops, begins again. Where more has begun than
  /// can be continued at once, several hundred events that sound together or more, the rest fades in
  /// over the next milliseconds.
  ///
  /// - Parameters:
  ///   - offset: seconds from the beginning of the pattern.
  ///   - begun: what becomes of events that have begun by then.
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

  /// How often the pattern begins again when it comes to `loopEnd`, counted from now.
  ///
  /// 0, the default, plays it to its end; `Int.max`, which `isLoopEnabled` sets, for ever. Core
  /// Haptics has no such number. Negative numbers are ignored.
  public var repeatCount: Int {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.repeats }
    set {
      guard newValue >= 0 else { return }
      core.change(.repeats, of: id) { $0.loop.repeats = newValue }
    }
  }

  /// The end of the loop, in seconds of the pattern; 0, the default, for the end of the last event,
  /// which is then part of the loop even if it is a tap.
  ///
  /// Times that are negative or not finite are ignored. A loop is at least 10 ms of the pattern long, and
  /// begins again at most a thousand times a second, however fast it is played. One that is shorter than
  /// what rings in it makes room for more voices first, as `playbackRate` does.
  public var loopEnd: Seconds {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once }.end }
    set {
      guard newValue >= 0, newValue.isFinite else { return }
      core.change(.loopEnd, of: id) { $0.loop.end = newValue }
    }
  }

  /// How fast time passes: more than 0, others are ignored; 1 is the default.
  ///
  /// Scales the times of events and parameters and the durations of continuous events; not their
  /// pitch. A speed at which more events overlap makes room for more voices first, which takes as long
  /// as the pattern has events; past 16 384 voices events are left out, and counted in
  /// `HapticEngine.lostVoices`. Played from 1e-6 to 1e6; what is beyond plays as the nearest of them.
  public var playbackRate: Double {
    get { core.state.withLock { [id] in $0.players[id]?.rate ?? 1 } }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      core.change(.rate, of: id) { $0.rate = newValue }
    }
  }

  /// Called, on a queue of the engine's, once for each start that did not throw, when it is over.
  ///
  /// It is over at the end of the pattern, by `stop`, by `cancel`, by another start, with the engine,
  /// or when the player is given up. The error is nil.
  public var completionHandler: (@Sendable (EngineError?) -> Void)? {
    get { core.state.withLock { [id] in $0.players[id]?.completion } }
    set {
      // The old one is let go of after the lock: it may own players, whose end needs it.
      var handler = newValue
      core.state.withLock { [id] state in
        guard var record = state.players[id] else { return }
        swap(&record.completion, &handler)
        state.players[id] = record
      }
    }
  }
}

/// What becomes of events that have begun before the time that is sought.
public enum BegunEvents: Hashable, Sendable, BitwiseCopyable {
  /// They stay silent, as in Core Haptics.
  case leftOut
  /// They are heard from their middle.
  case continued
}
