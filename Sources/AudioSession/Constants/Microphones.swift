/// A microphone that a phone has built in; the raw value is the identifier of its data source.
///
/// Source: Technical Q&A QA1799, whose output on an iPhone 5 has these names and identifiers.
public enum BuiltInMicrophone: UInt32, Hashable, Sendable, CaseIterable {
  /// At the bottom, in use by default.
  case bottom = 1_835_216_945
  /// Towards the user.
  case front = 1_835_216_946
  /// Away from the user.
  case back = 1_835_216_947

  /// The directions in which the microphone can listen, the usual one first; empty if there is no choice.
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

/// In which directions a microphone listens, of those that the microphones here can have.
///
/// Source: `AVAudioSession.PolarPattern`.
public enum MicrophonePattern: String, Hashable, Sendable, CaseIterable {
  /// All around.
  case omnidirectional
  /// Before it.
  case cardioid
  /// Before it, and a little behind.
  case subcardioid
}
