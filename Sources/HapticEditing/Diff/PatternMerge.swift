internal import HapticEngine
internal import TextFormats

/// A merge, event by event, of two files that are derived from the same file.
///
/// The result contains each change that one side has made. A change that both sides have made is included once. If both
/// sides have changed the same event, the event is merged field by field. If both sides have changed a field
/// differently, the result contains both versions of the event, between Git's conflict marks. The same happens if one
/// side has moved some of several equal events, the other side has changed one of them, and the match is ambiguous.
/// Everything else is our side's text.
///
/// Thread: any. Realtime-safe: no.
public struct PatternMerge: Sendable {
  /// A place where the changes of the two sides contradict each other.
  public struct Conflict: Hashable, Sendable, CustomStringConvertible {
    /// The path of the conflict in our side or, for entries that our side has removed, in their side.
    public let path: String
    /// The changes of the two sides.
    public let reason: String

    /// The path and the changes of the two sides.
    public var description: String { "\(path): \(reason)" }
  }

  /// The merged file; if there are conflicts, it is not valid until they are resolved.
  public private(set) var bytes: [UInt8] = []
  /// The conflicts, in order of the file.
  public private(set) var conflicts: [Conflict] = []

  /// Merges the changes that `ours` and `theirs` have made to `base`.
  ///
  /// - Complexity: O(n log n) in the entries.
  public init(base: EditDocument, ours: EditDocument, theirs: EditDocument) {
    // The line ends of the side that has changed the line ends; a file of one line does not have line ends.
    let ends = [base, ours, theirs].map { FileLayout($0.bytes).lineEnd }
    let end = ends[1] == ends[0] ? ends[2] : ends[1]
    let documents = [base, ours, theirs].map { document in
      ends.contains([]) || ends.allSatisfy { $0 == end } ? document : document.withLineEnds(end)
    }
    var merger = PatternMerger(documents[0], documents[1], documents[2])
    merger.merge()
    bytes = merger.output
    conflicts = merger.conflicts
  }
}

/// Makes the merged file.
private struct PatternMerger {
  /// A piece of the list of entries.
  private enum Piece {
    case ours(Int)
    case theirs(Int)
    /// Our entry with a new text, which contains the changes of both sides.
    case merged(Int, [UInt8])
    /// The entries of the two sides; nil for a removed entry.
    case conflict(ours: Int?, theirs: Int?)
  }

  private let base: EditDocument
  private var ours: MergeSide
  private var theirs: MergeSide
  private(set) var output: [UInt8] = []
  private(set) var conflicts: [PatternMerge.Conflict] = []

  init(_ base: EditDocument, _ ours: EditDocument, _ theirs: EditDocument) {
    self.base = base
    self.ours = MergeSide(ours, base: base)
    self.theirs = MergeSide(theirs, base: base)
    let additions = (self.ours.additions, self.theirs.additions)
    self.ours.forgetMatches(with: additions.1)
    self.theirs.forgetMatches(with: additions.0)
    self.ours.forgetReplacements(of: base, besides: self.theirs)
    self.theirs.forgetReplacements(of: base, besides: self.ours)
  }

  mutating func merge() {
    let (our, their) = (ours.document, theirs.document)
    // If only one side has changed the file outside of its entries, that side's text is taken unchanged.
    let isOneSided = [our, their].contains { side in
      [true, false].allSatisfy { side.frame(isHead: $0) == base.frame(isHead: $0) }
    }
    if !isOneSided, let frame = FrameMerge(base: base, ours: our, theirs: their) {
      conflicts += frame.conflicts
      output += frame.head
      write(pieces())
      output += frame.tail
      return
    }
    mergeFrame(isHead: true)
    write(pieces())
    mergeFrame(isHead: false)
  }

  // MARK: Entries

  private mutating func pieces() -> [Piece] {
    var pieces: [Piece] = []
    /// The index of their entry, by the index of our entry with which it conflicts.
    let clashes = clashes()
    var following = insertions(besides: Set(clashes.values))
    pieces += following.removeValue(forKey: -1) ?? []
    for index in ours.document.entries.indices {
      if let their = clashes[index] {
        conflicts.append(
          .init(path: "Pattern[\(index)]", reason: "added differently on both sides"))
        pieces.append(.conflict(ours: index, theirs: their))
      } else if let piece = piece(forOurs: index) {
        pieces.append(piece)
      }
      pieces += following.removeValue(forKey: index) ?? []
    }
    return pieces
  }

