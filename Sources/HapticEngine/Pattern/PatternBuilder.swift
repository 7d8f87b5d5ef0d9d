/// Collects the components of a `HapticPattern { … }` block.
@resultBuilder
public enum PatternBuilder {
  /// Turns a component into its entries.
  public static func buildExpression(_ component: some PatternComponent) -> [HapticPattern.Entry] {
    component.entries
  }

  /// Joins components in order.
  public static func buildBlock(_ parts: [HapticPattern.Entry]...) -> [HapticPattern.Entry] {
    parts.flatMap { $0 }
  }

  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [HapticPattern.Entry]?) -> [HapticPattern.Entry] {
    part ?? []
  }

  /// Supports the first branch of `if` … `else`.
  public static func buildEither(first part: [HapticPattern.Entry]) -> [HapticPattern.Entry] {
    part
  }

  /// Supports the second branch of `if` … `else`.
  public static func buildEither(second part: [HapticPattern.Entry]) -> [HapticPattern.Entry] {
    part
  }

  /// Supports `for` … `in`.
  public static func buildArray(_ parts: [[HapticPattern.Entry]]) -> [HapticPattern.Entry] {
    parts.flatMap { $0 }
  }
}

/// A component of a `HapticPattern { … }` block.
///
/// - Thread: any.
public protocol PatternComponent {
  /// The entries of the component.
  var entries: [HapticPattern.Entry] { get }
}

extension HapticPattern {
  /// Creates a pattern of the components in `content`, in order.
  ///
  /// ```swift
  /// let heartbeat = try HapticPattern {
  ///   Transient(at: 0, intensity: 1, sharpness: 0.3)
  ///   Continuous(at: 0.02, duration: 0.1, intensity: 0.5, sharpness: 0.1)
  ///   Curve(.hapticIntensityControl, at: 0, [(0, 1), (0.12, 0)])
  /// }
  /// ```
  ///
  /// - Throws: `PatternError`, as `init(entries:metadata:)` does.
  public init(
    metadata: PatternMetadata = [:], @PatternBuilder _ content: () -> [Entry]
  ) throws(PatternError) {
    try self.init(entries: content(), metadata: metadata)
  }
}

/// A transient event: a single impulse.
public struct Transient: PatternComponent {
  /// The event, as the only entry.
  public let entries: [HapticPattern.Entry]

  /// Creates a transient at `time` seconds.
  ///
  /// - Parameters:
  ///   - time: the start, in seconds from the start of the pattern, 0 or later.
  ///   - intensity: 0...1; 1 by default.
  ///   - sharpness: 0...1; 0.5 by default.
  public init(at time: Seconds = 0, intensity: Double? = nil, sharpness: Double? = nil) {
    entries = [
      .event(
        HapticEvent(
          .hapticTransient, at: time,
          parameters: .given([(.hapticIntensity, intensity), (.hapticSharpness, sharpness)])))
    ]
  }
}

/// A continuous haptic event: a vibration.
public struct Continuous: PatternComponent {
  /// The event, as the only entry.
  public let entries: [HapticPattern.Entry]

  /// Creates a vibration from `time` for `duration` seconds.
  ///
  /// - Parameters:
  ///   - time: the start, in seconds from the start of the pattern, 0 or later.
  ///   - duration: the time in seconds until the release begins.
  ///   - intensity: 0...1; 1 by default.
  ///   - sharpness: 0...1; 0.5 by default.
  ///   - attack: the normalized attack time, from 0 (shortest) to 1 (longest).
  ///   - decay: the normalized decay time; only for an event that is not sustained.
  ///   - release: the normalized release time.
  ///   - sustained: false for an event with only an attack and a decay; true by default.
  public init(
    at time: Seconds = 0, duration: Seconds, intensity: Double? = nil, sharpness: Double? = nil,
    attack: Double? = nil, decay: Double? = nil, release: Double? = nil, sustained: Bool? = nil
  ) {
    entries = [
      .event(
        HapticEvent(
          .hapticContinuous, at: time, duration: duration,
          parameters: .given([
            (.hapticIntensity, intensity), (.hapticSharpness, sharpness), (.attackTime, attack),
            (.decayTime, decay), (.releaseTime, release),
            (.sustained, sustained.map { $0 ? 1 : 0 }),
          ])))
    ]
  }
}

/// A continuous audio event: a tone.
public struct Tone: PatternComponent {
  /// The event, as the only entry.
  public let entries: [HapticPattern.Entry]

