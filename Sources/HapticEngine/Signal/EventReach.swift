/// Finds the events of a timeline that may still be playing at some time of the pattern.
///
/// A tree with the last end in each block of events makes it unnecessary to examine all earlier events.
///
/// The result includes every event that may be playing. The ringing time of an event depends on controls, so the tree
/// assumes the longest possible ringing time for each block.
///
/// - Thread: render, except init and deinit.        Realtime-safe: all except those two.
@safe
struct EventReach: ~Copyable {
  /// The latest possible end of an event: a pattern time plus a number of seconds of output.
  ///
  /// The playback rate scales the pattern time, which includes the durations of continuous events. It does not scale
  /// releases, transients and sounds.
  private struct End: BitwiseCopyable {
    var pattern: Seconds
    var output: Seconds

    @_noAllocation @_noLocks
    init(pattern: Seconds, output: Seconds) {
      self.pattern = pattern
      self.output = output
    }

    /// The end of an event that is over before anything begins.
    static var never: End { End(pattern: -.infinity, output: 0) }

    /// Returns an end that is not before either of the two.
    ///
    /// - Thread: control.        Realtime-safe: no.
    func later(_ other: End) -> End {
      End(pattern: max(pattern, other.pattern), output: max(output, other.output))
    }
  }

  /// The number of events that are examined together.
  ///
  /// Our choice: examining a block costs about as much as finding it.
  static var blockSize: Int { @_noAllocation @_noLocks get { 16 } }

  /// The tree: node 1 is the root, the children of `n` are `2 n` and `2 n + 1`, and the blocks are the
  /// leaves, from `leafCount` on.
  private let ends: UnsafeMutablePointer<End>
  private let leafCount: Int

  /// Creates the reach of the haptic events in `view`.
  ///
  /// - Thread: control.        Realtime-safe: no.
  /// - Complexity: O(n) in the events.
  init(haptics view: Timeline.View, _ response: HapticResponse, sampleRate: Double) {
    // One frame for the rounding of onsets, and one for the rounding of ends.
    let rounding = 2 / sampleRate
    // The lowest possible frequency is used, because a master sharpness may move every transient there.
    let ring = response.transientFrames(hertz: response.hertz(0)) / sampleRate + rounding
    let release = EnvelopeTime.releaseSeconds(1) + rounding
    self.init(count: view.hapticCount) { index in
      let event = unsafe view.haptics[index]
      return event.isTransient
        ? End(pattern: event.time, output: ring)
        : End(pattern: event.time + event.duration, output: release)
    }
  }

  /// Creates the reach of the audio events in `view`.
  ///
  /// - Thread: control.        Realtime-safe: no.
  /// - Complexity: O(n) in the events.
  init(audios view: Timeline.View, sampleRate: Double) {
    let release = EnvelopeTime.releaseSeconds(1) + 2 / sampleRate
    self.init(count: view.audioCount) { index in
      let event = unsafe view.audios[index]
      if event.sound < 0 { return End(pattern: event.time + event.duration, output: release) }
      let sound = unsafe Double(view.sounds[event.sound].frameCount) / sampleRate
      let length = event.loops ? event.duration : min(event.duration, sound)
      return End(pattern: event.time, output: length + release)
    }
  }

  /// - Thread: control.        Realtime-safe: no.
  private init(count: Int, _ end: (Int) -> End) {
    var leafCount = 1
    while leafCount * Self.blockSize < count { leafCount *= 2 }
    self.leafCount = leafCount
    // SAFETY: initialized here, freed in deinit.
    unsafe ends = .allocate(capacity: 2 * leafCount)
    unsafe ends.initialize(repeating: .never, count: 2 * leafCount)
    for index in 0..<count {
      let leaf = leafCount + index / Self.blockSize
      unsafe ends[leaf] = ends[leaf].later(end(index))
    }
    for node in stride(from: leafCount - 1, to: 0, by: -1) {
      unsafe ends[node] = ends[2 * node].later(ends[2 * node + 1])
    }
  }

  deinit { unsafe ends.deallocate() }

  /// Returns the first block, from `block` on, that contains an event that may still be playing at pattern time `time`
  /// or later, at playback rate `rate`; nil if no such block remains.
  ///
  /// Adds the number of examined nodes to `work`.
  ///
  /// - Complexity: O(log n) in the events.
  @_noAllocation @_noLocks
  func block(from block: Int, at time: Seconds, rate: Double, work: inout Int) -> Int? {
    if block >= leafCount { return nil }
    var node = leafCount + block
    while true {
      work += 1
      let end = unsafe ends[node]
      if end.pattern + end.output * rate >= time {
        if node >= leafCount { return node - leafCount }
        node *= 2
        continue
      }
      // Continues to the right, from the highest possible node.
      while node & 1 == 1 { node /= 2 }
      if node == 0 { return nil }
      node += 1
    }
  }
}

/// The events of one kind that still have to be continued after a seek.
struct Continuation: BitwiseCopyable {
  /// The target of the seek, in seconds of the pattern.
  let time: Seconds
  /// The number of events that had begun before the target.
  let count: Int
  /// The first block of events that has not been examined; `Int.max` after the last one.
  var nextBlock: Int

  /// Creates the continuation after a seek to `time`, before which `count` events had begun.
  @_noAllocation @_noLocks
  init(at time: Seconds, count: Int) {
    self.time = time
    self.count = count
    nextBlock = count == 0 ? .max : 0
  }

  /// A continuation without events.
  static var none: Continuation {
    @_noAllocation @_noLocks get { Continuation(at: 0, count: 0) }
  }

  /// Whether all events have been continued.
  var isOver: Bool { @_noAllocation @_noLocks get { nextBlock == .max } }
}
