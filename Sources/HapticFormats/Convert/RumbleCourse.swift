public import HapticEngine

/// A pattern for the two motors of a game controller, in steps of 10 ms.
///
/// Rules: the strong motor, which is slow, takes the round part of the intensity, intensity × (1 - sharpness). The weak
/// motor, which is fast, takes the crisp part, intensity × sharpness. A transient lasts at least 40 ms, because such
/// motors need about that long to start. All of this is our choice. Sounds are left out.
///
/// Thread: any. Realtime-safe: no.
public struct RumbleCourse: Hashable, Sendable {
  /// The strengths of the motors from a time on.
  public struct Step: Hashable, Sendable {
    /// The time, in seconds.
    public let time: Seconds
    /// The strength of the strong motor, 0...1.
    public let strong: Double
    /// The strength of the weak motor, 0...1.
    public let weak: Double
  }

  /// The steps at which a strength changes, in order of time; the last one is silent.
  public private(set) var steps: [Step] = []

  /// The length of a step, in seconds.
  private static let stepSeconds: Seconds = 0.01
  /// The length of a transient, in steps.
  private static let transientSteps = 4
  /// The maximum length, in seconds.
  ///
  /// Our choice: the length of the sound that the studio plays.
  private static let maximumSeconds: Seconds = 3_600

  /// Creates the course of `pattern`, at most its first hour.
  ///
  /// - Throws: `ConversionError` if so many events overlap that they cannot be merged.
  public init(of pattern: HapticPattern) throws(ConversionError) {
    // The losses of a conversion do not matter for a preview.
    var losses = ConversionLosses()
    let track = try VibrationTrack(pattern, for: "rumble", ConversionOptions(), losses: &losses)
    let seconds = min(max(track.duration, track.transients.last?.time ?? 0), Self.maximumSeconds)
    let count = Int((seconds / Self.stepSeconds).rounded(.up)) + Self.transientSteps
    var levels = (0..<count).map { index in
      // The middle of a step stands for all of it.
      let time = (Double(index) + 0.5) * Self.stepSeconds
      return (track.level(after: time), track.sharpness.value(after: time))
    }
    for transient in track.transients {
      let first = Int((transient.time / Self.stepSeconds).rounded())
      for index in first..<max(first, min(first + Self.transientSteps, count))
      where transient.intensity > levels[index].0 {
        levels[index] = (transient.intensity, transient.sharpness)
      }
    }
    for (index, (intensity, sharpness)) in (levels + [(0, 0)]).enumerated() {
      add(
        Step(
          time: Double(index) * Self.stepSeconds, strong: Self.rounded(intensity * (1 - sharpness)),
          weak: Self.rounded(intensity * sharpness)))
    }
  }

  /// Adds `step` unless the motors keep their strengths.
  private mutating func add(_ step: Step) {
    let last = steps.last ?? Step(time: 0, strong: 0, weak: 0)
    if step.strong != last.strong || step.weak != last.weak { steps.append(step) }
  }

  /// Returns a strength in steps of a hundredth, which is finer than motors are.
  private static func rounded(_ value: Double) -> Double {
    (min(max(value, 0), 1) * 100).rounded() / 100
  }
}
