internal import TextFormats

/// Reads one AHAP file.
///
/// The top-level keys are read here; the extensions read the entries.
///
/// Values go directly from the bytes into the pattern. After the first error, entries are no longer kept, since the
/// file cannot become a pattern. Reading continues only to find more problems.
struct AHAPReader {
  /// A problem whose location has not been converted to a line and a column yet.
  struct Finding {
    let code: AHAPDiagnostic.Code
    let path: String
    let message: String
    var suggestion: String?
    var deviceError: CoreHapticsError?
  }

  var json: JSONReader
  var errors = EarliestFirst<Finding>(limit: AHAP.maximumDiagnostics)
  var warnings = EarliestFirst<Finding>(limit: AHAP.maximumDiagnostics)
  var entries: [HapticPattern.Entry] = []
  /// The offset of the array of entries.
  var patternStart = 0
  var metadata: PatternMetadata = [:]
  var extent = PatternExtent()
  /// The first mention of each sound file: its offset and its path.
  var waveforms: [String: (offset: Int, path: String)] = [:]
  /// The offset of each metadata key.
  var metadataOffsets: [String: Int] = [:]
  /// The remaining number of searches for the nearest known key.
  ///
  /// Our choice: each search takes microseconds, and a hostile file could cause millions. Once the searches are used
  /// up, a misspelled key is reported as two problems, a missing key and an unknown key.
  var comparisonsLeft = 100_000
  /// The offsets of the parameters in the event being read; kept for reuse.
  var parameterOffsets: [Int] = []
  /// The parameters of the event being checked; kept for reuse.
  var seenParameters: [EventParameter.ID] = []

  init(_ bytes: [UInt8]) {
    json = JSONReader(
      bytes, maximumNesting: AHAP.maximumNesting, maximumFaults: AHAP.maximumDiagnostics)
  }

  /// Whether no error has been found so far.
  var isSound: Bool { json.isSound && errors.count == 0 }

  /// Reads everything.
  mutating func readFile(named file: String) -> AHAPReading {
    let root = json.beginValue()
    if case .object = root {
      readRoot()
    } else {
      if !json.isStopped, json.isSound {
        report(.rootNotObject, at: json.valueStart, device: .invalidPatternDictionary) { _ in
          "the top-level value must be an object in { }, not \(root.noun)"
        }
      }
      json.skip(root)
    }
    if case .damaged = root { json.stop() }
    json.finish()
    reportOverlaps()
    return makeReading(file)
  }

  private mutating func readRoot() {
    let members = readMembers(of: AHAPVocabulary.root) { reader, key in
      switch key {
      case .version: reader.readVersion()
      case .metadata: reader.readMetadata()
      case .pattern: reader.readPattern()
      case .schema: reader.json.skip(reader.json.beginValue())
      }
    }
    check(members, device: .invalidPatternDictionary)
    guard isSound else { return }
    if entries.isEmpty {
      report(.emptyPattern, at: patternStart, members.path(.pattern)) {
        "the pattern has no entries"
      }
    } else if let reason = extent.silence {
      report(.silentPattern, at: patternStart, members.path(.pattern)) { reason }
    } else {
      checkExtent()
    }
  }

  private mutating func readVersion() {
    let value = json.beginValue()
    switch value {
    case .number(1), .damaged: break
    case .number(let version):
      report(.unknownVersion, at: json.valueStart) { _ in
        "the version of the format is 1, not \(version)"
      }
    case .object, .array, .string, .boolean, .null:
      report(.unknownVersion, at: json.valueStart) { _ in
        "Version must be the number 1, not \(value.noun)"
      }
    }
    json.skip(value)
  }

  private mutating func readPattern() {
    entries = []
    extent = PatternExtent()
    waveforms = [:]
    let isArray = beginArray(
      "Pattern must be an array of entries in [ ]", device: .invalidPatternDictionary)
    patternStart = json.valueStart
    while isArray, json.nextElement() { readEntry() }
  }

  private func makeReading(_ file: String) -> AHAPReading {
    var places = SourceLocations(json.bytes)
    let faults = json.faults.inOrder().map { ($0.offset, $0.element.finding) }
    let all = (faults + errors.inOrder().map { ($0.offset, $0.element) }).enumerated()
    let firstErrors = all.sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .prefix(AHAP.maximumDiagnostics).map(\.element)
    let listed = (firstErrors + warnings.inOrder().map { ($0.offset, $0.element) }).enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    let diagnostics = listed.map { offset, finding in
      let place = places.place(of: offset)
      return AHAPDiagnostic(
        file: file, line: place.line, column: place.column, code: finding.code,
        path: finding.path, message: finding.words, suggestion: finding.suggestion,
        deviceError: finding.deviceError)
    }
    return AHAPReading(
      file: file,
      pattern: isSound ? HapticPattern(checkedEntries: entries, metadata: metadata) : nil,
      diagnostics: diagnostics, errorCount: json.faults.count + errors.count,
      warningCount: warnings.count, waveforms: isSound ? placedWaveforms() : [],
      metadataPlaces: metadataPlaces())
  }

  private func metadataPlaces() -> [String: SourceLocation] {
    // The offsets are looked up in ascending order, so that one pass over the file finds all locations.
    var places = SourceLocations(json.bytes)
    return metadataOffsets.sorted { $0.value < $1.value }
      .reduce(into: [:]) { $0[$1.key] = places.place(of: $1.value) }
  }

  private func placedWaveforms() -> [PlacedWaveform] {
    var places = SourceLocations(json.bytes)
    return waveforms.sorted { $0.value.offset < $1.value.offset }.map { waveform, mention in
      let place = places.place(of: mention.offset)
      return PlacedWaveform(
        waveformPath: waveform, line: place.line, column: place.column, jsonPath: mention.path)
    }
  }
}

