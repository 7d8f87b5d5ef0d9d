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

/// What is legal in an event, but not played as it is written.
extension AHAPReader {
  typealias EventMembers = Members<AHAPWords.EventKey>

  /// Reports durations that a device plays otherwise.
  mutating func checkDuration(_ draft: EventDraft, _ type: EventType, _ members: EventMembers) {
    let longest = PatternLimits.longestContinuousEvent
    let spot = members.spot(.duration)
    switch (type, draft.duration) {
    case (.hapticContinuous, .absent), (.audioContinuous, .absent):
      guard lacks(.duration, members) else { return }
      report(.missingDuration, at: members.start, spot) {
        "without an EventDuration the event plays until it is faded out after \(longest) seconds"
      }
    case (.hapticContinuous, .given(0, let start)), (.audioContinuous, .given(0, let start)):
      report(.zeroDuration, at: start, spot) {
        "to a device an EventDuration of 0 is the same as none: the event has no fixed end"
      }
    case (.hapticContinuous, .given(longest.nextUp..., let start)),
      (.audioContinuous, .given(longest.nextUp..., let start)):
      report(.longEvent, at: start, spot) {
        "a continuous event is faded out after \(longest) seconds"
      }
    case (.hapticTransient, .given(let seconds, let start)) where seconds > 0:
      report(.transientDuration, at: start, spot) {
        "an EventDuration does not make a transient longer; it only moves the end of the pattern"
      }
    case (.hapticTransient, _), (.hapticContinuous, _), (.audioContinuous, _), (.audioCustom, _):
      break
    }
  }

  /// Reports sounds that are missing, not allowed, or not for this type of event.
  mutating func checkWaveform(_ draft: EventDraft, _ type: EventType, _ members: EventMembers) {
    guard type == .audioCustom else {
      reportInapplicable(draft.waveformPath, .waveformPath, type, members)
      reportInapplicable(draft.usesVolumeEnvelope, .usesVolumeEnvelope, type, members)
      reportInapplicable(draft.loops, .loops, type, members)
      return
    }
    refuseNull(draft.usesVolumeEnvelope, .usesVolumeEnvelope, "true or false", members)
    refuseNull(draft.loops, .loops, "true or false", members)
    refuseNull(draft.waveformPath, .waveformPath, "a text", members)
    let spot = members.spot(.waveformPath)
    switch draft.waveformPath {
    case .absent:
      guard !members.isDamaged else { return }
      report(.missingWaveform, at: members.start, spot, device: .invalidAudioResource) {
        "an AudioCustom event needs an EventWaveformPath, the path of its sound file"
      }
    case .given("", let start):
      report(.missingWaveform, at: start, spot, device: .invalidAudioResource) {
        "EventWaveformPath is empty; it must be the path of a sound file"
      }
    case .given(let waveform, let start): checkWaveformPath(waveform, at: start, spot)
    case .unreadable, .null: break
    }
  }

  private mutating func refuseNull<Value>(
    _ slot: Slot<Value>, _ key: AHAPWords.EventKey, _ wanted: String, _ members: EventMembers
  ) {
    guard case .null(let start) = slot else { return }
    report(.wrongType, at: start, members.spot(key), device: .badEventEntry) {
      "\(key.rawValue) must be \(wanted), not null"
    }
  }

  private mutating func checkWaveformPath(_ waveform: String, at start: Int, _ spot: Spot) {
    switch WaveformPlace(waveform) {
    case .inside:
      if waveforms[waveform] == nil { waveforms[waveform] = (start, spot.path(json)) }
    case .absolute:
      report(.absoluteWaveformPath, at: start, spot) {
        "\(Quoted.words(waveform)) is an absolute path; sounds are found from the folder of sounds "
          + "only, so this one is not played"
      }
    case .outside:
      report(.escapingWaveformPath, at: start, spot) {
        "\(Quoted.words(waveform)) leads out of the folder of sounds, so it is not played"
      }
    }
  }

  private mutating func reportInapplicable<Value>(
    _ slot: Slot<Value>, _ key: AHAPWords.EventKey, _ type: EventType, _ members: EventMembers
  ) {
    let start: Int
    switch slot {
    case .given(_, let offset), .null(let offset): start = offset
    case .absent, .unreadable: return
    }
    report(.keyNotApplicable, at: start, members.spot(key)) {
      "\(key.rawValue) is for AudioCustom events; a \(type.rawValue) event ignores it"
    }
  }

  /// Reports parameters that do nothing, or are there twice.
  mutating func checkParameters(_ draft: EventDraft, _ type: EventType, _ members: EventMembers) {
    seenParameters.removeAll(keepingCapacity: true)
    for (index, parameter) in draft.parameters.enumerated() {
      let id = parameter.id
      let isRepeated = seenParameters.contains(id)
      if id == .sustained {
        checkSustained(parameter.value, parameterPlaces[index], index, members)
      }
      if !isRepeated { seenParameters.append(id) }
      guard isRepeated || !id.applies(to: type) else { continue }
      let start = parameterPlaces[index]
      let spot = members.spot(.parameters, index: index)
      if isRepeated {
        report(.duplicateParameter, at: start, spot) {
          "the event has \(id.rawValue) twice; the last one counts"
        }
      }
      if !id.applies(to: type) {
        report(.parameterNotApplicable, at: start, spot) {
          "a \(type.rawValue) event does not respond to \(id.rawValue)"
        }
      }
    }
  }

  /// Reports a switch that is neither on nor off.
  private mutating func checkSustained(
    _ value: Double, _ start: Int, _ index: Int, _ members: EventMembers
  ) {
    guard value > 0, value < 1 else { return }
    report(.partlySustained, at: start, members.spot(.parameters, index: index)) {
      "Sustained is 0 or 1; \(value) counts as \(value >= 0.5 ? 1 : 0)"
    }
  }
}
