private import Glibc
public import HapticEngine
internal import Realtime
internal import TextFormats

/// How a sound becomes a pattern.
///
/// No method suits all sounds.
///
/// Source: Sound2Hap (2026), which found none of four methods best for every kind of sound.
public enum ListenMethod: String, Hashable, Sendable, CaseIterable {
  /// Section by section what suits it; nothing where nothing deserves a haptic.
  case auto
  /// A transient for each onset.
  case onset
  /// A vibration that follows loudness and brightness.
  case envelope
  /// A vibration that follows loudness; sharpness follows the pitch, folded into one octave.
  case pitch
  /// A vibration that follows what lies below 150 Hz.
  case bass

  /// The method in a few words.
  public var summary: String {
    switch self {
    case .auto: "section by section what suits it, or nothing"
    case .onset: "a transient for each onset"
    case .envelope: "a vibration that follows loudness and brightness"
    case .pitch: "a vibration that follows loudness and pitch"
    case .bass: "a vibration that follows what lies below 150 Hz"
    }
  }
}

/// A stretch of a sound that became haptics by one method.
public struct ListenSection: Hashable, Sendable {
  /// Seconds from the beginning of the sound.
  public let start: Seconds
  /// Seconds from the beginning of the sound to where it ends.
  public let end: Seconds
  /// The method; nil where nothing deserves a haptic.
  public let method: ListenMethod?
  /// What is a transient beside a vibration: an explosion begins with a blow, and goes on.
  public let blows: [Onset]

  init(start: Seconds, end: Seconds, method: ListenMethod?, blows: [Onset] = []) {
    (self.start, self.end, self.method, self.blows) = (start, end, method, blows)
  }
}

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
    let choices = Self.steadied(cells)
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
      guard [.bass, .envelope].contains(section.method) else { return section }
      let range = onsetRange(from: section.start, to: section.end)
      return ListenSection(
        start: section.start, end: section.end, method: section.method,
        blows: onsets[range].filter(isBlow))
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
    let start = Double(cell) * Self.cellSeconds
    let own = frames(from: start, to: start + Self.cellSeconds)
    let loudest = own.reduce(0) { max($0, Double($1.amplitude)) }
    guard Decibels.level(loudest / loud) > Self.quiet,
      Decibels.level(loudest) > Self.silent
    else { return .silence }
    return method(around: start).map { .method($0) } ?? .nothing
  }

  /// The method for the cell that begins at `start`, by what is heard around it.
  private func method(around start: Seconds) -> ListenMethod? {
    let (from, to) = (start - 0.75, start + Self.cellSeconds + 0.75)
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
    let falls = strokes.map(fall)
    // Most of what begins dies away at once: strokes.
    if !falls.isEmpty, falls.sorted()[falls.count / 2] >= 6 { return .onset }
    if bassPower >= 0.6 * power { return .bass }
    if Double(voiced) >= 0.6 * Double(around.count) { return .pitch }
    if depth >= 8 { return .envelope }
    // What neither begins nor moves nor sings: rain, hiss, hum of a crowd.
    return strokes.count >= 4 ? .onset : nil
  }

  /// Whether an onset is loud, and much louder than what was before it.
  ///
  /// Our choice: within 12 dB of loud, and 12 dB above the tenth of a second before. What a sound begins
  /// with is a blow if it is 6 dB weaker half a second later.
  private func isBlow(_ onset: Onset) -> Bool {
    func loudest(_ from: Double, _ to: Double) -> Double? {
      frames(from: onset.time + from, to: onset.time + to).map { Double($0.amplitude) }.max()
    }
    guard let high = loudest(0, 0.06), Decibels.level(high / loud) >= -12 else { return false }
    if let before = loudest(-0.1, -0.02) {
      return Decibels.level(high / max(before, 1e-6)) >= 12
    }
    return Decibels.level(high / max(loudest(0.45, 0.55) ?? 0, 1e-6)) >= 6
  }

  /// How far it has fallen a moment after its loudest, or just before the next one begins, in decibels.
  private func fall(after onset: Onset) -> Double {
    let head = frames(from: onset.time - 0.01, to: onset.time + 0.05)
    let next = onsets[onsetRange(from: onset.time + 0.03, to: onset.time + 0.21)].first
    let end = min(0.2, (next?.time ?? .infinity) - onset.time - 0.01)
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

  func frames(from start: Seconds, to end: Seconds) -> ArraySlice<Frame> {
    let first = min(max(Int((start / frameSeconds).rounded()), 0), frames.count)
    let last = min(max(Int((end / frameSeconds).rounded()), first), frames.count)
    return frames[first..<last]
  }

  func onsetRange(from start: Seconds, to end: Seconds) -> Range<Int> {
    let first = onsets.firstSortedIndex { $0.time >= start }
    return first..<max(first, onsets.firstSortedIndex { $0.time >= end })
  }
}
