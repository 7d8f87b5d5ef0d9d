/// Small patterns to start from, each of which demonstrates one feature.
///
/// Unlike presets, templates do not have a meaning; they are meant to be edited.
public enum PatternTemplate: String, Hashable, Sendable, CaseIterable {
  case tap
  case doubleTap = "double-tap"
  case buzz
  case ramp
  case fade
  case heartbeat
  case rumble
  case sound

  /// A one-sentence description of the template.
  public var summary: String {
    switch self {
    case .tap: "One transient event."
    case .doubleTap: "Two transient events; the second is weaker and sharper."
    case .buzz: "One continuous event."
    case .ramp: "A continuous event that a curve makes stronger and sharper."
    case .fade: "A continuous event with an attack and a long release."
    case .heartbeat: "Transient events with short continuous events below them."
    case .rumble: "A dull continuous event that a curve makes unsteady."
    case .sound: "A transient with a tone."
    }
  }

  /// The template's pattern.
  public var pattern: HapticPattern {
    do {
      return try HapticPattern(entries: entries, metadata: ["Description": .text(summary)])
    } catch {
      preconditionFailure("the template \(rawValue) is not a valid pattern: \(error)")
    }
  }

  private var entries: [HapticPattern.Entry] {
    switch self {
    case .tap:
      Transient(intensity: 0.8, sharpness: 0.5).entries
    case .doubleTap:
      Transient(intensity: 0.8, sharpness: 0.4).entries
        + Transient(at: 0.12, intensity: 0.6, sharpness: 0.6).entries
    case .buzz:
      Continuous(duration: 0.4, intensity: 0.7, sharpness: 0.5).entries
    case .ramp:
      Continuous(duration: 1, intensity: 1, sharpness: 0.3).entries
        + Curve(.hapticIntensityControl, [(0, 0), (1, 1)]).entries
        + Curve(.hapticSharpnessControl, [(0, 0), (1, 0.5)]).entries
    case .fade:
      Continuous(duration: 0.3, intensity: 0.8, sharpness: 0.3, attack: 0.5, release: 0.85).entries
    case .heartbeat:
      Self.beat(at: 0, intensity: 0.9) + Self.beat(at: 0.3, intensity: 0.6)
    case .rumble:
      Continuous(duration: 1.2, intensity: 0.8, sharpness: 0.1).entries
        + Curve(
          .hapticIntensityControl,
          [(0, 0.6), (0.2, 1), (0.35, 0.5), (0.6, 0.9), (0.8, 0.4), (1.2, 0.7)]
        ).entries
    case .sound:
      Transient(intensity: 0.8, sharpness: 0.6).entries
        + Tone(duration: 0.15, volume: 0.6, pitch: 0.3).entries
    }
  }

  private static func beat(at time: Seconds, intensity: Double) -> [HapticPattern.Entry] {
    Transient(at: time, intensity: intensity, sharpness: 0.2).entries
      + Continuous(
        at: time + 0.01, duration: 0.1, intensity: intensity / 2, sharpness: 0.1
      ).entries
  }
}
