internal import TextFormats

extension AHAPReader {
  struct Members<Key> {
    let vocabulary: Vocabulary<Key>
    /// The offset of the object.
    let start: Int
    /// The nesting depth of the object: the number of containers around it, plus 1 for the object itself.
    let depth: Int
    /// A bit for each key of the vocabulary.
    fileprivate(set) var seen: UInt32 = 0
    /// Unknown keys.
    fileprivate(set) var unknown: [JSONString] = []
    /// Whether some keys may have been lost.
    fileprivate(set) var isDamaged = false

    /// The number of known keys.
    var count: Int { seen.nonzeroBitCount }
  }

  /// The maximum number of unknown keys that are compared with missing ones.
  ///
  /// Additional keys are reported immediately, so that time and memory do not grow with their number. Our choice.
  private static var maximumComparedKeys: Int { 64 }

  /// Reads the object that has just begun.
  ///
  /// Calls `read` for each known key; `read` must begin the key's value and read it completely.
  ///
  /// Repeated keys are reported; unknown keys are collected for `check`.
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
          "duplicate key \(item.word.rawValue); the last one counts"
        }
      }
      members.seen |= bit
      read(&self, item.word)
    }
    members.isDamaged = json.closedDamaged
    return members
  }

  /// Reports missing and unknown keys.
  ///
  /// A misspelled required key is reported as one problem, not as a missing key and an unknown key.
  mutating func check<Key: AHAPKey>(_ members: Members<Key>, device: CoreHapticsError) {
    let missing = members.isDamaged ? 0 : members.vocabulary.required & ~members.seen
    guard missing != 0 || !members.unknown.isEmpty else { return }
    var unknown = members.unknown
    for word in members.vocabulary.words(of: missing) {
      let index = unknown.firstIndex { isNearest(word, $0, members.vocabulary) }
      if let index {
        reportMisspelt(unknown.remove(at: index), members, missing: word, device: device)
      } else {
        let valuePath = ValuePath(depth: members.depth, key: word)
        report(.missingKey, at: members.start, valuePath, device: device) { "missing key \(word)" }
      }
    }
    for key in unknown { reportUnknown(key, members) }
  }

  /// Whether the missing `key` was omitted rather than misspelled: no unknown key is similar.
  mutating func lacks<Key: AHAPKey>(_ key: Key, _ members: Members<Key>) -> Bool {
    !members.isDamaged
      && !members.unknown.contains { isNearest(key.rawValue, $0, members.vocabulary) }
  }

  /// Whether `word` is the known key nearest to the unknown `key`.
  mutating func isNearest<Key: AHAPKey>(
    _ word: String, _ key: JSONString, _ vocabulary: Vocabulary<Key>
  ) -> Bool {
    guard comparisonsLeft > 0 else { return false }
    comparisonsLeft -= 1
    return vocabulary.nearest(to: JSONText.text(key, in: json.bytes, maximumBytes: 64)) == word
  }

  private mutating func takeUnknown<Key: AHAPKey>(_ key: JSONString, _ members: inout Members<Key>)
  {
    // A damaged key is empty and has already been reported.
    guard key.lower < key.upper || !json.top.isDamaged else { return }
    if members.unknown.count < Self.maximumComparedKeys {
      members.unknown.append(key)
    } else {
      reportUnknown(key, members)
    }
  }

  private mutating func reportUnknown<Key: AHAPKey>(_ key: JSONString, _ members: Members<Key>) {
    let word = JSONText.text(key, in: json.bytes, maximumBytes: 64)
    report(
      .unknownKey, at: key.start, ValuePath(depth: members.depth, key: word),
      suggestion: members.vocabulary.nearest(to: word)
    ) { "unknown key \(Quoted.words(word)), which is ignored" }
  }

  private mutating func reportMisspelt<Key: AHAPKey>(
    _ key: JSONString, _ members: Members<Key>, missing: String, device: CoreHapticsError
  ) {
    let word = JSONText.text(key, in: json.bytes, maximumBytes: 64)
    report(
      .missingKey, at: key.start, ValuePath(depth: members.depth, key: word), device: device,
      suggestion: missing
    ) { "missing key \(missing); unknown key \(Quoted.words(word))" }
  }
}

/// The keys of a vocabulary, whose raw values are the words in the file.
typealias AHAPKey = RawRepresentable<String> & CaseIterable & Sendable

extension AHAPReader.Members where Key: AHAPKey {
  /// The path of the value of `key`.
  func path(_ key: Key, index: Int? = nil, member: String? = nil) -> ValuePath {
    ValuePath(depth: depth, key: key.rawValue, index: index, member: member)
  }
}

