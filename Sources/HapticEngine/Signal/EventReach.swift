/// Which events of a timeline may still sound at some time of the pattern, found without asking all that
/// began before: a tree of the latest ends of blocks of events.
///
/// What is found is all that may sound: how long an event rings depends on controls, so each block
/// counts with the longest that is possible.
///
/// - Thread: render, but for init and deinit.        Realtime-safe: all but those two.
@safe
struct EventReach: ~Copyable {
  /// When an event is over at the latest: so many seconds of output after a time of the pattern.
  ///
  /// Playback rate moves the time, in which the durations of continuous events are; it does not move
  /// releases, transients and sounds.
  private struct End: BitwiseCopyable {
    var pattern: Seconds
    var output: Seconds

    @_noAllocation @_noLocks
    init(pattern: Seconds, output: Seconds) {
      self.pattern = pattern
      self.output = output
    }

    /// An event that is over before anything begins.
    static var never: End { End(pattern: -.infinity, output: 0) }

    /// - Thread: control.        Realtime-safe: no.
    func later(_ other: End) -> End {
      End(pattern: max(pattern, other.pattern), output: max(output, other.output))
    }
  }

  /// How many events are asked together.
  ///
  /// Our choice: a block costs about as much as the way to it.
  static var blockSize: Int { @_noAllocation @_noLocks get { 16 } }

  /// The tree: node 1 is the root, the children of `n` are `2 n` and `2 n + 1`, and the blocks are the
  /// leaves, from `leafCount` on.
  private let ends: UnsafeMutablePointer<End>
  private let leafCount: Int

  /// The reach of the haptic events that `view` shows.
  ///
  /// - Thread: control.        Realtime-safe: no.
  /// - Complexity: O(n) in the events.
  init(haptics view: Timeline.View, _ response: HapticResponse, sampleRate: Double) {
    // One frame for the rounding of onsets, and one for that of ends.
    let rounding = 2 / sampleRate
    // The lowest frequency there is: a master sharpness may move every transient there.
    let ring = response.transientFrames(hertz: response.hertz(0)) / sampleRate + rounding
    let release = EnvelopeTime.releaseSeconds(1) + rounding
    self.init(count: view.hapticCount) { index in
      let event = unsafe view.haptics[index]
      return event.isTransient
        ? End(pattern: event.time, output: ring)
        : End(pattern: event.time + event.duration, output: release)
    }
  }

  /// The reach of the audio events that `view` shows.
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

  /// The first block from `block` on with an event that may sound at `time`, in seconds of the pattern,
  /// or later, at `rate` times the speed; nil where there is none.
  ///
  /// Adds how many nodes were looked at to `work`.
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
      // On to the right, from as high as possible.
      while node & 1 == 1 { node /= 2 }
      if node == 0 { return nil }
      node += 1
    }
  }
}

/// The events of one kind that are yet to be continued after a seek.
struct Continuation: BitwiseCopyable {
  /// The time that was sought, in seconds of the pattern.
  let time: Seconds
  /// How many events had begun by then.
  let count: Int
  /// The first block of events that was not looked at; `Int.max` when all were.
  var nextBlock: Int

  /// After a seek to `time`, before which so many events had begun.
  @_noAllocation @_noLocks
  init(at time: Seconds, count: Int) {
    self.time = time
    self.count = count
    nextBlock = count == 0 ? .max : 0
  }

  /// Nothing is to be continued.
  static var none: Continuation {
    @_noAllocation @_noLocks get { Continuation(at: 0, count: 0) }
  }

  /// Whether nothing is left to be continued.
  var isOver: Bool { @_noAllocation @_noLocks get { nextBlock == .max } }
}
