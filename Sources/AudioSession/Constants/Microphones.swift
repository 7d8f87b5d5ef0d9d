/// A built-in microphone of the phone; the raw value is the identifier of its data source.
///
/// Source: Technical Q&A QA1799, whose output on an iPhone 5 has these names and identifiers.
public enum BuiltInMicrophone: UInt32, Hashable, Sendable, CaseIterable {
  /// At the bottom, in use by default.
  case bottom = 1_835_216_945
  /// Toward the user.
  case front = 1_835_216_946
  /// Away from the user.
  case back = 1_835_216_947

  /// The polar patterns of the microphone, the usual one first; empty if the pattern is fixed.
  ///
  /// Our choice: QA1799 lists them for one phone only.
  public var polarPatterns: [MicrophonePattern] {
    switch self {
    case .bottom: []
    case .front: [.omnidirectional, .cardioid]
    case .back: [.omnidirectional, .subcardioid]
    }
  }
}

/// A polar pattern, among those that these microphones can have.
///
/// Source: `AVAudioSession.PolarPattern`.
public enum MicrophonePattern: String, Hashable, Sendable, CaseIterable {
  /// In all directions.
  case omnidirectional
  /// In front of the microphone.
  case cardioid
  /// In front of the microphone, and a little behind it.
  case subcardioid
}
