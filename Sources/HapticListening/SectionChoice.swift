private import Glibc
internal import HapticEngine
internal import Realtime
internal import TextFormats

extension SoundListening {
  /// The length of the cells in which `auto` decides, in seconds.
  ///
  /// Our choice: long enough to distinguish a rhythm from a tone, short enough to follow a song.
  static let cellSeconds = 0.5

  /// Returns the sections of the sound, each with its method.
  ///
  /// - Parameter method: one method for the whole sound, or `auto`.
  /// - Returns: sections without gaps, from the beginning to the end.
  public func sections(by method: ListenMethod) -> [ListenSection] {
    guard seconds > 0 else { return [] }
    guard method == .auto else { return [ListenSection(start: 0, end: seconds, method: method)] }
    let strokes = onsets.filter(isStroke)
    let separate = separate(strokes)
    let cells = (0..<Int((seconds / Self.cellSeconds).rounded(.up))).map { choice($0, strokes) }
    let choices = choices(cells, strokes)
    // An onset just before a cell belongs to the cell.
    let starts = choices.indices.map { index in
      let start = Double(index) * Self.cellSeconds
      let early =
        index > 0 && choices[index] != nil
        ? strokes[Self.range(of: strokes, from: start - Self.earliness, to: start)].first : nil
      return early.map { $0.time } ?? start
    }
    var sections: [ListenSection] = []
    for (index, choice) in choices.enumerated() {
      let start = starts[index]
      let end = index + 1 < starts.count ? starts[index + 1] : seconds
      let own = choice == nil ? [] : separate[Self.range(of: separate, from: start, to: end)]
      if let last = sections.last, last.method == choice {
        sections[sections.count - 1] = ListenSection(
          start: last.start, end: end, method: choice, strokes: last.strokes + own)
      } else {
        sections.append(ListenSection(start: start, end: end, method: choice, strokes: Array(own)))
      }
    }
    return sections
  }

  /// The time before a cell, in seconds, in which strokes already belong to the cell.
  ///
  /// Our choice: a stroke that begins this late in a cell is mainly heard in the next cell.
  private static let earliness = 0.05

  /// The levels below which a sound is considered silent, in decibels: relative to the loud level, and absolute.
  ///
  /// Our choice: softer sounds are not the subject of the recording, and in a 16-bit file they are only its own noise.
  private static let (quiet, silent) = (-36.0, -85.0)

  /// The contents of a cell, as heard by `auto`.
  private enum Choice {
    case silence
    /// The cell should not become haptics.
    case nothing
    case event
  }

  /// The time before and after a cell that is taken into account, in seconds.
  ///
  /// Our choice: two seconds including the cell, in which a pulse, a gust or a word appears as a movement of the level.
  private static let sight = 0.75
  /// The fraction of the power that must be bass for a sound to be bass, and the fraction of frames that must have a
  /// pitch for it to be a tone.
  ///
  /// Our choice: more than a half, so that a sound is not classified as either by chance.
  private static let most = 0.6

  private func choice(_ cell: Int, _ strokes: [Onset]) -> Choice {
    let loudest = loudest(inCell: cell)
    guard Decibels.level(loudest / loud) > Self.quiet,
      Decibels.level(loudest) > Self.silent
    else { return .silence }
    let start = Double(cell) * Self.cellSeconds
    let begins = !Self.range(
      of: strokes, from: start - Self.earliness, to: start + Self.cellSeconds
    ).isEmpty
    // A later stroke does not reveal anything about the sound before it.
    let end = start + Self.cellSeconds
    let next = strokes[Self.range(of: strokes, from: end, to: end + Self.sight)].first
    return isEvent(
      from: start - Self.sight, to: next.map { $0.time - Self.earliness } ?? end + Self.sight,
      begins: begins
    ) ? .event : .nothing
  }

  private func loudest(inCell cell: Int) -> Double {
    let start = Double(cell) * Self.cellSeconds
    return frames(from: start, to: start + Self.cellSeconds).reduce(0) {
      max($0, Double($1.amplitude))
    }
  }

  /// Returns whether the sound from `from` to `to` should become haptics; `begins` states whether a stroke begins in
  /// the cell.
  private func isEvent(from: Seconds, to: Seconds, begins: Bool) -> Bool {
    let around = frames(from: from, to: to).filter {
      Decibels.level(Double($0.amplitude) / loud) > Self.quiet
    }
    guard !around.isEmpty else { return false }
    if begins { return true }
    let power = around.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    let bassPower = around.reduce(0) { $0 + Double($1.bass * $1.bass) }
    let voiced = around.count { $0.pitch > 0 }
    let levels = around.map { Decibels.level(Double($0.amplitude)) }.sorted()
    let depth = levels[levels.count * 9 / 10] - levels[levels.count / 10]
    // Any other sound is steady noise: rain, hiss, the hum of a crowd.
    return bassPower >= Self.most * power || Double(voiced) >= Self.most * Double(around.count)
      || depth >= Self.moving
  }

