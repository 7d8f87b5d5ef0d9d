/// A parameter or curve that was sent to a player while it was playing: a source of one control.
@safe
struct SentControl: BitwiseCopyable {
  /// A point of a sent curve.
  struct Point: BitwiseCopyable {
    /// The offset from the source's start, in frames, not necessarily whole; never before the preceding point.
    let offset: Double
    let value: Double
    /// The change per frame until the next point.
    let slope: Double
  }

  /// The frame from which the source is in effect.
  var start: Frame
  /// The frame at which a source of the pattern overrides this one.
  var end: Frame
  /// The points, at least one; owned by the sender.
  let points: UnsafePointer<Point>?
  let pointCount: Int
  /// The value of a source with one point.
  let value: Double

  /// The number of bytes between the beginning of a curve's memory and its points, which the stack of returned curves
  /// uses.
  static var headerBytes: Int { @_noAllocation @_noLocks get { 16 } }

  /// Creates a curve of `segments` in separate memory, which is returned on the stack of curves.
  ///
  /// The offsets of the segments are measured from `first` seconds and are `fraction` of a frame later.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func curve(
    _ segments: [ControlSegment], from first: Seconds, sampleRate: Double, fraction: Double
  ) -> (source: SentControl, memory: UnsafeMutableRawPointer) {
    // SAFETY: the points begin `headerBytes` after the beginning, are all initialized here, and are freed as part of
    // the returned memory.
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
    // SAFETY: the points are in `memory`, which the caller owns, and are not written anymore.
    let source = unsafe SentControl(
      start: 0, end: .never, points: UnsafePointer(points), pointCount: segments.count, value: 0)
    return unsafe (source, memory)
  }

  /// Returns the memory that contains `points`.
  @_noAllocation @_noLocks
  static func loan(of points: UnsafePointer<Point>) -> UnsafeMutableRawPointer {
    // SAFETY: `curve` put the points at this distance from the beginning of their memory.
    unsafe UnsafeMutableRawPointer(mutating: points) - headerBytes
  }

  /// A source that is never in effect.
  static var none: SentControl {
    @_noAllocation @_noLocks get {
      unsafe SentControl(start: .never, end: -.never, points: nil, pointCount: 0, value: 0)
    }
  }

  /// Creates a step to `value` at `start`.
  @_noAllocation @_noLocks
  static func step(to value: Double, at start: Frame) -> SentControl {
    unsafe SentControl(start: start, end: .never, points: nil, pointCount: 0, value: value)
  }

  /// Returns the straight piece at `frame`.
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
    // The piece has at least one frame, even at times so large that rounding is coarser.
    let pieceEnd = unsafe max(start + frameAtOrAfter(points[index + 1].offset), frame + 1)
    let elapsed = offset - point.offset
    return ControlPiece(
      value: point.value + point.slope * (elapsed > 0 ? elapsed : 0), slope: point.slope,
      end: pieceEnd < end ? pieceEnd : end)
  }
}
