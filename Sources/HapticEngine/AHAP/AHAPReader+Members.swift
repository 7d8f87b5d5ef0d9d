internal import TextFormats

extension AHAPReader {
  /// What was found in an object besides the values.
  struct Members<Key> {
    let vocabulary: Vocabulary<Key>
    /// Where the object begins.
    let start: Int
    /// The number of containers from the file to the object, itself included.
    let depth: Int
    /// A bit for each key of the vocabulary.
    fileprivate(set) var seen: UInt32 = 0
    /// Keys that are none of the vocabulary.
    fileprivate(set) var unknown: [JSONString] = []
    /// Whether some keys may have been lost.
    fileprivate(set) var isDamaged = false

    /// How many of the vocabulary there are.
    var count: Int { seen.nonzeroBitCount }
  }

  /// Of so many unknown keys it is judged which was meant to be one that is missing; more are
  /// reported at once, so that neither time nor memory grows with them.
  ///
  /// Our choice.
  private static var mostMisspelt: Int { 64 }

  /// Reads the object just begun: calls `read` for each known key, which must begin its value and
  /// read it whole.
  ///
  /// Repeated keys are reported; unknown ones are collected, for `check`.
  mutating func readMembers<Key: AHAPKey>(
    of vocabulary: Vocabulary<Key>, _ read: (inout AHAPReader, Key) -> Void
  ) -> Members<Key> {
    var members = Members(
      vocabulary: vocabulary, start: json.valueStart, depth: json.frames.count)
    while let key = json.nextKey() {
      guard let item = vocabulary.item(key, in: json.bytes) else {
        takeUnknown(key, &members)
        json.skip(json.beginValue())
        continue
      }
      let bit: UInt32 = 1 << UInt32(item.index)
      if members.seen & bit != 0 {
        report(.duplicateKey, at: key.start) { _ in
          "\(item.word.rawValue) is there twice; the last one counts"
        }
      }
      members.seen |= bit
      read(&self, item.word)
    }
    members.isDamaged = json.closedDamaged
    return members
  }

  /// Reports keys that are missing and keys that are not known.
  ///
  /// A misspelt key that is missed is one problem and not two.
  mutating func check<Key: AHAPKey>(_ members: Members<Key>, device: CoreHapticsError) {
    let missing = members.isDamaged ? 0 : members.vocabulary.required & ~members.seen
    guard missing != 0 || !members.unknown.isEmpty else { return }
    var unknown = members.unknown
    for word in members.vocabulary.words(of: missing) {
      let index = unknown.firstIndex { means(word, $0, members.vocabulary) }
      if let index {
        reportMisspelt(unknown.remove(at: index), members, missing: word, device: device)
      } else {
        let spot = Spot(depth: members.depth, key: word)
        report(.missingKey, at: members.start, spot, device: device) { "\(word) is missing" }
      }
    }
    for key in unknown { reportUnknown(key, members) }
  }

  /// Whether `key`, which is not there, was left out: no other key looks like it.
  mutating func lacks<Key: AHAPKey>(_ key: Key, _ members: Members<Key>) -> Bool {
    !members.isDamaged
      && !members.unknown.contains { means(key.rawValue, $0, members.vocabulary) }
  }

  /// Whether `key`, which is unknown, was meant to be `word`.
  mutating func means<Key: AHAPKey>(
    _ word: String, _ key: JSONString, _ vocabulary: Vocabulary<Key>
  ) -> Bool {
    guard comparisonsLeft > 0 else { return false }
    comparisonsLeft -= 1
    return vocabulary.nearest(to: JSONText.text(key, in: json.bytes, maximumBytes: 64)) == word
  }

  private mutating func takeUnknown<Key: AHAPKey>(_ key: JSONString, _ members: inout Members<Key>)
  {
    // What could not be read as a key was reported already, and has no letters.
    guard key.lower < key.upper || !json.top.isDamaged else { return }
    if members.unknown.count < Self.mostMisspelt {
      members.unknown.append(key)
    } else {
      reportUnknown(key, members)
    }
  }

  private mutating func reportUnknown<Key: AHAPKey>(_ key: JSONString, _ members: Members<Key>) {
    let word = JSONText.text(key, in: json.bytes, maximumBytes: 64)
    report(
      .unknownKey, at: key.start, Spot(depth: members.depth, key: word),
      suggestion: members.vocabulary.nearest(to: word)
    ) { "unknown key \(Quoted.words(word)), which is ignored" }
  }

  private mutating func reportMisspelt<Key: AHAPKey>(
    _ key: JSONString, _ members: Members<Key>, missing: String, device: CoreHapticsError
  ) {
    let word = JSONText.text(key, in: json.bytes, maximumBytes: 64)
    report(
      .missingKey, at: key.start, Spot(depth: members.depth, key: word), device: device,
      suggestion: missing
    ) { "\(missing) is missing, and \(Quoted.words(word)) is an unknown key" }
  }
}

/// Keys that are spelled out, as the vocabularies have them.
typealias AHAPKey = RawRepresentable<String> & CaseIterable & Sendable

extension AHAPReader.Members where Key: AHAPKey {
  /// The place of the value of `key`.
  func spot(_ key: Key, index: Int? = nil, member: String? = nil) -> Spot {
    Spot(depth: depth, key: key.rawValue, index: index, member: member)
  }
}
