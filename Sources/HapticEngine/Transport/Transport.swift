/// What a player on the render side is doing.
///
/// ```
///          start            pause
///   idle ────────► playing ◄──────► paused
///     ▲               │     resume     │
///     └───────────────┴────────────────┘
///        stop, or the end of the pattern
/// ```
/// Voices that fade or ring out are no state of the transport: they sound in all of them.
enum Transport: BitwiseCopyable {
  /// Nothing is started; what sounds is dying away.
  case idle
  /// Events start when they are due.
  case playing
  /// Time stands still since this frame of the player.
  case paused(since: Frame)
}

/// Whether and where a player loops.
struct LoopRange: BitwiseCopyable, Hashable, Sendable {
  /// How often the pattern goes back to its beginning; `Int.max` for for ever.
  var repeats: Int
  /// The loop's end in pattern time, seconds; 0 for the end of the last event.
  var end: Seconds

  @_noAllocation @_noLocks
  init(repeats: Int, end: Seconds) {
    self.repeats = repeats
    self.end = end
  }

  /// A pattern that is played once.
  static var once: LoopRange {
    @_noAllocation @_noLocks get { LoopRange(repeats: 0, end: 0) }
  }

  /// The shortest loop, in seconds: a pattern whose end is its beginning must not loop within one
  /// frame.
  ///
  /// Our choice.
  static var shortest: Seconds {
    @_noAllocation @_noLocks get { 0.010 }
  }

  /// The shortest repetition of a loop, in seconds of output, however fast it is played: what is left of it
  /// after the loop's end is silent, but for what rings.
  ///
  /// Our choice: beyond a thousand repetitions a second nothing can be distinguished, and each has a cost.
  static var shortestRepetition: Seconds {
    @_noAllocation @_noLocks get { 0.001 }
  }

  /// The length of one repetition of a pattern of `duration` seconds takes at `rate` times the speed, in seconds of
  /// the pattern.
  @_noAllocation @_noLocks
  func repetitionLength(duration: Seconds, rate: Double) -> Seconds {
    let (end, shortest) = (end(duration: duration), Self.shortestRepetition * rate)
    return end > shortest ? end : shortest
  }

  /// Before which time of the pattern, of `duration` seconds, events are part of the loop: one to the
  /// end of the last event has that event in it, if it is a transient at the very end.
  @_noAllocation @_noLocks
  func horizon(duration: Seconds) -> Seconds {
    let end = end(duration: duration)
    return self.end > 0 ? end : end.nextUp
  }

  /// The end of a loop over a pattern of `duration` seconds.
  @_noAllocation @_noLocks
  func end(duration: Seconds) -> Seconds {
    let end = end > 0 ? self.end : duration
    return end > Self.shortest ? end : Self.shortest
  }
}
