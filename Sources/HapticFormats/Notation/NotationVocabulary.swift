import HapticEngine

/// A kind of event in the notation: its word, its type, and the meanings of its two values.
struct NotationEvent: Sendable {
  let word: String
  let type: EventType
  /// The parameters that the value before the slash and the value after it set.
  let values: (first: EventParameter.ID, second: EventParameter.ID)
  /// The controls that ramps of the two values move, and the values at which the controls do not change anything.
  let controls: (first: DynamicParameter.ID, second: DynamicParameter.ID)
  let neutral: (first: Double, second: Double)
  /// The parameters that may follow by name, each with a number.
  let parameters: [EventParameter.ID]

  static let all = EventType.allCases.map(row(of:))

  static func row(of type: EventType) -> NotationEvent {
    switch type {
    case .hapticTransient: haptic("tap", type)
    case .hapticContinuous: haptic("buzz", type)
    case .audioContinuous: audio("tone", type)
    case .audioCustom: audio("sound", type)
    }
  }

  private static func haptic(_ word: String, _ type: EventType) -> NotationEvent {
    NotationEvent(
      word: word, type: type, values: (.hapticIntensity, .hapticSharpness),
      controls: (.hapticIntensityControl, .hapticSharpnessControl), neutral: (1, 0),
      parameters: EventParameter.ID.allCases.filter { id in
        id != .hapticIntensity && id != .hapticSharpness && id.applies(toAny: \.isHaptic)
      })
  }

  private static func audio(_ word: String, _ type: EventType) -> NotationEvent {
    NotationEvent(
      word: word, type: type, values: (.audioVolume, .audioPitch),
      controls: (.audioVolumeControl, .audioPitchControl), neutral: (1, 0),
      parameters: EventParameter.ID.allCases.filter { id in
        id != .audioVolume && id != .audioPitch && id.applies(toAny: { !$0.isHaptic })
      })
  }

  /// Whether the notation has a name for the parameter `id` in events of this type.
  func names(_ id: EventParameter.ID) -> Bool {
    id == values.first || id == values.second || parameters.contains(id)
  }
}

extension EventParameter.ID {
  /// Whether the parameter applies to any type that `isOne` selects.
  fileprivate func applies(toAny isOne: (EventType) -> Bool) -> Bool {
    EventType.allCases.contains { isOne($0) && applies(to: $0) }
  }
}

/// The words of the notation that are not names.
enum NotationWord {
  static let rest = "rest"
  static let at = "at"
  static let set = "set"
  static let curve = "curve"
  static let loop = "loop"
  static let noEnvelope = "no-envelope"
  static let seed = "seed"
  static let input = "input"
  /// The unit of tempos.
  static let beatsPerMinute = "bpm"
  /// The units of lengths that depend on a tempo.
  static let beatUnits: Set = ["b", "bar", "bars"]
  /// The units of lengths.
  static let lengthUnits = beatUnits.union(["ms", "s"])

  /// The words that an item may start with.
  static let beginnings = NotationEvent.all.map(\.word) + [rest, at, set, curve, seed, input]
  /// The words that do not end an item, so that the rest of the item may be on the next line.
  static let unfinished: Set = [rest, at, seed, input]
  /// The parameters that may follow the values of an event, and the names of controls.
  static let parameters = Set(
    EventParameter.ID.allCases.map(\.word) + DynamicParameter.ID.allCases.map(\.word))
  /// The words that cannot be names.
  static let reserved = Set(
    beginnings + [loop, noEnvelope] + NotationShape.allCases.map(\.rawValue))
}
