/// A line and a column of a text file.
public struct SourceLocation: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// Creates a location.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a file.
  package static let start = SourceLocation(line: 1, column: 1)

  /// For example `12:7`.
  public var description: String { "\(line):\(column)" }

  /// In reading order.
  public static func < (first: SourceLocation, second: SourceLocation) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}

/// Converts byte offsets into lines and columns, both from 1.
///
/// A line ends at LF, CR or CR LF. Columns count Unicode scalars, as most editors do. Of the bytes that are not UTF-8,
/// each counts as one column if a scalar could begin with it. A byte order mark does not count. If offsets are passed
/// in ascending order, all of them together take one pass over the bytes.
package struct SourceLocations {
  private let bytes: [UInt8]
  private var offset: Int
  private var line = 1
  private var column = 1

  /// Creates a converter for locations in `bytes`.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The location of the byte at `target`, which must not be before the previous target.
  package mutating func place(of target: Int) -> SourceLocation {
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      let isReturnOfPair =
        byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isReturnOfPair) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return SourceLocation(line: line, column: column)
  }
}
