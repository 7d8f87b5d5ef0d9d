/// An edge of the hint that secondary audio should be silent.
///
/// Source: `AVAudioSession.SilenceSecondaryAudioHintType`.
public enum SecondaryAudioHintType: UInt, Hashable, Sendable, CaseIterable {
  /// Another app's primary audio has stopped.
  case end = 0
  /// Another app's primary audio has started.
  case begin = 1
}
