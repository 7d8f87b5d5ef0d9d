public import AudioSession

/// A table of the policy, in a form that can be printed.
///
/// The tables of a phone are in `Phone.policyTables`.
public struct PolicyTable: Hashable, Sendable {
  /// A short name, such as `categories`.
  public internal(set) var name: String
  /// The title of the table, in words.
  public internal(set) var title: String
  /// The headings of the columns, without the column of the row labels.
  public internal(set) var columns: [String]
  /// The rows.
  public internal(set) var rows: [Row]

  /// One row.
  public struct Row: Hashable, Sendable {
    /// The subject of the row.
    public internal(set) var label: String
    /// One cell for each column.
    public internal(set) var cells: [Cell]
  }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The text of the cell.
    public internal(set) var text: String
    /// The evidence for the cell, which always includes a citation.
    public internal(set) var evidence: Evidence
    /// The evidence for the number of an error, if that is documented elsewhere; nil for other cells.
    public internal(set) var number: Evidence?

    /// The grade of the weakest evidence for the cell, including that for the number of an error.
    public var grade: EvidenceGrade {
      number.map { evidence.grade.weakest(with: $0.grade) } ?? evidence.grade
    }
  }
}

extension PolicyTable.Cell {
  /// Creates a cell with a text and its evidence.
  init(_ text: String, _ evidence: Evidence, number: Evidence? = nil) {
    self.init(text: text, evidence: evidence, number: number)
  }

  /// Creates a cell that says yes or no.
  init(_ answer: Bool, _ evidence: Evidence) {
    self.init(text: answer ? "yes" : "no", evidence: evidence)
  }
}

extension PolicyTable.Row {
  /// Creates a row of cells with the same evidence.
  init(_ label: String, _ texts: [String], _ evidence: Evidence) {
    self.init(label: label, cells: texts.map { PolicyTable.Cell($0, evidence) })
  }
}

extension Phone {
  /// The tables of the phone's policy and version.
  ///
  /// The tables do not copy facts. Each table is generated from the data that the rules read, or by letting the rules
  /// decide on a phone that is set up for the question.
  public var policyTables: [PolicyTable] { Self.namedTables.map { $0.table(self) } }

  /// Returns the table with this name, or nil.
  ///
  /// The table `policy-options` can also be found by its name in version 0.1.
  public func policyTable(named name: String) -> PolicyTable? {
    let present = name == "knobs" ? "policy-options" : name
    return Self.namedTables.first { $0.name == present }?.table(self)
  }

  /// The name of a table, the function that makes the table, and the function that returns a cell's feature from its
  /// row label and column.
  ///
  /// The last function is nil for a table that repeats rules or options.
  typealias NamedTable = (
    name: String, table: @Sendable (Phone) -> PolicyTable,
    feature: (@Sendable (_ row: String, _ column: String) -> SessionFeature)?
  )

  /// The tables by name, so that a single table can be read without the cost of making all of them.
  static let namedTables: [NamedTable] = [
    ("categories", \.categoriesTable, { _, column in feature(ofCategories: column) }),
    ("who-interrupts-whom", \.whoInterruptsWhomTable, { _, _ in .interruption(.nonMixableApp) }),
    ("options", \.optionsTable, { _, _ in .options }),
    ("modes", \.modesTable, { _, _ in .modes }),
    ("policies", \.policiesTable, { _, _ in .routePolicies }),
    ("activation", \.activationTable, { _, _ in .activation }),
    (
      "interruptors", \.interruptorsTable,
      { row, _ in
        Interruptor.allCases.first { $0.name == row }.map { .interruption($0) } ?? .interruptions
      }
    ),
    ("rules", \.rulesTable, nil),
    ("sounds", \.soundsTable, { _, column in column == "switch" ? .silentSwitch : .systemSounds }),
    ("routes", \.routesTable, { _, _ in .routes }),
    ("ports", \.portsTable, { _, _ in .routes }),
    ("remote", \.remoteTable, { _, _ in .nowPlaying }),
    ("prompts", \.promptsTable, { _, _ in .prompts }),
    ("devices", \.devicesTable, { _, _ in .devices }),
    ("errors", \.errorsTable, { _, _ in .activation }),
    ("profiles", \.profilesTable, { _, _ in .versions }),
    ("policy-options", \.policyOptionsTable, nil),
  ]

  private static func feature(ofCategories column: String) -> SessionFeature {
    switch column {
    case "switch": .silentSwitch
    case "lock", "background": .background
    default: .categories
    }
  }

  /// Returns a phone with the same rules but other apps, on which a table tests its values.
  ///
  /// Returns nil if this version or policy does not accept the configuration of one of the apps.
  func trial(_ apps: [AppState], device: DeviceState = DeviceState()) -> Phone? {
    var setup = PhoneSetup(apps: apps)
    setup.release = release
    setup.platform = platform
    setup.policy = policy
    setup.tables = tables
    setup.device = device
    return try? Phone(setup)
  }

  /// Returns an app with this configuration whose input and output are both running if possible.
  func playingApp(_ configuration: SessionConfiguration) -> AppState {
    let row = row(configuration.category)
    var running: IODirections = []
    if row.hasInput { running.insert(.input) }
    if row.hasOutput { running.insert(.output) }
    var app = AppState.trial(configuration)
    app.activity = .active(running)
    return app
  }

  /// Returns the phone after an event, or nil if the phone rejects the event.
  func after(_ event: SessionEvent) -> Phone? {
    guard let (next, _) = try? transition(on: event) else { return nil }
    var phone = self
    phone.state = next
    return phone
  }
}

extension AppState {
  /// Returns an app in the foreground with this configuration and the audio background mode.
  static func trial(
    _ configuration: SessionConfiguration, isActive: Bool = false
  ) -> AppState {
    var app = AppState()
    app.hasBackgroundAudio = true
    app.configuration = configuration
    if isActive { app.activity = .active([]) }
    return app
  }
}