extension JSONFault {
  /// The fault as a problem of the file.
  var finding: AHAPReader.Finding {
    AHAPReader.Finding(
      code: kind.code, path: path, message: words, deviceError: .invalidPatternData)
  }
}

extension AHAPReader.Finding {
  /// The message with the suggestion and the device's error.
  var words: String {
    var words = message
    if let suggestion { words += "; \(NearestWord.question(suggestion))" }
    if let deviceError {
      words += " (Core Haptics: \(deviceError.name), \(deviceError.rawValue))"
    }
    return words
  }
}

extension AHAPReader {
  /// Reads one entry of the pattern.
  mutating func readEntry() {
    guard
      beginObject(
        "an entry must be an object with an Event, Parameter or ParameterCurve",
        device: .invalidPatternDictionary)
    else { return }
    var entry: HapticPattern.Entry?
    let members = readMembers(of: AHAPVocabulary.entry) { reader, key in
      switch key {
      case .event: if let event = reader.readEvent() { entry = .event(event) }
      case .parameter: entry = reader.readParameter().map(HapticPattern.Entry.parameter)
      case .curve: entry = reader.readCurve().map(HapticPattern.Entry.curve)
      }
    }
    checkEntry(members)
    if let entry, isSound { entries.append(entry) }
  }

  private mutating func checkEntry(_ members: Members<AHAPVocabulary.EntryKey>) {
    let device = CoreHapticsError.invalidPatternDictionary
    if members.count > 1 {
      report(.ambiguousEntry, at: members.start, device: device) { _ in
        "an entry is an Event, a Parameter or a ParameterCurve; this one has more than one of them"
      }
    }
    if members.count > 0 || members.isDamaged {
      check(members, device: device)
    } else if let key = members.unknown.first {
      let written = JSONText.text(key, in: json.bytes, maximumBytes: 64)
      report(
        .unknownEntry, at: key.start, ValuePath(depth: members.depth, key: written), device: device,
        suggestion: members.vocabulary.nearest(to: written)
      ) { "unknown entry \(Quoted.words(written)); it must be Event, Parameter or ParameterCurve" }
    } else {
      report(.unknownEntry, at: members.start, device: device) { _ in
        "an entry must have an Event, a Parameter or a ParameterCurve"
      }
    }
  }

  /// Reads a dynamic parameter; returns nil if it has errors.
  mutating func readParameter() -> DynamicParameter? {
    guard beginObject("a Parameter must be an object", device: .badParameterEntry) else {
      return nil
    }
    var id = Slot<DynamicParameter.ID>.absent
    var amount = Slot<Double>.absent
    var time = Slot<Seconds>.absent
    let members = readMembers(of: AHAPVocabulary.parameter) { reader, key in
      switch key {
      case .id: id = reader.readControl()
      case .value: amount = reader.readNumber("ParameterValue", device: .badParameterEntry)
      case .time: time = reader.readEntryTime(device: .badParameterEntry)
      }
    }
    check(members, device: .badParameterEntry)
    guard let id = id.value else { return nil }
    checkRange(id.rawValue, amount, id.range, members.path(.value))
    guard let amount = amount.value, let time = time.value else { return nil }
    extent.add(
      PatternExtent.Control(
        id: id, entry: json.frames[1].index, offset: members.start, time: time, highest: amount,
        points: nil))
    return DynamicParameter(id, amount, at: time)
  }

  /// Reads the ParameterID of a dynamic parameter or a curve.
  mutating func readControl() -> Slot<DynamicParameter.ID> {
    readWord(
      "ParameterID", of: AHAPVocabulary.controls, "dynamic parameter",
      unknown: (.unknownParameter, .invalidParameterType), device: .badParameterEntry)
  }

  /// Reads the Time of an entry.
  mutating func readEntryTime(device: CoreHapticsError) -> Slot<Seconds> {
    readSeconds("Time", .invalidTime, refused: .invalidEventTime, device: device)
  }
}

extension AHAPReader {
  /// Reads the metadata.
  ///
  /// A device ignores metadata, so invalid JSON is the only error that metadata can contain.
  mutating func readMetadata() {
    (metadata, metadataOffsets) = ([:], [:])
    let value = json.beginValue()
    let start = json.valueStart
    guard case .object = value else {
      if case .damaged = value { return }
      report(.ignoredMetadata, at: start) { _ in
        "Metadata must be an object, not \(value.noun); it is ignored"
      }
      json.skip(value)
      return
    }
    var isTooLong = false
    while let key = json.nextKey() {
      let name = JSONText.text(key, in: json.bytes)
      let item = readMetadataValue()
      isTooLong = isTooLong || json.position - start > AHAP.maximumMetadataSize
      if !isTooLong { metadataOffsets[name] = key.start }
      if isTooLong {
        metadata = [:]
      } else if metadata.updateValue(item, forKey: name) != nil {
        report(.duplicateKey, at: key.start) { _ in
          "duplicate key \(Quoted.words(name)); the last one counts"
        }
      }
    }
    if isTooLong {
      report(.ignoredMetadata, at: start) { _ in
        "Metadata is longer than \(AHAP.maximumMetadataSize) bytes; it is ignored"
      }
    }
  }

  private mutating func readMetadataValue() -> MetadataValue {
    let value = json.beginValue()
    switch value {
    case .string(let string): return .text(JSONText.text(string, in: json.bytes))
    case .number(let number): return .number(number)
    case .object, .array, .boolean, .null, .damaged:
      var output: [UInt8] = []
      json.copy(value, to: &output)
      return .json(String(decoding: output, as: UTF8.self))
    }
  }
}