  /// The minimum number of consecutive cells of steady noise that do not become haptics.
  ///
  /// Our choice: two seconds; shorter noise is an event.
  private static let shortNoise = 4
  /// The change in level that makes noise an event, in decibels.
  ///
  /// Our choice: the level of a gust or a passing train changes by more.
  private static let moving = 8.0
  /// The level that makes steady noise an event, in decibels relative to the loud parts of the sound.
  ///
  /// Our choice: the noise behind other sounds is weaker.
  private static let event = -6.0

  /// Returns the method of each cell.
  ///
  /// Steady noise has a method only if it is about as loud as the rest of the sound: a user who analyzes rain alone
  /// wants to feel the rain.
  private func choices(_ cells: [Choice], _ strokes: [Onset]) -> [ListenMethod?] {
    var result: [ListenMethod?] = cells.map { $0 == .event ? .envelope : nil }
    var index = 0
    while let first = cells[index...].firstIndex(of: .nothing) {
      let end = cells[first...].firstIndex { $0 != .nothing } ?? cells.count
      index = end
      // A fade at either end is ignored.
      let levels = (first..<end).dropFirst().dropLast().map { Decibels.level(loudest(inCell: $0)) }
      let depth = (levels.max() ?? 0) - (levels.min() ?? 0)
      let top = Decibels.level((first..<end).map { loudest(inCell: $0) }.max() ?? 0)
      guard
        end - first < Self.shortNoise || depth >= Self.moving
          || top - Decibels.level(loud) >= Self.event
      else { continue }
      for cell in first..<end { result[cell] = .envelope }
    }
    for course in courses(in: frames.indices) where glides(course, strokes) {
      var first = Int(Double(course.lowerBound) * frameSeconds / Self.cellSeconds)
      var last = min(
        Int(Double(course.upperBound) * frameSeconds / Self.cellSeconds), cells.count - 1)
      // A tone that is steady before and after its glide belongs to it.
      while first > 0, result[first - 1] != .pitch, isTone(first - 1) { first -= 1 }
      while last + 1 < cells.count, result[last + 1] != .pitch, isTone(last + 1) { last += 1 }
      for cell in first...last where result[cell] != nil { result[cell] = .pitch }
    }
    return result
  }

  /// Whether most frames of a cell have a pitch.
  private func isTone(_ cell: Int) -> Bool {
    let start = Double(cell) * Self.cellSeconds
    let own = frames(from: start, to: start + Self.cellSeconds)
    return 2 * own.count { $0.pitch > 0 } > own.count
  }

  /// The stretches of `range` in which the pitch moves without a jump, in order.
  func courses(in range: Range<Int>) -> [Range<Int>] {
    PitchTrack.courses(in: range, seconds: frameSeconds) { frames[$0].pitch }
  }

  /// The time before and after a stroke in which the pitch may jump to that of a new note, in seconds.
  ///
  /// Our choice: a spectrum reaches 23 ms around its middle, and a low note needs a few periods.
  private static let attack = (before: 0.03, after: 0.06)

  /// The shortest note that is not a part of a glide, in seconds.
  ///
  /// Our choice: seven notes a second. A glide by an octave may last up to 15 s.
  private static let shortestNote = 0.15

  /// Returns whether the pitch of the frames glides by an octave or more, as an engine's pitch does.
  ///
  /// The pitch of a scale of struck notes moves at the strokes, and that of a glide between them as well.
  ///
  /// Our choice: voices and most instruments glide less than an octave.
  private func glides(_ course: Range<Int>, _ strokes: [Onset]) -> Bool {
    let tones = frames[course].map(\.pitch).filter { $0 > 0 }
    guard (tones.max() ?? 1) >= 2 * (tones.min() ?? 1),
      RateSequence(rates: frames[course].map(\.pitch), seconds: frameSeconds)
        .isGlide(stop: Self.shortestNote)
    else { return false }
    var (whole, glided, last): (Float, Float, Float) = (0, 0, 0)
    let start = Double(course.lowerBound) * frameSeconds - Self.attack.after
    var next = strokes.partitioningIndex { $0.time >= start }
    for index in course where frames[index].pitch > 0 {
      defer { last = frames[index].pitch }
      guard last > 0 else { continue }
      let step = abs(log2(frames[index].pitch / last))
      whole += step
      let time = Double(index) * frameSeconds
      while next < strokes.count, strokes[next].time < time - Self.attack.after { next += 1 }
      let isNear = next < strokes.count && strokes[next].time < time + Self.attack.before
      if !isNear { glided += step }
    }
    return glided >= 0.4 * whole
  }

  func frames(from start: Seconds, to end: Seconds) -> ArraySlice<Frame> {
    let first = min(max(Int((start / frameSeconds).rounded()), 0), frames.count)
    let last = min(max(Int((end / frameSeconds).rounded()), first), frames.count)
    return frames[first..<last]
  }

  func onsetRange(from start: Seconds, to end: Seconds) -> Range<Int> {
    Self.range(of: onsets, from: start, to: end)
  }

  private static func range(of onsets: [Onset], from start: Seconds, to end: Seconds) -> Range<Int>
  {
    let first = onsets.partitioningIndex { $0.time >= start }
    return first..<max(first, onsets.partitioningIndex { $0.time >= end })
  }
}
