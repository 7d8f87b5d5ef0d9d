internal import AudioSession

/// A table cell or a policy option, together with the setups that have another value in that place.
struct CoveragePlace: Sendable {
  let entry: CoverageEntry
  /// The interruptor whose row contains the cell; nil for all other places.
  var interruptor: Interruptor?
  /// Returns every setup that differs from the given one only in this place.
  let others: @Sendable (PhoneSetup) -> [PhoneSetup]
  /// Returns whether a step can read the place.
  let reads: @Sendable (StepReading) -> Bool

  static let all = cells + options

  /// Returns whether at least one other value would change an outcome.
  func isDecisive(in course: CoverageCourse) -> Bool {
    let places = course.places(where: reads)
    if places.isEmpty { return false }
    return others(course.setup).contains { course.differs(by: $0, at: places) }
  }
}

// MARK: Options

extension CoveragePlace {
  /// Every option, with all its other answers or, if its answer is a number, with the ends of the number's range.
  static let options = PolicyOption.all.map { option in
    CoveragePlace(
      entry: CoverageEntry(.options, option.key),
      others: { setup in
        texts(of: option).filter { $0 != option.text(in: setup.policy) }.compactMap { text in
          var other = setup
          return (try? option.set(&other.policy, to: text)).map { other }
        }
      }, reads: { _ in true })
  }

  private static func texts(of option: PolicyOption) -> [String] {
    switch option.values {
    case .answers(let answers): answers
    case .number(let range, _): ["\(range.lowerBound)", "\(range.upperBound)"]
    }
  }
}

// MARK: Cells

extension CoveragePlace {
  /// Every cell that a rule reads, in the order of `PolicyTables`.
  static let cells: [CoveragePlace] =
    categories + interruptors + sounds + ports + remote + legality + profiles

  private static let categories = rows(of: \.categories) { row in
    let reads: @Sendable (StepReading) -> Bool = { $0.categories.contains(row.category) }
    let group = "categories \(row.category.name)"
    return [
      Column(group, "switch", \.isSilencedBySwitch, reads),
      Column(group, "mixes", \.mixesByNature, reads),
      Column(group, "input", \.hasInput, reads),
      Column(group, "output", \.hasOutput, reads),
      Column(group, "background", \.runsInBackground, reads),
      Column(group, "silences others", \.silencesOthers, reads),
    ]
  }

  private static let interruptors = rows(of: \.interruptors) { row in
    let group = "interruptors \(row.interruptor.name)"
    return [
      Column(group, "interrupts", \.victims, { _ in Victims.allCases }),
      Column(group, "priority", \.priority, { _ in [0, 9] }),
      Column(group, "joins others", \.nests, { [!$0] }),
      Column(group, "reason of began", \.reason, { _ in [.default, .builtInMicMuted] }),
      Column(group, "source", \.source, { [$0 == .timer ? .alarm : .timer] }),
    ].map { $0.of(row.interruptor) }
  }

  private static let sounds = rows(of: \.sounds) { row in
    let reads: @Sendable (StepReading) -> Bool = { $0.isSounding }
    let group = "sounds \(row.sound.rawValue)"
    return [
      Column(group, "switch", \.isSilencedBySwitch, reads),
      Column(group, "recording", \.isMutedByRecording, reads),
      Column(group, "background", \.needsForeground, reads),
      Column(group, "input view", \.needsInputView, reads),
      Column(group, "user's setting", \.setting, { _ in [nil, .keyboardClicks] }, reads),
      Column(group, "vibration", \.isVibration, reads),
    ]
  }

  private static let ports = rows(of: \.ports) { row in
    let reads: @Sendable (StepReading) -> Bool = { $0.ports.contains(row.port) }
    let group = "ports \(row.port.name)"
    return [
      Column(group, "input", \.isInput, reads),
      Column(group, "output", \.isOutput, reads),
      Column(group, "usable by", \.eligibility, { _ in PortEligibility.allCases }, reads),
      Column(group, "input of several", \.isMultiRouteInput, reads),
      Column(group, "output of several", \.isMultiRouteOutput, reads),
    ]
  }

