private import Glibc
internal import HapticEngine

/// The pitches of a course of tones, or the rates of a sequence of pulses.
///
/// A machine changes its rate steadily, while the beat rate of tones changes only from note to note.
struct RateSequence {
  /// The rate at each moment in hertz; 0 without a rate.
  let rates: [Float]
  /// The time from one moment to the next, in seconds.
  let seconds: Seconds

  /// The change of the rate without a stop from which it is the rate of a machine, in octaves.
  ///
  /// Our choice: notes of voices and instruments, vibrato and the falling pitch of drums change by up to 0.6.
  private static let glide: Float = 0.75
  /// The changes, in octaves, by which a rate goes on moving, by which it turns, and by which it jumps to another note.
  ///
  /// Our choice: a sixth of a semitone, the depth of a vibrato, and three semitones.
  private static let (motion, turn, jump): (Float, Float, Float) = (0.01, 0.06, 0.25)
  /// The shortest time without a rate that is a pause and not a stop, and the longest pause within a motion, in seconds.
  ///
  /// Our choice: more than two moments of a `PulseTrack`; an engine that changes its speed quickly does not have a clear
  /// rate for up to two tenths of a second.
  private static let (shortestPause, longestPause) = (0.05, 0.25)

  /// Tells whether the rate glides as that of a machine or a siren.
  ///
  /// - Parameter stop: the time after which a rate that does not move has stopped, in seconds. The default is our choice:
  ///   a tenth of a second is a short note.
  /// - Returns: whether it glides.
  func isGlide(stop: Seconds = 0.08) -> Bool {
    var motion = Motion(stop: stop)
    return rates.enumerated().contains { index, rate in
      rate > 0 && motion.add(log2(rate), at: Double(index) * seconds) >= Self.glide
    }
  }

  /// A motion in one direction.
  private struct Motion {
    private let stop: Seconds
    private var (start, end, last): (Float, Float, Float) = (0, 0, 0)
    /// 1 upward, -1 downward, 0 before the first motion.
    private var direction: Float = 0
    private var (moved, time) = (-Double.infinity, -Double.infinity)

    init(stop: Seconds) { self.stop = stop }

    /// Adds the next octave, and returns how far the motion has come.
    mutating func add(_ octave: Float, at now: Seconds) -> Float {
      defer { (last, time) = (octave, now) }
      let isInterrupted = now - time > longestPause || abs(octave - last) >= jump
      if isInterrupted {
        begin(octave, direction: 0, at: now)
      } else {
        if now - time > shortestPause { moved += now - time }
        let step = (octave - end) * (direction == 0 ? 1 : direction)
        if direction == 0, abs(step) > motion {
          (direction, end, moved) = (step > 0 ? 1 : -1, octave, now)
        } else if direction != 0, step > motion {
          (end, moved) = (octave, now)
        } else if direction != 0, step < -turn {
          begin(end, direction: -direction, at: now)
          end = octave
        } else if now - moved > stop {
          begin(octave, direction: 0, at: now)
        }
      }
      return abs(end - start)
    }

    private mutating func begin(_ octave: Float, direction: Float, at now: Seconds) {
      (start, end, self.direction, moved) = (octave, octave, direction, now)
    }
  }
}
