internal import AudioSession
public import HapticEngine

/// System sounds that apps can request by name, synthesized by the haptic engine.
///
/// Shapes and names are our choice. They do not imitate Apple's sounds, which are not available to
/// apps (page of `AudioServicesPlayAlertSound`).
public enum SystemTone: String, Hashable, Sendable, CaseIterable {
  /// The click of a dull key.
  case tock
  /// The click of a bright key.
  case tick
  /// A single short tone, for something that appears.
  case pop
  /// Three tones that rise quickly, for something that is sent.
  case swish
  /// A bell: a low tone, and a high tone that keeps ringing.
  case bell
  /// Three tones that descend through a chord.
  case chime
  /// A single high tone of half a second.
  case ding
  /// Two low tones that overlap, for two seconds.
  case horn

  /// The tone as a pattern without haptics.
  public var pattern: HapticPattern { Self.pattern(entries) }

  /// The length of the tone, in seconds.
  public var seconds: Double {
    switch self {
    case .tock, .tick: 0.05
    case .pop: 0.1
    case .swish: 0.25
    case .bell: 1
    case .chime: 0.75
    case .ding: 0.5
    case .horn: 2
    }
  }

  private var entries: [HapticPattern.Entry] {
    switch self {
    case .tock: Tone(duration: 0.04, volume: 0.6, pitch: -0.3, brightness: 0.3).entries
    case .tick: Tone(duration: 0.03, volume: 0.6, pitch: 0.6, brightness: 0.8).entries
    case .pop: Tone(duration: 0.08, volume: 0.6, pitch: 0.2, brightness: 0.4).entries
    case .swish: Self.rising
    case .bell: Self.ringingOn
    case .chime: Self.falling
    case .ding: Tone(duration: 0.45, volume: 0.6, pitch: 0.7, brightness: 0.5).entries
    case .horn: Self.overlapping
    }
  }

  @PatternBuilder private static var rising: [HapticPattern.Entry] {
    Tone(at: 0, duration: 0.06, volume: 0.5, pitch: 0, brightness: 0.5)
    Tone(at: 0.08, duration: 0.06, volume: 0.55, pitch: 0.3, brightness: 0.5)
    Tone(at: 0.16, duration: 0.06, volume: 0.6, pitch: 0.6, brightness: 0.5)
  }

  @PatternBuilder private static var falling: [HapticPattern.Entry] {
    Tone(at: 0, duration: 0.2, volume: 0.6, pitch: 0.6, brightness: 0.6)
    Tone(at: 0.25, duration: 0.2, volume: 0.6, pitch: 0.4, brightness: 0.6)
    Tone(at: 0.5, duration: 0.2, volume: 0.6, pitch: 0.2, brightness: 0.6)
  }

  @PatternBuilder private static var ringingOn: [HapticPattern.Entry] {
    Tone(at: 0, duration: 0.9, volume: 0.4, pitch: 0.1, brightness: 0.4)
    Tone(at: 0.02, duration: 0.9, volume: 0.35, pitch: 0.65, brightness: 0.7)
  }

  @PatternBuilder private static var overlapping: [HapticPattern.Entry] {
    Tone(at: 0, duration: 1.9, volume: 0.4, pitch: -0.5, brightness: 0.8)
    Tone(at: 0.1, duration: 1.8, volume: 0.4, pitch: -0.3, brightness: 0.8)
  }

  // MARK: The system's own sounds

  /// The default sound of the given kind; nil for a vibration.
  static func pattern(for sound: SoundClass) -> HapticPattern? {
    switch sound {
    case .keyClick: SystemTone.tock.pattern
    case .uiFeedback: SystemTone.pop.pattern
    case .alert: SystemTone.bell.pattern
    case .messageTone: SystemTone.chime.pattern
    case .ringtone: pattern(ringtone)
    case .alarm: pattern(alarm)
    case .vibration: nil
    }
  }

  /// The length of one ring, in seconds: tones followed by a pause.
  ///
  /// Rings repeat.
  static let ringSeconds = 2.0

  @PatternBuilder private static var ringtone: [HapticPattern.Entry] {
    Tone(at: 0, duration: 0.35, volume: 0.6, pitch: 0.3, brightness: 0.7)
    Tone(at: 0.4, duration: 0.35, volume: 0.6, pitch: 0.5, brightness: 0.7)
    Tone(at: 0.8, duration: 0.35, volume: 0.6, pitch: 0.3, brightness: 0.7)
  }

  @PatternBuilder private static var alarm: [HapticPattern.Entry] {
    Tone(at: 0, duration: 0.2, volume: 0.7, pitch: 0.6, brightness: 0.9)
    Tone(at: 0.3, duration: 0.2, volume: 0.7, pitch: 0.6, brightness: 0.9)
    Tone(at: 0.6, duration: 0.2, volume: 0.7, pitch: 0.6, brightness: 0.9)
    Tone(at: 0.9, duration: 0.2, volume: 0.7, pitch: 0.6, brightness: 0.9)
  }

  /// The vibration of an alert, which apps can also request separately.
  ///
  /// Our choice: 0.4 s at full intensity and low sharpness, which feels like a motor.
  static var vibration: HapticPattern {
    pattern(Continuous(duration: 0.4, intensity: 1, sharpness: 0.2).entries)
  }

  private static func pattern(_ entries: [HapticPattern.Entry]) -> HapticPattern {
    do {
      return try HapticPattern(entries: entries)
    } catch {
      preconditionFailure("the pattern of a system tone is invalid: \(error)")
    }
  }
}

/// A sound that an app can request by its name.
public enum SystemSound: Hashable, Sendable {
  /// A tone synthesized by the engine.
  case synthetic(SystemTone)
  /// A sound file: its path from the root of the file system, and its length in seconds.
  case file(String, seconds: Double)

  /// The longest sound, in seconds.
  ///
  /// Source: page of `AudioServicesPlaySystemSound`: "No longer than 30 seconds in duration".
  public static let maximumSeconds = 30.0

  /// The length of the sound, in seconds.
  public var seconds: Double {
    switch self {
    case .synthetic(let tone): tone.seconds
    case .file(_, let seconds): seconds
    }
  }

  /// The sound as a pattern, for an engine whose sound paths start at the root of the file system.
  var pattern: HapticPattern? {
    switch self {
    case .synthetic(let tone): tone.pattern
    case .file(let path, _): try? HapticPattern { Sound(String(path.drop { $0 == "/" })) }
    }
  }
}
