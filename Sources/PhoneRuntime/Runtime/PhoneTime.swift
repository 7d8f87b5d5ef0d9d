/// A time or duration on a simulated phone, as a whole number of frames, which prevents drift.
public struct PhoneTime: Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The number of frames per second.
  ///
  /// Our choice: the usual sample rate of phones, so that a haptic engine at that rate and the phone agree on every
  /// frame.
  public static let framesPerSecond = 48_000.0

  /// The number of frames.
  public let frames: Int64

  /// The largest magnitude of a time, in frames.
  ///
  /// The sum of two times of this magnitude does not overflow.
  private static let limit: Int64 = 9_000_000_000_000_000

  /// Creates a time from a number of frames, clamped to 6 000 years.
  public init(frames: Int64) { self.frames = min(max(frames, -Self.limit), Self.limit) }

  /// Creates a time at the frame nearest to `seconds`.
  ///
  /// Halves are rounded away from zero.
  ///
  /// Times are clamped to 6 000 years. NaN becomes 0.
  public init(seconds: Double) {
    let frames = (seconds * Self.framesPerSecond).rounded(.toNearestOrAwayFromZero)
    self.init(frames: frames.isNaN ? 0 : Int64(min(max(frames, -1e18), 1e18)))
  }

  /// The time in seconds.
  public var seconds: Double { Double(frames) / Self.framesPerSecond }

  /// The beginning, or an empty duration.
  public static let zero = PhoneTime(frames: 0)

  /// Returns whether `left` is earlier or shorter than `right`.
  public static func < (left: PhoneTime, right: PhoneTime) -> Bool { left.frames < right.frames }

  /// Returns a time that is later by a duration, or the sum of two durations.
  public static func + (left: PhoneTime, right: PhoneTime) -> PhoneTime {
    PhoneTime(frames: left.frames + right.frames)
  }

  /// Returns a time that is earlier by a duration, or the duration between two times.
  public static func - (left: PhoneTime, right: PhoneTime) -> PhoneTime {
    PhoneTime(frames: left.frames - right.frames)
  }
}
