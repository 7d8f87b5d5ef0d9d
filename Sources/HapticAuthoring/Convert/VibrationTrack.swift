internal import HapticEngine

/// A value over time that moves in straight lines from point to point.
struct VibrationLine: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    var time: Seconds
    var value: Double
  }

  /// In order of time; two at one time are a jump.
  private(set) var points: [Point] = []

  init() {}

  /// A line through `points`, which are in order of time.
  init(_ points: [Point]) {
    for point in points { append(point.time, point.value) }
  }

  /// Times that are nearer than this are one time, since a sum of times is rounded.
  ///
  /// Our choice: a nanosecond is far below a sample, and far above the rounding of a year.
  static let resolution: Seconds = 1e-9

  /// Goes on to `value` at `time`, which is not before the last point.
  mutating func append(_ time: Seconds, _ value: Double) {
    if let last = points.last, time - last.time < Self.resolution {
      if abs(value - last.value) < 1e-12 {
        // The later one is the beginning of a piece, and not the rounded end of one.
        points[points.count - 1] = Point(time: time, value: value)
        return
      }
      // Of several points at one time the first and the last are the jump.
      points[points.count - 1].time = time
      if points.count > 1, time - points[points.count - 2].time < Self.resolution {
        points[points.count - 2].time = time
        points.removeLast()
      }
    }
    points.append(Point(time: time, value: value))
  }

  /// The value right after `time`; that of the nearest end outside.
  func value(after time: Seconds) -> Double { value(at: time, firstIndex: firstIndex(after: time)) }

  /// The value right before `time`; that of the nearest end outside.
  func value(before time: Seconds) -> Double {
    value(at: time, firstIndex: firstIndex(from: time))
  }

  /// The points between two times, and the values right after the first and right before the last.
  func part(from start: Seconds, to end: Seconds) -> [Point] {
    let inner = points[
      firstIndex(after: start)..<max(firstIndex(after: start), firstIndex(from: end))]
    return [Point(time: start, value: value(after: start))] + inner
      + [Point(time: end, value: value(before: end))]
  }

  /// The points at `time`.
  func points(at time: Seconds) -> ArraySlice<Point> {
    points[firstIndex(from: time)..<firstIndex(after: time)]
  }

  private func value(at time: Seconds, firstIndex index: Int) -> Double {
    guard index > 0 else { return points.first?.value ?? 0 }
    let before = points[index - 1]
    guard index < points.count else { return before.value }
    let after = points[index]
    guard after.time > before.time else { return after.value }
    let share = (time - before.time) / (after.time - before.time)
    return before.value + (after.value - before.value) * share
  }

  /// The index of the first point that is later than `time`.
  private func firstIndex(after time: Seconds) -> Int { firstIndex { $0 > time } }

  /// The index of the first point that is not earlier than `time`.
  private func firstIndex(from time: Seconds) -> Int { firstIndex { $0 >= time } }

  private func firstIndex(_ isBeyond: (Seconds) -> Bool) -> Int {
    points.firstSortedIndex { isBeyond($0.time) }
  }
}

/// One vibration: its strength and sharpness from its start to its end; silent elsewhere.
struct VibrationVoice {
  /// Where it is in the source.
  var place: String
  /// At least two points.
  var intensity: VibrationLine
  var sharpness: VibrationLine

  var start: Seconds { intensity.points.first?.time ?? 0 }
  var end: Seconds { intensity.points.last?.time ?? 0 }
}

/// A transient.
struct VibrationTap: Hashable, Sendable {
  var place: String
  var time: Seconds
  var intensity: Double
  var sharpness: Double
}

/// A pattern as one vibration and its taps: what most formats can hold of it.
///
/// Laws: at each time the strongest vibration sounds alone, with its own sharpness (our choice; gaimon
/// and haptify take the strongest as well). Curves and parameters are worked in, the way the renderer
/// plays them: intensity is multiplied, sharpness added and clamped. Attack, decay and release become
/// lines of the lengths that the renderer gives them, where they are more than their shortest.
struct VibrationTrack {
  /// Strength, 0...1, over the whole length; 0 where nothing vibrates.
  var intensity = VibrationLine()
  /// Sharpness, 0...1, where anything vibrates.
  var sharpness = VibrationLine()
  /// In order of time.
  var taps: [VibrationTap] = []
  /// Seconds.
  var duration: Seconds = 0

  /// A pattern is not taken apart into more points than this, nor compared in more steps.
  ///
  /// Our choice: the largest pattern seen takes 20 000; a hostile one is refused after a second.
  static let maximumWork = 1_000_000

