public import HapticEngine

/// The way in which a sound becomes a pattern.
///
/// None of the methods suits all sounds.
///
/// Source: Sound2Hap (2026), which compared four methods and found that none was best for every kind of sound.
public enum ListenMethod: String, Hashable, Sendable, CaseIterable {
  /// Transients for strokes (the onsets of drum hits and of plucked or struck notes) on top of a vibration; nothing for
  /// steady noise between other sounds.
  case auto
  /// A transient for each onset.
  case onset
  /// A vibration that follows loudness and brightness.
  case envelope
  /// A vibration that follows loudness; sharpness follows the pitch, moved by octaves into the range of actuators.
  case pitch
  /// A vibration that follows the sound below 150 Hz.
  case bass

  /// The method in a few words.
  public var summary: String {
    switch self {
    case .auto: "transients for strokes on top of a vibration"
    case .onset: "a transient for each onset"
    case .envelope: "a vibration that follows loudness and brightness"
    case .pitch: "a vibration that follows loudness and pitch"
    case .bass: "a vibration that follows the sound below 150 Hz"
    }
  }
}

/// A section of a sound that becomes haptics by one method.
public struct ListenSection: Hashable, Sendable {
  /// The start, in seconds from the beginning of the sound.
  public let start: Seconds
  /// The end, in seconds from the beginning of the sound.
  public let end: Seconds
  /// The method for the section's vibration, or `onset` for transients alone; nil for a section without haptics.
  public let method: ListenMethod?
  /// The strokes that become transients on top of the vibration, in order of time.
  public let strokes: [Onset]

  init(start: Seconds, end: Seconds, method: ListenMethod?, strokes: [Onset] = []) {
    (self.start, self.end, self.method, self.strokes) = (start, end, method, strokes)
  }
}
