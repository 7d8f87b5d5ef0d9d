public import AudioSession

/// A table of the policy, in a form that can be printed.
///
/// The tables of a phone are in `Phone.policyTables`.
public struct PolicyTable: Hashable, Sendable {
  /// A short name, such as `categories`.
  public internal(set) var name: String
  /// The title of the table, in words.
  public internal(set) var title: String
  /// The heads of the columns, without the one of the rows' labels.
  public internal(set) var columns: [String]
  /// The rows.
  public internal(set) var rows: [Row]

  /// One row.
  public struct Row: Hashable, Sendable {
    /// What the row is about.
    public internal(set) var label: String
    /// One cell for each column.
    public internal(set) var cells: [Cell]
  }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The text of the cell.
    public internal(set) var text: String
    /// The evidence for the cell; never without a citation.
    public internal(set) var evidence: Evidence
    /// The evidence for the number of an error, where that is documented elsewhere; nil for other
    /// cells.
    public internal(set) var number: Evidence?

    /// The grade of the weakest part that the cell rests on, the number of an error included.
    public var grade: EvidenceGrade {
      number.map { evidence.grade.weakest(with: $0.grade) } ?? evidence.grade
    }
  }
}

extension PolicyTable.Cell {
  /// A cell that says this and rests on that.
  init(_ text: String, _ evidence: Evidence, number: Evidence? = nil) {
    self.init(text: text, evidence: evidence, number: number)
  }

  /// A cell that says yes or no.
  init(_ answer: Bool, _ evidence: Evidence) {
    self.init(text: answer ? "yes" : "no", evidence: evidence)
  }
}

extension PolicyTable.Row {
  /// A row of cells that all rest on the same.
  init(_ label: String, _ texts: [String], _ evidence: Evidence) {
    self.init(label: label, cells: texts.map { PolicyTable.Cell($0, evidence) })
  }
}

extension Phone {
  /// The tables that the phone runs on, with its policy and version.
  ///
  /// No table is a second copy of the facts: each is made from the rows that the rules read, or by
  /// letting the rules decide about a phone that is set up for the question.
  public var policyTables: [PolicyTable] { Self.namedTables.map { $0.table(self) } }

  /// The table of that name, or nil.
  ///
  /// `policy-options` is also found by the name that it had in 0.1.
  public func policyTable(named name: String) -> PolicyTable? {
    let present = name == "knobs" ? "policy-options" : name
    return Self.namedTables.first { $0.name == present }?.table(self)
  }

  /// A table by its name, and what a cell with that label of its row and that column is about; nil for a table
  /// that repeats rules or options.
  typealias NamedTable = (
    name: String, table: @Sendable (Phone) -> PolicyTable,
    feature: (@Sendable (_ row: String, _ column: String) -> SessionFeature)?
  )

  /// The tables by their names: to make all of them for one takes long.
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

  /// A phone with the same rules and other apps, on which a table tries out what it shows.
  ///
  /// Nil if this version or policy does not take the configuration of one of the apps.
  func trial(_ apps: [AppState], device: DeviceState = DeviceState()) -> Phone? {
    var setup = PhoneSetup(apps: apps)
    setup.release = release
    setup.platform = platform
    setup.policy = policy
    setup.tables = tables
    setup.device = device
    return try? Phone(setup)
  }

  /// An app with that configuration, of which everything runs that can.
  func playingApp(_ configuration: SessionConfiguration) -> AppState {
    let row = row(configuration.category)
    var running: IODirections = []
    if row.hasInput { running.insert(.input) }
    if row.hasOutput { running.insert(.output) }
    var app = AppState.trial(configuration)
    app.activity = .active(running)
    return app
  }

  /// A phone that the event has happened to, or nil if it rejects the event.
  func after(_ event: SessionEvent) -> Phone? {
    guard let (next, _) = try? transition(on: event) else { return nil }
    var phone = self
    phone.state = next
    return phone
  }
}

extension AppState {
  /// An app with the audio background mode and that configuration, in the foreground.
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
