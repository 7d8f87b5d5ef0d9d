internal import TextFormats

extension AHAPReader {
  /// The values of an event that have been read so far.
  struct EventDraft {
    var type = Slot<EventType>.absent
    var time = Slot<Seconds>.absent
    var duration = Slot<Seconds>.absent
    var parameters: [EventParameter] = []
    var waveformPath = Slot<String>.absent
    var usesVolumeEnvelope = Slot<Bool>.absent
    var loops = Slot<Bool>.absent
  }

  /// Reads an event; returns nil if it has errors.
  mutating func readEvent() -> HapticEvent? {
    guard beginObject("an Event must be an object", device: .badEventEntry) else { return nil }
    var draft = EventDraft()
    parameterOffsets.removeAll(keepingCapacity: true)
    let members = readMembers(of: AHAPVocabulary.event) { reader, key in
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
    extent.add(event)
    return event
  }

  private mutating func readMember(_ key: AHAPVocabulary.EventKey, of draft: inout EventDraft) {
    switch key {
    case .type:
      draft.type = readWord(
        key.rawValue, of: AHAPVocabulary.eventTypes, "event type",
        unknown: (.unknownEventType, .invalidEventType), device: .badEventEntry)
    case .time: draft.time = readEntryTime(device: .badEventEntry)
    case .duration:
      draft.duration = readSeconds(
        key.rawValue, .invalidDuration, refused: .invalidEventDuration, device: .badEventEntry)
    case .parameters: draft.parameters = readEventParameters()
    // Authoring tools write null if these keys do not apply.
    case .waveformPath:
      draft.waveformPath = readText(key.rawValue, device: .badEventEntry, orNull: true)
    case .usesVolumeEnvelope:
      draft.usesVolumeEnvelope = readBoolean(key.rawValue, device: .badEventEntry, orNull: true)
    case .loops: draft.loops = readBoolean(key.rawValue, device: .badEventEntry, orNull: true)
    }
  }

  private mutating func readEventParameters() -> [EventParameter] {
    parameterOffsets.removeAll(keepingCapacity: true)
    guard beginArray("EventParameters must be an array in [ ]", device: .badEventEntry) else {
      return []
    }
    var parameters: [EventParameter] = []
    while json.nextElement() {
      if let parameter = readEventParameter() { parameters.append(parameter) }
    }
    return parameters
  }

  private mutating func readEventParameter() -> EventParameter? {
    guard beginObject("an event parameter must be an object", device: .badEventEntry) else {
      return nil
    }
    let start = json.valueStart
    var id = Slot<EventParameter.ID>.absent
    var amount = Slot<Double>.absent
    let members = readMembers(of: AHAPVocabulary.eventParameter) { reader, key in
      switch key {
      case .id:
        id = reader.readWord(
          key.rawValue, of: AHAPVocabulary.eventParameters, "event parameter",
          unknown: (.unknownParameter, .invalidParameterType), device: .badEventEntry)
      case .value: amount = reader.readNumber(key.rawValue, device: .badEventEntry)
      }
    }
    check(members, device: .badEventEntry)
    guard let id = id.value, let number = amount.value else { return nil }
    checkRange(id.rawValue, amount, id.range, members.path(.value))
    parameterOffsets.append(start)
    return EventParameter(id, number)
  }
}

/// Checks for events that are valid but not played as written.
extension AHAPReader {
  typealias EventMembers = Members<AHAPVocabulary.EventKey>

  /// Reports durations that a device does not play as written.
  mutating func checkDuration(_ draft: EventDraft, _ type: EventType, _ members: EventMembers) {
    let longest = PatternLimits.maximumContinuousDuration
    let valuePath = members.path(.duration)
    switch (type, draft.duration) {
    case (.hapticContinuous, .absent), (.audioContinuous, .absent):
      guard lacks(.duration, members) else { return }
      report(.missingDuration, at: members.start, valuePath) {
        "without an EventDuration the event plays until it is faded out after \(longest) seconds"
      }
    case (.hapticContinuous, .given(0, let start)), (.audioContinuous, .given(0, let start)):
      report(.zeroDuration, at: start, valuePath) {
        "a device treats an EventDuration of 0 as if it were missing: the event has no fixed end"
      }
    case (.hapticContinuous, .given(longest.nextUp..., let start)),
      (.audioContinuous, .given(longest.nextUp..., let start)):
      report(.longEvent, at: start, valuePath) {
        "a continuous event is faded out after \(longest) seconds"
      }
    case (.hapticTransient, .given(let seconds, let start)) where seconds > 0:
      report(.transientDuration, at: start, valuePath) {
        "an EventDuration does not make a transient longer; it only moves the end of the pattern"
      }
    case (.hapticTransient, _), (.hapticContinuous, _), (.audioContinuous, _), (.audioCustom, _):
      break
    }
  }

