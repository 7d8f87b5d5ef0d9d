/// A straight piece of a control from one frame on.
struct ControlPiece: BitwiseCopyable {
  /// The value at the requested frame.
  var value: Double
  /// The change per frame.
  var slope: Double
  /// The first frame after this piece.
  var end: Frame

  @_noAllocation @_noLocks
  init(value: Double, slope: Double, end: Frame) {
    self.value = value
    self.slope = slope
    self.end = end
  }
}

/// Reads the controls of a timeline, and controls sent while it plays, at any frame.
///
/// Reading does not change anything, so that voices may read at different frames of one block. `advance` moves the
/// cursors between blocks, so that a read never searches far.
///
/// The renderer of the pattern frees the reader explicitly. A deinit is not possible: the render side copies the reader
/// out of the voices' context, so the type cannot be noncopyable, and a class would be reference-counted on the render
/// thread.
@safe
struct ControlReader {
  let view: Timeline.View
  /// The segment of each control that is in effect at the start of the block.
  private let cursors: UnsafeMutablePointer<Int>
  /// The source of each control that was sent while playing.
  private let sent: UnsafeMutablePointer<SentControl>

  init(_ view: Timeline.View) {
    self.view = view
    // SAFETY: both have a place for each control, are initialized here, and are freed in `deallocate`.
    unsafe cursors = .allocate(capacity: ControlIndex.count)
    unsafe sent = .allocate(capacity: ControlIndex.count)
    unsafe sent.initialize(repeating: .none, count: ControlIndex.count)
    unsafe cursors.initialize(from: view.firstSegments, count: ControlIndex.count)
  }

  /// Frees the memory; the reader must not be used afterward.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    unsafe cursors.deallocate()
    unsafe sent.deallocate()
  }

  /// Forgets the sent controls.
  @_noAllocation @_noLocks
  func forgetSent() {
    var control = 0
    while control < ControlIndex.count {
      unsafe sent[control] = .none
      control += 1
    }
  }

  /// Forgets the sent controls and returns to the first segments.
  @_noAllocation @_noLocks
  func restart() {
    forgetSent()
    rewind()
  }

  /// Returns to the first segments, as a loop does.
  ///
  /// A sent control stays in effect until a source of the pattern overrides it.
  @_noAllocation @_noLocks
  func rewind() {
    var control = 0
    while control < ControlIndex.count {
      unsafe cursors[control] = view.firstSegments[control]
      control += 1
    }
  }

  /// Moves each cursor to the segment that is in effect at `frame`.
  @_noAllocation @_noLocks
  func advance(to frame: Frame, _ map: TimeMap) {
    let time = map.snappedTime(of: frame)
    var control = 0
    while control < ControlIndex.count {
      let end = unsafe view.firstSegments[control + 1]
      unsafe cursors[control] = segment(at: time, from: cursors[control], before: end)
      control += 1
    }
  }

  /// Moves each cursor, forward or back, to the segment that is in effect at `time`, in seconds of the
  /// pattern.
  ///
  /// - Complexity: O(log n) in the segments.
  @_noAllocation @_noLocks
  func go(to time: Seconds) {
    var control = 0
    while control < ControlIndex.count {
      let first = unsafe view.firstSegments[control]
      var (low, high) = unsafe (first, view.firstSegments[control + 1])
      while low < high {
        let middle = (low + high) / 2
        if unsafe view.segments[middle].start <= time { low = middle + 1 } else { high = middle }
      }
      unsafe cursors[control] = low > first ? low - 1 : first
      control += 1
    }
  }

  /// Returns the piece of `control` at `frame`, which must not be before the last `advance`.
  @_noAllocation @_noLocks
  func piece(of control: Int, at frame: Frame, _ map: TimeMap) -> ControlPiece {
    let override = unsafe sent[control]
    if frame >= override.start && frame < override.end {
      return override.piece(at: frame)
    }
    let end = unsafe view.firstSegments[control + 1]
    let cursor = unsafe cursors[control]
    if unsafe cursor + 1 == end && view.segments[cursor].slope == 0 {
      // This is the usual case: the control keeps its last value.
      return unsafe ControlPiece(
        value: view.segments[cursor].value, slope: 0,
        end: override.start > frame ? override.start : .never)
    }
    let time = map.snappedTime(of: frame)
    let index = segment(at: time, from: cursor, before: end)
    let segment = unsafe view.segments[index]
    // The piece has at least one frame, because during very slow playback a frame is less than the rounding of its
    // time.
    let next =
      unsafe index + 1 < end
      ? max(map.frame(atOrAfter: view.segments[index + 1].start), frame + 1) : .never
    let upTo = override.start > frame && override.start < next ? override.start : next
    // Times within the tolerance before a segment count as its start.
    let elapsed = map.time(of: frame) - segment.start
    return ControlPiece(
      value: segment.value + segment.slope * (elapsed > 0 ? elapsed : 0),
      slope: segment.slope * map.rate / map.sampleRate, end: upTo)
  }

  /// Returns the segment that is in effect at `time`: `first` or a segment after it, before `end`.
  ///
  /// - Complexity: O(log n) in the segments between, and one comparison without any.
  @_noAllocation @_noLocks
  private func segment(at time: Seconds, from first: Int, before end: Int) -> Int {
    var low = first
    var stride = 1
    while low + stride < end, unsafe view.segments[low + stride].start <= time {
      low += stride
      stride *= 2
    }
    var high = min(low + stride, end)
    while low + 1 < high {
      let middle = (low + high) / 2
      if unsafe view.segments[middle].start <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the value of `control` at `frame`.
  @_noAllocation @_noLocks
  func value(of control: Int, at frame: Frame, _ map: TimeMap) -> Double {
    piece(of: control, at: frame, map).value
  }

  /// Makes `source` determine the value of `control` from its start until the next source of the pattern starts.
  @_noAllocation @_noLocks
  func setSource(_ source: SentControl, of control: Int, _ map: TimeMap) {
    var source = source
    source.end = nextSource(of: control, after: map.snappedTime(of: source.start), map)
    unsafe sent[control] = source
  }

  /// Returns the points of the most recent curve sent to `control`, so that they can be returned to their owner.
  @_noAllocation @_noLocks
  func sentPoints(of control: Int) -> UnsafePointer<SentControl.Point>? {
    unsafe sent[control].points
  }

  /// Moves the sent controls later by `frames` frames, as a pause does.
  @_noAllocation @_noLocks
  func shift(by frames: Frame) {
    var control = 0
    while control < ControlIndex.count {
      if unsafe sent[control].start < .never {
        unsafe sent[control].start += frames
        if unsafe sent[control].end < .never { unsafe sent[control].end += frames }
      }
      control += 1
    }
  }

  /// Recomputes when the sources of the pattern override the sent controls, after `map` changed at `frame`.
  ///
  /// Only sources that start after `time`, in seconds of the pattern, override them.
  @_noAllocation @_noLocks
  func remap(at frame: Frame, after time: Seconds, _ map: TimeMap) {
    var control = 0
    while control < ControlIndex.count {
      if unsafe sent[control].end > frame {
        unsafe sent[control].end = nextSource(of: control, after: time, map)
      }
      control += 1
    }
  }

  @_noAllocation @_noLocks
  private func nextSource(of control: Int, after time: Seconds, _ map: TimeMap) -> Frame {
    let end = unsafe view.firstSegments[control + 1]
    var index = unsafe cursors[control]
    while index < end {
      let segment = unsafe view.segments[index]
      if segment.beginsSource && segment.start > time { return map.frame(atOrAfter: segment.start) }
      index += 1
    }
    return .never
  }
}
