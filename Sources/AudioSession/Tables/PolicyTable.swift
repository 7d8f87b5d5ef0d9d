/// A table of the policy, in a form that can be printed.
///
/// The tables of a phone are in `Phone.policyTables`.
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
    /// What it rests on; never without a tag and a place.
    public var evidence: Evidence
  }
}
