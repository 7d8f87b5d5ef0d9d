internal import HapticEngine

/// The compared part of an entry: two entries are the same if their keys are equal.
struct EntryKey {
  var index: Int32
  var kind: UInt8
  var time: Seconds
  /// A hash of everything except the time.
  var content: UInt64

  /// Returns the keys of all entries, sorted by time, kind and content.
  static func sorted(of document: EditDocument) -> [EntryKey] {
    var keys: [EntryKey] = []
    keys.reserveCapacity(document.entryCount)
    var scanner = EntryScanner(document.bytes)
    var fields = EntryFields()
    for (index, span) in document.entries.enumerated() {
      scanner.scan(span, index: index, into: &fields)
      var hash = ContentHash()
      hash.add(fields)
      keys.append(
        EntryKey(
          index: Int32(index), kind: fields.kind.number, time: fields.time.value,
          content: hash.value))
    }
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0.sortsBefore($1) }
    if !isSorted { keys.sort { $0.sortsBefore($1) } }
    return keys
  }

  func isSame(_ other: Self) -> Bool {
    time == other.time && kind == other.kind && content == other.content
  }

  func isLess(_ other: Self) -> Bool {
    (time, kind, content) < (other.time, other.kind, other.content)
  }

  func sortsBefore(_ other: Self) -> Bool {
    (time, kind, content, index) < (other.time, other.kind, other.content, other.index)
  }
}

extension [EntryKey] {
  /// Returns the end of the group of entries with the same kind and time as the entry at `start`.
  func end(ofGroupAt start: Int) -> Int {
    var end = start + 1
    while end < count, self[end].time == self[start].time, self[end].kind == self[start].kind {
      end += 1
    }
    return end
  }
}

extension EntryKind {
  /// A number for each kind.
  fileprivate var number: UInt8 {
    switch self {
    case .transient: 0
    case .continuous: 1
    case .tone: 2
    case .sound: 3
    case .parameter: 4
    case .curve: 5
    }
  }
}

/// A hash of an entry's contents except its time, the same in every run.
private struct ContentHash {
  private var fingerprint = Fingerprint()

  var value: UInt64 { fingerprint.value }

  mutating func add(_ fields: EntryFields) {
    add(fields.duration?.value)
    if fields.kind.eventType == nil {
      for byte in fields.control.rawValue.utf8 { add(UInt64(byte)) }
      add(fields.value?.value)
      for point in fields.points {
        add(point.time.value)
        add(point.value.value)
      }
    } else {
      for (number, id) in EventParameter.ID.allCases.enumerated() {
        guard let parameter = fields.parameter(id) else { continue }
        add(UInt64(number))
        add(parameter.value.value)
      }
    }
    for byte in fields.unknown { add(UInt64(byte)) }
  }

  private mutating func add(_ number: Double?) {
    // 0 and -0 are equal.
    add(number.map { $0 == 0 ? 0 : $0.bitPattern } ?? .max)
  }

  private mutating func add(_ word: UInt64) { fingerprint.add(word) }
}
