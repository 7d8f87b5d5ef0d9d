internal import HapticEngine

/// Combines several voices into one vibration.
///
/// Invariant: the sum has the strength that the renderer produces for the voices together. Voices that start at the
/// same time and have the same sharpness throughout are in phase, and their intensities add. All other voices beat or
/// have an unknown phase: their powers, which are the squares of their intensities, add. The sharpness of a sum is the
/// mean of the voices, weighted by their power.
struct VoiceMerger {
  let voices: [VibrationVoice]
  private var active: [Int] = []
  /// The first voice that has not started.
  private var next = 0
  /// For each voice, the first active voice that is in phase with it: itself, or an earlier voice.
  private var leaders: [Int]
  private var isReported: Set<Int> = []
  private var excess = LargestDifference()
  private var work = 0
  private let maximumWork: Int

  init(voices: [VibrationVoice]) {
    self.voices = voices
    leaders = Array(voices.indices)
    maximumWork = VibrationTrack.maximumWork(
      points: voices.reduce(0) { $0 + $1.intensity.points.count })
  }

  /// A straight piece of a voice, between two neighboring points of all voices.
  private struct Line {
    let voice: Int
    let first: Double
    let last: Double

    var peak: Double { max(first, last) }
  }

  mutating func merge(
    into track: inout VibrationTrack, format: String, losses: inout ConversionLosses
  ) throws(ConversionError) {
    let borders = Set(voices.flatMap { $0.intensity.points.map(\.time) }).sorted()
    var previous: Int?
    for (start, end) in zip(borders, borders.dropFirst()) {
      activate(at: start)
      try charge(active.count + 1, format)
      let lines = active.map { index in
        let line = voices[index].intensity
        return Line(voice: index, first: line.value(after: start), last: line.value(before: end))
      }
      let audible = lines.filter { $0.peak > 0 }
      guard let line = audible.first ?? lines.first else {
        track.intensity.append(start, 0)
        track.intensity.append(end, 0)
        previous = nil
        continue
      }
      if let previous, previous != line.voice || audible.count > 1, voices[previous].end > start {
        // The sharpness of the previous voice does not have a point where another voice takes over.
        track.sharpness.append(start, voices[previous].sharpness.value(before: start))
      }
      if audible.count > 1 {
        try addSum(of: audible, start, end, to: &track, format)
        reportOverlap(of: audible, at: start, &losses)
        previous = nil
      } else {
        add(line.voice, start, end, to: &track, isNew: previous != line.voice)
        previous = line.voice
      }
    }
    excess.report(
      .intensity, .share, to: &losses,
      because: "simultaneous vibrations add up to more than 1, the maximum of a track")
  }

  /// Activates the voices that sound from `time` on.
  private mutating func activate(at time: Seconds) {
    active.removeAll { voices[$0].end <= time }
    while next < voices.count, voices[next].start <= time {
      findLeader(of: next)
      active.append(next)
      next += 1
    }
  }

  private mutating func charge(_ count: Int, _ format: String) throws(ConversionError) {
    work += count
    if work > maximumWork { throw VibrationTrack.tooMuch(format) }
  }

  // MARK: Sums

  /// Finds an active voice that is in phase with `voice` as long as both voices last.
  private mutating func findLeader(of voice: Int) {
    let new = voices[voice]
    leaders[voice] =
      active.first { other in
        let old = voices[other]
        guard leaders[other] == other, abs(old.start - new.start) < VibrationLine.resolution else {
          return false
        }
        let end = min(old.end, new.end)
        return old.sharpness.part(from: new.start, to: end)
          == new.sharpness.part(from: new.start, to: end)
      } ?? voice
  }

  /// Adds the sum of `lines`, the lines of all voices from `start` to `end`.
  private mutating func addSum(
    of lines: [Line], _ start: Seconds, _ end: Seconds, to track: inout VibrationTrack,
    _ format: String
  ) throws(ConversionError) {
    let groups = Dictionary(grouping: lines) { leaders[$0.voice] }.sorted { $0.key < $1.key }
      .map { key, lines in
        Line(
          voice: key, first: lines.reduce(0) { $0 + $1.first },
          last: lines.reduce(0) { $0 + $1.last })
      }
    let sum = VoiceSum(
      groups: groups.map { ($0.first, $0.last, voices[$0.voice].sharpness) }, start: start, end: end
    )
    let shares = sum.shares
    try charge(groups.count * shares.count, format)
    for (index, share) in shares.enumerated() {
      let time = sum.time(share)
      let strength = sum.strength(share)
      excess.add(strength - 1, at: time)
      track.intensity.append(time, min(strength, 1))
      if index > 0 { track.sharpness.append(time, sum.sharpness(share, isBefore: true)) }
      if share < 1 { track.sharpness.append(time, sum.sharpness(share, isBefore: false)) }
    }
  }

  // MARK: Single voices

