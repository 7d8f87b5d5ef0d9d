internal import Realtime
internal import Synchronization

/// The position of a player in its pattern.
public struct PlayerPosition: Hashable, Sendable {
  /// Whether a player's time advances.
  public enum Motion: Hashable, Sendable {
    /// The player was not started, or has finished; its last samples may still be audible.
    case stopped
    /// The player's time advances.
    case playing
    /// The player's time stands still.
    case paused
  }

  /// Whether the player's time advances.
  public var motion: Motion
  /// The time in the pattern, in seconds; greater than the pattern's duration while the last events ring out.
  public var time: Seconds
  /// The number of repetitions since the player was started; 0 before the first repetition.
  public var repetition: Int

  /// Creates the position of a player with `motion` at `time` of its pattern.
  public init(motion: Motion, time: Seconds, repetition: Int) {
    self.motion = motion
    self.time = time
    self.repetition = repetition
  }
}

extension EngineCore {
  /// Returns the position of player `id` at engine time `time`; nil for the time that is heard now.
  func position(of id: Int, at time: Seconds?) -> PlayerPosition {
    state.withLock { state in
      guard let run = state.run, let counters = unsafe state.players[id]?.counters else {
        return PlayerPosition(motion: .stopped, time: 0, repetition: 0)
      }
      let frame =
        time.map { nearestFrame(($0 - state.timeBase) * run.sampleRate) } ?? run.heardFrame
      guard let entry = unsafe counters.pointee.log.entry(at: frame) else {
        return PlayerPosition(motion: .stopped, time: 0, repetition: 0)
      }
      let record = state.players[id]
      let end = record.map { $0.timeline.view.duration } ?? 0
      let ring = (record?.voices.ring ?? 0) * entry.timePerFrame * run.sampleRate
      return entry.position(at: frame, end: frame > run.frame ? end + ring : .infinity)
    }
  }
}

extension TransportLog.Entry {
  /// Returns the position of the player at `frame` of the engine, assuming that nothing has changed since the entry
  /// except that the player stops at `end`, in seconds of the pattern.
  func position(at frame: Frame, end: Seconds) -> PlayerPosition {
    switch motion {
    case .stopped:
      return PlayerPosition(motion: .stopped, time: max(0, time), repetition: repetition)
    case .paused:
      return PlayerPosition(motion: .paused, time: max(0, time), repetition: repetition)
    case .playing:
      let passed = time + Double(max(0, frame - self.frame)) * timePerFrame
      // The next repetition gets its own entry once it has been rendered; it begins at the frame nearest to its time 0.
      let nearest = passed + (0.5 - snapFrames) * timePerFrame
      let more = min(Double(repeatsLeft), max(0, (nearest / loopEnd).rounded(.down)))
      let isOver = more == Double(repeatsLeft) && passed - more * loopEnd >= max(end, time)
      return PlayerPosition(
        motion: isOver ? .stopped : .playing,
        time: isOver ? max(end, time) : max(0, passed - more * loopEnd),
        repetition: repetition + Int(min(more, 1e15)))
    }
  }
}
