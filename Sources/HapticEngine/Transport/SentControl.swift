/// A parameter or curve that was sent to a player while it plays: a source of one control.
@safe
struct SentControl: BitwiseCopyable {
  /// A point of a sent curve.
  struct Point: BitwiseCopyable {
    /// Frames from the source's start, not whole; never before the point before it.
    let offset: Double
    let value: Double
    /// Change per frame until the next point.
    let slope: Double
  }

  /// The frame from which it governs.
  var start: Frame
  /// The frame at which a source of the pattern overrides it.
  var end: Frame
  /// The points, at least one; owned by the sender.
  let points: UnsafePointer<Point>?
  let pointCount: Int
  /// The value of a source of one point.
  let value: Double

  /// How many bytes lie between the beginning of the memory of a curve and its points: what the
  /// stack uses on which it comes back.
  static var headerBytes: Int { @_noAllocation @_noLocks get { 16 } }

  /// A curve of `segments`, whose offsets count from `first` seconds and are `fraction` of a frame later,
  /// in memory of its own, which comes back on the stack of curves.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func curve(
    _ segments: [ControlSegment], from first: Seconds, sampleRate: Double, fraction: Double
  ) -> (source: SentControl, memory: UnsafeMutableRawPointer) {
    // SAFETY: the points begin `headerBytes` after the beginning, are all initialized here, and are
    // freed as the memory that is returned.
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: headerBytes + segments.count * MemoryLayout<Point>.stride, alignment: 16)
    let points = unsafe (memory + headerBytes).bindMemory(
      to: Point.self, capacity: segments.count)
    for (index, segment) in segments.enumerated() {
      unsafe (points + index).initialize(
        to: Point(
          offset: (segment.start - first) * sampleRate + fraction, value: segment.value,
          slope: segment.slope / sampleRate))
    }
    let source = unsafe SentControl(
      start: 0, end: .never, points: UnsafePointer(points), pointCount: segments.count, value: 0)
    return unsafe (source, memory)
  }

  /// The memory that `points` lie in.
  @_noAllocation @_noLocks
  static func loan(of points: UnsafePointer<Point>) -> UnsafeMutableRawPointer {
    // SAFETY: `curve` put the points so far behind the beginning of memory of its own.
    unsafe UnsafeMutableRawPointer(mutating: points) - headerBytes
  }

  /// A source that governs nothing.
  static var none: SentControl {
    @_noAllocation @_noLocks get {
      unsafe SentControl(start: .never, end: -.never, points: nil, pointCount: 0, value: 0)
    }
  }

  /// A step to `value` at `start`.
  @_noAllocation @_noLocks
  static func step(to value: Double, at start: Frame) -> SentControl {
    unsafe SentControl(start: start, end: .never, points: nil, pointCount: 0, value: value)
  }

  /// The straight piece that holds at `frame`.
  ///
  /// - Complexity: O(log n) in the points.
  @_noAllocation @_noLocks
  func piece(at frame: Frame) -> ControlPiece {
    guard let points = unsafe points, pointCount > 0 else {
      return ControlPiece(value: value, slope: 0, end: end)
    }
    let offset = Double(frame - start)
    var (index, after) = (0, pointCount)
    while index + 1 < after {
      let middle = (index + after) / 2
      if unsafe points[middle].offset <= offset + snapFrames {
        index = middle
      } else {
        after = middle
      }
    }
    let point = unsafe points[index]
    if index + 1 == pointCount { return ControlPiece(value: point.value, slope: 0, end: end) }
    // At least one frame, however far away rounding is coarser than that.
    let pieceEnd = unsafe max(start + frameAtOrAfter(points[index + 1].offset), frame + 1)
    let elapsed = offset - point.offset
    return ControlPiece(
      value: point.value + point.slope * (elapsed > 0 ? elapsed : 0), slope: point.slope,
      end: pieceEnd < end ? pieceEnd : end)
  }
}