  private func add(
    _ index: Int, _ start: Seconds, _ end: Seconds, to track: inout VibrationTrack, isNew: Bool
  ) {
    let voice = voices[index]
    track.intensity.append(start, voice.intensity.value(after: start))
    track.intensity.append(end, voice.intensity.value(before: end))
    let part = voice.sharpness.part(from: start, to: end)
    // If the voice continues after `end`, the interpolated value at `end` is omitted, and only points that the voice
    // itself has there are added.
    let isEnd = end >= voice.end
    for point in part.dropFirst(isNew ? 0 : 1).dropLast(isEnd ? 0 : 1) {
      track.sharpness.append(point.time, point.value)
    }
    if !isEnd {
      for point in voice.sharpness.points(at: end) { track.sharpness.append(end, point.value) }
    }
  }

  /// Reports the voices of `lines` that are not in phase with the strongest voice, each voice only once.
  private mutating func reportOverlap(
    of lines: [Line], at time: Seconds, _ losses: inout ConversionLosses
  ) {
    guard let strongest = lines.max(by: { $0.peak < $1.peak })?.voice else { return }
    for line in lines where leaders[line.voice] != leaders[strongest] {
      guard isReported.insert(line.voice).inserted else { continue }
      losses.add(
        .overlap, voices[line.voice].place, at: time, line.peak, .share,
        because:
          "another vibration plays at the same time; the two become one vibration with their combined power"
      )
    }
  }
}

/// The sum of groups of voices between two times.
///
/// Within a group the voices are in phase, and all lines are straight.
private struct VoiceSum {
  /// The intensities of each group at the start and at the end, and the group's sharpness.
  let groups: [(first: Double, last: Double, sharpness: VibrationLine)]
  let start: Seconds
  let end: Seconds

  /// The largest errors of the straight lines that approximate a sum.
  ///
  /// Our choice: a quarter of the smallest step of an amplitude from 0 to 255, and a sharpness difference that nobody
  /// notices.
  private static let tolerance = (strength: 0.001, sharpness: 0.01)

  /// The shortest piece that is divided, in seconds.
  ///
  /// Our choice: most formats have whole milliseconds.
  private static let shortest: Seconds = 0.002

  /// The maximum number of times that a piece is halved.
  ///
  /// Our choice: 64 pieces.
  private static let maximumDepth = 6

  func time(_ share: Double) -> Seconds { share < 1 ? start + (end - start) * share : end }

  private func intensity(_ index: Int, _ share: Double) -> Double {
    groups[index].first + (groups[index].last - groups[index].first) * share
  }

  /// The strength, which may be above 1.
  func strength(_ share: Double) -> Double {
    groups.indices.reduce(0) { $0 + intensity($1, share) * intensity($1, share) }.squareRoot()
  }

  /// Returns the mean sharpness weighted by power, before or after a jump; the plain mean if all voices are silent.
  func sharpness(_ share: Double, isBefore: Bool) -> Double {
    let isSilent = strength(share) == 0
    var (power, sum) = (0.0, 0.0)
    for (index, group) in groups.enumerated() {
      let weight = isSilent ? 1 : intensity(index, share) * intensity(index, share)
      let line = group.sharpness
      power += weight
      sum += weight * (isBefore ? line.value(before: time(share)) : line.value(after: time(share)))
    }
    return sum / power
  }

  /// The fractions of the time, including 0 and 1, between which the sum is nearly a straight line.
  var shares: [Double] {
    var borders = [0.0, 1] + fullStrengths
    for group in groups {
      let inner = group.sharpness.part(from: start, to: end).dropFirst().dropLast()
      borders += inner.map { ($0.time - start) / (end - start) }.filter { $0 > 0 && $0 < 1 }
    }
    let sorted = Set(borders).sorted()
    return [0] + zip(sorted, sorted.dropFirst()).flatMap { divided($0, $1, Self.maximumDepth) }
  }

  /// The times at which the strength is 1: the roots of a x² + b x + c.
  private var fullStrengths: [Double] {
    let a = groups.reduce(0) { $0 + ($1.last - $1.first) * ($1.last - $1.first) }
    let b = groups.reduce(0) { $0 + 2 * $1.first * ($1.last - $1.first) }
    let c = groups.reduce(0) { $0 + $1.first * $1.first } - 1
    let discriminant = b * b - 4 * a * c
    guard a > 0, discriminant > 0 else { return [] }
    let root = discriminant.squareRoot()
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)].filter { $0 > 0 && $0 < 1 }
  }

  /// Returns the ends of the pieces into which the piece from `first` to `last` is divided.
  private func divided(_ first: Double, _ last: Double, _ depth: Int) -> [Double] {
    let middle = (first + last) / 2
    let strengths = [first, middle, last].map { min(strength($0), 1) }
    let sharpnesses = [
      sharpness(first, isBefore: false), sharpness(middle, isBefore: false),
      sharpness(last, isBefore: true),
    ]
    let isStraight =
      abs(strengths[1] - (strengths[0] + strengths[2]) / 2) <= Self.tolerance.strength
      && abs(sharpnesses[1] - (sharpnesses[0] + sharpnesses[2]) / 2) <= Self.tolerance.sharpness
    if depth == 0 || isStraight || (last - first) * (end - start) < Self.shortest { return [last] }
    return divided(first, middle, depth - 1) + divided(middle, last, depth - 1)
  }
}