  /// Returns the reason why a change to an entry of the base may belong to another entry; nil if the match is certain.
  private func ambiguity(_ base: Int) -> String? {
    if ours.mayMistake(base, in: theirs) {
      return "changed there, but the matching event here is ambiguous"
    }
    if theirs.mayMistake(base, in: ours) {
      return "changed here, but the matching event there is ambiguous"
    }
    return nil
  }

  private mutating func piece(forOurs index: Int) -> Piece? {
    guard let base = ours.baseIndices[index] else { return .ours(index) }
    let path = "Pattern[\(index)]"
    if let reason = ambiguity(base) {
      conflicts.append(.init(path: path, reason: reason))
      return .conflict(ours: index, theirs: theirs.indices[base])
    }
    guard let their = theirs.indices[base] else {
      if ours.isSame[base] { return nil }
      conflicts.append(.init(path: path, reason: "changed here, removed there"))
      return .conflict(ours: index, theirs: nil)
    }
    if theirs.isSame[base] { return .ours(index) }
    if ours.isSame[base] { return .theirs(their) }
    let original = PatternItems(self.base).item(base)
    let our = PatternItems(ours.document).item(index)
    let item = PatternItems(theirs.document).item(their)
    // One side has made all the changes that the other side has made.
    if our.includes(item, since: original) { return .ours(index) }
    if item.includes(our, since: original) { return .theirs(their) }
    let text = EntryMerge.text(
      base: self.base.fields(base), ours: .init(ours.document, index),
      theirs: .init(theirs.document, their))
    if let text { return .merged(index, text) }
    conflicts.append(.init(path: path, reason: "changed differently on both sides"))
    return .conflict(ours: index, theirs: their)
  }

  /// The entries of the same kind, but with different values, that the two sides have added for the same time: the
  /// index of their entry, by the index of our entry.
  ///
  /// Without a conflict, both would play at the same time, which neither side has intended.
  private func clashes() -> [Int: Int] {
    let items = (PatternItems(ours.document), PatternItems(theirs.document))
    let added = (
      ours.baseIndices.indices.filter { ours.baseIndices[$0] == nil },
      theirs.baseIndices.indices.filter { theirs.baseIndices[$0] == nil }
    )
    if added.0.isEmpty || added.1.isEmpty { return [:] }
    let alike = Set(added.0.map { items.0.item($0).withoutIndex })
      .intersection(added.1.map { items.1.item($0).withoutIndex })
    var waiting: [PatternOccasion: [Int]] = [:]
    for index in added.1.reversed() {
      let item = items.1.item(index)
      if alike.contains(item.withoutIndex) { continue }
      waiting[PatternOccasion(item), default: []].append(index)
    }
    var clashes: [Int: Int] = [:]
    for index in added.0 {
      let item = items.0.item(index)
      if alike.contains(item.withoutIndex) { continue }
      if let their = waiting[PatternOccasion(item)]?.popLast() { clashes[index] = their }
    }
    return clashes
  }

  /// Returns the entries that only their side has, except `clashing` entries, by the index of our entry after which
  /// they belong; -1 for the start.
  private mutating func insertions(besides clashing: Set<Int>) -> [Int: [Piece]] {
    var added = Set<PatternItem>()
    let items = (PatternItems(ours.document), PatternItems(theirs.document))
    for (index, base) in ours.baseIndices.enumerated() where base == nil {
      added.insert(items.0.item(index).withoutIndex)
    }
    var insertions: [Int: [Piece]] = [:]
    var place = -1
    for (index, base) in theirs.baseIndices.enumerated() {
      guard let base else {
        if clashing.contains(index) { continue }
        // Both sides have added the same entry.
        if added.contains(items.1.item(index).withoutIndex) { continue }
        insertions[place, default: []].append(.theirs(index))
        continue
      }
      if let our = ours.indices[base] {
        place = our
      } else if let reason = ambiguity(base)
        ?? (theirs.isSame[base] ? nil : "removed here, changed there")
      {
        conflicts.append(.init(path: "Pattern[\(index)] of theirs", reason: reason))
        insertions[place, default: []].append(.conflict(ours: nil, theirs: index))
      }
    }
    return insertions
  }

