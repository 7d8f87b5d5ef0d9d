/// The layout of a file's lines, so that added text looks like the existing text.
struct FileLayout {
  private static let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// The line end; empty for a file of one line.
  let lineEnd: [UInt8]

  /// Determines the layout of the file `bytes`; a line end at the end of the file is ignored.
  init(_ bytes: [UInt8]) {
    let end = bytes.lastIndex { !Self.isSpace($0) } ?? 0
    guard let first = bytes[..<end].firstIndex(of: Self.newline) else {
      lineEnd = []
      return
    }
    let isPair = first > 0 && bytes[first - 1] == Self.carriageReturn
    lineEnd = isPair ? [Self.carriageReturn, Self.newline] : [Self.newline]
  }

  /// Returns the white space at the beginning of the line of `bytes` that contains `offset`; nil if `offset` is not the
  /// first thing on its line.
  static func indentation(of offset: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let start = bytes[..<offset].lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
    if start > 0, bytes[start - 1] != newline { return nil }
    return bytes[start..<offset]
  }

  /// Returns the indentation of an entry after the white space `gap`; nil if the entry does not begin a line.
  static func indentation(after gap: [UInt8]) -> ArraySlice<UInt8>? {
    gap.lastIndex(of: newline).map { gap[($0 + 1)...] }
  }

  /// Returns `text`, which is JSON from another file, in the layout of this file.
  ///
  /// Line ends are those of this file. In lines that begin with the indentation `old`, it is replaced by `new`, if both
  /// are known. If this file is a single line, the lines of `text` are joined into one. Only white space changes,
  /// because strings in JSON do not contain line ends.
  func adapted(
    _ text: [UInt8], from old: ArraySlice<UInt8>?, to new: ArraySlice<UInt8>?
  ) -> [UInt8] {
    guard text.contains(Self.newline) else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      let isPair = byte == Self.carriageReturn && index < text.count && text[index] == Self.newline
      if isPair { index += 1 }
      guard isPair || byte == Self.newline else {
        output.append(byte)
        continue
      }
      if !lineEnd.isEmpty {
        output += lineEnd
        if let old, let new, text[index...].starts(with: old) {
          output += new
          index += old.count
        }
        continue
      }
      while index < text.count, Self.isSpace(text[index]) { index += 1 }
      if output.last == UInt8(ascii: ",") { output.append(0x20) }
    }
    return output
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == newline || byte == carriageReturn
  }
}

extension EditDocument {
  /// Returns the document with `end` for every line end; strings in JSON do not contain line ends.
  func withLineEnds(_ end: [UInt8]) -> EditDocument {
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes {
      guard byte == newline else {
        output.append(byte)
        continue
      }
      if output.last == carriageReturn { output.removeLast() }
      output += end
    }
    return EditDocument(valid: output)
  }
}
