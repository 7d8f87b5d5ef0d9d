/// The render side of a player: plays scheduled segments one after the other, on the player's own timeline.
///
/// - Thread: render; functions of the control side only between blocks.        Realtime-safe: `render` only.
@safe
package struct PlayerVoice: BitwiseCopyable {
  /// A scheduled piece of sound at the rate of the player's bus.
  @safe
  package struct Segment: BitwiseCopyable {
    /// The samples, which the control side keeps until the segment is finished.
    package var samples: GraphBuffer
    /// The number of frames to play from `first` on.
    package var frames: Int
    /// The first frame to play.
    package var first = 0
    /// The player's time at which the segment starts; nil to follow the segment before it.
    package var start: Int64?
    /// Whether the segment repeats.
    package var loops = false

    /// Creates a segment.
    ///
    /// - Thread: control.        Realtime-safe: no.
    package init(_ samples: GraphBuffer, frames: Int, start: Int64?, loops: Bool) {
      self.samples = samples
      self.frames = frames
      self.start = start
      self.loops = loops && frames > 0
    }
  }

  private var segments: UnsafeMutablePointer<Segment>
  private var capacity: Int
  private var head = 0
  /// The number of segments that are not finished.
  package private(set) var count = 0
  /// The frame within the first segment.
  private var offset = 0
  /// The number of segments that have been played to their end since `takeFinished`.
  private var finished = 0
  /// Whether the player plays, or waits for `startTime`.
  package private(set) var isPlaying = false
  /// The node's time at which playing starts.
  private var startTime = Int64.min
  /// The frames that were played since the player was started, without pauses.
  package private(set) var playerTime: Int64 = 0
  /// The frames that were rendered.
  package private(set) var nodeTime: Int64 = 0

  /// Creates a voice without segments.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init() {
    capacity = 16
    // SAFETY: freed in `deallocate`; only segments that were scheduled are read.
    unsafe segments = .allocate(capacity: 16)
  }

  /// Frees the memory.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package func deallocate() { unsafe segments.deallocate() }

  /// Adds a segment at the end.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package mutating func schedule(_ segment: Segment) {
    if head + count == capacity {
      let larger = max(capacity, 2 * count)
      // SAFETY: freed in `deallocate`, or here when it grows again.
      let memory = UnsafeMutablePointer<Segment>.allocate(capacity: larger)
      for index in 0..<count { unsafe (memory + index).initialize(to: segments[head + index]) }
      unsafe segments.deallocate()
      unsafe segments = memory
      (capacity, head) = (larger, 0)
    }
    unsafe (segments + head + count).initialize(to: segment)
    count += 1
  }

  /// Removes all segments except the first, which ends at the end of its present turn.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package mutating func keepFirst() {
    count = min(count, 1)
    if count == 1 { unsafe segments[head].loops = false }
  }

  /// Removes all segments.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package mutating func removeAll() { (head, count, offset) = (0, 0, 0) }

  /// Starts to play.
  ///
  /// - Parameter time: the node's time of the start; nil for the next frame.
  /// - Thread: control.        Realtime-safe: no.
  package mutating func play(at time: Int64?) {
    isPlaying = true
    startTime = time ?? .min
  }

  /// Pauses, and keeps the player's time.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package mutating func pause() { isPlaying = false }

  /// Stops, and returns to the beginning of the player's time.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package mutating func stop() {
    removeAll()
    isPlaying = false
    playerTime = 0
  }

  /// Returns the node to the beginning of its time.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package mutating func restartTime() { nodeTime = 0 }

  /// Returns the number of segments that were finished since the last call.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package mutating func takeFinished() -> Int {
    defer { finished = 0 }
    return finished
  }

  /// Plays the next frames, or silence.
  @_noAllocation @_noLocks
  package mutating func render(into output: GraphBuffer, frames: Int) {
    output.clear(frames: frames)
    defer { nodeTime += Int64(frames) }
    guard isPlaying else { return }
    var done = 0
    if startTime > nodeTime { done = Int(min(Int64(frames), startTime - nodeTime)) }
    while done < frames, count > 0 {
      let segment = unsafe segments[head]
      if offset == 0, let start = segment.start, start > playerTime {
        let pause = Int(min(Int64(frames - done), start - playerTime))
        done += pause
        playerTime += Int64(pause)
        continue
      }
      let piece = min(frames - done, segment.frames - offset)
      Self.copy(segment, from: offset, piece, to: output, at: done)
      done += piece
      offset += piece
      playerTime += Int64(piece)
      if offset == segment.frames { endTurn(of: segment) }
    }
    playerTime += Int64(frames - done)
  }

  @_noAllocation @_noLocks
  private mutating func endTurn(of segment: Segment) {
    offset = 0
    if segment.loops { return }
    head += 1
    count -= 1
    finished += 1
  }

  @_noAllocation @_noLocks
  private static func copy(
    _ segment: Segment, from offset: Int, _ count: Int, to output: GraphBuffer, at place: Int
  ) {
    let source = segment.samples
    var channel = 0
    while channel < output.channelCount {
      // One channel is heard on all channels; otherwise missing channels are silent.
      let isMono = source.channelCount == 1
      if isMono || channel < source.channelCount {
        let samples = unsafe source.channels[isMono ? 0 : channel] + segment.first + offset
        let target = unsafe output.channels[channel] + place
        var index = 0
        while index < count {
          unsafe target[index] = samples[index]
          index &+= 1
        }
      }
      channel += 1
    }
  }
}