  /// Reports sounds that are missing, not allowed, or not applicable to this type of event.
  mutating func checkWaveform(_ draft: EventDraft, _ type: EventType, _ members: EventMembers) {
    guard type == .audioCustom else {
      reportInapplicable(draft.waveformPath, .waveformPath, type, members)
      reportInapplicable(draft.usesVolumeEnvelope, .usesVolumeEnvelope, type, members)
      reportInapplicable(draft.loops, .loops, type, members)
      return
    }
    refuseNull(draft.usesVolumeEnvelope, .usesVolumeEnvelope, "true or false", members)
    refuseNull(draft.loops, .loops, "true or false", members)
    refuseNull(draft.waveformPath, .waveformPath, "a string", members)
    let valuePath = members.path(.waveformPath)
    switch draft.waveformPath {
    case .absent:
      guard !members.isDamaged else { return }
      report(.missingWaveform, at: members.start, valuePath, device: .invalidAudioResource) {
        "an AudioCustom event needs an EventWaveformPath, the path of its sound file"
      }
    case .given("", let start):
      report(.missingWaveform, at: start, valuePath, device: .invalidAudioResource) {
        "EventWaveformPath is empty; it must be the path of a sound file"
      }
    case .given(let waveform, let start): checkWaveformPath(waveform, at: start, valuePath)
    case .unreadable, .null: break
    }
  }

  private mutating func refuseNull<Value>(
    _ slot: Slot<Value>, _ key: AHAPVocabulary.EventKey, _ wanted: String, _ members: EventMembers
  ) {
    guard case .null(let start) = slot else { return }
    report(.wrongType, at: start, members.path(key), device: .badEventEntry) {
      "\(key.rawValue) must be \(wanted), not null"
    }
  }

  private mutating func checkWaveformPath(_ waveform: String, at start: Int, _ valuePath: ValuePath)
  {
    switch WaveformPlace(waveform) {
    case .inside:
      if waveforms[waveform] == nil { waveforms[waveform] = (start, valuePath.path(json)) }
    case .absolute:
      report(.absoluteWaveformPath, at: start, valuePath) {
        "\(Quoted.words(waveform)) is an absolute path; sounds are only read from the sound folder, so "
          + "the sound is not played"
      }
    case .outside:
      report(.escapingWaveformPath, at: start, valuePath) {
        "\(Quoted.words(waveform)) leads outside the sound folder, so the sound is not played"
      }
    }
  }

  private mutating func reportInapplicable<Value>(
    _ slot: Slot<Value>, _ key: AHAPVocabulary.EventKey, _ type: EventType, _ members: EventMembers
  ) {
    let start: Int
    switch slot {
    case .given(_, let offset), .null(let offset): start = offset
    case .absent, .unreadable: return
    }
    report(.keyNotApplicable, at: start, members.path(key)) {
      "\(key.rawValue) is for AudioCustom events; a \(type.rawValue) event ignores it"
    }
  }

  /// Reports parameters that are repeated or have no effect.
  mutating func checkParameters(_ draft: EventDraft, _ type: EventType, _ members: EventMembers) {
    seenParameters.removeAll(keepingCapacity: true)
    for (index, parameter) in draft.parameters.enumerated() {
      let id = parameter.id
      let isRepeated = seenParameters.contains(id)
      if id == .sustained {
        checkSustained(parameter.value, parameterOffsets[index], index, members)
      }
      if !isRepeated { seenParameters.append(id) }
      guard isRepeated || !id.applies(to: type) else { continue }
      let start = parameterOffsets[index]
      let valuePath = members.path(.parameters, index: index)
      if isRepeated {
        report(.duplicateParameter, at: start, valuePath) {
          "duplicate parameter \(id.rawValue); the last one counts"
        }
      }
      if !id.applies(to: type) {
        report(.parameterNotApplicable, at: start, valuePath) {
          "\(type.isHaptic ? "a" : "an") \(type.rawValue) event does not respond to \(id.rawValue)"
        }
      }
    }
  }

  /// Reports a switch that is neither on nor off.
  private mutating func checkSustained(
    _ value: Double, _ start: Int, _ index: Int, _ members: EventMembers
  ) {
    guard value > 0, value < 1 else { return }
    report(.partlySustained, at: start, members.path(.parameters, index: index)) {
      "Sustained must be 0 or 1; \(value) counts as \(value >= 0.5 ? 1 : 0)"
    }
  }
}