  private static let remote = rows(of: \.remote) { row in
    [Column("remote \(row.words)", "may answer", \.mayAnswer, { _ in true })]
  }

  /// The legality matrix: the tables of options, modes and policies.
  private static let legality: [CoveragePlace] = PolicyTables.standard.legality.enumerated()
    .flatMap { place, row in
      LegalityRow.columns.enumerated().map { column, category in
        CoveragePlace(
          entry: CoverageEntry(.cells, group: row.subject.tableRow, category.name),
          others: { setup in
            let value = setup.tables.legality[place].cells[column]
            return [Legality.allowed, .refused(.badParam)].filter { $0 != value }.map {
              var other = setup
              other.tables.legality[place].cells[column] = $0
              return other
            }
          }, reads: { $0.configures && $0.categories.contains(category) })
      }
    }

  private static let profiles = rows(of: \.profiles) { row in
    let reads: @Sendable (StepReading) -> Bool = { $0.system == row.system }
    let group = "profiles \(row.system.rawValue)"
    return [
      Column(
        group, "deactivating while running", \.deactivateWithRunningIO,
        { _ in DeactivationBehavior.allCases }, reads),
      Column(group, "suspension", \.suspensionDeactivates, reads),
      Column(group, "suspension reported", \.reportsSuspension, reads),
      Column(group, "reason of began", \.tellsReason, reads),
      Column(group, "unplugged output", \.routeLossInterrupts, reads),
      Column(group, "muted microphone", \.muteInterrupts, reads),
      Column(group, "output mute", \.hasOutputMute, reads),
      Column(group, "notifications", \.hasLifecycleNotifications, reads),
    ]
  }

  /// Returns the cells of a table, by the columns of each row.
  private static func rows<Row>(
    of table: any WritableKeyPath<PolicyTables, [Row]> & Sendable, _ columns: (Row) -> [Column<Row>]
  ) -> [CoveragePlace] {
    PolicyTables.standard[keyPath: table].enumerated().flatMap { place, row in
      columns(row).map { column in
        CoveragePlace(
          entry: CoverageEntry(.cells, group: column.group, column.label),
          interruptor: column.interruptor,
          others: { setup in
            column.others(setup.tables[keyPath: table][place]).map {
              var other = setup
              other.tables[keyPath: table][place] = $0
              return other
            }
          }, reads: column.reads)
      }
    }
  }
}

extension LegalitySubject {
  /// The subject's table and row.
  fileprivate var tableRow: String {
    switch self {
    case .mode(let mode): "modes \(mode.name)"
    case .longForm, .option, .speakerOverride, .inputSetter: "options \(label)"
    }
  }
}

/// One column of a row, with the rows that differ from that row only in this column.
private struct Column<Row>: Sendable {
  let group: String
  let label: String
  let others: @Sendable (Row) -> [Row]
  let reads: @Sendable (StepReading) -> Bool
  var interruptor: Interruptor?

  init<Value: Equatable & Sendable>(
    _ group: String, _ label: String, _ column: any WritableKeyPath<Row, Value> & Sendable,
    _ values: @escaping @Sendable (Value) -> [Value],
    _ reads: @escaping @Sendable (StepReading) -> Bool = { _ in true }
  ) {
    self.group = group
    self.label = label
    self.reads = reads
    others = { row in
      let value = row[keyPath: column]
      return values(value).filter { $0 != value }.map {
        var other = row
        other[keyPath: column] = $0
        return other
      }
    }
  }

  /// Creates a Boolean column.
  init(
    _ group: String, _ label: String, _ column: any WritableKeyPath<Row, Bool> & Sendable,
    _ reads: @escaping @Sendable (StepReading) -> Bool
  ) {
    self.init(group, label, column, { [!$0] }, reads)
  }

  /// Returns the same column as part of an interruptor's row.
  func of(_ interruptor: Interruptor) -> Column {
    var column = self
    column.interruptor = interruptor
    return column
  }
}