  /// Creates a tone from `time` for `duration` seconds.
  ///
  /// - Parameters:
  ///   - time: the start, in seconds from the start of the pattern, 0 or later.
  ///   - duration: the time in seconds until the release begins.
  ///   - volume: 0...1; 1 by default.
  ///   - pitch: from -1 (lowest) to 1 (highest); 0 by default.
  ///   - pan: from -1 (left) to 1 (right); 0 by default.
  ///   - brightness: 0...1; 1 by default.
  ///   - attack: the normalized attack time, from 0 (shortest) to 1 (longest).
  ///   - decay: the normalized decay time; only for a tone that is not sustained.
  ///   - release: the normalized release time.
  ///   - sustained: false for a tone with only an attack and a decay; true by default.
  public init(
    at time: Seconds = 0, duration: Seconds, volume: Double? = nil, pitch: Double? = nil,
    pan: Double? = nil, brightness: Double? = nil, attack: Double? = nil, decay: Double? = nil,
    release: Double? = nil, sustained: Bool? = nil
  ) {
    entries = [
      .event(
        HapticEvent(
          .audioContinuous, at: time, duration: duration,
          parameters: .given([
            (.audioVolume, volume), (.audioPitch, pitch), (.audioPan, pan),
            (.audioBrightness, brightness), (.attackTime, attack), (.decayTime, decay),
            (.releaseTime, release), (.sustained, sustained.map { $0 ? 1 : 0 }),
          ])))
    ]
  }
}

/// An audio event that plays a sound file.
public struct Sound: PatternComponent {
  /// The event, as the only entry.
  public let entries: [HapticPattern.Entry]

  /// Creates an event that plays the sound file at `path`, relative to the sound folder, at `time`.
  ///
  /// - Parameters:
  ///   - path: the path of the sound file.
  ///   - time: the start, in seconds from the start of the pattern, 0 or later.
  ///   - duration: the time in seconds after which the sound is cut; the length of the file by default.
  ///   - volume: 0...1; 1 by default.
  ///   - pitch: from -1 (half speed) to 1 (double speed); 0 by default.
  ///   - pan: from -1 (left) to 1 (right); 0 by default.
  ///   - brightness: 0...1; 1 by default.
  ///   - attack: the normalized attack time, from 0 (shortest) to 1 (longest).
  ///   - release: the normalized release time.
  ///   - loops: whether the sound repeats until `duration` is over.
  public init(
    _ path: String, at time: Seconds = 0, duration: Seconds? = nil, volume: Double? = nil,
    pitch: Double? = nil, pan: Double? = nil, brightness: Double? = nil, attack: Double? = nil,
    release: Double? = nil, loops: Bool = false
  ) {
    entries = [
      .event(
        HapticEvent(
          .audioCustom, at: time, duration: duration,
          parameters: .given([
            (.audioVolume, volume), (.audioPitch, pitch), (.audioPan, pan),
            (.audioBrightness, brightness), (.attackTime, attack), (.releaseTime, release),
          ]),
          waveform: .init(path: path, loops: loops)))
    ]
  }
}

/// A parameter curve.
public struct Curve: PatternComponent {
  /// The curve, as the only entry.
  public let entries: [HapticPattern.Entry]

  /// Creates a curve of `id` that starts at `time` seconds, through `points`: seconds from the curve's start, and
  /// values.
  public init(
    _ id: DynamicParameter.ID, at time: Seconds = 0, _ points: [(time: Seconds, value: Double)]
  ) {
    entries = [
      .curve(
        ParameterCurve(id, at: time, controlPoints: points.map { .init(at: $0.time, $0.value) }))
    ]
  }
}

extension DynamicParameter: PatternComponent {
  /// The parameter, as the only entry.
  public var entries: [HapticPattern.Entry] { [.parameter(self)] }
}

extension HapticEvent: PatternComponent {
  /// The event, as the only entry.
  public var entries: [HapticPattern.Entry] { [.event(self)] }
}

extension ParameterCurve: PatternComponent {
  /// The curve, as the only entry.
  public var entries: [HapticPattern.Entry] { [.curve(self)] }
}

extension [EventParameter] {
  /// The parameters whose values are given.
  static func given(_ values: [(EventParameter.ID, Double?)]) -> Self {
    values.compactMap { id, value in value.map { EventParameter(id, $0) } }
  }
}
