internal import HapticEngine
internal import TextFormats

/// What two sides have made of a file outside of its entries, merged key by key.
///
/// A key of the file, and one of `Metadata`, that one side has added, changed or removed is taken from it. The layout is
/// ours. Where both have given one key another value, both are between Git's marks.
struct FrameMerge {
  /// What is before the entries.
  private(set) var head: [UInt8] = []
  /// What is after the entries.
  private(set) var tail: [UInt8] = []
  private(set) var conflicts: [PatternMerge.Conflict] = []

  private let base: FrameMembers
  private let ours: FrameMembers
  private let theirs: FrameMembers

  /// Nil where that cannot be done by keys: what is then left is to compare the text.
  init?(base: EditDocument, ours: EditDocument, theirs: EditDocument) {
    guard let base = FrameMembers(base), let our = FrameMembers(ours),
      let their = FrameMembers(theirs)
    else { return nil }
    (self.base, self.ours, self.theirs) = (base, our, their)
    guard let patch = patch() else { return nil }
    // Nothing is inserted exactly at the brackets of the entries.
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

  /// What makes ours the merged file; nil if a key of the file was removed.
  private mutating func patch() -> TextPatch? {
    var patch = TextPatch()
    for key in theirs.keys(with: base, in: \.root) where key != "Metadata" {
      guard let member = merged(key, \.root, key) else { return nil }
      if member.isOurs { continue }
      let gap = member.other == nil && ours.root[key] != nil ? [] : ours.space
      let text = member.written(after: gap, comma: [])
      if let old = ours.root[key] {
        patch.replace(old.range, with: text)
      } else {
        patch.replace(ours.start..<ours.start, with: text + [0x2C])
      }
    }
    let keys = theirs.keys(with: base, in: \.metadata)
    let members = ours.metadataKeys + keys.filter { ours.metadata[$0] == nil }
    var results: [Merged] = []
    var isOurs = true
    for key in members {
      let result = merged(key, \.metadata, path(key))
      isOurs = isOurs && (result?.isOurs ?? (ours.metadata[key] == nil))
      if let result { results.append(result) }
    }
    if isOurs {
      patch.sort()
      return patch
    }
    var list: [UInt8] = []
    let space = (ours.metadataInside == nil ? theirs : ours).metadataSpace
    for (index, member) in results.enumerated() {
      list += member.written(
        after: index == 0 && member.other == nil ? space.first : space.others,
        comma: index < results.count - 1 ? [0x2C] : [])
    }
    if let inside = ours.metadataInside {
      let bytes = ours.document.bytes
      var end = inside.upperBound
      while end > inside.lowerBound, bytes[end - 1] <= 0x20 { end -= 1 }
      patch.replace(inside.lowerBound..<end, with: list)
    } else {
      var text = ours.space
      text += "\"Metadata\": {".utf8
      text += list
      text += "},".utf8
      patch.replace(ours.start..<ours.start, with: text)
    }
    patch.sort()
    return patch
  }

  private func path(_ key: String) -> String {
    var path = "Metadata"
    JSONPath.append(key: key, to: &path)
    return path
  }

  /// A key of the merged file.
  private struct Merged {
    /// The key with its value, as it is written.
    var text: ArraySlice<UInt8>
    /// Whether it is ours, unchanged.
    var isOurs: Bool
    /// What they have written, in a conflict.
    var other: ArraySlice<UInt8>?

    /// The text with a comma, after the white space `gap`; of a conflict both between Git's marks.
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
      // What follows begins a line.
      return hasLines ? output : output + [newline]
    }
  }

  /// What becomes of `key`; nil if it is removed.
  private mutating func merged(
    _ key: String, _ members: KeyPath<FrameMembers, [String: FrameMembers.Member]>, _ path: String
  ) -> Merged? {
    let (original, our, their) = (
      base[keyPath: members][key], ours[keyPath: members][key], theirs[keyPath: members][key]
    )
    if our?.json == their?.json || their?.json == original?.json {
      return our.map { Merged(text: ours.text($0), isOurs: true) }
    }
    if our?.json == original?.json {
      return their.map { Merged(text: theirs.text($0), isOurs: false) }
    }
    conflicts.append(
      .init(
        path: path,
        reason:
          "\(our.map(Self.words) ?? "removed") here, \(their.map(Self.words) ?? "removed") there"))
    guard let our else {
      return their.map { Merged(text: [], isOurs: false, other: theirs.text($0)) }
    }
    return Merged(text: ours.text(our), isOurs: false, other: their.map(theirs.text) ?? [])
  }

