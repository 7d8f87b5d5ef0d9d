public import HapticEngine

/// How a sound becomes a pattern.
///
/// No method suits all sounds.
///
/// Source: Sound2Hap (2026), which found none of four methods best for every kind of sound.
public enum ListenMethod: String, Hashable, Sendable, CaseIterable {
  /// Section by section what suits it; nothing where nothing deserves a haptic.
  case auto
  /// A transient for each onset.
  case onset
  /// A vibration that follows loudness and brightness.
  case envelope
  /// A vibration that follows loudness; sharpness follows the pitch, folded into one octave.
  case pitch
  /// A vibration that follows what lies below 150 Hz.
  case bass

  /// The method in a few words.
  public var summary: String {
    switch self {
    case .auto: "section by section what suits it, or nothing"
    case .onset: "a transient for each onset"
    case .envelope: "a vibration that follows loudness and brightness"
    case .pitch: "a vibration that follows loudness and pitch"
    case .bass: "a vibration that follows what lies below 150 Hz"
    }
  }
}

/// A stretch of a sound that became haptics by one method.
public struct ListenSection: Hashable, Sendable {
  /// Seconds from the beginning of the sound.
  public let start: Seconds
  /// Seconds from the beginning of the sound to where it ends.
  public let end: Seconds
  /// The method; nil where nothing deserves a haptic.
  public let method: ListenMethod?
  /// What is a transient beside a vibration: an explosion begins with a blow, and goes on.
  public let blows: [Onset]

  init(start: Seconds, end: Seconds, method: ListenMethod?, blows: [Onset] = []) {
    (self.start, self.end, self.method, self.blows) = (start, end, method, blows)
  }
}
