/// A time or a duration of a simulated phone: a whole number of frames, so that nothing drifts.
public struct PhoneTime: Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// How many frames make a second.
  ///
  /// Our choice: the sample rate that phones run at, so that a haptic engine of that rate and the
  /// phone agree on every frame.
  public static let framesPerSecond = 48_000.0

  /// The frames.
  public let frames: Int64

  /// The sum of two times is still a number.
  private static let limit: Int64 = 9_000_000_000_000_000

  /// A time of so many frames; beyond 6 000 years, those.
  public init(frames: Int64) { self.frames = min(max(frames, -Self.limit), Self.limit) }

  /// The frame that is nearest to `seconds`, halves away from zero.
  ///
  /// Times beyond 6 000 years are held there, and what is not a number is 0.
  public init(seconds: Double) {
    let frames = (seconds * Self.framesPerSecond).rounded(.toNearestOrAwayFromZero)
    self.init(frames: frames.isNaN ? 0 : Int64(min(max(frames, -1e18), 1e18)))
  }

  /// The same in seconds.
  public var seconds: Double { Double(frames) / Self.framesPerSecond }

  /// The beginning, or no time at all.
  public static let zero = PhoneTime(frames: 0)

  /// Whether `left` is earlier, or shorter.
  public static func < (left: PhoneTime, right: PhoneTime) -> Bool { left.frames < right.frames }

  /// A time later by a duration, or the sum of two durations.
  public static func + (left: PhoneTime, right: PhoneTime) -> PhoneTime {
    PhoneTime(frames: left.frames + right.frames)
  }

  /// A time earlier by a duration, or the duration between two times.
  public static func - (left: PhoneTime, right: PhoneTime) -> PhoneTime {
    PhoneTime(frames: left.frames - right.frames)
  }
}
