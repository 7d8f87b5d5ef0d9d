/// How a category treats an option, mode or policy: one cell of the legality matrix.
public enum Legality: Hashable, Sendable {
  /// The value may be set.
  case allowed
  /// The value always applies, and may also be set explicitly.
  case implied
  /// The value may be set in the default mode.
  case inDefaultMode
  /// The value may be set together with the hands-free option.
  case withHFP
  /// The value may be set in the dual-route mode together with the hands-free option.
  case inDualRouteWithHFP
  /// The value may be set in the dual-route mode.
  case inDualRoute
  /// A policy option decides. If its answer refuses the value, the call throws this error.
  case decided(by: LegalityOption, SessionErrorCode)
  /// The value may be set on Apple's simulator if a policy option accepts it. A device refuses the value with this
  /// error.
  case acceptedOnSimulator(by: LegalityOption, SessionErrorCode)
  /// The value is refused with this error.
  case refused(SessionErrorCode)
  /// The value is ignored without an error.
  case ignored
}

/// The effect of a policy option's answer on a cell of the legality matrix.
package enum LegalityRuling {
  /// The value is accepted.
  case accepted
  /// The value is ignored without an error.
  case ignored
  /// The value is refused.
  case refused
}

/// A type whose answers decide cells of the legality matrix.
protocol LegalityAnswer: PolicyAnswer {
  /// The effect of the answer on these cells.
  var ruling: LegalityRuling { get }
}

extension AudioPolicy.Acceptance: LegalityAnswer {
  var ruling: LegalityRuling {
    switch self {
    case .accept: .accepted
    case .reject: .refused
    }
  }
}

extension AudioPolicy.IllegalUse: LegalityAnswer {
  var ruling: LegalityRuling {
    switch self {
    case .badParam: .refused
    case .ignore: .ignored
    }
  }
}

extension AudioPolicy.YesOrNo: LegalityAnswer {
  var ruling: LegalityRuling {
    switch self {
    case .yes: .accepted
    case .no: .refused
    }
  }
}

/// A policy option that decides cells of the legality matrix.
public struct LegalityOption: Hashable, Sendable {
  /// The option.
  public let option: PolicyOption
  private let read: @Sendable (AudioPolicy) -> LegalityRuling

  init<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable
  ) {
    option = PolicyOption[value]
    read = { $0[keyPath: value].ruling }
  }

  /// The ruling of a policy.
  package func ruling(by policy: AudioPolicy) -> LegalityRuling { read(policy) }

  /// Returns whether both values refer to the same policy option.
  public static func == (left: LegalityOption, right: LegalityOption) -> Bool {
    left.option == right.option
  }

  /// Hashes the option.
  public func hash(into hasher: inout Hasher) { hasher.combine(option) }
}

extension Legality {
  /// A cell that a policy option decides.
  ///
  /// If the option's answer refuses the value, the call throws the error.
  static func open<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable, _ error: SessionErrorCode
  ) -> Legality {
    .decided(by: LegalityOption(value), error)
  }

  /// A cell that a policy option decides on Apple's simulator.
  ///
  /// Devices refuse the value.
  static func onSimulator<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable, _ error: SessionErrorCode
  ) -> Legality {
    .acceptedOnSimulator(by: LegalityOption(value), error)
  }
}

/// The subject of a row of the legality matrix.
public enum LegalitySubject: Hashable, Sendable {
  /// An option.
  case option(CategoryOptions)
  /// A mode.
  case mode(SessionMode)
  /// A long-form policy.
  case longForm
  /// `overrideOutputAudioPort(.speaker)`.
  case speakerOverride
  /// A method that sets a property of the input.
  case inputSetter

  /// The label of the row.
  public var label: String {
    switch self {
    case .option(let option): option.names.last ?? ""
    case .mode(let mode): "mode \(mode.name)"
    case .longForm: "policy longFormAudio, longFormVideo"
    case .speakerOverride: "overrideOutputAudioPort(.speaker)"
    case .inputSetter: "setInputGain, setPreferredInputNumberOfChannels, setInputDataSource"
    }
  }
}

/// One cell of the legality matrix, with its evidence.
struct LegalityCell {
  let legality: Legality
  private(set) var evidence: Evidence?
  private(set) var number: Evidence?

  init(_ legality: Legality) { self.legality = legality }

  /// Returns the cell with its own evidence, which replaces the row's evidence.
  func by(_ evidence: Evidence) -> LegalityCell {
    var cell = self
    cell.evidence = evidence
    return cell
  }

  /// Returns the cell with evidence for its error number.
  func number(_ evidence: Evidence) -> LegalityCell {
    var cell = self
    cell.number = evidence
    return cell
  }
}

/// The evidence for a cell of the legality matrix.
///
/// Whether a value is refused, and which error results, is documented in different places, if at all. No header states
/// an error number for an option, a mode or a policy that the category does not accept.
public struct LegalityEvidence: Hashable, Sendable {
  /// The evidence for whether the value may be set.
  public let legality: Evidence
  /// The evidence for the error if the value must not be set.
  public let number: Evidence
}

/// One row of the legality matrix.
public struct LegalityRow: Hashable, Sendable {
  /// The subject of the row.
  public package(set) var subject: LegalitySubject
  /// The release that introduced the subject.
  public package(set) var since: SystemRelease
  /// One cell for each category, in the order of `columns`.
  public package(set) var cells: [Legality]
  /// The evidence for each cell.
  public package(set) var evidence: [LegalityEvidence]

  /// The categories of the columns.
  public static let columns = SessionCategory.allCases

  init(
    _ subject: LegalitySubject, since: SystemRelease = SystemRelease(7), _ evidence: Evidence,
    _ cells: [LegalityCell]
  ) {
    self.subject = subject
    self.since = since
    self.cells = cells.map(\.legality)
    self.evidence = cells.map {
      LegalityEvidence(
        legality: $0.evidence ?? evidence, number: $0.number ?? LegalityRow.validOnly)
    }
  }

  /// The cell of a category.
  public subscript(category: SessionCategory) -> Legality { cells[category.place] }

  /// The evidence for the cell of a category.
  public func evidence(with category: SessionCategory) -> LegalityEvidence {
    evidence[category.place]
  }
}

extension LegalityRow {
  /// The evidence for the error of a call that did not exist in an older release.
  package static let unnumbered = Evidence(.ours("no source states the error number"))
  /// The evidence for the error if the sources only name the categories that accept the value.
  package static let validOnly = Evidence(
    .ours(
      "the source only says where the value is valid, and mentions neither a failure nor an error number"
    ))
}
