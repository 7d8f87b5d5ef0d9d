internal import HapticEngine
internal import Realtime
internal import TextFormats

extension SoundListening {
  /// Seconds in which `auto` decides.
  ///
  /// Our choice: long enough to tell a rhythm from a tone, short enough to follow a song.
  static let cellSeconds = 0.5

  /// The sections of the sound, each with the method that becomes it.
  ///
  /// - Parameter method: one for everything, or `auto`.
  /// - Returns: sections without gaps, from the beginning to the end.
  public func sections(by method: ListenMethod) -> [ListenSection] {
    guard seconds > 0 else { return [] }
    guard method == .auto else { return [ListenSection(start: 0, end: seconds, method: method)] }
    let cells = (0..<Int((seconds / Self.cellSeconds).rounded(.up))).map(choice)
    let choices = continuingGrooves(
      whole(continuingSwells(Self.steadied(cells), cells), cells))
    // What begins just before a cell belongs to it.
    let starts = choices.indices.map { index in
      let start = Double(index) * Self.cellSeconds
      let early =
        index > 0 && choices[index] != nil
        ? onsets[onsetRange(from: start - Self.earliness, to: start)].first : nil
      return early.map { $0.time } ?? start
    }
    var sections: [ListenSection] = []
    for (index, choice) in choices.enumerated() {
      let start = starts[index]
      let end = index + 1 < starts.count ? starts[index + 1] : seconds
      if let last = sections.last, last.method == choice {
        sections[sections.count - 1] = ListenSection(start: last.start, end: end, method: choice)
      } else {
        sections.append(ListenSection(start: start, end: end, method: choice))
      }
    }
    return sections.map { section in
      guard let method = section.method, method != .onset else { return section }
      let range = onsetRange(from: section.start, to: section.end)
      return ListenSection(
        start: section.start, end: section.end, method: section.method,
        blows: onsets[range].filter { isBlow($0, isTone: method == .pitch) })
    }
  }

  /// How long before a cell that begins which is heard in it, in seconds.
  ///
  /// Our choice: a stroke that begins this late in a cell is heard in the next.
  private static let earliness = 0.05

  /// What is silent in comparison with what is loud, in decibels, and in absolute terms.
  ///
  /// Our choice: what is further below is not what the sound is about, and a file of 16 bits has no more than
  /// its own noise there.
  private static let (quiet, silent) = (-36.0, -85.0)

  /// What `auto` makes of one cell.
  private enum Choice {
    /// Nothing is heard.
    case silence
    /// What is heard deserves no haptic.
    case nothing
    case method(ListenMethod)

    /// The method; nil if there is none.
    var method: ListenMethod? {
      switch self {
      case .silence, .nothing: nil
      case .method(let method): method
      }
    }

    var isSilence: Bool {
      if case .silence = self { true } else { false }
    }
  }

  private func choice(cell: Int) -> Choice {
    let loudest = loudest(inCell: cell)
    guard Decibels.level(loudest / loud) > Self.quiet,
      Decibels.level(loudest) > Self.silent
    else { return .silence }
    return method(around: Double(cell) * Self.cellSeconds).map { .method($0) } ?? .nothing
  }

  private func loudest(inCell cell: Int) -> Double {
    let start = Double(cell) * Self.cellSeconds
    return frames(from: start, to: start + Self.cellSeconds).reduce(0) {
      max($0, Double($1.amplitude))
    }
  }

  /// The method for the cell that begins at `start`, by what is heard around it.
  private func method(around start: Seconds) -> ListenMethod? {
    // A stroke that comes later says nothing of what is before it.
    let own = onsetRange(from: start - Self.earliness, to: start + Self.cellSeconds)
    return method(from: start - 0.75, to: start + Self.cellSeconds + 0.75, own: own)
  }