  private mutating func write(_ pieces: [Piece]) {
    let entries = ours.document.entries
    for (position, piece) in pieces.enumerated() {
      let isLast = position == pieces.count - 1
      let comma: [UInt8] = isLast ? [] : [UInt8(ascii: ",")]
      switch piece {
      case .ours(let index):
        output += ours.document.gap(before: index) + ours.text(index)
        // Some programs write white space before the comma.
        if !isLast, index + 1 < entries.count { output += spaceBeforeComma(after: index) }
        output += comma
      case .merged(let index, let text):
        output += ours.document.gap(before: index) + text + comma
      case .theirs(let index):
        output += theirs.document.gap(before: index) + theirs.text(index) + comma
      case .conflict(let our, let their):
        output += "\n<<<<<<< ours".utf8
        if let our { output += lineGap(ours.document.gap(before: our)) + ours.text(our) + comma }
        output += "\n=======".utf8
        if let their {
          output += lineGap(theirs.document.gap(before: their)) + theirs.text(their) + comma
        }
        output += "\n>>>>>>> theirs".utf8
      }
    }
    let space = closingSpace(isConflict: pieces.last.map(isConflict) ?? false)
    output += pieces.isEmpty ? space.filter { $0 != UInt8(ascii: ",") } : Array(space)
  }

  private func spaceBeforeComma(after index: Int) -> ArraySlice<UInt8> {
    let entries = ours.document.entries
    let gap = entries[index].range.upperBound..<entries[index + 1].range.lowerBound
    return ours.document.bytes[gap].prefix { $0 != UInt8(ascii: ",") }
  }

  private func isConflict(_ piece: Piece) -> Bool {
    if case .conflict = piece { true } else { false }
  }

  /// A gap that begins a line.
  private func lineGap(_ gap: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    gap.contains(UInt8(ascii: "\n")) ? gap : [UInt8(ascii: "\n")] + gap
  }

  /// The white space before the closing bracket, as in our file.
  private func closingSpace(isConflict: Bool) -> ArraySlice<UInt8> {
    let document = ours.document
    let start = document.entries.last?.range.upperBound ?? document.inside.lowerBound
    let space = document.bytes[start..<document.inside.upperBound]
    if isConflict { return lineGap(space.drop { $0 == UInt8(ascii: ",") }) }
    return space
  }

  // MARK: The rest of the file

  private mutating func mergeFrame(isHead: Bool) {
    let (our, their) = (
      ours.document.frame(isHead: isHead), theirs.document.frame(isHead: isHead)
    )
    let original = base.frame(isHead: isHead)
    if their == original || our == their {
      output += our
    } else if our == original {
      output += their
    } else {
      conflicts.append(
        .init(
          path: isHead ? "before Pattern" : "after Pattern",
          reason: "changed differently on both sides"))
      output += "<<<<<<< ours\n".utf8 + our + "\n=======\n".utf8 + their
      output += "\n>>>>>>> theirs\n".utf8
    }
  }
}

/// The time at which an entry takes effect, and its target.
private struct PatternOccasion: Hashable {
  private let time: Seconds
  private let kind: EntryKind
  private let control: DynamicParameter.ID?

  init(_ item: PatternItem) { (time, kind, control) = (item.time, item.kind, item.control) }
}

extension PatternItem {
  /// Returns whether this item contains all changes of `other` to `base`.
  fileprivate func includes(_ other: PatternItem, since base: PatternItem) -> Bool {
    guard other.kind == kind || other.kind == base.kind,
      other.points == points || other.points == base.points
    else { return false }
    let changes = Set(base.changes(to: self))
    return base.changes(to: other).allSatisfy(changes.contains)
  }
}

extension EditDocument {
  /// Returns the text before the entries, or after them.
  fileprivate func frame(isHead: Bool) -> ArraySlice<UInt8> {
    isHead ? bytes[..<inside.lowerBound] : bytes[inside.upperBound...]
  }
}
