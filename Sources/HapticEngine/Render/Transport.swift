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

  /// The end of a loop over a pattern of `duration` seconds.
  @_noAllocation @_noLocks
  func end(duration: Seconds) -> Seconds {
    let end = end > 0 ? self.end : duration
    return end > Self.shortest ? end : Self.shortest
  }
}
