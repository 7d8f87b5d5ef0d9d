private import Glibc
internal import HapticEngine

/// The pitches of a course of tones or the rates of a sequence of pulses, in which a rate may be mistaken for its
/// multiples and fractions.
///
/// A machine changes its rate steadily, while the beats of tones change from note to note and stay in between.
struct RateSequence {
  /// The rate at each moment in hertz; 0 without a rate.
  private(set) var rates: [Float]
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
  /// The longest pause within a motion, in seconds.
  ///
  /// Our choice: an engine that changes its speed quickly has no clear rate for up to two tenths of a second.
  static let pause = 0.25

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
      let isInterrupted = now - time > RateSequence.pause || abs(octave - last) >= jump
      if isInterrupted {
        begin(octave, direction: 0, at: now)
      } else {
        // A pause is not a stop.
        if now - time > 0.05 { moved += now - time }
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

  /// The factors by which a rate may be wrong.
  private static let factors: [Float] = [1, 2, 3, 4, 1 / 2, 1 / 3, 1 / 4]
  /// The cost of each second with a factor other than 1, compared with a jump by an octave, and the pause after which a
  /// jump has no cost, in seconds.
  ///
  /// Our choice: wrong rates last up to a second, and a motor can double its rate in two tenths of a second.
  private static let (cost, freePause) = (1.0, 0.2)

  /// Corrects rates that jump to multiples or fractions, by the factors that make all jumps smallest.
  mutating func correct() {
    let courses = PitchTrack.courses(in: rates.indices, seconds: seconds) { rates[$0] }
    guard courses.count > 1 else { return }
    var costs = Self.factors.map { _ in 0.0 }
    var origins: [[Int]] = []
    for (index, course) in courses.enumerated() {
      var (next, origin) = (costs, costs.map { _ in 0 })
      for (number, factor) in Self.factors.enumerated() {
        let before =
          index == 0
          ? costs
          : costs.enumerated().map { other, cost in
            cost + jump(from: courses[index - 1], Self.factors[other], to: course, factor)
          }
        let best = before.indices.min { before[$0] < before[$1] } ?? 0
        let own = factor == 1 ? 0 : Self.cost * Double(course.count) * seconds
        (next[number], origin[number]) = (before[best] + own, best)
      }
      costs = next
      origins.append(origin)
    }
    var best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    for (course, origin) in zip(courses, origins).reversed() {
      for index in course { rates[index] *= Self.factors[best] }
      best = origin[best]
    }
  }

  /// The cost of the jump between two courses whose rates are multiplied by factors.
  private func jump(
    from last: Range<Int>, _ lastFactor: Float, to next: Range<Int>, _ factor: Float
  ) -> Double {
    let pause = Double(next.lowerBound - last.upperBound) * seconds
    let ratio = rates[next.lowerBound] * factor / (rates[last.upperBound - 1] * lastFactor)
    return max(0, 1 - pause / Self.freePause) * Double(abs(log2(ratio)))
  }
}
