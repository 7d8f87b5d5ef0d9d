extension EventParameter.ID {
  /// The word of notations, selections and charts, such as `intensity`.
  package var word: String {
    switch self {
    case .hapticIntensity: "intensity"
    case .hapticSharpness: "sharpness"
    case .attackTime: "attack"
    case .decayTime: "decay"
    case .releaseTime: "release"
    case .sustained: "sustained"
    case .audioVolume: "volume"
    case .audioPitch: "pitch"
    case .audioPan: "pan"
    case .audioBrightness: "brightness"
    }
  }
}

extension DynamicParameter.ID {
  /// The word of the notation for what `set` and `curve` move, such as `intensity`: that of the parameter which the
  /// control changes, with `audio-` before it for the envelope of tones.
  package var word: String { (isForEnvelope && !isHaptic ? "audio-" : "") + parameter.word }
}