extension AHAPReader {
  /// The value of a key, to the extent that it could be read.
  enum Slot<Value> {
    /// The key is missing.
    case absent
    /// The value was reported as invalid.
    case unreadable
    /// The value is null, at an offset; whether this matters depends on the other keys.
    case null(at: Int)
    /// The value, and its offset.
    case given(Value, at: Int)

    var value: Value? { if case .given(let value, _) = self { value } else { nil } }
  }

  /// Reads a number.
  ///
  /// true and false count as 1 and 0.
  mutating func readNumber(_ name: String, device: CoreHapticsError) -> Slot<Double> {
    let value = json.beginValue()
    let start = json.valueStart
    switch value {
    case .number(let number): return .given(number, at: start)
    case .boolean(let boolean):
      report(.booleanForNumber, at: start) { _ in
        "\(name) must be a number; \(boolean) counts as \(boolean ? 1 : 0)"
      }
      return .given(boolean ? 1 : 0, at: start)
    case .string(let string):
      let text = JSONText.text(string, in: json.bytes, maximumBytes: 64)
      let hint = Double(text) == nil ? "" : "; leave out the quotes"
      report(.wrongType, at: start, device: device) { _ in
        "\(name) must be a number, not a string\(hint)"
      }
      return .unreadable
    case .object, .array, .null, .damaged:
      refuse(value, "\(name) must be a number", device: device)
      return .unreadable
    }
  }

  /// Reads a time or duration in seconds.
  mutating func readSeconds(
    _ name: String, _ code: AHAPDiagnostic.Code, refused: CoreHapticsError,
    device: CoreHapticsError
  ) -> Slot<Seconds> {
    let slot = readNumber(name, device: device)
    guard case .given(let seconds, let start) = slot else { return slot }
    if seconds >= 0 && seconds <= PatternLimits.maximumTime { return slot }
    report(code, at: start, device: refused) { _ in
      seconds < 0
        ? "\(name) is \(seconds): it cannot be negative"
        : "\(name) is \(seconds) seconds; a pattern can last at most \(PatternLimits.maximumTime) "
          + "seconds"
    }
    return .unreadable
  }

  /// Reads true or false.
  ///
  /// Numbers are accepted; 0 counts as false.
  mutating func readBoolean(
    _ name: String, device: CoreHapticsError, orNull: Bool = false
  ) -> Slot<Bool> {
    let value = json.beginValue()
    let start = json.valueStart
    switch value {
    case .boolean(let boolean): return .given(boolean, at: start)
    case .number(let number):
      report(.numberForBoolean, at: start) { _ in
        "\(name) must be true or false; \(number) counts as \(number != 0)"
      }
      return .given(number != 0, at: start)
    case .null where orNull: return .null(at: start)
    case .object, .array, .string, .null, .damaged:
      refuse(value, "\(name) must be true or false", device: device)
      return .unreadable
    }
  }

  /// Reads a string.
  mutating func readText(
    _ name: String, device: CoreHapticsError, orNull: Bool = false
  ) -> Slot<String> {
    let value = json.beginValue()
    if orNull, case .null = value { return .null(at: json.valueStart) }
    guard case .string(let string) = value else {
      refuse(value, "\(name) must be a string", device: device)
      return .unreadable
    }
    return .given(JSONText.text(string, in: json.bytes), at: json.valueStart)
  }

  /// Reads one of the words of `vocabulary`; `kind` describes these words in messages.
  mutating func readWord<Word: AHAPKey>(
    _ name: String, of vocabulary: Vocabulary<Word>, _ kind: String,
    unknown: (code: AHAPDiagnostic.Code, device: CoreHapticsError), device: CoreHapticsError
  ) -> Slot<Word> {
    let value = json.beginValue()
    let start = json.valueStart
    guard case .string(let string) = value else {
      refuse(value, "\(name) must be a string", device: device)
      return .unreadable
    }
    if let item = vocabulary.item(string, in: json.bytes) { return .given(item.word, at: start) }
    let bytes = json.bytes
    let written = { JSONText.text(string, in: bytes, maximumBytes: 64) }
    report(
      unknown.code, at: start, device: unknown.device,
      suggestion: vocabulary.nearest(to: written())
    ) { _ in "unknown \(kind) \(Quoted.words(written()))" }
    return .unreadable
  }

  /// Reports a value that is clamped.
  mutating func checkRange(
    _ name: String, _ slot: Slot<Double>, _ range: ClosedRange<Double>, _ valuePath: ValuePath
  ) {
    guard case .given(let value, let start) = slot, !range.contains(value) else { return }
    report(.valueOutOfRange, at: start, valuePath) {
      "\(name) ranges from \(range.lowerBound) to \(range.upperBound); \(value) is clamped to "
        + "\(range.clamped(value))"
    }
  }
}
