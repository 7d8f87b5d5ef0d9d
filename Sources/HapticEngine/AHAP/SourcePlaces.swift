/// Turns byte offsets into lines and columns, both from 1.
///
/// A line ends at LF, CR or CR LF. A column is a count of Unicode scalars, what most editors show;
/// bytes that are not UTF-8 count as one each where a scalar could begin. A byte order mark has no
/// width. Asked in ascending order, all offsets together cost one pass over the bytes.
struct SourcePlaces {
  private let bytes: [UInt8]
  private var offset: Int
  private var line = 1
  private var column = 1

  /// Places in `bytes`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The place of the byte at `target`, which is not before the last one asked for.
  mutating func place(of target: Int) -> (line: Int, column: Int) {
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
    return (line, column)
  }
}
