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
    var sections: [ListenSection] = []
    for (index, choice) in Self.steadied(cells).enumerated() {
      let start = Double(index) * Self.cellSeconds
      let end = min(start + Self.cellSeconds, seconds)
      if let last = sections.last, last.method == choice {
        sections[sections.count - 1] = ListenSection(start: last.start, end: end, method: choice)
      } else {
        sections.append(ListenSection(start: start, end: end, method: choice))
      }
    }
    return sections
  }

  /// What is silent in comparison with what is loud, in decibels, and in absolute terms.
  ///
  /// Our choice: what is further below is not what the sound is about.
  private static let (quiet, silent) = (-36.0, -65.0)

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

  /// How far it has fallen a moment after its loudest, in decibels.
  private func fall(after onset: Onset) -> Double {
    let head = frames(from: onset.time - 0.01, to: onset.time + 0.05)
    let tail = frames(from: onset.time + 0.12, to: onset.time + 0.17)
    let (high, low) = (head.map(\.amplitude).max() ?? 0, tail.map(\.amplitude).min() ?? 0)
    return high > 0 ? Decibels.level(Double(high) / max(Double(low), 1e-6)) : 0
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
