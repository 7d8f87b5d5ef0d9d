/// What an option, mode or policy is with a category: one cell of the legality matrix.
public enum Legality: Hashable, Sendable {
  /// The value may be given.
  case allowed
  /// The value holds without being given, and may be given.
  case implied
  /// The value may be given in mode default.
  case inDefaultMode
  /// The value may be given together with the hands-free option.
  case withHFP
  /// The value may be given in mode dual route together with the hands-free option.
  case inDualRouteWithHFP
  /// The value may be given in mode dual route.
  case inDualRoute
  /// An option of the policy decides; if it refuses, with that error.
  case decided(by: LegalityOption, SessionErrorCode)
  /// The value may be given on Apple's simulator if an option accepts it; a device refuses it
  /// with the error.
  case acceptedOnSimulator(by: LegalityOption, SessionErrorCode)
  /// The value is refused with the error.
  case refused(SessionErrorCode)
  /// The value is left out, silently.
  case ignored
}

/// What an answer to a policy option says of a cell of the legality matrix.
package enum LegalityRuling {
  /// It may be given.
  case accepted
  /// It is left out, silently.
  case ignored
  /// It is refused.
  case refused
}

/// An answer that decides about cells of the legality matrix.
protocol LegalityAnswer: PolicyAnswer {
  /// What it says of them.
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

/// A policy option that decides about cells of the legality matrix.
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

  /// What a policy says.
  package func ruling(by policy: AudioPolicy) -> LegalityRuling { read(policy) }

  /// Whether both are the same option.
  public static func == (left: LegalityOption, right: LegalityOption) -> Bool {
    left.option == right.option
  }

  /// Hashes the option.
  public func hash(into hasher: inout Hasher) { hasher.combine(option) }
}

extension Legality {
  /// A cell that an option of the policy decides about, else refused with that error.
  static func open<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable, _ error: SessionErrorCode
  ) -> Legality {
    .decided(by: LegalityOption(value), error)
  }

  /// A cell that an option of the policy decides about on Apple's simulator, else refused.
  static func onSimulator<Answer: LegalityAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable, _ error: SessionErrorCode
  ) -> Legality {
    .acceptedOnSimulator(by: LegalityOption(value), error)
  }
}

/// What a row of the legality matrix is about.
public enum LegalitySubject: Hashable, Sendable {
  /// An option.
  case option(CategoryOptions)
  /// A mode.
  case mode(SessionMode)
  /// A long-form policy.
  case longForm
  /// `overrideOutputAudioPort(.speaker)`.
  case speakerOverride
  /// A setter of the input.
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

/// One cell of the legality matrix, with what it rests on.
struct LegalityCell {
  let legality: Legality
  private(set) var evidence: Evidence?
  private(set) var number: Evidence?

  init(_ legality: Legality) { self.legality = legality }

  /// The cell with evidence that is not its row's.
  func by(_ evidence: Evidence) -> LegalityCell {
    var cell = self
    cell.evidence = evidence
    return cell
  }

  /// The cell with what the number of its error rests on.
  func number(_ evidence: Evidence) -> LegalityCell {
    var cell = self
    cell.number = evidence
    return cell
  }
}

/// What a cell of the legality matrix rests on.
///
/// That a value is refused and which error that gives are documented in different places, if at all:
/// no header names a number for an option, a mode or a policy that does not go with the category.
public struct LegalityEvidence: Hashable, Sendable {
  /// What is said about whether it may be given.
  public let legality: Evidence
  /// What is said about the error that it gives otherwise.
  public let number: Evidence
}

/// One row of the legality matrix.
public struct LegalityRow: Hashable, Sendable {
  /// What the row is about.
  public package(set) var subject: LegalitySubject
  /// Since which release there is such a thing.
  public package(set) var since: SystemRelease
  /// One cell for each category, in the order of `columns`.
  public package(set) var cells: [Legality]
  /// What each cell rests on.
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

  /// What the cell of a category rests on.
  public func evidence(with category: SessionCategory) -> LegalityEvidence {
    evidence[category.place]
  }
}

extension LegalityRow {
  /// The error of a call that an older release does not know.
  package static let unnumbered = Evidence(.ours("no source names the number"))
  /// The error of a value whose sources only name the categories that it goes with.
  package static let validOnly = Evidence(
    .ours("the source only says what it is valid with; none says that it fails, or the number"))
}
