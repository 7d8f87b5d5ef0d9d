private import Glibc
internal import HapticEngine
internal import TextFormats

/// The pitch of a sound over time: the best path through the candidate pitches of successive moments.
///
/// Source: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the harmonics-to-noise ratio of a
/// sampled sound", IFA Proceedings 17, 1993: each moment has several candidates, and the best path chooses strong
/// candidates and rarely jumps, so that a short octave error has no effect. Candidates come from the autocorrelation of
/// the spectra that are also used for onsets and, for low tones, from longer windows (`SlowTones`).
struct PitchTrack {
  /// A possible fundamental at one moment.
  struct Candidate {
    /// The frequency in hertz; 0 for no pitch.
    var hertz: Float
    /// The normalized autocorrelation at the candidate's period, at most 1, minus the cost of a low octave.
    var strength: Float
  }

  /// The number of candidates at each moment, not including the candidate "no pitch".
  ///
  /// Our choice: a fundamental, its two octaves, and one more.
  static let count = 4
  /// The strength of the candidate "no pitch".
  ///
  /// Our choice: Boersma uses 0.45, for a voice alone.
  private static let clarity: Float = 0.7
  /// The costs of a candidate one octave lower, of a jump by one octave, and of a change between pitch and no pitch.
  ///
  /// Source: Boersma uses 0.01, 0.35 and 0.14 for steps of 10 ms, and his rule scales them to steps of 20 ms. The first
  /// cost is our choice, because for instruments and machines the higher of two octaves of similar strength is usually
  /// right.
  private static let (octave, jump, change): (Float, Float, Float) = (0.1, 0.18, 0.07)

  /// The minimum autocorrelation of a candidate.
  ///
  /// Our choice: so far below the strength of "no pitch" that a path could never choose a weaker candidate.
  private static let weakest: Float = 0.5

  /// The fraction of the maximum strength from which a candidate counts as equal to the strongest.
  ///
  /// Source: McLeod and Wyvill (see `SlowTones`) use 0.8 to 0.99.
  private static let similar: Float = 0.85
  /// The `count + 1` candidates at each moment; the last one is "no pitch".
  private var candidates: [Candidate] = []
  /// The index of the best predecessor of each candidate.
  private var origins: [UInt8] = []
  private var scores: [Float] = []

  /// The candidates that wait for the results of the other analysis.
  private var (slow, fast): ([[Candidate]], [[Candidate]]) = ([], [])

  /// Adds the candidates of the next moment from the longer window.
  mutating func appendSlow(_ found: [Candidate]) {
    slow.append(found)
    join()
  }

  /// Adds the candidates of the next moment from its spectrum.
  mutating func appendFast(_ found: [Candidate]) {
    fast.append(found)
    join()
  }

  private mutating func join() {
    let count = min(slow.count, fast.count)
    for index in 0..<count { append(slow[index] + fast[index]) }
    slow.removeFirst(count)
    fast.removeFirst(count)
  }

  /// Adds all candidates of a moment.
  mutating func append(_ found: [Candidate]) {
    // A periodic sound also repeats after twice its period, and after each multiple.
    let least = (found.map(\.strength).max() ?? 0) * Self.similar
    let highest = found.filter { $0.strength >= least }.map(\.hertz).max() ?? 0
    var own = found.map { candidate in
      let depth = max(0, log2(highest / candidate.hertz))
      return Candidate(
        hertz: candidate.hertz, strength: candidate.strength - Self.octave * depth)
    }
    .sorted { $0.strength > $1.strength }.prefix(Self.count)
    while own.count < Self.count { own.append(Candidate(hertz: 0, strength: -1)) }
    own.append(Candidate(hertz: 0, strength: Self.clarity))
    var next: [Float] = []
    // This is a copy, because a slice would prevent the array from growing in place.
    let before = Array(candidates.suffix(own.count))
    for candidate in own {
      var (best, origin): (Float, Int) = (scores.isEmpty ? 0 : -.infinity, 0)
      for (index, other) in zip(scores.indices, before) {
        let score = scores[index] - Self.cost(from: other.hertz, to: candidate.hertz)
        if score > best { (best, origin) = (score, index) }
      }
      next.append(best + candidate.strength)
      origins.append(UInt8(origin))
    }
    // Scores are relative, so that they are as exact after an hour as after a second.
    let top = next.max() ?? 0
    scores = next.map { $0 - top }
    candidates += own
  }

  private static func cost(from: Float, to: Float) -> Float {
    if from == 0 && to == 0 { return 0 }
    if from == 0 || to == 0 { return change }
    return jump * abs(log2(to / from))
  }

  /// Returns the pitch at each moment, in hertz; 0 without a pitch.
  consuming func path() -> [Float] {
    let width = Self.count + 1
    guard var index = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return [] }
    var path: [Float] = []
    for moment in (0..<candidates.count / width).reversed() {
      path.append(candidates[moment * width + index].hertz)
      index = Int(origins[moment * width + index])
    }
    return path.reversed()
  }

  /// The stretches of `range` in which `pitch` moves without a jump, in order.
  ///
  /// Our choice: the pitch moves by less than three semitones between moments, and is interrupted for five frames at
  /// most, which are two moments of the path.
  ///
  /// - Parameters:
  ///   - range: the moments.
  ///   - seconds: the time from one moment to the next.
  ///   - pitch: the pitch of a moment, in hertz; 0 without a pitch.
  /// - Returns: the ranges in which the pitch moves continuously.
  static func courses(
    in range: Range<Int>, seconds: Seconds, _ pitch: (Int) -> Float
  ) -> [Range<Int>] {
    var courses: [Range<Int>] = []
    var last: Float = 0
    for index in range {
      let hertz = pitch(index)
      guard hertz > 0 else { continue }
      defer { last = hertz }
      if let course = courses.last, Double(index - course.upperBound) * seconds < 0.055,
        abs(log2(hertz / last)) < 0.25
      {
        courses[courses.count - 1] = course.lowerBound..<index + 1
      } else {
        courses.append(index..<index + 1)
      }
    }
    return courses
  }

  /// The peaks of `value`, a function of the lag in samples at `sampleRate`, from `first` to `last`.
  static func candidates(
    _ first: Int, _ last: Int, sampleRate: Double, _ value: (Int) -> Float
  ) -> [Candidate] {
    guard first < last else { return [] }
    var found: [Candidate] = []
    var (before, own) = (value(first - 1), value(first))
    for lag in first..<last {
      let after = value(lag + 1)
      defer { (before, own) = (own, after) }
      guard own > Self.weakest, own >= before, own > after else { continue }
      // The top of the parabola through the three values.
      let bend = before - 2 * own + after
      let shift = bend < 0 ? 0.5 * (before - after) / bend : 0
      found.append(
        Candidate(
          hertz: Float(sampleRate) / (Float(lag) + shift),
          // The autocorrelation of a spectrum wraps around, so it can exceed 1.
          strength: min(1, own - 0.25 * (before - after) * shift)))
    }
    return found
  }
}
