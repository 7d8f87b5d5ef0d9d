/// How often and how fast a pattern is played.
public struct Playback: Hashable, Sendable {
  /// How fast time passes, more than 0; 1 is the pattern's own speed.
  ///
  /// Pitch stays.
  public var rate: Double
  /// How often the pattern is played, one after the other; at least 1.
  public var loopCount: Int

  /// A playback at `rate` times the speed, `loopCount` times.
  public init(rate: Double = 1, loopCount: Int = 1) {
    self.rate = rate
    self.loopCount = loopCount
  }
}