  /// A track of `voices`, of which the strongest sounds.
  init(
    voices: [VibrationVoice], taps: [VibrationTap], duration: Seconds, format: String,
    losses: inout ConversionLosses
  ) throws(ConversionError) {
    self.taps = taps.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    .map(\.element)
    self.duration = max(duration, voices.map(\.end).max() ?? 0)
    guard max(self.duration, self.taps.last?.time ?? 0) <= PatternFormat.maximumDuration else {
      throw .tooLong(format: format)
    }
    for voice in voices where voice.end <= voice.start {
      losses.add(
        .unsupported, voice.place, at: voice.intensity.points.first?.time,
        because: "a vibration without a duration is left out")
    }
    let ordered = voices.filter { $0.end > $0.start }.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    var merger = VoiceMerger(voices: ordered)
    try merger.merge(into: &self, format: format, losses: &losses)
  }

  /// The track of `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: What is taken apart.
  ///   - format: The format that it is for, which an error names.
  ///   - scalesTaps: Whether the control of intensity acts on taps, as in Core Haptics.
  ///   - losses: What a track does not hold is added to these.
  /// - Throws: `ConversionError` if so much overlaps that it would take too long, or if the pattern
  ///   lasts longer than `PatternFormat.maximumDuration`.
  init(
    _ pattern: HapticPattern, for format: String, scalesTaps: Bool = true,
    losses: inout ConversionLosses
  ) throws(ConversionError) {
    let controls = PatternControls(pattern)
    var voices: [VibrationVoice] = []
    var taps: [VibrationTap] = []
    var work = 0
    for (index, entry) in pattern.entries.enumerated() {
      switch entry {
      case .event(let event) where event.type == .hapticTransient:
        taps.append(controls.tap(event, at: index, isScaled: scalesTaps))
      case .event(let event) where event.type == .hapticContinuous:
        let voice = controls.voice(event, at: index, losses: &losses)
        work += voice.intensity.points.count + voice.sharpness.points.count
        voices.append(voice)
      case .event(let event):
        losses.add(
          .sound, "Pattern[\(index)]", at: event.time, because: "audio events are not supported")
      case .parameter(let parameter) where parameter.id.isAudio:
        losses.add(
          .sound, "Pattern[\(index)]", at: parameter.time,
          because: "controls of audio are not supported")
      case .curve(let curve) where curve.id.isAudio:
        losses.add(
          .sound, "Pattern[\(index)]", at: curve.time,
          because: "controls of audio are not supported")
      case .parameter, .curve: break
      }
      if work > Self.maximumWork { throw Self.tooMuch(format) }
    }
    try self.init(
      voices: voices, taps: taps, duration: pattern.duration, format: format, losses: &losses)
  }

  static func tooMuch(_ format: String) -> ConversionError {
    .unwritable(
      format: format,
      reason: "too many events and curves overlap; split the pattern into several")
  }

  /// The times at which strength or sharpness has a point, in order.
  var times: [Seconds] { Set((intensity.points + sharpness.points).map(\.time)).sorted() }

  /// Strength and sharpness at each of `times`; a jump is there twice, before and after.
  var moments: [(time: Seconds, intensity: Double, sharpness: Double)] {
    times.flatMap { time in
      let before = (time, intensity.value(before: time), sharpness.value(before: time))
      let after = (time, intensity.value(after: time), sharpness.value(after: time))
      return before == after ? [before] : [before, after]
    }
  }

  /// The strength at `time`, taps left out; 0 outside.
  func level(after time: Seconds) -> Double {
    guard let first = intensity.points.first, let last = intensity.points.last,
      time >= first.time && time < last.time
    else { return 0 }
    return intensity.value(after: time)
  }
}

extension DynamicParameter.ID {
  fileprivate var isAudio: Bool {
    switch self {
    case .hapticIntensityControl, .hapticSharpnessControl, .hapticAttackTimeControl,
      .hapticDecayTimeControl, .hapticReleaseTimeControl:
      false
    case .audioVolumeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl:
      true
    }
  }
}

/// Finds the strongest of several voices at each time.
private struct VoiceMerger {
  let voices: [VibrationVoice]
  private var active: [Int] = []
  private var isReported: Set<Int> = []
  private var work = 0

  init(voices: [VibrationVoice]) { self.voices = voices }

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
    if work > VibrationTrack.maximumWork { throw VibrationTrack.tooMuch(format) }
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
      if work > VibrationTrack.maximumWork { throw VibrationTrack.tooMuch(format) }
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
    // Where the voice goes on, its points alone tell its sharpness.
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

extension Array {
  /// The index of the first element that fulfils `isBeyond`, which all after it do as well; the count
  /// if there is none.
  ///
  /// - Complexity: O(log n).
  func firstSortedIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension HapticEvent {
  /// The value of `id` as it is played: clamped, or the default.
  func played(_ id: EventParameter.ID) -> Double {
    let value = value(of: id) ?? id.defaultValue
    return value > id.range.lowerBound ? min(value, id.range.upperBound) : id.range.lowerBound
  }
}
