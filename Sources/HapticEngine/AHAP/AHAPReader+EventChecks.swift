internal import TextFormats

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
