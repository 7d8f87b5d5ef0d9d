internal import HapticEditing
internal import HapticEngine
internal import HapticFormats

/// Some entries of a pattern as a notation.
struct SelectionNotation: Encodable, Hashable, Sendable {
  /// The maximum number of entries.
  ///
  /// Our choice: the notation of more does not fit into a box.
  static let maximumEntries = 1_000
  /// The maximum number of losses that are listed.
  private static let listedLosses = 20

  /// The notation.
  private(set) var text = ""
  /// The time of the pattern at which the notation begins, in seconds.
  private(set) var start: Seconds = 0
  /// What the notation does not hold, in the words of `haptic diff`; empty if reading it gives the same entries.
  private(set) var losses: [String] = []

  /// Writes the entries of `document`.
  ///
  /// Times are counted from the first entry if that is exact, and otherwise from the start of the pattern.
  ///
  /// - Throws: `EditError` if the entries cannot be shifted.
  init(of document: EditDocument) throws(EditError) {
    var first = Seconds.infinity
    try document.forEach { fields throws(EditError) in first = min(first, fields.time.value) }
    guard first.isFinite else { return }
    for start in first > 0 ? [first, 0] : [0] {
      var session = EditSession(document)
      if start > 0 { try session.apply(.shift(-start)) }
      guard let pattern = AHAP.read(session.document.bytes).pattern else { continue }
      (text, self.start) = (pattern.notation.text, start)
      losses = try Self.losses(of: text, from: start, for: document)
      if losses.isEmpty { return }
    }
  }

  /// Returns the differences between `document` and what reading `text` gives.
  private static func losses(
    of text: String, from start: Seconds, for document: EditDocument
  ) throws(EditError) -> [String] {
    let made: EditDocument
    do throws(EditError) {
      made = try StudioFile.fragment(text, "notation", shift: start).document
    } catch {
      return ["the notation cannot be read again: \(error.description)"]
    }
    let changes = PatternDifference(from: document, to: made).changes.map(\.text)
    let more = changes.count - listedLosses
    return changes.prefix(listedLosses) + (more > 0 ? ["and \(more) more"] : [])
  }
}

extension HapticPattern {
  /// Creates the pattern that somebody describes with the notation `text`, in which all values are in their ranges.
  ///
  /// - Throws: `EditError` with all problems and their places.
  init(typed text: String) throws(EditError) {
    do throws(NotationError) {
      self = try Notation.read(text, isStrict: true).pattern
    } catch {
      throw .operation(name: "notation", reason: error.description)
    }
  }
}
