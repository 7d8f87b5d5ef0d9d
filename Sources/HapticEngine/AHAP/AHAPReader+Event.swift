internal import TextFormats

extension AHAPReader {
  /// The values of an event, as far as they are read.
  struct EventDraft {
    var type = Slot<EventType>.absent
    var time = Slot<Seconds>.absent
    var duration = Slot<Seconds>.absent
    var parameters: [EventParameter] = []
    var waveformPath = Slot<String>.absent
    var usesVolumeEnvelope = Slot<Bool>.absent
    var loops = Slot<Bool>.absent
  }

  /// Reads an event, or nil if it has errors.
  mutating func readEvent() -> HapticEvent? {
    let value = json.beginValue()
    guard case .object = value else {
      refuse(value, "an Event must be an object", device: .badEventEntry)
      return nil
    }
    var draft = EventDraft()
    parameterPlaces.removeAll(keepingCapacity: true)
    let members = readMembers(of: AHAPWords.event) { reader, key in
      reader.readMember(key, of: &draft)
    }
    check(members, device: .badEventEntry)
    guard let type = draft.type.value else { return nil }
    checkDuration(draft, type, members)
    checkWaveform(draft, type, members)
    checkParameters(draft, type, members)
    guard let time = draft.time.value else { return nil }
    let event = HapticEvent(
      type, at: time, duration: draft.duration.value, parameters: draft.parameters,
      waveform: draft.waveformPath.value.map {
        HapticEvent.Waveform(
          path: $0, usesVolumeEnvelope: draft.usesVolumeEnvelope.value ?? true,
          loops: draft.loops.value ?? false)
      })
    audibility.add(event)
    extent.add(event)
    return event
  }

  private mutating func readMember(_ key: AHAPWords.EventKey, of draft: inout EventDraft) {
    switch key {
    case .type:
      draft.type = readWord(
        key.rawValue, of: AHAPWords.eventTypes, "a type of event",
        unknown: (.unknownEventType, .invalidEventType), device: .badEventEntry)
    case .time: draft.time = readEntryTime(device: .badEventEntry)
    case .duration:
      draft.duration = readSeconds(
        key.rawValue, .invalidDuration, refused: .invalidEventDuration, device: .badEventEntry)
    case .parameters: draft.parameters = readEventParameters()
    // Authoring tools write null where these keys do not apply.
    case .waveformPath:
      draft.waveformPath = readText(key.rawValue, device: .badEventEntry, orNull: true)
    case .usesVolumeEnvelope:
      draft.usesVolumeEnvelope = readBoolean(key.rawValue, device: .badEventEntry, orNull: true)
    case .loops: draft.loops = readBoolean(key.rawValue, device: .badEventEntry, orNull: true)
    }
  }

  private mutating func readEventParameters() -> [EventParameter] {
    parameterPlaces.removeAll(keepingCapacity: true)
    let value = json.beginValue()
    guard case .array = value else {
      refuse(value, "EventParameters must be an array in [ ]", device: .badEventEntry)
      return []
    }
    var parameters: [EventParameter] = []
    while json.nextElement() {
      if let parameter = readEventParameter() { parameters.append(parameter) }
    }
    return parameters
  }

  private mutating func readEventParameter() -> EventParameter? {
    let value = json.beginValue()
    let start = json.valueStart
    guard case .object = value else {
      refuse(value, "a parameter of an event must be an object", device: .badEventEntry)
      return nil
    }
    var id = Slot<EventParameter.ID>.absent
    var amount = Slot<Double>.absent
    let members = readMembers(of: AHAPWords.eventParameter) { reader, key in
      switch key {
      case .id:
        id = reader.readWord(
          key.rawValue, of: AHAPWords.eventParameters, "a parameter of an event",
          unknown: (.unknownParameter, .invalidParameterType), device: .badEventEntry)
      case .value: amount = reader.readNumber(key.rawValue, device: .badEventEntry)
      }
    }
    check(members, device: .badEventEntry)
    guard let id = id.value, let number = amount.value else { return nil }
    checkRange(id.rawValue, amount, id.range, members.spot(.value))
    parameterPlaces.append(start)
    return EventParameter(id, number)
  }
}
