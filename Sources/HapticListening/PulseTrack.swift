private import Glibc
internal import HapticEngine

/// The pulse rate of a sound over time, for example of an engine whose firings ring like tones.
struct PulseTrack {
  /// The time around the pulses in which ringing is not mistaken for a tone, in seconds.
  ///
  /// Our choice: an idling engine whose separate firings ring, before and after it revs.
  private static let reach = 3.0

  /// The number of rates in an octave.
  private static let perOctave: Float = 24
  /// The rates that a path can take, in hertz.
  static let rates = (0...Int(perOctave * log2f(highest / lowest))).map {
    lowest * exp2f(Float($0) / perOctave)
  }
  private static let (lowest, highest) = (Float(SlowTones.slowest), Float(SlowTones.highest))
  /// The largest change of the rate from one moment to the next, and its cost, in steps of `rates`.
  ///
  /// Our choice: an engine that is revved in neutral changes its rate by up to three octaves in a second.
  private static let (change, cost) = (2, Float(0.04))
  /// The value of a moment without pulses, and the cost of a rate that is an octave lower.
  ///
  /// Our choice: pulses repeat after multiples of their period as well, and a path may cross noise.
  private static let (least, octave): (Float, Float) = (-0.25, 0.03)
  /// The similarity from which a moment has pulses.
  ///
  /// Our choice: the continuity of the path is what distinguishes pulses from noise, which does not glide.
  private static let clarity: Float = 0.25
  /// The longest time without pulses within the sound of a machine, in seconds.
  ///
  /// Our choice: twice the longest pause within a motion (`RateSequence`), because a machine may also pause between two
  /// motions.
  private static let gap = 0.5
  /// The number of moments that are kept until the path is certain: one and two minutes.
  private static let (kept, most) = (3_000, 6_000)

  /// The score of the best path to each rate.
  private var scores = [Float](repeating: 0, count: rates.count)
  /// For each undecided moment, the similarities at the rates, in hundredths, and the steps from the earlier rates.
  private var (similarities, steps): ([Int8], [Int8]) = ([], [])
  /// The rate at each decided moment, in hertz; negative without pulses.
  private var path: [Float] = []

  /// Adds the similarities of the next moment at the periods of `rates`; none if the sound is too short.
  mutating func append(_ found: [Float]) {
    let count = scores.count
    var next = [Float](repeating: -.infinity, count: count)
    for rate in 0..<count {
      var best = 0
      for step in -Self.change...Self.change where scores.indices.contains(rate - step) {
        let score = scores[rate - step] - Self.cost * Float(abs(step))
        if score > next[rate] { (next[rate], best) = (score, step) }
      }
      let own = found.isEmpty ? -1 : max(-1, min(1, found[rate]))
      let depth = Float(count - 1 - rate) / Self.perOctave
      next[rate] += max(own, Self.least) - Self.octave * depth
      similarities.append(Int8(100 * own))
      steps.append(Int8(best))
    }
    // Scores are relative, so that they are as exact after an hour as after a second.
    let top = next.max() ?? 0
    for rate in 0..<count { scores[rate] = next[rate] - top }
    if steps.count == Self.most * count { decide(Self.most - Self.kept) }
  }

  /// Decides the rates of the first `moments` undecided moments.
  private mutating func decide(_ moments: Int) {
    let count = scores.count
    var rate = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    var decided: [Float] = []
    for moment in (0..<steps.count / count).reversed() {
      let own = similarities[moment * count..<(moment + 1) * count]
      if moment < moments {
        let hertz = Self.rates[rate] * exp2f(Self.top(own, rate) / Self.perOctave)
        let isClear = Float(own[own.startIndex + rate]) >= 100 * Self.clarity
        decided.append(isClear ? hertz : -hertz)
      }
      rate -= Int(steps[moment * count + rate])
    }
    path += decided.reversed()
    similarities.removeFirst(moments * count)
    steps.removeFirst(moments * count)
  }

