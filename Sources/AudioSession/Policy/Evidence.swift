/// How reliable a rule or a table cell is: the grade of its weakest source.
public enum EvidenceGrade: String, Hashable, Sendable, CaseIterable {
  /// Apple's documentation, guidelines or archive, or an answer by one of Apple's engineers.
  case published = "P"
  /// The text of a header in Apple's SDK.
  case header = "H"
  /// A developer's log or report.
  case fieldLog = "F"
  /// Our choice, perhaps by analogy with another system.
  case assumption = "A"

  /// The meaning of the grade, in words.
  public var meaning: String {
    switch self {
    case .published: "published by Apple"
    case .header: "header of Apple's SDK"
    case .fieldLog: "field log"
    case .assumption: "our assumption"
    }
  }

  /// Returns the weaker of two grades, or this grade if both have the same weight.
  ///
  /// A header and a page by Apple have the same weight.
  public func weakest(with other: EvidenceGrade) -> EvidenceGrade {
    other.doubt > doubt ? other : self
  }

  /// Returns the stronger of two grades, or this grade if both have the same weight.
  func strongest(with other: EvidenceGrade) -> EvidenceGrade {
    other.doubt < doubt ? other : self
  }

  private var doubt: Int {
    switch self {
    case .published, .header: 0
    case .fieldLog: 1
    case .assumption: 2
    }
  }
}

/// The kind of a cited source.
public enum SourceKind: String, Hashable, Sendable, CaseIterable {
  /// A header of Apple's SDK.
  case header
  /// A reference page or guideline by Apple.
  case documentation
  /// Apple's archive: Audio Session Programming Guide, Technical Q&A.
  case archive
  /// An answer by Apple in a developer forum.
  case forum
  /// A public issue or a log from the field.
  case field
  /// A system by another vendor, by analogy.
  case peer
  /// No published source: our assumption.
  case assumed
  /// An event on the simulated phone, rather than a source.
  case event

  /// The kind of source, in words.
  public var meaning: String {
    switch self {
    case .header: "SDK header"
    case .documentation: "documentation"
    case .archive: "documentation archive"
    case .forum: "developer forum, answer by Apple"
    case .field: "public issue or field log"
    case .peer: "peer system, by analogy"
    case .assumed: "our assumption"
    case .event: "event on this phone"
    }
  }

  /// The grade of statements from this kind of source.
  ///
  /// An event is not a source, and proves nothing.
  public var grade: EvidenceGrade {
    switch self {
    case .documentation, .archive, .forum: .published
    case .header: .header
    case .field: .fieldLog
    case .peer, .assumed, .event: .assumption
    }
  }
}

/// One source: its kind, and the exact place within the source.
public struct Citation: Hashable, Sendable, CustomStringConvertible {
  /// The kind of source.
  public var kind: SourceKind
  /// The exact location in the source, with a quotation if the location alone is ambiguous.
  ///
  /// Never empty.
  public var place: String

  /// A citation.
  public init(_ kind: SourceKind, _ place: String) {
    self.kind = kind
    self.place = place
  }

  /// The kind and the place, such as `documentation archive: QA1754`.
  public var description: String { "\(kind.meaning): \(place)" }
}

/// The basis of a rule, an option or a cell.
public struct Evidence: Hashable, Sendable, CustomStringConvertible {
  /// The sources, the most important first.
  ///
  /// Each may support only a part of the statement.
  public var citations: [Citation]
  /// The sources that contradict the statement.
  public var contradictions: [Citation]
  /// The keys of the policy options that also affect the statement.
  public var options: [String]

  /// Evidence, the most important source first.
  public init(_ citations: Citation..., against contradictions: Citation...) {
    self.citations = citations
    self.contradictions = contradictions
    options = []
  }

  /// The grade of the weakest source.
  ///
  /// The policy options have their own grades.
  public var grade: EvidenceGrade {
    guard let first = citations.first?.kind.grade else { return .assumption }
    return citations.dropFirst().reduce(first) { $0.weakest(with: $1.kind.grade) }
  }

