internal import TextFormats

extension AHAPReader {
  /// Reads one entry of the pattern.
  mutating func readEntry() {
    let value = json.beginValue()
    guard case .object = value else {
      refuse(
        value, "an entry must be an object with an Event, Parameter or ParameterCurve",
        device: .invalidPatternDictionary)
      return
    }
    var entry: HapticPattern.Entry?
    let members = readMembers(of: AHAPWords.entry) { reader, key in
      switch key {
      case .event: if let event = reader.readEvent() { entry = .event(event) }
      case .parameter: entry = reader.readParameter().map(HapticPattern.Entry.parameter)
      case .curve: entry = reader.readCurve().map(HapticPattern.Entry.curve)
      }
    }
    checkEntry(members)
    if let entry, isSound { entries.append(entry) }
  }

  private mutating func checkEntry(_ members: Members<AHAPWords.EntryKey>) {
    let device = CoreHapticsError.invalidPatternDictionary
    if members.count > 1 {
      report(.ambiguousEntry, at: members.start, device: device) { _ in
        "an entry is one of Event, Parameter and ParameterCurve; this one is more"
      }
    }
    if members.count > 0 || members.isDamaged {
      check(members, device: device)
    } else if let key = members.unknown.first {
      let written = JSONText.text(key, in: json.bytes, maximumBytes: 64)
      report(
        .unknownEntry, at: key.start, Spot(depth: members.depth, key: written), device: device,
        suggestion: members.vocabulary.nearest(to: written)
      ) { "\(Quoted.words(written)) is none of Event, Parameter and ParameterCurve" }
    } else {
      report(.unknownEntry, at: members.start, device: device) { _ in
        "an entry must have an Event, a Parameter or a ParameterCurve"
      }
    }
  }

  /// Reads a dynamic parameter, or nil if it has errors.
  mutating func readParameter() -> DynamicParameter? {
    let value = json.beginValue()
    guard case .object = value else {
      refuse(value, "a Parameter must be an object", device: .badParameterEntry)
      return nil
    }
    var id = Slot<DynamicParameter.ID>.absent
    var amount = Slot<Double>.absent
    var time = Slot<Seconds>.absent
    let members = readMembers(of: AHAPWords.parameter) { reader, key in
      switch key {
      case .id: id = reader.readControl()
      case .value: amount = reader.readNumber("ParameterValue", device: .badParameterEntry)
      case .time: time = reader.readEntryTime(device: .badParameterEntry)
      }
    }
    check(members, device: .badParameterEntry)
    guard let id = id.value else { return nil }
    checkRange(id.rawValue, amount, id.range, members.spot(.value))
    guard let amount = amount.value, let time = time.value else { return nil }
    audibility.add(id, reaching: amount, from: time)
    extent.add(
      PatternExtent.Control(
        id: id, start: time, entry: json.frames[1].index, offset: members.start, points: nil))
    return DynamicParameter(id, amount, at: time)
  }

  /// Reads the ParameterID of a dynamic parameter or a curve.
  mutating func readControl() -> Slot<DynamicParameter.ID> {
    readWord(
      "ParameterID", of: AHAPWords.controls, "a parameter that can be controlled",
      unknown: (.unknownParameter, .invalidParameterType), device: .badParameterEntry)
  }

  /// Reads the Time of an entry.
  mutating func readEntryTime(device: CoreHapticsError) -> Slot<Seconds> {
    readSeconds("Time", .invalidTime, refused: .invalidEventTime, device: device)
  }
}