  /// Returns the place of the top of the parabola through the similarities around a rate, in steps of `rates`.
  private static func top(_ similarities: ArraySlice<Int8>, _ rate: Int) -> Float {
    let index = similarities.startIndex + rate
    guard rate > 0, index + 1 < similarities.endIndex else { return 0 }
    let (before, own, after) = (
      Float(similarities[index - 1]), Float(similarities[index]), Float(similarities[index + 1])
    )
    let bend = before - 2 * own + after
    return bend < 0 ? max(-1, min(1, 0.5 * (before - after) / bend)) : 0
  }

  /// Returns `tones`, a pitch for each moment, with the rates of pulses instead where they are those of a machine.
  ///
  /// - Parameters:
  ///   - tones: the pitches in hertz; 0 without a pitch.
  ///   - seconds: the time from one moment to the next.
  /// - Returns: a pitch or rate for each moment, in hertz; 0 without either.
  consuming func machines(over tones: [Float], seconds: Seconds) -> [Float] {
    decide(steps.count / scores.count)
    let rates = Array(path.prefix(tones.count))
    var result = tones
    var start = rates.startIndex
    while let first = rates[start...].firstIndex(where: { $0 > 0 }) {
      var end = first + 1
      for index in end..<max(end, rates.count) where rates[index] > 0 {
        guard Double(index - end) * seconds <= Self.gap else { break }
        end = index + 1
      }
      start = end
      let own = first..<end
      let sequence = RateSequence(rates: Self.steady(rates[own]), seconds: seconds)
      guard sequence.isGlide(), !Self.glides(tones[own], seconds) else { continue }
      result.replaceSubrange(own, with: rates[own].map(abs))
      Self.removeRinging(around: own, tones, &result, seconds)
    }
    return result
  }

  /// Returns the rates of a run, with 0 for moments without pulses and for moments at which the path jumps.
  ///
  /// A path takes several moments for a jump from note to note, in which it moves as fast as it can, while the rate of a
  /// machine changes more slowly.
  private static func steady(_ rates: ArraySlice<Float>) -> [Float] {
    // The place between two rates is estimated, so a movement may be a little slower.
    let fastest = 0.9 * Float(change) / perOctave
    return rates.indices.map { index in
      guard index > rates.startIndex else { return max(0, rates[index]) }
      let movement = abs(log2(abs(rates[index] / rates[index - 1])))
      return movement < fastest ? max(0, rates[index]) : 0
    }
  }

  /// Returns whether `tones` already glide without a jump.
  private static func glides(_ tones: ArraySlice<Float>, _ seconds: Seconds) -> Bool {
    let courses = PitchTrack.courses(in: tones.indices, seconds: seconds) { tones[$0] }
    let longest = courses.max { $0.count < $1.count } ?? 0..<0
    // Our choice: nearly all of the moments.
    return 10 * longest.count >= 9 * tones.count
      && RateSequence(rates: Array(tones[longest]), seconds: seconds).isGlide()
  }

  /// Removes the tones near the pulses of `own` that are as high as the ringing of the pulses.
  ///
  /// A tone rings if the rate of the pulses differs from it.
  private static func removeRinging(
    around own: Range<Int>, _ tones: [Float], _ result: inout [Float], _ seconds: Seconds
  ) {
    // Tones are compared with a tolerance of about a sixth of an octave.
    func step(_ hertz: Float) -> Int { Int(6 * log2(hertz)) }
    var rings: Set<Int> = []
    for index in own where tones[index] > 0 && result[index] > 0 {
      guard abs(log2(tones[index] / result[index])) > 0.25 else { continue }
      rings.formUnion(step(tones[index]) - 1...step(tones[index]) + 1)
    }
    let far = Int(reach / seconds)
    let near = max(0, own.lowerBound - far)..<min(tones.count, own.upperBound + far)
    for index in near where !own.contains(index) && result[index] > 0 {
      if rings.contains(step(result[index])) { result[index] = 0 }
    }
  }
}
