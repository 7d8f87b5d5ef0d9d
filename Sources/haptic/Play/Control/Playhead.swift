import HapticEngine

/// Where in its pattern a player is, worked out from what it was told and the engine's time.
///
/// Law: a player that is told the same at the same times is at the same place.
struct Playhead: Hashable, Sendable {
  /// What a player does with its time.
  private enum Motion: Hashable, Sendable {
    /// It was at `position` at `time` of the engine, and moves.
    case playing(time: Seconds, position: Seconds)
    case paused(position: Seconds)
  }

  /// Where the pattern ends, in seconds.
  let length: Seconds
  /// Where a loop goes back to the beginning, in seconds.
  let loopEnd: Seconds
  /// How fast time passes; 1 is the pattern's own speed.
  let rate: Double
  /// How often the pattern begins again; `Int.max` for ever.
  private(set) var repeats: Int
  /// How often it has begun again before `motion` was set.
  private var passesBefore = 0
  private var motion: Motion

  /// The shortest loop there is, in seconds.
  ///
  /// Source: the engine's own.
  private static let shortestLoop: Seconds = 0.010

  /// A player of a pattern of `duration` seconds that sounds for `length` seconds, and begins at
  /// `position` when the engine's time is `time`.
  init(
    duration: Seconds, length: Seconds, rate: Double = 1, repeats: Int = 0,
    from position: Seconds = 0, at time: Seconds
  ) {
    self.length = max(length, duration)
    loopEnd = max(duration, Self.shortestLoop)
    self.rate = rate
    self.repeats = repeats
    motion = .playing(time: time, position: position)
  }

  var isPaused: Bool {
    switch motion {
    case .playing: false
    case .paused: true
    }
  }

  /// The position in the pattern when the engine's time is `time`, in seconds.
  func position(at time: Seconds) -> Seconds { place(at: time).position }

  /// How often the pattern was begun, at `time`: 1 in the first pass.
  func pass(at time: Seconds) -> Int { passesBefore + place(at: time).passes + 1 }

  /// How often the pattern will have been begun; nil for ever.
  var passesInAll: Int? { repeats == Int.max ? nil : passesBefore + repeats + 1 }

  private func place(at time: Seconds) -> (position: Seconds, passes: Int) {
    switch motion {
    case .paused(let position): return (position, 0)
    case .playing(let start, let first):
      let position = first + max(0, time - start) * rate
      let passes = min(repeats, Int(min(position / loopEnd, 1e15)))
      return (min(position - Double(passes) * loopEnd, length), passes)
    }
  }

  /// Takes the passes that are over by `time` from those to come.
  private mutating func settle(at time: Seconds) -> Seconds {
    let (position, passes) = place(at: time)
    passesBefore += passes
    if repeats < Int.max { repeats -= passes }
    return position
  }

  /// Stands still from `time` on.
  mutating func pause(at time: Seconds) { motion = .paused(position: settle(at: time)) }

  /// Goes on at `time`.
  mutating func resume(at time: Seconds) {
    guard case .paused(let position) = motion else { return }
    motion = .playing(time: time, position: position)
  }

  /// Goes on at `position` from `time` on; a player that stands still does so there.
  mutating func seek(to position: Seconds, at time: Seconds) {
    _ = settle(at: time)
    let position = repeats > 0 && position >= loopEnd ? 0 : min(position, length)
    motion = isPaused ? .paused(position: position) : .playing(time: time, position: position)
  }

  /// From `time` on begins again `repeats` times.
  mutating func setRepeats(_ repeats: Int, at time: Seconds) {
    let position = settle(at: time)
    self.repeats = repeats
    motion = isPaused ? .paused(position: position) : .playing(time: time, position: position)
  }
}
