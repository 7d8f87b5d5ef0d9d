/// The state of a player on the render side.
///
/// ```
///          start            pause
///   idle ────────► playing ◄──────► paused
///     ▲               │     resume     │
///     └───────────────┴────────────────┘
///        stop, or the end of the pattern
/// ```
/// There is no state for voices that fade or ring out, because they may be playing in all states.
enum Transport: BitwiseCopyable {
  /// Nothing is started; voices ring out.
  case idle
  /// Events start when they are due.
  case playing
  /// Time has been standing still since this frame of the player.
  case paused(since: Frame)
}

/// The loop of a player.
struct LoopRange: BitwiseCopyable, Hashable, Sendable {
  /// The number of times that the pattern returns to its beginning; `Int.max` for an endless loop.
  var repeats: Int
  /// The loop's end in pattern time, seconds; 0 for the end of the last event.
  var end: Seconds

  @_noAllocation @_noLocks
  init(repeats: Int, end: Seconds) {
    self.repeats = repeats
    self.end = end
  }

  /// The loop of a pattern that is played once.
  static var once: LoopRange {
    @_noAllocation @_noLocks get { LoopRange(repeats: 0, end: 0) }
  }

  /// The shortest loop, in seconds, so that a pattern without a duration does not loop within one frame.
  ///
  /// Our choice.
  static var shortest: Seconds {
    @_noAllocation @_noLocks get { 0.010 }
  }

  /// The shortest repetition of a loop, in seconds of output, however fast it is played; the time between the loop's
  /// end and the end of the repetition is silent except for ringing voices.
  ///
  /// Our choice: more than a thousand repetitions a second cannot be distinguished, and each has a cost.
  static var shortestRepetition: Seconds {
    @_noAllocation @_noLocks get { 0.001 }
  }

  /// Returns the length of one repetition of a pattern of `duration` seconds at `rate` times the speed, in seconds of
  /// the pattern.
  @_noAllocation @_noLocks
  func repetitionLength(duration: Seconds, rate: Double) -> Seconds {
    let (end, shortest) = (end(duration: duration), Self.shortestRepetition * rate)
    return end > shortest ? end : shortest
  }

  /// Returns the time before which events belong to the loop, for a pattern of `duration` seconds.
  ///
  /// A loop to the end of the last event includes that event, even if it is a transient at the very end.
  @_noAllocation @_noLocks
  func horizon(duration: Seconds) -> Seconds {
    let end = end(duration: duration)
    return self.end > 0 ? end : end.nextUp
  }

  /// Returns the end of a loop over a pattern of `duration` seconds.
  @_noAllocation @_noLocks
  func end(duration: Seconds) -> Seconds {
    let end = end > 0 ? self.end : duration
    return end > Self.shortest ? end : Self.shortest
  }
}