  /// The method for what is heard from `from` to `to`, and begins with the onsets `own`.
  private func method(from: Seconds, to: Seconds, own: Range<Int>) -> ListenMethod? {
    let around = frames(from: from, to: to).filter {
      Decibels.level(Double($0.amplitude) / loud) > Self.quiet
    }
    guard !around.isEmpty else { return nil }
    let strokes = onsets[onsetRange(from: from, to: to)]
    let power = around.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    let bassPower = around.reduce(0) { $0 + Double($1.bass * $1.bass) }
    let voiced = around.count { $0.pitch > 0 }
    let levels = around.map { Decibels.level(Double($0.amplitude)) }.sorted()
    let depth = levels[levels.count * 9 / 10] - levels[levels.count / 10]
    let falls = strokes.map(fall).sorted()
    let isBlow = own.count == 1 && strokes.count == 1 && goesOn(after: onsets[own.lowerBound])
    // Most of what begins dies away at once: strokes.
    if !own.isEmpty || strokes.count > 1, !isBlow, !falls.isEmpty, falls[falls.count / 2] >= 6 {
      return .onset
    }
    if bassPower >= 0.6 * power { return .bass }
    if Double(voiced) >= 0.6 * Double(around.count) { return .pitch }
    if depth >= 8 || isBlow { return .envelope }
    // What neither begins nor moves nor sings: rain, hiss, hum of a crowd.
    return strokes.count >= 4 ? .onset : nil
  }

  /// Whether an onset is loud, and much louder than what was before it, or rises over most frequencies.
  ///
  /// Our choice: within 12 dB of loud, and 12 dB above the tenth of a second before. What a sound begins
  /// with is a blow if it is 6 dB weaker half a second later.
  private func isBlow(_ onset: Onset, isTone: Bool) -> Bool {
    guard let high = loudest(around: onset, 0, 0.06), Decibels.level(high / loud) >= -12 else {
      return false
    }
    let before = loudest(around: onset, -0.1, -0.02)
    // Each note of a melody begins louder than the rest before it.
    if isTone { return before != nil && onset.strength >= Self.blowStrength }
    if let before {
      return onset.strength >= Self.blowStrength
        || Decibels.level(high / max(before, 1e-6)) >= 12
    }
    return Decibels.level(high / max(loudest(around: onset, 0.45, 0.55) ?? 0, 1e-6)) >= 6
  }

  /// The strength from which on an onset is a blow, whatever else sounds.
  ///
  /// Our choice: kick and snare drums in mixes have 20 to 40, soft notes and the waves of noise less than 10.
  private static let blowStrength = 15.0

  /// Whether what begins is still within 18 dB half a second later, as an explosion is: more than a stroke.
  private func goesOn(after onset: Onset) -> Bool {
    guard let high = loudest(around: onset, -0.01, 0.06) else { return false }
    let later = loudest(around: onset, 0.4, 0.5) ?? 0
    return Decibels.level(high / max(later, 1e-6)) <= 18
  }

  /// The loudest from `start` to `end` seconds after an onset; nil if that is outside of the sound.
  private func loudest(around onset: Onset, _ start: Seconds, _ end: Seconds) -> Double? {
    frames(from: onset.time + start, to: onset.time + end).map { Double($0.amplitude) }.max()
  }

  /// Of two strokes less than this apart, in seconds, the second begins before the first is no more held.
  ///
  /// Our choice: sixteenths at 150 beats a minute.
  private static let fastSeconds = 0.09

  /// How far it has fallen a moment after its loudest, or just before the next one begins, in decibels.
  private func fall(after onset: Onset) -> Double {
    let head = frames(from: onset.time - 0.01, to: onset.time + 0.05)
    let next = onsets[onsetRange(from: onset.time + 0.03, to: onset.time + 0.21)].first
    let end = min(0.2, (next?.time ?? .infinity) - onset.time - 0.01)
    if end < Self.fastSeconds {
      let before = frames(from: onset.time + end - 0.02, to: onset.time + end)
      let own = frames(from: onset.time - 0.01, to: onset.time + end - 0.02)
      let high = own.map(\.ownAmplitude).max() ?? 0
      return Decibels.level(Double(high) / max(Double(before.map(\.ownAmplitude).max() ?? 0), 1e-6))
    }
    let tail = frames(from: onset.time + min(0.12, end - 0.03), to: onset.time + end)
    guard let high = head.map(\.amplitude).max(), high > 0 else { return 0 }
    // A rumble dips now and then, and goes on.
    let power = tail.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    let low = (power / Double(max(tail.count, 1))).squareRoot()
    return Decibels.level(Double(high) / max(low, 1e-6))
  }

  /// A choice that lasts for one cell only becomes that of its neighbours, where they agree; what
  /// stands in silence stands for itself.
  private static func steadied(_ cells: [Choice]) -> [ListenMethod?] {
    cells.indices.map { index in
      guard index > 0, index + 1 < cells.count,
        !cells[index - 1].isSilence, !cells[index + 1].isSilence,
        cells[index - 1].method == cells[index + 1].method
      else { return cells[index].method }
      return cells[index - 1].method
    }
  }

