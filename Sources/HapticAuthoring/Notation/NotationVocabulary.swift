import HapticEngine

/// An event of the notation as one row: its word, its type, and what its two values mean.
struct NotationEvent: Sendable {
  let word: String
  let type: EventType
  /// What the value before the slash and the one after it set.
  let values: (first: EventParameter.ID, second: EventParameter.ID)
  /// The controls that move them, for ramps, and the values at which those change nothing.
  let controls: (first: DynamicParameter.ID, second: DynamicParameter.ID)
  let neutral: (first: Double, second: Double)
  /// What it may be followed by, with a number.
  let parameters: [NotationParameter]

  static let all = EventType.allCases.map(row(of:))

  /// The row of `type`.
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
      parameters: NotationParameter.envelope)
  }

  private static func audio(_ word: String, _ type: EventType) -> NotationEvent {
    NotationEvent(
      word: word, type: type, values: (.audioVolume, .audioPitch),
      controls: (.audioVolumeControl, .audioPitchControl), neutral: (1, 0),
      parameters: NotationParameter.envelope + NotationParameter.sound)
  }

  /// Whether the notation names the parameter `id` for events of this type.
  func names(_ id: EventParameter.ID) -> Bool {
    id == values.first || id == values.second || parameters.contains { $0.id == id }
  }
}

/// A parameter that an event of the notation names.
struct NotationParameter: Sendable {
  let word: String
  let id: EventParameter.ID

  static let envelope = [
    NotationParameter(word: "attack", id: .attackTime),
    NotationParameter(word: "decay", id: .decayTime),
    NotationParameter(word: "release", id: .releaseTime),
    NotationParameter(word: "sustained", id: .sustained),
  ]
  static let sound = [
    NotationParameter(word: "pan", id: .audioPan),
    NotationParameter(word: "brightness", id: .audioBrightness),
  ]
}

/// A control of the notation: what `set` and `curve` move.
struct NotationControl: Sendable {
  let word: String
  let id: DynamicParameter.ID

  static let all = [
    NotationControl(word: "intensity", id: .hapticIntensityControl),
    NotationControl(word: "sharpness", id: .hapticSharpnessControl),
    NotationControl(word: "attack", id: .hapticAttackTimeControl),
    NotationControl(word: "decay", id: .hapticDecayTimeControl),
    NotationControl(word: "release", id: .hapticReleaseTimeControl),
    NotationControl(word: "volume", id: .audioVolumeControl),
    NotationControl(word: "pitch", id: .audioPitchControl),
    NotationControl(word: "pan", id: .audioPanControl),
    NotationControl(word: "brightness", id: .audioBrightnessControl),
    NotationControl(word: "audio-attack", id: .audioAttackTimeControl),
    NotationControl(word: "audio-decay", id: .audioDecayTimeControl),
    NotationControl(word: "audio-release", id: .audioReleaseTimeControl),
  ]
}

/// The words of the notation that are not names.
enum NotationWord {
  static let rest = "rest"
  static let at = "at"
  static let set = "set"
  static let curve = "curve"
  static let loop = "loop"
  static let noEnvelope = "no-envelope"

  /// What an item may begin with.
  static let beginnings = NotationEvent.all.map(\.word) + [rest, at, set, curve]
  /// What no name may be.
  static let reserved = Set(
    beginnings + [loop, noEnvelope] + NotationShape.allCases.map(\.rawValue))
}
