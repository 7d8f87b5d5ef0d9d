internal import AudioSession

/// A kind of part of the simulated phone that a run can exercise.
public enum CoverageKind: String, Hashable, Sendable, CaseIterable, Encodable {
  /// The rules of the session, R1 to R17.
  ///
  /// A rule is exercised if it applies to a step. R6 applies if an interrupted app gives up its session and thereby
  /// releases another session.
  case rules
  /// The cells of the tables that the rules read.
  ///
  /// A cell is exercised if another value in that cell would change the outcome of at least one step: the next state
  /// of the phone, or the effects of the step. Derived tables, such as who interrupts whom, are not listed.
  case cells
  /// The policy options: questions that Apple leaves open.
  ///
  /// An option is exercised if another answer would change the outcome of at least one step.
  case options
  /// The rows of the interruptor table.
  ///
  /// An interruptor is exercised if at least one cell of its row is exercised.
  case interruptors
  /// The notifications that apps receive, as scenarios write them in `events`.
  ///
  /// A notification is exercised if an app receives it.
  case notifications
}

/// A part of the simulated phone that a run can exercise.
public struct CoverageEntry: Hashable, Sendable {
  /// The kind of the entry.
  public let kind: CoverageKind
  /// The table and the row of a cell, such as `interruptors alarm`, or the first word of a notification; empty
  /// for entries without a group.
  public let group: String
  /// The name in the group: the column of a cell, or a name such as `R6` or `duckGain`.
  public let label: String

  /// The full name, unique in its kind, such as `interruptors alarm priority` or `routeChange override`.
  public var name: String { group.isEmpty ? label : "\(group) \(label)" }

  init(_ kind: CoverageKind, group: String = "", _ label: String) {
    self.kind = kind
    self.group = group
    self.label = label
  }

  init(_ rule: SessionRule) { self.init(.rules, rule.name) }

  init(_ interruptor: Interruptor) { self.init(.interruptors, interruptor.name) }

  /// Creates the entry of a notification.
  ///
  /// All volumes share one entry, because otherwise each number would be a separate entry.
  init(_ notice: AppNotice) {
    if case .outputVolume = notice {
      self.init(.notifications, "outputVolume")
      return
    }
    let words = notice.line.split(separator: " ", maxSplits: 1).map(String.init)
    self.init(.notifications, group: words.count > 1 ? words[0] : "", words[words.count - 1])
  }
}

extension CoverageKind {
  /// Every entry of the kind, in the order of the tables.
  public var entries: [CoverageEntry] {
    switch self {
    case .rules: SessionRule.allCases.map { CoverageEntry($0) }
    case .cells: CoveragePlace.cells.map(\.entry)
    case .options: CoveragePlace.options.map(\.entry)
    case .interruptors: Interruptor.allCases.map { CoverageEntry($0) }
    case .notifications: Self.notices
    }
  }

  private static let notices =
    AppNotice.all.map { CoverageEntry($0) } + [CoverageEntry(.outputVolume(1))]
}