  private static func words(_ member: FrameMembers.Member) -> String {
    PatternDifference.FieldChange.Value.text(member.json).text
  }
}

/// The keys of a file and of its `Metadata`, with their places.
private struct FrameMembers {
  struct Member {
    /// The value as canonical JSON.
    var json: String
    /// The bytes of key and value.
    var range: Range<Int>
  }

  let document: EditDocument
  private(set) var root: [String: Member] = [:]
  private(set) var metadata: [String: Member] = [:]
  /// The keys in the order of the file.
  private(set) var rootKeys: [String] = []
  private(set) var metadataKeys: [String] = []
  /// The bytes between the braces of `Metadata`.
  private(set) var metadataInside: Range<Int>?
  /// The offset behind the opening brace of the file.
  private(set) var start = 0

  /// Nil if a key is there twice, or `Metadata` is no object.
  init?(_ document: EditDocument) {
    self.document = document
    var json = JSONReader(document.bytes, maximumNesting: AHAP.maximumNesting, maximumFaults: 1)
    _ = json.beginValue()
    start = json.position
    while let key = json.nextKey() {
      let name = JSONText.text(key, in: json.bytes)
      let value = json.beginValue()
      guard root[name] == nil else { return nil }
      if name == "Pattern" {
        guard json.position == document.inside.lowerBound else { return nil }
        json.position = document.inside.upperBound
        json.skip(value)
        continue
      }
      if name == "Metadata" {
        guard case .object = value, metadataInside == nil else { return nil }
        let inside = json.position
        while let key = json.nextKey() {
          let name = JSONText.text(key, in: json.bytes)
          guard metadata[name] == nil else { return nil }
          metadata[name] = Self.member(key, json.beginValue(), &json)
          metadataKeys.append(name)
        }
        metadataInside = inside..<(json.position - 1)
        continue
      }
      root[name] = Self.member(key, value, &json)
      rootKeys.append(name)
    }
  }

  private static func member(
    _ key: JSONString, _ value: JSONReader.Value, _ json: inout JSONReader
  ) -> Member {
    var output: [UInt8] = []
    json.copy(value, to: &output)
    return Member(
      json: String(decoding: CanonicalJSON.value(output), as: UTF8.self),
      range: key.start..<json.position)
  }

  /// The keys that are here or in `other`, in order.
  func keys(
    with other: FrameMembers, in members: KeyPath<FrameMembers, [String: Member]>
  ) -> [String] {
    let isRoot = members == \.root
    let (own, rest) = isRoot ? (rootKeys, other.rootKeys) : (metadataKeys, other.metadataKeys)
    return own + rest.filter { self[keyPath: members][$0] == nil }
  }

  func text(_ member: Member) -> ArraySlice<UInt8> { document.bytes[member.range] }

  /// The white space before the first key of the file.
  var space: [UInt8] { Array(document.bytes[start...].prefix { $0 <= 0x20 }) }

  /// The white space before the first key of `Metadata`, and before each of the others.
  var metadataSpace: (first: [UInt8], others: [UInt8]) {
    let keys = metadataKeys.prefix(2).compactMap { metadata[$0] }
    guard let inside = metadataInside, let first = keys.first else { return ([], [0x20]) }
    let before = Array(document.bytes[inside.lowerBound..<first.range.lowerBound])
    if keys.count > 1 {
      let gap = document.bytes[first.range.upperBound..<keys[1].range.lowerBound]
      return (before, gap.filter { $0 != UInt8(ascii: ",") })
    }
    return (before, before.isEmpty ? [0x20] : before)
  }
}
