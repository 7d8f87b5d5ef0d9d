/// Words that people write, the words that they mean here, and the lists in which this meaning applies.
///
/// The words are too different for `NearestWord`: names from other programs, frameworks, or everyday
/// language.
package struct WordMeaning: Sendable {
  /// A word that may be meant.
  package struct Meant: Sendable, ExpressibleByStringLiteral {
    /// The word, which must be among the available words; nil for a text that is always available.
    fileprivate let word: String?
    /// The word as it is written, with its value.
    package let text: String
    /// The difference from the other words of the row.
    private let explanation: String?

    package init(_ word: String, as text: String? = nil, _ explanation: String? = nil) {
      (self.word, self.text, self.explanation) = (word, text ?? word, explanation)
    }

    package init(stringLiteral word: String) { self.init(word) }

    /// A text that is always available.
    package init(as text: String) { (word, self.text, explanation) = (nil, text, nil) }

    /// The text in quotes, with its difference from the other words.
    fileprivate var quoted: String { "'\(text)'" + (explanation.map { " (\($0))" } ?? "") }
  }

  /// The words that people write, in lower case.
  package let written: [String]
  private let meant: [Meant]
  /// A word that must also be available, because the words in `meant` also occur in other lists.
  private let neighbor: String?

  package init(_ written: [String], _ meant: Meant..., amid neighbor: String? = nil) {
    (self.written, self.meant, self.neighbor) = (written, meant, neighbor)
  }

  /// Whether the row applies if `words` are the available words.
  package func holds(among words: [String]) -> Bool {
    meant.allSatisfy { $0.word.map(words.contains) != false }
      && neighbor.map(words.contains) != false
  }

  /// The meanings of `written` in the first row of `meanings` that contains it and applies to the available `words`;
  /// empty if there is no such row.
  ///
  /// A type's name before a dot is ignored, as in Swift's `AVAudioSession.Category.playback`.
  package static func meant(
    by written: String, among words: [String], _ meanings: [WordMeaning]
  ) -> [Meant] {
    let folded = written.prefix(64).lowercased()
    let member = folded.split(separator: ".").last.map(String.init) ?? folded
    let row = meanings.first { row in
      (row.written.contains(folded) || row.written.contains(member)) && row.holds(among: words)
    }
    return row?.meant ?? []
  }

  /// The question of whether one of `words` is meant; nil if no row of `meanings` applies.
  package static func question(
    for written: String, among words: [String], _ meanings: [WordMeaning]
  ) -> String? {
    let meant = meant(by: written, among: words, meanings)
    return meant.isEmpty
      ? nil : "did you mean \(meant.map(\.quoted).joined(separator: " or "))?"
  }
}
