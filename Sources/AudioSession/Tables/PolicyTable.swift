/// A table of the policy, in a form that can be printed.
public struct PolicyTable: Hashable, Sendable {
  /// A short name, such as `categories`.
  public var name: String
  /// What it shows, in words.
  public var title: String
  /// The heads of the columns, without the one of the rows' labels.
  public var columns: [String]
  /// The rows.
  public var rows: [Row]

  /// One row.
  public struct Row: Hashable, Sendable {
    /// What the row is about.
    public var label: String
    /// One cell for each column.
    public var cells: [Cell]
  }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// What it says.
    public var text: String
    /// What it rests on.
    public var evidence: Evidence

    init(_ text: String, _ evidence: Evidence) {
      self.text = text
      self.evidence = evidence
    }

    init(_ holds: Bool, _ evidence: Evidence) { self.init(holds ? "yes" : "no", evidence) }
  }
}

extension Phone {
  /// The tables that the phone runs on, with its policy and version.
  ///
  /// Every cell is read from the table or asked of the function that decides: none says anything of
  /// its own.
  public var policyTables: [PolicyTable] {
    [
      categoryTable, arbitrationTable, optionTable, modeTable, otherLegalityTable,
      activationTable, interruptorTable, portTable, soundTable, errorTable, versionTable, knobTable,
    ]
  }
}

extension Evidence {
  /// Table B-1 of the programming guide and the pages of the categories.
  static let categories = Evidence(
    .archive, .documentation, note: "Audio Session Programming Guide, Table B-1; category pages")
}
