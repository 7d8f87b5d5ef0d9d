public import HapticEngine

/// How a sound becomes a pattern.
///
/// No method suits all sounds.
///
/// Source: Sound2Hap (2026), which found none of four methods best for every kind of sound.
public enum ListenMethod: String, Hashable, Sendable, CaseIterable {
  /// Transients for strokes on top of a vibration; nothing for steady noise between other sounds.
  case auto
  /// A transient for each onset.
  case onset
  /// A vibration that follows loudness and brightness.
  case envelope
  /// A vibration that follows loudness; sharpness follows the pitch, moved by octaves to what actuators play.
  case pitch
  /// A vibration that follows what lies below 150 Hz.
  case bass

  /// The method in a few words.
  public var summary: String {
    switch self {
    case .auto: "transients for strokes on top of a vibration"
    case .onset: "a transient for each onset"
    case .envelope: "a vibration that follows loudness and brightness"
    case .pitch: "a vibration that follows loudness and pitch"
    case .bass: "a vibration that follows what lies below 150 Hz"
    }
  }
}

/// A stretch of a sound that becomes haptics by one method.
public struct ListenSection: Hashable, Sendable {
  /// Seconds from the beginning of the sound.
  public let start: Seconds
  /// Seconds from the beginning of the sound to where it ends.
  public let end: Seconds
  /// The method of its vibration, or `onset` for transients alone; nil for no haptic.
  public let method: ListenMethod?
  /// The strokes that become transients on top of the vibration, in order of time.
  public let strokes: [Onset]

  init(start: Seconds, end: Seconds, method: ListenMethod?, strokes: [Onset] = []) {
    (self.start, self.end, self.method, self.strokes) = (start, end, method, strokes)
  }
}
