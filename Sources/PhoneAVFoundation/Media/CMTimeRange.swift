/// A span of time.
public struct CMTimeRange: Hashable, Sendable {
  /// The beginning.
  public var start: CMTime
  /// The length.
  public var duration: CMTime

  /// Creates an invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }

  /// Creates a range with a length.
  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }

  /// Creates a range between two times.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// The end, which does not belong to the range.
  public var end: CMTime { start + duration }
  /// Whether both times are valid, and the length is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// Whether the length is 0.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// An empty range at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// A range without a meaning.
  public static let invalid = CMTimeRange()

  /// Returns whether a time belongs to the range.
  public func containsTime(_ time: CMTime) -> Bool { start <= time && time < end }
}

/// Creates a range with a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
