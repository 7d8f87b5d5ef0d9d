/// An error for a pattern that Core Haptics would reject.
///
/// Lists every problem, in the order of the entries.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem of one entry.
  ///
  /// Each case names the Core Haptics error that a device would report.
  public enum Cause: Hashable, Sendable {
    /// A time is negative or beyond `PatternLimits.maximumTime` (`invalidEventTime`, -4822).
    case invalidTime(Seconds)
    /// A duration is negative or beyond `PatternLimits.maximumTime` (`invalidEventDuration`, -4823).
    case invalidDuration(Seconds)
    /// A value is not finite (`badParameterEntry`, -4831).
    case invalidValue(Double)
    /// A curve does not have control points (`badParameterEntry`, -4831).
    case noControlPoints
    /// A sound event does not name a sound (`invalidAudioResource`, -4824).
    case noWaveform
  }

  /// A problem and the entry it occurs in.
  public struct Problem: Hashable, Sendable {
    /// The index of the entry in the pattern.
    public let entry: Int
    /// The problem.
    public let cause: Cause

    init(entry: Int, _ cause: Cause) {
      self.entry = entry
      self.cause = cause
    }
  }

  /// All problems; never empty.
  public let problems: [Problem]

  init(problems: [Problem]) { self.problems = problems }

  /// One line per problem.
  public var description: String {
    problems.map { "Pattern[\($0.entry)]: \($0.cause.text)" }.joined(separator: "\n")
  }
}

extension PatternError.Cause {
  /// The problem in words, and the values that are valid.
  package var text: String {
    switch self {
    case .invalidTime(let time):
      "the time is \(time); it must be from 0 to \(PatternLimits.maximumTime)"
    case .invalidDuration(let duration):
      "the duration is \(duration); it must be from 0 to \(PatternLimits.maximumTime)"
    case .invalidValue(let value): "the value is \(value); it must be a finite number"
    case .noControlPoints: "a parameter curve needs at least one control point"
    case .noWaveform: "an AudioCustom event needs the path of a sound file"
    }
  }
}

extension HapticPattern.Entry {
  /// The reasons for which Core Haptics would reject this entry.
  var problems: [PatternError.Cause] {
    switch self {
    case .event(let event):
      return Self.problems(time: event.time)
        + (event.duration.map(Self.problems(duration:)) ?? [])
        + event.parameters.flatMap { Self.problems(value: $0.value) }
        + (event.type == .audioCustom && event.waveform?.path.isEmpty ?? true ? [.noWaveform] : [])
    case .parameter(let parameter):
      return Self.problems(time: parameter.time) + Self.problems(value: parameter.value)
    case .curve(let curve):
      return Self.problems(time: curve.time)
        + (curve.controlPoints.isEmpty ? [.noControlPoints] : [])
        + curve.controlPoints.flatMap {
          Self.problems(time: $0.time) + Self.problems(value: $0.value)
        }
    }
  }

  private static func problems(time: Seconds) -> [PatternError.Cause] {
    (0...PatternLimits.maximumTime).contains(time) ? [] : [.invalidTime(time)]
  }

  private static func problems(duration: Seconds) -> [PatternError.Cause] {
    (0...PatternLimits.maximumTime).contains(duration) ? [] : [.invalidDuration(duration)]
  }

  private static func problems(value: Double) -> [PatternError.Cause] {
    value.isFinite ? [] : [.invalidValue(value)]
  }
}
