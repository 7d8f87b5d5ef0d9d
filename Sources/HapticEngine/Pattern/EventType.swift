/// Seconds of time.
///
/// Times are seconds at every public border and frames inside the renderer.
public typealias Seconds = Double

/// The four kinds of events a pattern is made of.
///
/// Raw values are the words of an AHAP file. Source: Core Haptics, `CHHapticEvent.EventType`.
public enum EventType: String, Hashable, Sendable, CaseIterable {
  /// A short, compact tap.
  case hapticTransient = "HapticTransient"
  /// A vibration that is sustained for a duration.
  case hapticContinuous = "HapticContinuous"
  /// A tone that is sustained for a duration.
  case audioContinuous = "AudioContinuous"
  /// A sound from a file.
  case audioCustom = "AudioCustom"

  /// True for the two kinds that are felt.
  public var isHaptic: Bool {
    switch self {
    case .hapticTransient, .hapticContinuous: true
    case .audioContinuous, .audioCustom: false
    }
  }
}
