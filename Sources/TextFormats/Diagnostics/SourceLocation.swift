/// A line and a column of a text file.
public struct SourceLocation: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// A location.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a file.
  package static let start = SourceLocation(line: 1, column: 1)

  /// Such as `12:7`.
  public var description: String { "\(line):\(column)" }

  /// In the order of reading.
  public static func < (first: SourceLocation, second: SourceLocation) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
