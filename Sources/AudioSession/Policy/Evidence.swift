/// What kind of source a rule or a table's cell rests on.
public enum EvidenceTag: String, Hashable, Sendable, CaseIterable {
  /// A header of Apple's SDK.
  case header = "H"
  /// A reference page of Apple's.
  case documentation = "D"
  /// Apple's archive: Audio Session Programming Guide, Technical Q&A.
  case archive = "A"
  /// An answer of Apple's in a developer forum.
  case forum = "F"
  /// A public issue or a log from the field.
  case field = "I"
  /// A system of another maker, by analogy.
  case peer = "P"
  /// Nothing published: our assumption.
  case assumed = "U"
  /// No rule: it has happened to this phone.
  case event = "E"

  /// What the tag stands for, in words.
  public var meaning: String {
    switch self {
    case .header: "SDK header"
    case .documentation: "reference page"
    case .archive: "documentation archive"
    case .forum: "developer forum, answer by Apple"
    case .field: "public issue or field log"
    case .peer: "peer system, by analogy"
    case .assumed: "undocumented, our assumption"
    case .event: "happened to this phone"
    }
  }
}

/// What a rule, an option or a cell rests on.
public struct Evidence: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of sources.
  public var tags: [EvidenceTag]
  /// Where exactly, in words; may be empty.
  public var note: String

  /// Evidence.
  public init(_ tags: EvidenceTag..., note: String = "") {
    self.tags = tags
    self.note = note
  }

  /// Such as `[A D] Audio Session Programming Guide, Table B-1`.
  public var description: String {
    let letters = "[" + tags.map(\.rawValue).joined(separator: " ") + "]"
    return note.isEmpty ? letters : "\(letters) \(note)"
  }
}

extension Evidence {
  /// The evidence with a place, if it has none of its own.
  package func at(_ place: String) -> Evidence {
    var placed = self
    if placed.note.isEmpty { placed.note = place }
    return placed
  }

  /// The evidence and that of an option which decides as well.
  package func and(_ value: PartialKeyPath<AudioPolicy>) -> Evidence { and(PolicyOption[value]) }

  /// The evidence and that of an option which decides as well.
  package func and(_ option: PolicyOption) -> Evidence {
    var both = self
    let other = option.evidence
    both.tags += other.tags.filter { !tags.contains($0) }
    let words = [note, "knob \(option.key)", other.note]
    both.note = words.filter { !$0.isEmpty }.joined(separator: "; ")
    return both
  }
}
