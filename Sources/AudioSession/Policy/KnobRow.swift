/// One row of the table of open questions.
public struct KnobRow: Hashable, Sendable {
  /// The knob.
  public var knob: Knob
  /// What is asked, in words.
  public var question: String
  /// The answers that are possible, the default first.
  public var answers: [Answer]
  /// What the default rests on.
  public var evidence: Evidence

  init(_ knob: Knob, _ answers: [Answer], _ evidence: Evidence, _ question: String) {
    self.knob = knob
    self.question = question
    self.answers = answers
    self.evidence = evidence
  }
}

/// One row of the table of numbers that Apple does not publish.
public struct NumberKnobRow: Hashable, Sendable {
  /// The knob.
  public var knob: NumberKnob
  /// What is asked, in words.
  public var question: String
  /// The default.
  public var standard: Double
  /// What is possible.
  public var range: ClosedRange<Double>
  /// What the default rests on.
  public var evidence: Evidence
}

extension Knob {
  /// The row of each knob.
  public static let table: [Knob: KnobRow] = Dictionary(
    uniqueKeysWithValues: rows.map { ($0.knob, $0) })

  /// All rows, in the order of `allCases`.
  public static let rows = categoryRows + activationRows + toldRows + deviceRows

  /// The answers that are possible, the default first.
  public var answers: [Answer] { Self.table[self]?.answers ?? [] }

  /// What is asked, in words.
  public var question: String { Self.table[self]?.question ?? "" }

  /// What the default rests on.
  public var evidence: Evidence { Self.table[self]?.evidence ?? Evidence(.assumed) }
}

extension NumberKnob {
  /// The row of the knob.
  public var row: NumberKnobRow {
    switch self {
    case .duckGain:
      NumberKnobRow(
        knob: self, question: "What ducking multiplies the gain of others by", standard: 0.2,
        range: 0...1, evidence: Evidence(.peer, note: "undocumented on iOS; 0.2 is Android's"))
    case .volumeStep:
      NumberKnobRow(
        knob: self, question: "What one press of a volume button changes", standard: 0.0625,
        range: 0.001...1, evidence: Evidence(.field, note: "sixteen steps on the screen"))
    case .receiverGain:
      NumberKnobRow(
        knob: self, question: "What the receiver at the ear multiplies the gain by", standard: 1,
        range: 0...1,
        evidence: Evidence(.field, note: "AudioKit 586 and 695 say less, not how much"))
    case .voiceChatGain:
      NumberKnobRow(
        knob: self, question: "What mode voiceChat multiplies the gain by", standard: 1,
        range: 0...1, evidence: Evidence(.field, note: "vocable PR 558 says less, not how much"))
    }
  }
}
