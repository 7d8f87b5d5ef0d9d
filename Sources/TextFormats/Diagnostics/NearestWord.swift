/// Finds the known word that a misspelled word resembles.
package enum NearestWord {
  /// A suggestion for `written`, such as `did you mean 'play'?`: the words that a row of `meanings` gives for
  /// `written`, or otherwise the word that `written` resembles.
  ///
  /// Nil if no word is similar.
  package static func question(
    for written: String, among words: [String], _ meanings: [WordMeaning] = []
  ) -> String? {
    WordMeaning.question(for: written, among: words, meanings)
      ?? find(written, in: words).map(question)
  }

  /// The same suggestion as the end of a message, such as `; did you mean 'play'?`; empty if no word is similar.
  package static func hint(
    for written: String, among words: [String], _ meanings: [WordMeaning] = []
  ) -> String {
    question(for: written, among: words, meanings).map { "; \($0)" } ?? ""
  }

  /// The suggestion of `word`, as a question.
  package static func question(_ word: String) -> String { "did you mean '\(word)'?" }

  /// The word that a row of `meanings` gives for `written`, or otherwise the word among `words` that `written`
  /// resembles most; nil if no word is similar.
  ///
  /// Candidates are tried in this order. First, a word that is the same except for capitals and punctuation. Next, such
  /// a word for the part of `written` after a type's name and a dot, as in Swift's `.heavy`. Then, the only word with
  /// which `written` begins or ends, or that begins or ends with `written`. Last, the nearest word, if two thirds of
  /// the characters are the same.
  package static func find(
    _ written: String, in words: [String], _ meanings: [WordMeaning] = []
  ) -> String? {
    let meant = WordMeaning.meant(by: written, among: words, meanings)
    if let meant = meant.first { return meant.text }
    let folded = String(written.prefix(64)).lowercased()
    guard !folded.isEmpty else { return nil }
    if let known = same(folded, in: words) { return known }
    let member = folded.split(separator: ".").last.map(String.init) ?? folded
    if member != folded, let known = same(member, in: words) ?? affixed(member, in: words) {
      return known
    }
    return affixed(folded, in: words) ?? closest(folded, in: words)
  }

  /// The word among `words` that is the same except for capitals and punctuation.
  private static func same(_ folded: String, in words: [String]) -> String? {
    if let same = words.first(where: { $0.lowercased() == folded }) { return same }
    let bare = bare(folded)
    return bare.isEmpty ? nil : words.first { self.bare($0.lowercased()) == bare }
  }

  private static func bare(_ word: String) -> String { word.filter { $0.isLetter || $0.isNumber } }

  /// The only word that begins or ends with the written word, or with which the written word begins or ends, if the
  /// shared part is long enough (four characters; our choice).
  private static func affixed(_ folded: String, in words: [String]) -> String? {
    guard folded.count >= 4 else { return nil }
    let matches = words.filter { word in
      let other = word.lowercased()
      return other.count >= 4
        && (other.hasSuffix(folded) || other.hasPrefix(folded) || folded.hasSuffix(other)
          || folded.hasPrefix(other))
    }
    return matches.count == 1 ? matches.first : nil
  }

  private static func closest(_ folded: String, in words: [String]) -> String? {
    let characters = Array(folded.unicodeScalars)
    let ranked = words.map { ($0, distance(characters, Array($0.lowercased().unicodeScalars))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= max(1, min(characters.count, best.0.count) / 3) ? best.0 : nil
  }

  /// The number of characters that must be changed, added, removed or swapped with a neighbor to turn
  /// one word into the other (restricted Damerau-Levenshtein distance).
  package static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
