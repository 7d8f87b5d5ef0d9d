internal import HapticEngine
internal import TextFormats

/// The operations on a file, in order, as JSON with one line for each operation.
///
///     {"edit":["scale-intensity","0.8"],"before":"9c1…","after":"07f…","undo":[[57,3,"0.5"]]}
///
/// `edit` contains the words of the operation, and `pattern` contains the file that `append` or `overlay` adds.
/// `before` and `after` are fingerprints of the file. `undo` reverts the file: each element replaces a number of bytes
/// at a byte offset by a text. Replaying the operations on a file gives the same bytes on every machine.
///
/// The log is written before the file. If the program is killed in between, the log ends with operations that were
/// never applied to the file. Undoing and replaying skip these operations.
///
/// Thread: any. Realtime-safe: no.
public struct EditLog: Hashable, Sendable {
  /// One operation of a log.
  public struct Line: Hashable, Sendable {
    /// The operation.
    public let operation: EditOperation
    /// The patch that reverts the file.
    public let undo: TextPatch
    /// The fingerprints of the file.
    let before: UInt64
    let after: UInt64
  }

  /// The operations, in order.
  public private(set) var lines: [Line] = []

  /// The number, from 1, of an incomplete last line, which is not in `lines`; nil if the last line is complete.
  public let tornLine: Int?

  /// Creates an empty log.
  public init() { tornLine = nil }

  /// The operations to apply to a file; operations that never reached it are omitted.
  public var operations: [EditOperation] { history.map(\.operation) }

  /// Whether everything is selected after the operations, so that further operations act as if they were the first.
  public var leavesAllSelected: Bool {
    operations.reduce(true) { isAll, operation in
      switch operation {
      case .select(let selection): selection.isAll
      case .trim, .delete: true
      case .duplicate: false
      case .scaleIntensity, .scaleSharpness, .raiseIntensity, .raiseSharpness, .normalize,
        .humanize, .set, .shift, .move, .stretch, .fit, .reverse, .quantize, .snap, .append,
        .overlay,
        .addPoint, .deletePoint, .simplify, .split:
        isAll
      }
    }
  }

  /// Adds the operation of `step`, which turned one document into the other.
  public mutating func append(
    _ step: EditStep, from before: EditDocument, to after: EditDocument
  ) {
    lines.append(
      Line(
        operation: step.operation, undo: step.undo, before: before.fingerprint,
        after: after.fingerprint))
  }

  /// The lines whose operations reached the file.
  private var history: [Line] {
    var starts: Set<UInt64> = []
    var abandoned: Set<Int> = []
    for (index, line) in lines.enumerated().reversed() {
      starts.remove(line.after)
      if !starts.insert(line.before).inserted { abandoned.insert(index) }
    }
    // Lines that start from a document that was never reached are excluded as well.
    var unreached: Set<UInt64> = []
    return lines.enumerated().compactMap { index, line in
      if abandoned.contains(index) || unreached.contains(line.before) {
        unreached.insert(line.after)
        return nil
      }
      unreached.remove(line.after)
      return line
    }
  }

  /// Returns the operations at the end of the log that start from `document` but were not applied to it.
  ///
  /// These operations are lost if the program is killed after it has written the log and before it has written the
  /// file.
  ///
  /// - Returns: the operations, in order; operations without changes are omitted.
  public func unreached(from document: EditDocument) -> [EditOperation] {
    let current = document.fingerprint
    let end = lines.lastIndex { $0.after == current }.map { $0 + 1 } ?? 0
    return descendants(of: [current], from: end).map { lines[$0].operation }
  }

  /// Returns the indices, from `start` on, of the lines that start from one of `states` or from their results.
  private func descendants(of states: Set<UInt64>, from start: Int) -> [Int] {
    var states = states
    return lines.indices[start...].filter { index in
      let line = lines[index]
      guard states.contains(line.before), !line.undo.isEmpty else { return false }
      states.insert(line.after)
      return true
    }
  }

  /// Returns the document before the last `count` operations that led to `document`.
  ///
  /// - Returns: the document; if the log has fewer operations, the document before the first operation.
  /// - Throws: `EditError.otherFile` if no operation of the log that changes something led to `document`.
  public func undoing(_ count: Int = 1, in document: EditDocument) throws(EditError) -> EditDocument
  {
    var log = self
    return try log.undo(count, in: document)
  }

  /// Undoes the last `count` operations that led to `document`.
  ///
  /// Removes these operations from the log, together with all operations on their results; operations on other files
  /// are kept. The remaining operations lead to the returned document. Undoing again walks back to the first document,
  /// even if the same document occurs several times on the way.
  ///
  /// - Returns: the document; if the log has fewer operations, the document before the first operation.
  /// - Throws: `EditError.otherFile` if no operation of the log that changes something led to `document`; the log is
  ///   unchanged in this case.
  public mutating func undo(
    _ count: Int = 1, in document: EditDocument
  ) throws(EditError) -> EditDocument {
    let current = document.fingerprint
    // Operations without changes, such as a selection, lead to the same file. The last such line is used.
    guard var position = lines.lastIndex(where: { $0.after == current }) else { throw .otherFile }
    var document = document
    var left = count
    var undone: Set<Int> = []
    while left > 0 {
      let line = lines[position]
      guard line.undo.fits(document.bytes.count) else { throw .otherFile }
      if !line.undo.isEmpty { left -= 1 }
      document = document.patched(line.undo)
      let before = document.fingerprint
      guard line.before == before else { throw .otherFile }
      undone.insert(position)
      // Lines of other files may be in between.
      guard let previous = lines[..<position].lastIndex(where: { $0.after == before }) else {
        break
      }
      position = previous
    }
    if left == count && count > 0 { throw .otherFile }
    // Operations on the results of undone operations are not reachable anymore.
    let states = Set(undone.map { lines[$0].after })
    undone.formUnion(descendants(of: states, from: (undone.min() ?? 0) + 1))
    lines = lines.enumerated().filter { !undone.contains($0.offset) }.map(\.element)
    return document
  }

