/// Words that people write, and the words that they mean.
///
/// The words are too different for `NearestWord`: names of other programs, of frameworks, or of everyday language.
package struct WordMeaning: Sendable {
  /// A word that may be meant.
  package struct Meant: Sendable {
    /// The word, one of those that are available.
    let word: String
    /// The word with its value, as it is written; nil for the word alone.
    let example: String?
    /// What tells it from the others of the row.
    let explanation: String?

    package init(_ word: String, as example: String? = nil, _ explanation: String? = nil) {
      (self.word, self.example, self.explanation) = (word, example, explanation)
    }
  }

  /// What people write, in lower case.
  private let written: [String]
  private let meant: [Meant]
  /// A word that must be available as well, because `meant` is also a word of other lists.
  private let neighbor: String?

  package init(_ written: [String], _ meant: Meant..., amid neighbor: String? = nil) {
    (self.written, self.meant, self.neighbor) = (written, meant, neighbor)
  }

  /// The question whether one of `words` is meant; nil if no row of `meanings` knows.
  ///
  /// A type's name before a dot does not count, as in Swift's `AVAudioSession.Category.playback`.
  package static func question(
    for written: String, among words: [String], _ meanings: [WordMeaning]
  ) -> String? {
    let folded = written.prefix(64).lowercased()
    let member = folded.split(separator: ".").last.map(String.init) ?? folded
    let row = meanings.first { row in
      (row.written.contains(folded) || row.written.contains(member))
        && row.meant.allSatisfy { words.contains($0.word) }
        && row.neighbor.map(words.contains) != false
    }
    guard let row else { return nil }
    let choices = row.meant.map { meant in
      "'\(meant.example ?? meant.word)'" + (meant.explanation.map { " (\($0))" } ?? "")
    }
    return "did you mean \(choices.joined(separator: " or "))?"
  }
}
