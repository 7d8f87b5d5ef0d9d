internal import HapticEngine

/// The fades of a document that is to be edited in time.
///
/// Events under fades that something follows at once end as much earlier as their release takes (`FadeEnd`), which
/// an edit of times would make more or less, and a fade that becomes one needs. So they are edited as long as their
/// fades, and end earlier again afterwards.
struct EditedFades {
  /// The document with selected events as long as their fades; nil if none is longer.
  let whole: EditDocument?

  /// The fades of `document`; nil where controls raise what is left of events as it is: who has such a pattern has
  /// not asked for another.
  init?(_ document: EditDocument, _ selected: EntrySet) throws(EditError) {
    let entries = Self.entries(of: document)
    guard FadeEnd.durations(of: entries, { $0.earlyDuration(of: $1) }).isEmpty else { return nil }
    let durations = FadeEnd.durations(of: entries) { $0.wholeDuration(of: $1) }
      .filter { selected.contains($0.key) }
    whole = durations.isEmpty ? nil : document.patched(try Self.patch(durations, of: document))
  }

  /// `document`, which is the edited one, with events that end earlier; nil if none has to.
  func settled(_ document: EditDocument) throws(EditError) -> EditDocument? {
    let durations = FadeEnd.durations(of: Self.entries(of: document)) { $0.earlyDuration(of: $1) }
    return durations.isEmpty ? nil : document.patched(try Self.patch(durations, of: document))
  }

  private static func entries(of document: EditDocument) -> [HapticPattern.Entry] {
    AHAP.read(document.bytes).pattern?.entries ?? []
  }

  private static func patch(
    _ durations: [Int: Seconds], of document: EditDocument
  ) throws(EditError) -> TextPatch {
    var patch = TextPatch()
    try document.forEach(where: { durations[$0] != nil }) { fields in
      guard let token = fields.duration, let value = durations[fields.index] else { return }
      patch.replace(
        token.range,
        with: EditNumber.text(EditNumber.rounded(value), replacing: document.bytes[token.range])
          .utf8)
    }
    patch.sort()
    return patch
  }
}

extension EditOperation {
  /// Whether the operation changes how far in time entries are from each other.
  var movesInTime: Bool {
    switch self {
    case .stretch, .reverse, .quantize, .snap: true
    case .select, .scaleIntensity, .scaleSharpness, .normalize, .humanize, .set, .shift, .move,
      .trim,
      .delete, .duplicate, .append, .overlay, .simplify, .split:
      false
    }
  }
}
