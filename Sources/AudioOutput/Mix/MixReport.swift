/// What went through a mix so far.
public struct MixReport: Hashable, Sendable {
  /// How many frames were mixed.
  public var frames: Int64 = 0
  /// The largest magnitude of any output sample before clamping; 1 is full scale.
  public var peak: Float = 0
  /// How many output samples were outside ±1, or not a number, and were clamped.
  public var clampedSamples: Int64 = 0

  /// The report of an empty mix.
  public init() {}
}
