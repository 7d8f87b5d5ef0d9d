internal import HapticEngine

/// Finds the strongest of several voices at each time.
struct VoiceMerger {
  let voices: [VibrationVoice]
  private var active: [Int] = []
  private var isReported: Set<Int> = []
  private var work = 0
  private let maximumWork: Int

  init(voices: [VibrationVoice]) {
    self.voices = voices
    maximumWork = VibrationTrack.maximumWork(
      points: voices.reduce(0) { $0 + $1.intensity.points.count })
  }

  /// A voice between two neighbouring points of all voices, where it is a straight line.
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
    var next = 0
    var previous: Int?
    for (start, end) in zip(borders, borders.dropFirst()) {
      active.removeAll { voices[$0].end <= start }
      while next < voices.count, voices[next].start <= start {
        active.append(next)
        next += 1
      }
      let lines = active.map { index in
        let line = voices[index].intensity
        return Line(voice: index, first: line.value(after: start), last: line.value(before: end))
      }
      let winners = try strongest(of: lines, for: format)
      if winners.isEmpty {
        track.intensity.append(start, 0)
        track.intensity.append(end, 0)
        previous = nil
      }
      if lines.count > 1 { reportOverlap(of: lines, winners.map(\.line), at: start, &losses) }
      var from = start
      for winner in winners {
        let until = winner.share < 1 ? start + (end - start) * winner.share : end
        guard until > from else { continue }
        let index = winner.line.voice
        if let previous, previous != index, voices[previous].end > from {
          // Its sharpness has no point of its own where another voice takes over.
          track.sharpness.append(from, voices[previous].sharpness.value(before: from))
        }
        add(index, from, until, to: &track, isNew: previous != index)
        (from, previous) = (until, index)
      }
    }
  }

  /// The lines that are the strongest, in order of time, and where each ceases to be, as a share of
  /// the whole: the upper envelope.
  private mutating func strongest(
    of lines: [Line], for format: String
  ) throws(ConversionError) -> [(line: Line, share: Double)] {
    work += lines.count + 1
    if work > maximumWork { throw VibrationTrack.tooMuch(format) }
    guard var winner = lines.first else { return [] }
    for line in lines where (line.first, line.last) > (winner.first, winner.last) { winner = line }
    var winners: [(line: Line, share: Double)] = []
    var share = 0.0
    while true {
      var next: (line: Line, share: Double)?
      for line in lines where line.last > winner.last {
        let (lead, lag) = (winner.first - line.first, line.last - winner.last)
        let crossing = max(lead + lag > 0 ? lead / (lead + lag) : 0, share)
        // Of those that cross first the steepest.
        if let next, (next.share, -next.line.last) <= (crossing, -line.last) { continue }
        next = (line, crossing)
      }
      guard let next else { break }
      work += lines.count
      if work > maximumWork { throw VibrationTrack.tooMuch(format) }
      winners.append((winner, next.share))
      (winner, share) = next
    }
    return winners + [(winner, 1)]
  }

  private func add(
    _ index: Int, _ start: Seconds, _ end: Seconds, to track: inout VibrationTrack, isNew: Bool
  ) {
    let voice = voices[index]
    track.intensity.append(start, voice.intensity.value(after: start))
    track.intensity.append(end, voice.intensity.value(before: end))
    let part = voice.sharpness.part(from: start, to: end)
    // Where the voice goes on, its points alone give its sharpness.
    let isEnd = end >= voice.end
    for point in part.dropFirst(isNew ? 0 : 1).dropLast(isEnd ? 0 : 1) {
      track.sharpness.append(point.time, point.value)
    }
    if !isEnd {
      for point in voice.sharpness.points(at: end) { track.sharpness.append(end, point.value) }
    }
  }

  /// Reports what is not heard of `lines`, each voice once: all but the winner, or the strongest of
  /// several.
  private mutating func reportOverlap(
    of lines: [Line], _ winners: [Line], at time: Seconds, _ losses: inout ConversionLosses
  ) {
    let strongest = winners.max { $0.peak < $1.peak }?.voice
    for line in lines where line.voice != strongest && line.peak > 0 {
      guard isReported.insert(line.voice).inserted else { continue }
      losses.add(
        .overlap, voices[line.voice].place, at: time, line.peak, .share,
        because: "a stronger vibration plays at the same time")
    }
  }
}
