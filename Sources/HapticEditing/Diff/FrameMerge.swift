internal import HapticEngine
internal import TextFormats

/// The changes that two sides have made to a file outside of its entries, merged key by key.
///
/// A key of the file, or of `Metadata`, that one side has added, changed or removed is taken from that side. The layout
/// is that of our side. If both sides have given a key different values, both values are between Git's conflict marks.
struct FrameMerge {
  /// The text before the entries.
  private(set) var head: [UInt8] = []
  /// The text after the entries.
  private(set) var tail: [UInt8] = []
  private(set) var conflicts: [PatternMerge.Conflict] = []

  private let base: EditDocument
  private let ours: EditDocument
  private let theirs: EditDocument

  /// Returns nil if a merge by keys is impossible; in this case, the texts must be compared.
  init?(base: EditDocument, ours: EditDocument, theirs: EditDocument) {
    guard [base, ours, theirs].allSatisfy(\.isMergedByKeys) else { return nil }
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    guard let patch = patch() else { return nil }
    // Insertions never occur exactly at the brackets around the entries.
    var (before, after) = (TextPatch(), TextPatch())
    for splice in patch.splices {
      let range = splice.offset..<(splice.offset + splice.removed)
      if splice.offset < ours.inside.lowerBound {
        before.replace(range, with: patch.insertion(splice))
      } else {
        after.replace(range, with: patch.insertion(splice))
      }
    }
    head = before.applied(to: ours.bytes, in: 0..<ours.inside.lowerBound)
    tail = after.applied(to: ours.bytes, in: ours.inside.upperBound..<ours.bytes.count)
  }

  /// Returns the patch from our file to the merged file; nil if a key of the file was removed.
  private mutating func patch() -> TextPatch? {
    var patch = TextPatch()
    var seen: Set = ["Metadata", "Pattern"]
    for key in [theirs, base].flatMap(\.syntax.root.keys) where seen.insert(key).inserted {
      guard let member = merged(key, { $0.root[key] }) else { return nil }
      if member.isOurs { continue }
      let old = ours.syntax.root[key]
      let text = member.written(
        after: member.other == nil && old != nil ? [] : ours.space, comma: [])
      if let old {
        patch.replace(old.range, with: text)
      } else {
        patch.replace(start, with: text + [0x2C])
      }
    }
    mergeMetadata(&patch)
    patch.sort()
    return patch
  }

  /// The place at which keys are added to the file.
  private var start: Range<Int> {
    ours.syntax.root.inside.lowerBound..<ours.syntax.root.inside.lowerBound
  }

  private mutating func mergeMetadata(_ patch: inout TextPatch) {
    let metadata = ours.syntax.metadata
    var results: [Merged] = []
    var isOurs = true
    var seen: Set<String> = []
    for key in [ours, theirs, base].flatMap({ $0.syntax.metadata?.keys ?? [] })
    where seen.insert(key).inserted {
      let result = merged(path(key)) { $0.metadata?[key] }
      isOurs = isOurs && (result?.isOurs ?? (metadata?[key] == nil))
      if let result { results.append(result) }
    }
    if isOurs { return }
    var list: [UInt8] = []
    let space = (metadata == nil ? theirs : ours).metadataSpace
    for (index, member) in results.enumerated() {
      list += member.written(
        after: index == 0 && member.other == nil ? space.first : space.others,
        comma: index < results.count - 1 ? [0x2C] : [])
    }
    if let inside = metadata?.inside {
      var end = inside.upperBound
      while end > inside.lowerBound, ours.bytes[end - 1] <= 0x20 { end -= 1 }
      patch.replace(inside.lowerBound..<end, with: list)
    } else {
      var text = ours.space
      text += "\"Metadata\": {".utf8
      text += list
      text += "},".utf8
      patch.replace(start, with: text)
    }
  }

  private func path(_ key: String) -> String {
    var path = "Metadata"
    JSONPath.append(key: key, to: &path)
    return path
  }

  /// A key of the merged file.
  private struct Merged {
    /// The key with its value, as written.
    var text: ArraySlice<UInt8>
    /// Whether the text is our text, unchanged.
    var isOurs: Bool
    /// Their text, for a conflict.
    var other: ArraySlice<UInt8>?

    /// Returns the text with a comma, after the white space `gap`; for a conflict, both texts between Git's conflict
    /// marks.
    func written(after gap: [UInt8], comma: [UInt8]) -> [UInt8] {
      guard let other else { return gap + Array(text) + comma }
      let newline = UInt8(ascii: "\n")
      let hasLines = gap.contains(newline)
      var output = Array("\n<<<<<<< ours".utf8)
      for (index, side) in [text, other].enumerated() {
        if index == 1 { output += "\n=======".utf8 }
        if side.isEmpty { continue }
        output += (hasLines ? [] : [newline]) + gap
        output += side
        output += comma
      }
      output += "\n>>>>>>> theirs".utf8
      // The following text begins a line.
      return hasLines ? output : output + [newline]
    }
  }

  /// Merges the key at `path`, which `item` finds; nil if it is removed.
  private mutating func merged(
    _ path: String, _ item: (DocumentSyntax) -> ContainerSyntax.Item?
  ) -> Merged? {
    func member(_ document: EditDocument) -> (text: ArraySlice<UInt8>, json: String)? {
      item(document.syntax).map { (document.bytes[$0.range], document.json($0)) }
    }
    let (original, our, their) = (member(base), member(ours), member(theirs))
    if our?.json == their?.json || their?.json == original?.json {
      return our.map { Merged(text: $0.text, isOurs: true) }
    }
    if our?.json == original?.json { return their.map { Merged(text: $0.text, isOurs: false) } }
    let words = [our, their].map { member in
      member.map { PatternDifference.FieldChange.Value.text($0.json).text } ?? "removed"
    }
    conflicts.append(.init(path: path, reason: "\(words[0]) here, \(words[1]) there"))
    return Merged(text: our?.text ?? [], isOurs: false, other: their?.text ?? [])
  }
}

extension EditDocument {
  /// Returns the value of a key in canonical spelling.
  func json(_ item: ContainerSyntax.Item) -> String {
    CanonicalJSON.text(at: item.value.lowerBound, of: bytes)
  }

  /// Whether each key of the file and of its `Metadata` occurs only once, and the entries and `Metadata` have the right
  /// types.
  fileprivate var isMergedByKeys: Bool {
    let (root, metadata) = (syntax.root, syntax.metadata)
    return [root, metadata].allSatisfy { $0?.hasDistinctKeys ?? true }
      && (metadata != nil) == (root["Metadata"] != nil)
  }

  /// The white space before the first key of the file.
  fileprivate var space: [UInt8] {
    Array(bytes[syntax.root.inside.lowerBound...].prefix { $0 <= 0x20 })
  }

  /// The white space before the first key of `Metadata`, and before each of the others.
  fileprivate var metadataSpace: (first: [UInt8], others: [UInt8]) {
    guard let metadata = syntax.metadata, let first = metadata.items.first else {
      return ([], [0x20])
    }
    let before = Array(bytes[metadata.inside.lowerBound..<first.start])
    if metadata.items.count > 1 {
      let gap = bytes[first.value.upperBound..<metadata.items[1].start]
      return (before, gap.filter { $0 != UInt8(ascii: ",") })
    }
    return (before, before.isEmpty ? [0x20] : before)
  }
}
