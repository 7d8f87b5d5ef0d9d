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

extension AHAPReader {
  /// What became of a key's value.
  enum Slot<Value> {
    /// The key is not there.
    case absent
    /// It has a value that was reported.
    case unreadable
    /// It is null, at an offset, where only the whole object says whether that matters.
    case null(at: Int)
    /// It has a value, which begins at an offset.
    case given(Value, at: Int)

    /// The value, if there is one.
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
        "\(name) is a number; \(boolean) counts as \(boolean ? 1 : 0)"
      }
      return .given(boolean ? 1 : 0, at: start)
    case .string(let string):
      let text = JSONText.text(string, in: json.bytes, maximumBytes: 64)
      let hint = Double(text) == nil ? "" : "; leave out the quotes"
      report(.wrongType, at: start, device: device) { _ in
        "\(name) must be a number, not a text\(hint)"
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
    if seconds >= 0 && seconds <= PatternLimits.latestTime { return slot }
    report(code, at: start, device: refused) { _ in
      seconds < 0
        ? "\(name) is \(seconds): it cannot be negative"
        : "\(name) is \(seconds) seconds, more than the \(PatternLimits.latestTime) that a pattern "
          + "can last"
    }
    return .unreadable
  }

  /// Reads true or false.
  ///
  /// Numbers count, 0 as false.
  mutating func readBoolean(
    _ name: String, device: CoreHapticsError, orNull: Bool = false
  ) -> Slot<Bool> {
    let value = json.beginValue()
    let start = json.valueStart
    switch value {
    case .boolean(let boolean): return .given(boolean, at: start)
    case .number(let number):
      report(.numberForBoolean, at: start) { _ in
        "\(name) is true or false; \(number) counts as \(number != 0)"
      }
      return .given(number != 0, at: start)
    case .null where orNull: return .null(at: start)
    case .object, .array, .string, .null, .damaged:
      refuse(value, "\(name) must be true or false", device: device)
      return .unreadable
    }
  }

  /// Reads a text.
  mutating func readText(
    _ name: String, device: CoreHapticsError, orNull: Bool = false
  ) -> Slot<String> {
    let value = json.beginValue()
    if orNull, case .null = value { return .null(at: json.valueStart) }
    guard case .string(let string) = value else {
      refuse(value, "\(name) must be a text", device: device)
      return .unreadable
    }
    return .given(JSONText.text(string, in: json.bytes), at: json.valueStart)
  }

  /// Reads one of the words of `vocabulary`; `kind` says what they are.
  mutating func readWord<Word: AHAPKey>(
    _ name: String, of vocabulary: Vocabulary<Word>, _ kind: String,
    unknown: (code: AHAPDiagnostic.Code, device: CoreHapticsError), device: CoreHapticsError
  ) -> Slot<Word> {
    let value = json.beginValue()
    let start = json.valueStart
    guard case .string(let string) = value else {
      refuse(value, "\(name) must be a text", device: device)
      return .unreadable
    }
    if let item = vocabulary.item(string, in: json.bytes) { return .given(item.word, at: start) }
    let bytes = json.bytes
    let written = { JSONText.text(string, in: bytes, maximumBytes: 64) }
    report(
      unknown.code, at: start, device: unknown.device,
      suggestion: vocabulary.nearest(to: written())
    ) { _ in "\(Quoted.words(written())) is not \(kind)" }
    return .unreadable
  }

  /// Reports a value that is clamped.
  mutating func checkRange(
    _ name: String, _ slot: Slot<Double>, _ range: ClosedRange<Double>, _ spot: Spot
  ) {
    guard case .given(let value, let start) = slot, !range.contains(value) else { return }
    report(.valueOutOfRange, at: start, spot) {
      "\(name) goes from \(range.lowerBound) to \(range.upperBound); \(value) is clamped to "
        + "\(range.clamp(value))"
    }
  }
}