  /// The grade of the strongest contradicting source, or nil if no source contradicts the statement.
  ///
  /// Each of these sources contradicts the statement on its own, so weaker ones do not lower the grade.
  public var contradictingGrade: EvidenceGrade? {
    guard let first = contradictions.first?.kind.grade else { return nil }
    return contradictions.dropFirst().reduce(first) { $0.strongest(with: $1.kind.grade) }
  }

  /// The kinds of the sources, without the contradicting ones.
  public var kinds: [SourceKind] {
    citations.enumerated()
      .filter { index, citation in !citations[..<index].contains { $0.kind == citation.kind } }
      .map(\.element.kind)
  }

  /// The sources in words, such as `documentation archive: QA1754; contradicted by documentation: defaultToSpeaker`.
  public var description: String {
    let words =
      citations.map(\.description) + contradictions.map { "contradicted by \($0)" }
      + options.map { "policy option \($0)" }
    return words.joined(separator: "; ")
  }
}

extension Evidence: Encodable {
  private enum Key: String, CodingKey { case grade, sources, note }

  /// Encodes the grade, the kinds of the sources, and the sources with their places, in words.
  ///
  /// An event on the simulated phone does not have a grade. Only rules and options can be more or less certain.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    if kinds != [.event] { try object.encode(grade.meaning, forKey: .grade) }
    try object.encode(kinds.map(\.meaning), forKey: .sources)
    try object.encode(description, forKey: .note)
  }
}

extension Evidence {
  /// The evidence, and a policy option that the statement also depends on.
  package func and(_ value: PartialKeyPath<AudioPolicy>) -> Evidence { and(PolicyOption[value]) }

  /// The evidence, and a policy option that the statement also depends on.
  package func and(_ option: PolicyOption) -> Evidence {
    var both = self
    if !both.options.contains(option.key) { both.options.append(option.key) }
    return both
  }

  /// The evidence for a statement that a policy option alone decides: the evidence for the option's default.
  package static func option(_ value: PartialKeyPath<AudioPolicy>) -> Evidence {
    PolicyOption[value].evidence.and(value)
  }
}

// The sources by Apple and others. The headers are those of iOS 27.
extension Citation {
  /// `AVAudioSessionTypes.h`: categories, modes, options, ports, notifications.
  package static func types(_ place: String) -> Citation {
    Citation(.header, "AVAudioSessionTypes.h, \(place)")
  }

  /// `AVAudioSession.h`: methods and properties.
  package static func session(_ place: String) -> Citation {
    Citation(.header, "AVAudioSession.h, \(place)")
  }

  /// `AudioSessionTypes.h`: error codes.
  package static func errors(_ place: String) -> Citation {
    Citation(.header, "AudioSessionTypes.h, AVAudioSessionErrorCode\(place)")
  }

  /// A reference page.
  package static func page(_ place: String) -> Citation { Citation(.documentation, place) }

  /// The Human Interface Guidelines.
  package static func guidelines(_ place: String) -> Citation {
    Citation(.documentation, "Human Interface Guidelines, \(place)")
  }

  /// The Audio Session Programming Guide.
  package static func guide(_ place: String) -> Citation {
    Citation(.archive, "Audio Session Programming Guide, \(place)")
  }

  /// A Technical Q&A.
  package static func answer(_ place: String) -> Citation { Citation(.archive, place) }

  /// A thread in the developer forum with an answer by Apple.
  package static func thread(_ place: String) -> Citation { Citation(.forum, "thread \(place)") }

  /// An issue, a pull request or a log, given as an address without the scheme.
  package static func log(_ place: String) -> Citation { Citation(.field, place) }

  /// A system by another vendor.
  package static func peer(_ place: String) -> Citation { Citation(.peer, place) }

  /// Our own choice, with the reason.
  package static func ours(_ why: String = "nothing is published") -> Citation {
    Citation(.assumed, why)
  }

  /// The behavior of each category.
  package static let tableB1 = guide("Table B-1")
  /// The modes that each category accepts.
  package static let tableB2 = guide("Table B-2")
  /// The sources of interruptions, and how apps should respond.
  package static let interruptions = guide("Responding to Interruptions")
}
