internal import Synchronization

/// Plays one pattern on an engine, and can pause, seek, loop and change its speed.
///
/// Semantics are those of Core Haptics' `CHHapticAdvancedPatternPlayer`, as of the newest iOS:
/// `resume` goes on in the middle of events, `seek` does not start them there.
///
/// - Thread: any.        Realtime-safe: no.
public final class AdvancedPatternPlayer: PatternPlayer, @unchecked Sendable {
  /// Lets the player stand still at `time`; what sounds fades within 5 ms.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func pause(at time: Seconds = 0) throws(EngineError) {
    unsafe try core.send(to: id, at: time) { unsafe .pause($0) }
  }

  /// Lets a paused player go on at `time`, exactly where it stood.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func resume(at time: Seconds = 0) throws(EngineError) {
    unsafe try core.send(to: id, at: time) { unsafe .resume($0) }
  }

  /// Goes on at `offset` seconds of the pattern, as soon as possible; only while the player plays or
  /// is paused. At or past the end the player finishes, or, where it loops, begins again.
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

  /// Whether the pattern begins again when it comes to `loopEnd`. Default false.
  public var isLoopEnabled: Bool {
    get { loop.repeats > 0 }
    set { loop = LoopRange(repeats: newValue ? Int.max : 0, end: loop.end) }
  }

  /// How often the pattern begins again when it comes to `loopEnd`, counted from now: 0 plays it to
  /// its end; `Int.max`, which `isLoopEnabled` sets, for ever. Core Haptics has no such number.
  /// Negative numbers are ignored. Default 0.
  public var repeatCount: Int {
    get { loop.repeats }
    set {
      guard newValue >= 0 else { return }
      loop = LoopRange(repeats: newValue, end: loop.end)
    }
  }

  /// The end of the loop, in seconds of the pattern; 0, the default, for the end of the last event.
  /// Times that are negative or not finite are ignored.
  public var loopEnd: Seconds {
    get { loop.end }
    set {
      guard newValue >= 0, newValue.isFinite else { return }
      loop = LoopRange(repeats: loop.repeats, end: newValue)
    }
  }

  private var loop: LoopRange {
    get { core.state.withLock { [id] in $0.players[id]?.loop ?? .once } }
    set {
      core.state.withLock { [id] state in
        state.players[id]?.loop = newValue
        _ = unsafe state.send(to: id, at: 0) { unsafe .setLoop($0, newValue) }
      }
    }
  }

  /// How fast time passes: more than 0, others are ignored; 1 is the default. Scales the times of
  /// events and parameters and the durations of continuous events; not their pitch.
  public var playbackRate: Double {
    get { core.state.withLock { [id] in $0.players[id]?.rate ?? 1 } }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      core.state.withLock { [id] state in
        state.players[id]?.rate = newValue
        _ = unsafe state.send(to: id, at: 0) { unsafe .setRate($0, newValue) }
      }
    }
  }

  /// Called, on a queue of the engine's, each time the player finishes: at its end, by `stop` or
  /// `cancel`, or with the engine. The error is nil.
  public var completionHandler: (@Sendable (EngineError?) -> Void)? {
    get { core.state.withLock { [id] in $0.players[id]?.completion } }
    set { core.state.withLock { [id] in $0.players[id]?.completion = newValue } }
  }
}
