/// A control that moves along straight lines from point to point.
public struct ParameterCurve: Hashable, Sendable {
  /// A point of a curve.
  public struct ControlPoint: Hashable, Sendable {
    /// Seconds from the start of the curve (not of the pattern).
    public var time: Seconds
    /// The value there, in the range of the curve's control; clamped when played.
    public var value: Double

    /// A point at `time` seconds from the curve's start.
    public init(at time: Seconds, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// Which control the curve moves.
  public var id: DynamicParameter.ID
  /// When the curve starts, in seconds from the start of the pattern.
  public var time: Seconds
  /// The points, in any order; they are taken in order of time, and of two at one time the later in
  /// this list wins.
  public var controlPoints: [ControlPoint]

  /// A curve of `id` that starts at `time` seconds.
  public init(
    _ id: DynamicParameter.ID, at time: Seconds = 0, controlPoints: [ControlPoint]
  ) {
    self.id = id
    self.time = time
    self.controlPoints = controlPoints
  }
}
