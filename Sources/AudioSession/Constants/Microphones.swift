/// A built-in microphone of the phone; the raw value is the identifier of its data source.
///
/// Source: Technical Q&A QA1799, whose sample output from an iPhone 5 lists these names and identifiers.
public enum BuiltInMicrophone: UInt32, Hashable, Sendable, CaseIterable {
  /// At the bottom of the phone. It is the default.
  case bottom = 1_835_216_945
  /// Facing the user.
  case front = 1_835_216_946
  /// Facing away from the user.
  case back = 1_835_216_947

  /// The polar patterns of the microphone, the default first.
  ///
  /// Empty if the pattern is fixed.
  ///
  /// Our choice: QA1799 lists the patterns of only one phone model.
  public var polarPatterns: [MicrophonePattern] {
    switch self {
    case .bottom: []
    case .front: [.omnidirectional, .cardioid]
    case .back: [.omnidirectional, .subcardioid]
    }
  }
}

/// A polar pattern that these microphones can have.
///
/// Source: `AVAudioSession.PolarPattern`.
public enum MicrophonePattern: String, Hashable, Sendable, CaseIterable {
  /// Sensitive in all directions.
  case omnidirectional
  /// Sensitive in front of the microphone.
  case cardioid
  /// Sensitive in front of the microphone, and slightly behind it.
  case subcardioid
}