  // MARK: Text

  /// The log as a file.
  public var bytes: [UInt8] {
    var output: [UInt8] = []
    for line in lines { Self.append(line, to: &output) }
    return output
  }

  private static func append(_ line: Line, to output: inout [UInt8]) {
    output += "{\"edit\":[".utf8
    for (index, word) in line.operation.words.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONText.append(word, to: &output)
    }
    output += "]".utf8
    if let fragment = line.operation.fragment {
      output += ",\"pattern\":".utf8
      JSONText.append(String(decoding: fragment.document.bytes, as: UTF8.self), to: &output)
    }
    output += ",\"before\":\"\(String(line.before, radix: 16))\"".utf8
    output += ",\"after\":\"\(String(line.after, radix: 16))\",\"undo\":[".utf8
    for (index, splice) in line.undo.splices.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += "[\(splice.offset),\(splice.removed),".utf8
      JSONText.append(String(decoding: line.undo.insertion(splice), as: UTF8.self), to: &output)
      output.append(UInt8(ascii: "]"))
    }
    output += "]}\n".utf8
  }

  /// Reads the log in the file `bytes`, except an incomplete last line (`tornLine`).
  ///
  /// - Throws: `EditError.log` with the first line, except an incomplete last line, that does not belong to a log.
  public init(_ bytes: [UInt8]) throws(EditError) {
    let end = EditLogReader.endOfWholeLines(bytes)
    let isWhole = end == bytes.count
    tornLine = isWhole ? nil : bytes[..<end].count { $0 == UInt8(ascii: "\n") } + 1
    lines = try EditLogReader.lines(isWhole ? bytes : Array(bytes[..<end]))
  }
}

extension EditDocument {
  /// The fingerprint of the file.
  var fingerprint: UInt64 { Fingerprint(of: bytes).value }
}

private enum EditLogReader {
  typealias Value<Element> = DocumentValue<PlainDocumentReader, Element>
  typealias Field = DocumentField<PlainDocumentReader, Parts>

  /// The contents of a line.
  struct Parts: Sendable {
    var words: [String] = []
    var pattern: String?
    var undo = TextPatch()
    var before: UInt64 = 0
    var after: UInt64 = 0
  }

  /// Returns the start of the last line of `bytes` if it begins like a line of a log and is incomplete; otherwise the
  /// end of `bytes`.
  static func endOfWholeLines(_ bytes: [UInt8]) -> Int {
    let newline = UInt8(ascii: "\n")
    let last = bytes.last == newline ? bytes.count - 1 : bytes.count
    let start = bytes[..<last].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let line = bytes[start..<last]
    let opening = "{\"edit\":[".utf8.prefix(line.count)
    if line.isEmpty || !line.starts(with: opening) { return bytes.count }
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in line {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isText: isEscaped = true
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
      case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText: depth -= 1
      default: break
      }
    }
    return isText || depth > 0 ? start : bytes.count
  }

  static func lines(_ bytes: [UInt8]) throws(EditError) -> [EditLog.Line] {
    var lines: [EditLog.Line] = []
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() where text.contains(where: { $0 > 0x20 }) {
      do throws(EditError) {
        lines.append(try line(Array(text)))
      } catch {
        if case .log(_, let reason) = error { throw .log(line: index + 1, reason: reason) }
        throw .log(line: index + 1, reason: error.description)
      }
    }
    return lines
  }

  private static func line(_ bytes: [UInt8]) throws(EditError) -> EditLog.Line {
    let document = JSONDocument(bytes, maximumNesting: 4, maximumFaults: 1)
    var reader = PlainDocumentReader(problems: document.problems)
    var parts = Parts()
    if document.isSound { reader.read(document.root, "an operation", fields, into: &parts) }
    if let problem = reader.problems.first { throw .log(line: 1, reason: problem.message) }
    guard let operation = try EditOperation.decoded(parts.words, pattern: parts.pattern) else {
      throw .log(line: 1, reason: "the line must contain exactly one operation")
    }
    return EditLog.Line(
      operation: operation, undo: parts.undo, before: parts.before, after: parts.after)
  }

  private static let fields: [Field] = [
    Field("edit", Value<String>.string.list(), isRequired: true) { $0.words = $1 },
    Field("pattern", .string) { $0.pattern = $1 },
    Field("before", fingerprint, isRequired: true) { $0.before = $1 },
    Field("after", fingerprint, isRequired: true) { $0.after = $1 },
    Field("undo", splice.list(), isRequired: true) { parts, splices in
      for splice in splices { parts.undo.replace(splice.range, with: splice.text.utf8) }
    },
  ]

  private static let fingerprint = Value<String>.string.checked { reader, node, text -> UInt64? in
    if let number = UInt64(text, radix: 16) { return number }
    reader.refuse(node, "a fingerprint", "a hexadecimal number")
    return nil
  }

  /// The replaced range and its replacement: `[OFFSET, COUNT, "TEXT"]`.
  private static let splice = Value<(range: Range<Int>, text: String)>(shape: .any) {
    reader, node, what in
    let limits = 0...1 << 40
    guard case .sequence(let parts) = node.content, parts.count == 3,
      let offset = reader.whole(parts[0], what, in: limits),
      let count = reader.whole(parts[1], what, in: limits),
      case .scalar(let text, isQuoted: true) = parts[2].content
    else {
      reader.refuse(node, what, "an array of [OFFSET, COUNT, \"TEXT\"]")
      return nil
    }
    return (offset..<(offset + count), text)
  }
}
