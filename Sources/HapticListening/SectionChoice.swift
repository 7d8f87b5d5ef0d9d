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

  /// Returns whether an onset is a stroke, which becomes a transient on top of a vibration.
  ///
  /// The values are our choice for a sensitivity of 0.5, made with the sounds of Benchmarks/haptics. Drum hits and
  /// plucked or struck notes have a strength of at least 4, or are 6 dB louder than the quietest moment of the
  /// preceding 30 ms. Fluctuations of noise and of tones are weaker. An onset swells, and is not a stroke, if its first
  /// 40 ms are 7 dB weaker than the following sound, as in a bowed note. An onset at the start of the file is a stroke
  /// if the sound is 6 dB weaker at some time in the next half second. Otherwise, the file begins in the middle of a
  /// sound.
  private func isStroke(_ onset: Onset) -> Bool {
    let high = amplitude(after: onset, 0)
    let next = onsets[onsetRange(from: onset.time + 0.03, to: onset.time + 0.2)].first?.time
    let end = next.map { $0 - onset.time } ?? 0.2
    let later = stride(from: 0.04, through: end - 0.04, by: 0.02).map {
      amplitude(after: onset, $0)
    }
    guard Decibels.level(high / max(later.max() ?? 0, 1e-6)) >= -7 else { return false }
    let loudest = amplitudes(around: onset, -0.005, 0.04).max() ?? 0
    let past = amplitudes(around: onset, -0.03, -0.005)
    guard !past.isEmpty else {
      let rest = stride(from: 0.08, to: 0.5, by: 0.04).map { amplitude(after: onset, $0) }
      return Decibels.level(high / max(rest.min() ?? 0, 1e-6)) >= 6
    }
    if isPulse(onset, loudest) { return false }
    if onset.strength >= 4 * exp2(6 * (0.5 - sensitivity)) { return true }
    // The waves of a low tone rise nearly as far as strokes do.
    let isWave = frames(from: onset.time, to: onset.time + 0.03).contains {
      $0.pitch > 0 && $0.pitch < Self.lowTone
    }
    return Decibels.level(loudest / max(past.min() ?? 0, 1e-6)) >= (isWave ? 12 : 6)
  }

  /// Returns whether an onset whose amplitude is `loudest` is one of the pulses of a fast train of pulses of unequal
  /// strength.
  ///
  /// The rate of the train continues for as long as that of a rough vibration, its amplitude dips by 6 dB between pulses,
  /// and the pulse is neither 6 dB louder than the loudest pulse of the last tenth of a second nor two octaves brighter
  /// than the train. Our choice: a drum hit over the train is louder, a hi-hat is brighter, and a low note that continues
  /// until it is struck again does not dip.
  private func isPulse(_ onset: Onset, _ loudest: Double) -> Bool {
    let past = frames(from: onset.time - 0.1, to: onset.time - 0.005)
    let next = frames(from: onset.time, to: onset.time + 0.03)
    guard !past.isEmpty, let rate = next.first?.pitch, rate > Float(1 / Self.fastest),
      rate < Self.lowTone
    else { return false }
    func continues(_ frame: Frame) -> Bool {
      frame.pitch > 0 && abs(log2(frame.pitch / rate)) < 0.1
    }
    let run = Int(Self.shortRun / frameSeconds)
    let before = frames[..<next.startIndex].suffix(run).reversed().prefix { continues($0) }.count
    let after = frames[next.startIndex...].prefix(run).prefix { continues($0) }.count
    guard before >= past.count, before + after >= run else { return false }
    let amplitudes = past.map(\.amplitude)
    // The last spectra already include the onset, so the median is used.
    let brightness = past.map(\.hertz).sorted()[past.count / 2]
    let dips = amplitudes.indices.contains { index in
      let (before, after) = (amplitudes[..<index].max() ?? 0, amplitudes[index...].max() ?? 0)
      return min(before, after) >= 2 * amplitudes[index]
    }
    return dips && loudest < 2 * Double(amplitudes.max() ?? 0)
      && onset.hertz < 4 * Double(brightness)
  }

  /// The frequency below which a tone's waves are longer than two frames, in hertz.
  private static let lowTone: Float = 50

  /// Returns the root mean square of the 40 ms that begin `start` seconds after an onset.
  private func amplitude(after onset: Onset, _ start: Seconds) -> Double {
    let frames = frames(from: onset.time + start, to: onset.time + start + 0.04)
    let sum = frames.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    return (sum / Double(max(frames.count, 1))).squareRoot()
  }

  /// Returns the amplitudes from `start` to `end` seconds after an onset; none outside of the sound.
  private func amplitudes(around onset: Onset, _ start: Seconds, _ end: Seconds) -> [Double] {
    frames(from: onset.time + start, to: onset.time + end).map { Double($0.amplitude) }
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