  /// The longest sound between silences that is judged as a whole, and the longest fade with which a longer one
  /// begins or ends, in cells.
  ///
  /// Our choice: three seconds, and one.
  private static let (shortSound, fade) = (6, 2)

  /// The choices, where a short sound between silences is of one kind, wherever it lies, and a vibration just
  /// because it is there, and a long one is none of which just the fades would be.
  private func whole(_ choices: [ListenMethod?], _ cells: [Choice]) -> [ListenMethod?] {
    var result = choices
    var index = 0
    while let first = cells[index...].firstIndex(where: { !$0.isSilence }) {
      let end = cells[first...].firstIndex(where: \.isSilence) ?? cells.count
      index = end
      if end - first <= Self.shortSound {
        let (from, to) = (Double(first) * Self.cellSeconds, Double(end) * Self.cellSeconds)
        let own = onsetRange(from: from - Self.earliness, to: to)
        let method = method(from: from - Self.earliness, to: to, own: own) ?? .envelope
        for cell in first..<end { result[cell] = method }
        continue
      }
      let start = choices[first..<end].prefix { $0 == .envelope }.count
      let finish = choices[first..<end].reversed().prefix { $0 == .envelope }.count
      let inner = choices[(first + start)..<max(first + start, end - finish)]
      guard inner.count > Self.shortSound, start <= Self.fade, finish <= Self.fade,
        inner.allSatisfy({ $0 == nil })
      else { continue }
      for cell in first..<end { result[cell] = nil }
    }
    return result
  }

  /// The choices, where a vibration that follows what swells goes on to the top of it.
  private func continuingSwells(_ choices: [ListenMethod?], _ cells: [Choice]) -> [ListenMethod?] {
    var result = choices
    for index in choices.indices.dropFirst() {
      guard result[index - 1] == .envelope, result[index] == nil, !cells[index].isSilence,
        loudest(inCell: index) > Self.swelling * loudest(inCell: index - 1)
      else { continue }
      result[index] = .envelope
    }
    return result
  }

  /// What is louder by this factor than half a second before still swells.
  ///
  /// Our choice: 0.5 dB; the loudest moments of steady noise differ by less.
  private static let swelling = 1.06

  /// How long strokes may be drowned in a groove before and after which they are strokes, in seconds, and how
  /// many there must be, in parts of those around.
  ///
  /// Our choice: two bars with an open hat at 150 beats a minute.
  private static let (drownedSeconds, drownedPart) = (3.5, 0.6)

  /// The choices, where strokes go on between two stretches of strokes with those for strokes too: a groove
  /// does not become a vibration because a cymbal rings in a bar of it.
  private func continuingGrooves(_ choices: [ListenMethod?]) -> [ListenMethod?] {
    let longest = Int(Self.drownedSeconds / Self.cellSeconds)
    func rate(_ cells: Range<Int>) -> Double {
      let start = Double(cells.lowerBound) * Self.cellSeconds
      let end = Double(cells.upperBound) * Self.cellSeconds
      return Double(onsetRange(from: start, to: end).count) / Double(max(cells.count, 1))
    }
    var result = choices
    var index = 0
    while let first = choices[index...].firstIndex(where: { $0 != .onset && $0 != nil }) {
      let last = choices[first...].firstIndex { $0 == .onset || $0 == nil } ?? choices.count
      index = last
      let before = choices[..<first].suffix(longest).reversed().prefix { $0 == .onset }.count
      let after = choices[last...].prefix(longest).prefix { $0 == .onset }.count
      guard last - first <= longest, before > 0, after > 0, before + after >= last - first else {
        continue
      }
      let around = (rate(first - before..<first) + rate(last..<last + after)) / 2
      guard rate(first..<last) >= Self.drownedPart * around else { continue }
      for cell in first..<last { result[cell] = .onset }
    }
    return result
  }

  func frames(from start: Seconds, to end: Seconds) -> ArraySlice<Frame> {
    let first = min(max(Int((start / frameSeconds).rounded()), 0), frames.count)
    let last = min(max(Int((end / frameSeconds).rounded()), first), frames.count)
    return frames[first..<last]
  }

  func onsetRange(from start: Seconds, to end: Seconds) -> Range<Int> {
    let first = onsets.partitioningIndex { $0.time >= start }
    return first..<max(first, onsets.partitioningIndex { $0.time >= end })
  }
}
