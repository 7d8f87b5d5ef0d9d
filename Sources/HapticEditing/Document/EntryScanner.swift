package import HapticEngine
internal import TextFormats

/// The place of a number in a file, and its value.
package struct NumberToken: Hashable, Sendable {
  package var value: Double
  /// The bytes of the number; `true` and `false` are read as 1 and 0.
  var range: Range<Int>
}

/// The contents of a pattern's entry, and their places in the file.
///
/// One instance is reused for all entries, so that scanning a million entries does not allocate.
package struct EntryFields {
  /// A parameter of an event.
  package struct Parameter {
    package var id: EventParameter.ID
    package var value: NumberToken
    /// The bytes of the parameter's object.
    package var range: Range<Int>
  }

  /// A point of a curve.
  package struct Point {
    package var time: NumberToken
    package var value: NumberToken
    /// The bytes of the point's object.
    package var range: Range<Int>
  }

  /// The index of the entry.
  package var index = 0
  /// The bytes of the entry.
  package var range = 0..<0
  package var kind = EntryKind.transient
  /// The bytes of the entry's Event, Parameter or ParameterCurve.
  package var body = 0..<0
  /// The bytes of the key `ParameterCurve`.
  package var bodyKey = 0..<0
  /// The end of the last value in `body`.
  package var lastValueEnd = 0
  /// The white space before the first key of `body`.
  package var bodySpace = 0..<0
  package var time = NumberToken(value: 0, range: 0..<0)
  package var duration: NumberToken?
  /// The bytes of the member `EventDuration`, key and value.
  package var durationMember = 0..<0
  /// The control of a parameter or curve.
  package var control = DynamicParameter.ID.hapticIntensityControl
  /// The value of a dynamic parameter.
  package var value: NumberToken?
  /// The parameters of an event.
  package var parameters: [Parameter] = []
  /// The bytes of the array of parameters or points, including the brackets; nil if the entry does not have one.
  package var parameterList: Range<Int>?
  /// The bytes of a sound's path, if any.
  package var waveform: Range<Int>?
  /// The points of a curve.
  package var points: [Point] = []
  /// The bytes of the member `ParameterCurveControlPoints`, key and value.
  package var pointsMember = 0..<0
  /// The keys that AHAP does not define, with their values, as canonical JSON.
  package var unknown: [UInt8] = []

  /// Returns the last parameter `id`, which is the effective one.
  func parameter(_ id: EventParameter.ID) -> Parameter? { parameters.last { $0.id == id } }

  /// Returns the event's value of `id`, or the default if the event does not set it, not clamped; nil if the entry does
  /// not respond to `id`.
  package func value(of id: EventParameter.ID) -> Double? {
    guard let type = kind.eventType, id.applies(to: type) else { return nil }
    return parameter(id)?.value.value ?? id.defaultValue
  }

  /// The end of the entry, in seconds from the start of the pattern: for an event its time plus its duration, for a
  /// curve the time of its last point.
  package var end: Seconds {
    if kind == .curve { return time.value + (points.lazy.map(\.time.value).max() ?? 0) }
    return time.value + (duration?.value ?? 0)
  }

  /// The time at which the entry takes effect; for a curve the time of its first point.
  package var start: Seconds {
    kind == .curve ? time.value + (points.lazy.map(\.time.value).min() ?? 0) : time.value
  }

  /// The name of the entry in a message.
  package var path: String { "Pattern[\(index)]" }

  fileprivate mutating func reset() {
    resetBody()
    unknown.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func resetBody() {
    (duration, value, parameterList, waveform) = (nil, nil, nil, nil)
    parameters.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
  }
}

extension EntryKind {
  /// The type of events of this kind; nil for controls.
  package var eventType: EventType? {
    switch self {
    case .transient: .hapticTransient
    case .continuous: .hapticContinuous
    case .tone: .audioContinuous
    case .sound: .audioCustom
    case .parameter, .curve: nil
    }
  }

  /// Whether this is a sound or a tone.
  var isAudio: Bool { self == .tone || self == .sound }
}

/// Reads the entries of a valid pattern file with the places of their values.
///
/// Unlike `AHAPReader`, which keeps values and reports problems, the scanner keeps places and expects a file without
/// errors.
struct EntryScanner {
  private var json: JSONReader

  init(_ bytes: [UInt8]) {
    json = JSONReader(bytes, maximumNesting: AHAP.maximumNesting, maximumFaults: 1)
  }

  /// Returns the object or array at `range`, with the places of its items; nil for anything else.
  mutating func container(at range: Range<Int>) -> ContainerSyntax? {
    json.position = range.lowerBound
    return container(json.beginValue())
  }

  /// Returns the text at `range`; nil for anything else.
  mutating func text(at range: Range<Int>) -> String? {
    json.position = range.lowerBound
    guard case .string(let string) = json.beginValue() else { return nil }
    return JSONText.text(string, in: json.bytes)
  }

  /// Returns the number at `range`; nil for anything else.
  mutating func number(at range: Range<Int>) -> NumberToken? {
    json.position = range.lowerBound
    guard case .number(let value) = json.beginValue() else { return nil }
    return NumberToken(value: value, range: range)
  }

  /// Returns the places of the file's top-level keys, of its metadata's keys, and of its entries.
  ///
  /// If the file has two arrays of entries, or two objects of metadata, the last is used.
  mutating func outline() -> DocumentSyntax {
    var outline = DocumentSyntax()
    let root = container(json.beginValue()) { scanner, value, key in
      switch (key, value) {
      case ("Pattern", .array):
        outline.entries.removeAll()
        let start = scanner.json.position
        while scanner.json.nextElement() { outline.entries.append(EntrySpan(scanner.skip())) }
        outline.inside = start..<(scanner.json.position - 1)
      case ("Metadata", .object):
        outline.metadata = scanner.container(value)
      default: scanner.json.skip(value)
      }
    }
    outline.root = root ?? outline.root
    return outline
  }

  /// Reads the container that has just begun; `read` must read the values of its members completely.
  private mutating func container(
    _ value: JSONReader.Value,
    _ read: (inout EntryScanner, JSONReader.Value, String) -> Void = { scanner, value, _ in
      scanner.json.skip(value)
    }
  ) -> ContainerSyntax? {
    var items: [ContainerSyntax.Item] = []
    let start = json.position
    var isObject = false
    switch value {
    case .object:
      isObject = true
      while let key = json.nextKey() {
        let name = JSONText.text(key, in: json.bytes)
        let value = json.beginValue()
        let start = json.valueStart
        read(&self, value, name)
        items.append(.init(key: name, start: key.start, value: start..<json.position))
      }
    case .array:
      while json.nextElement() {
        let range = skip()
        items.append(.init(key: "", start: range.lowerBound, value: range))
      }
    case .string, .number, .boolean, .null, .damaged: return nil
    }
    return ContainerSyntax(
      isObject: isObject, inside: start..<(json.position - 1), items: items)
  }

  /// Skips the next value and returns its bytes.
  private mutating func skip() -> Range<Int> {
    let value = json.beginValue()
    let start = json.valueStart
    json.skip(value)
    return start..<json.position
  }

  /// Reads the entry at `span`.
  mutating func scan(_ span: EntrySpan, index: Int, into fields: inout EntryFields) {
    fields.reset()
    fields.index = index
    fields.range = span.range
    json.position = span.range.lowerBound
    _ = json.beginValue()
    while let key = json.nextKey() {
      if equals(key, "Event") {
        scanEvent(into: &fields)
      } else if equals(key, "Parameter") {
        fields.kind = .parameter
        scanControl(into: &fields)
      } else if equals(key, "ParameterCurve") {
        fields.kind = .curve
        fields.bodyKey = key.start..<(key.upper + 1)
        scanControl(into: &fields)
      } else {
        scanUnknown(key, into: &fields)
      }
    }
    if !fields.unknown.isEmpty { fields.unknown = CanonicalJSON.members(fields.unknown) }
  }

  private mutating func scanEvent(into fields: inout EntryFields) {
    beginBody(&fields)
    while let key = json.nextKey() {
      if equals(key, "Time") {
        if let number = number() { fields.time = number }
      } else if equals(key, "EventType") {
        scanType(into: &fields)
      } else if equals(key, "EventDuration") {
        fields.duration = number()
        fields.durationMember = key.start..<json.position
      } else if equals(key, "EventParameters") {
        scanList(ofEvent: true, into: &fields)
      } else {
        // Sounds and their switches are treated like unknown keys: an edit copies them, and a comparison reads them.
        scanUnknown(key, into: &fields)
        if equals(key, "EventWaveformPath") { fields.waveform = json.valueStart..<json.position }
      }
      fields.lastValueEnd = json.position
    }
    fields.body = fields.body.lowerBound..<json.position
  }

  private mutating func scanControl(into fields: inout EntryFields) {
    beginBody(&fields)
    while let key = json.nextKey() {
      if equals(key, "Time") {
        if let number = number() { fields.time = number }
      } else if equals(key, "ParameterID") {
        if case .string(let word) = json.beginValue() {
          fields.control = id(word, among: Self.controls) ?? fields.control
        }
      } else if equals(key, "ParameterValue") {
        fields.value = number()
      } else if equals(key, "ParameterCurveControlPoints") {
        scanList(ofEvent: false, into: &fields)
        fields.pointsMember = key.start..<json.position
      } else {
        scanUnknown(key, into: &fields)
      }
      fields.lastValueEnd = json.position
    }
    fields.body = fields.body.lowerBound..<json.position
  }

  private mutating func beginBody(_ fields: inout EntryFields) {
    // If a key occurs twice, only the last value is used, and the first is discarded completely.
    fields.resetBody()
    _ = json.beginValue()
    fields.body = json.valueStart..<json.position
    json.skipSpace()
    fields.bodySpace = (fields.body.lowerBound + 1)..<json.position
  }

  private mutating func scanType(into fields: inout EntryFields) {
    guard case .string(let word) = json.beginValue() else { return }
    if equals(word, "HapticTransient") {
      fields.kind = .transient
    } else if equals(word, "HapticContinuous") {
      fields.kind = .continuous
    } else if equals(word, "AudioContinuous") {
      fields.kind = .tone
    } else {
      fields.kind = .sound
    }
  }

  /// Reads the parameters of an event, or the points of a curve; if the list occurs twice, the last is used.
  private mutating func scanList(ofEvent isEvent: Bool, into fields: inout EntryFields) {
    fields.parameters.removeAll(keepingCapacity: true)
    fields.points.removeAll(keepingCapacity: true)
    _ = json.beginValue()
    let listStart = json.valueStart
    while json.nextElement() {
      _ = json.beginValue()
      let start = json.valueStart
      var (id, time, value): (EventParameter.ID?, NumberToken?, NumberToken?) = (nil, nil, nil)
      while let key = json.nextKey() {
        if equals(key, "ParameterValue") {
          value = number()
        } else if isEvent, equals(key, "ParameterID") {
          if case .string(let word) = json.beginValue() {
            id = self.id(word, among: Self.parameters)
          }
        } else if !isEvent, equals(key, "Time") {
          time = number()
        } else {
          scanUnknown(key, into: &fields)
        }
      }
      guard let value else { continue }
      let range = start..<json.position
      if let id { fields.parameters.append(.init(id: id, value: value, range: range)) }
      if let time { fields.points.append(.init(time: time, value: value, range: range)) }
    }
    fields.parameterList = listStart..<json.position
  }

  private mutating func scanUnknown(_ key: JSONString, into fields: inout EntryFields) {
    JSONText.append(JSONText.text(key, in: json.bytes), to: &fields.unknown)
    fields.unknown.append(UInt8(ascii: ":"))
    let value = json.beginValue()
    json.copy(value, to: &fields.unknown)
    fields.unknown.append(UInt8(ascii: ","))
  }

  private mutating func number() -> NumberToken? {
    switch json.beginValue() {
    case .number(let value):
      return NumberToken(value: value, range: json.valueStart..<json.position)
    case .boolean(let value):
      return NumberToken(value: value ? 1 : 0, range: json.valueStart..<json.position)
    case .object, .array, .string, .null, .damaged: return nil
    }
  }

  private func equals(_ string: JSONString, _ word: StaticString) -> Bool {
    if string.hasEscapes {
      return JSONText.text(string, in: json.bytes) == word.description
    }
    let count = word.utf8CodeUnitCount
    guard string.upper - string.lower == count else { return false }
    var index = 0
    while index < count {
      // SAFETY: a static string has as many bytes as it says.
      let letter = unsafe word.utf8Start[index]
      if json.bytes[string.lower + index] != letter { return false }
      index += 1
    }
    return true
  }

  /// The element of `ids` whose word is `string`.
  private func id<ID>(_ string: JSONString, among ids: [(word: [UInt8], id: ID)]) -> ID? {
    if string.hasEscapes {
      let text = Array(JSONText.text(string, in: json.bytes).utf8)
      return ids.first { $0.word == text }?.id
    }
    return ids.first { $0.word.elementsEqual(json.bytes[string.lower..<string.upper]) }?.id
  }

  private static let parameters = EventParameter.ID.allCases.map {
    (word: Array($0.rawValue.utf8), id: $0)
  }

  private static let controls = DynamicParameter.ID.allCases.map {
    (word: Array($0.rawValue.utf8), id: $0)
  }
}

/// The bytes of an entry, in compact form, because there may be a million of them.
struct EntrySpan: Hashable, Sendable {
  private let lower: UInt32
  private let upper: UInt32

  init(_ range: Range<Int>) {
    // A file is at most `AHAP.maximumFileSize`, 2^29, bytes long; a file that grows beyond 2^32 is rejected.
    lower = UInt32(clamping: range.lowerBound)
    upper = UInt32(clamping: range.upperBound)
  }

  var range: Range<Int> { Int(lower)..<Int(upper) }
}
