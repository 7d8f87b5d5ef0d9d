/// A time as a fraction: `value` divided by `timescale`, in seconds.
///
/// Source: `CMTime.h`.
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: the parts of a second.
  public var timescale: CMTimeScale
  /// Whether the time is a number, and of what kind it is otherwise.
  public var flags: CMTimeFlags
  /// The number of the timeline that the time belongs to; usually 0.
  public var epoch: CMTimeEpoch

  /// Creates a time with all its fields.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a fraction; invalid if the denominator is not more than 0.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Creates the fraction that is nearest to a number of seconds.
  ///
  /// Our choice: a time that is too large for the time scale becomes infinite. Apple lowers the time scale instead.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    let value = (seconds * Double(preferredTimescale)).rounded()
    if seconds.isNaN || preferredTimescale <= 0 {
      self = .invalid
    } else {
      self.init(CMTimeValue(value), near: value, timescale: preferredTimescale)
      if isNumeric, self.seconds != seconds { flags.insert(.hasBeenRounded) }
    }
  }

  /// Creates a fraction, which is infinite if `approximation`, the nearest number to its numerator, is too large.
  fileprivate init(
    _ value: @autoclosure () -> CMTimeValue, near approximation: Double, timescale: CMTimeScale
  ) {
    if abs(approximation) >= 9.2e18 {
      self = approximation > 0 ? .positiveInfinity : .negativeInfinity
    } else {
      self.init(value: value(), timescale: timescale)
    }
  }

  /// The time in seconds; NaN for a time that is not a number.
  public var seconds: Double {
    if flags.contains(.valid), flags.contains(.positiveInfinity) { return .infinity }
    if flags.contains(.valid), flags.contains(.negativeInfinity) { return -.infinity }
    return isNumeric ? Double(value) / Double(timescale) : .nan
  }

  /// Whether the time is a number, infinite or indefinite.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether the time is a number.
  ///
  /// Our choice: a fraction must have a denominator of more than 0, whatever its flags are, so that it can be divided.
  public var isNumeric: Bool {
    timescale > 0 && flags.intersection([.valid, .impliedValueFlagsMask]) == .valid
  }
  /// Whether the time is not known yet.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether the time is later than all others.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether the time is earlier than all others.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether the time was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time 0.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// A time without a meaning.
  public static let invalid = CMTime()
  /// A time that is not known yet.
  public static let indefinite = CMTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// A time later than all others.
  public static let positiveInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// A time earlier than all others.
  public static let negativeInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Returns the nearest time with another denominator; infinite if the time is too large for it.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric, newTimescale > 0 else { return self }
    let scaled = (Double(value) * Double(newTimescale) / Double(timescale)).rounded(method.rule)
    return CMTime(CMTimeValue(scaled), near: scaled, timescale: newTimescale)
  }
}

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time.
public typealias CMTimeScale = Int32
/// The number of a timeline.
public typealias CMTimeEpoch = Int64

/// What kind of time a `CMTime` is.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// One bit for each flag.
  public let rawValue: UInt32

  /// The flags with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time has a meaning.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The time was rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// The time is later than all others.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// The time is earlier than all others.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// The time is not known yet.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// All flags of times that are not numbers.
  public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 28)
}

/// How a time is rounded to another denominator.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest value, and halves away from zero.
  case roundHalfAwayFromZero = 1
  /// Towards zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// Like QuickTime, which is treated as `roundTowardZero` here.
  case quickTime = 4
  /// Upwards.
  case roundTowardPositiveInfinity = 5
  /// Downwards.
  case roundTowardNegativeInfinity = 6

  /// The usual rounding.
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }

  fileprivate var rule: FloatingPointRoundingRule {
    switch self {
    case .roundHalfAwayFromZero: .toNearestOrAwayFromZero
    case .roundTowardZero, .quickTime: .towardZero
    case .roundAwayFromZero: .awayFromZero
    case .roundTowardPositiveInfinity: .up
    case .roundTowardNegativeInfinity: .down
    }
  }
}

extension CMTime: Hashable, Comparable {
  /// Returns whether two times are the same time.
  public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }

  /// Returns whether `left` is earlier.
  public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }

  /// Hashes the seconds.
  public func hash(into hasher: inout Hasher) { hasher.combine(order) }

  /// Returns the sum of two times.
  public static func + (left: CMTime, right: CMTime) -> CMTime { left.added(right, sign: 1) }

  /// Returns the difference of two times.
  public static func - (left: CMTime, right: CMTime) -> CMTime { left.added(right, sign: -1) }

  /// The seconds, with an order for times that are not numbers: invalid times are the last, after infinity, and
  /// indefinite times come just before infinity.
  ///
  /// Source: `CMTimeCompare` in `CMTime.h`: "negative infinity < all finite numbers < indefinite < positive infinity <
  /// invalid".
  var order: Double {
    if !isValid { return .nan }
    return isIndefinite ? .greatestFiniteMagnitude : seconds
  }

  /// Returns the sum with a time that is multiplied by 1 or -1.
  ///
  /// Source: `CMTimeAdd` in `CMTime.h`: an infinite operand makes the result infinite, two opposite ones make it
  /// invalid; otherwise an indefinite operand makes it indefinite.
  private func added(_ other: CMTime, sign: Double) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    let infinities = Set([seconds, sign * other.seconds].filter(\.isInfinite))
    if let infinity = infinities.first {
      if infinities.count > 1 { return .invalid }
      return infinity > 0 ? .positiveInfinity : .negativeInfinity
    }
    if isIndefinite || other.isIndefinite { return .indefinite }
    guard isNumeric, other.isNumeric else { return .invalid }
    let scale = Self.commonScale(timescale, other.timescale)
    let (left, right) = (
      convertScale(scale, method: .default), other.convertScale(scale, method: .default)
    )
    guard left.isNumeric, right.isNumeric else { return left.added(right, sign: sign) }
    return CMTime(
      sign > 0 ? left.value &+ right.value : left.value &- right.value,
      near: Double(left.value) + sign * Double(right.value), timescale: scale)
  }

  /// Returns the least common multiple, or the greater scale if the multiple is too large.
  private static func commonScale(_ left: CMTimeScale, _ right: CMTimeScale) -> CMTimeScale {
    var (large, small) = (max(left, right), min(left, right))
    while small != 0 { (large, small) = (small, large % small) }
    let (multiple, isTooLarge) = (left / large).multipliedReportingOverflow(by: right)
    return isTooLarge ? max(left, right) : multiple
  }
}

/// Creates a fraction.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Creates the fraction that is nearest to a number of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns whether a time is a number, infinite or indefinite.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Returns whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Returns whether a time is not known yet.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// Returns whether a time is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Returns the seconds of a time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Returns the sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Returns the difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Returns a time that is multiplied by an integer.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  time.isNumeric
    ? CMTime(
      time.value &* Int64(multiplier), near: Double(time.value) * Double(multiplier),
      timescale: time.timescale) : time
}

/// Returns a time that is multiplied by a number.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  time.isNumeric
    ? CMTime(seconds: time.seconds * multiplier, preferredTimescale: time.timescale) : time
}

/// Returns -1, 0 or 1 if the first time is earlier than, the same as, or later than the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  let (left, right) = (time1.order, time2.order)
  if left.isNaN || right.isNaN { return left.isNaN && right.isNaN ? 0 : left.isNaN ? 1 : -1 }
  return left < right ? -1 : left > right ? 1 : 0
}
