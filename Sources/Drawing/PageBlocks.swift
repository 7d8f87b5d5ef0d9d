extension Drawing.Lane {
  /// Returns the marks with blocks and signs replaced by other marks, for a page from `origin` to
  /// `end`, in seconds.
  ///
  /// The color of a block, its height and the word above it all show its role, so that the role is recognizable in
  /// print and by color-blind people. The word is omitted if there is not enough room. Signs become stems with a
  /// letter.
  func spelledOut(from origin: Double, until end: Double) -> [Drawing.Mark] {
    let length = end - origin
    let signs = marks.compactMap { mark in
      if case .sign(let time, let letter, let tone) = mark { Sign(time, letter, tone) } else { nil }
    }.sorted { $0.time < $1.time }
    // Blocks come before stems, so that many blocks do not hide a stem.
    var blocks: [Drawing.Mark] = []
    var words: [Drawing.Mark] = []
    for mark in marks {
      if case .sign = mark { continue }
      guard case .block(let start, let edge, let role, let word) = mark else {
        words.append(mark)
        continue
      }
      let stop = min(edge, end)
      blocks.append(.area([.init(start, role.height), .init(stop, role.height)], .role(role)))
      // The word follows the letters that are at the position where it would begin.
      let begin = signs.map(\.time).filter { $0 >= start && $0 - start < Self.wordShare * length }
        .reduce(start) { max($0, $1 + Self.letterShare * length) }
      if !word.isEmpty, (stop - begin) / length >= Self.wordShare {
        words.append(.text(.init(begin, role.height), word))
      }
    }
    return Self.stems(of: signs, in: length) + blocks + words + Self.letters(of: signs, in: length)
  }

  /// The minimum width of a block with a word above it, as a fraction of the page width.
  ///
  /// Our choice: the width of the longest word on a page of the usual width.
  private static let wordShare = 0.09
  /// The minimum distance between two letters, as a fraction of the width.
  ///
  /// Our choice: the width of a letter.
  private static let letterShare = 0.014
  /// The minimum distance between two stems of the same kind, as a fraction of the width.
  ///
  /// Closer stems are merged.
  ///
  /// Our choice: about half the width of a stem on a page of the usual width.
  private static let stemShare = 0.001

  private struct Sign {
    let time: Double
    let letter: Character
    let tone: Drawing.Tone

    init(_ time: Double, _ letter: Character, _ tone: Drawing.Tone) {
      (self.time, self.letter, self.tone) = (time, letter, tone)
    }
  }

  /// A stem for each sign, but only one for each letter at a position.
  ///
  /// The most important stem is on top.
  private static func stems(of signs: [Sign], in seconds: Double) -> [Drawing.Mark] {
    var last: [Character: Double] = [:]
    return signs.compactMap { sign in
      if let before = last[sign.letter], (sign.time - before) / seconds < stemShare { return nil }
      last[sign.letter] = sign.time
      return .stem(.init(sign.time, 0.9), sign.tone)
    }.reversed()
  }

  /// The letters of the signs.
  ///
  /// Letters that share a position are below each other.
  private static func letters(of signs: [Sign], in seconds: Double) -> [Drawing.Mark] {
    var near: [Sign] = []
    return signs.compactMap { sign in
      near.removeAll { (sign.time - $0.time) / seconds >= letterShare }
      if near.contains(where: { $0.letter == sign.letter }) { return nil }
      let (column, row) = near.count.quotientAndRemainder(dividingBy: 4)
      near.append(sign)
      let place = sign.time + Double(column) * letterShare * seconds
      return .text(.init(place, 0.72 - 0.22 * Double(row)), String(sign.letter))
    }
  }
}

extension Drawing.Role {
  /// The height of a block, 0...1: higher for a stronger presence.
  fileprivate var height: Double {
    switch self {
    case .faint: 0.1
    case .broken: 0.2
    case .blockedInput, .searching: 0.28
    case .reduced: 0.34
    case .input, .full, .found, .cause: 0.6
    }
  }
}
