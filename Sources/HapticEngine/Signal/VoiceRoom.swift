/// The maximum numbers of simultaneous voices of one player.
struct VoiceCapacity: Hashable, Sendable {
  var haptic: Int
  var audio: Int
}

/// Memory for the voices of one bank: the voices that are playing, the voices that a pause holds, and the ends of the
/// voices that ended in the current block.
///
/// A voice that ends in the current block occupies its place until its end.
struct VoiceRoom<Voice: BitwiseCopyable>: ~Copyable {
  var sounding: VoiceArray<Voice>
  var held: VoiceArray<Voice>
  var ends: VoiceEnds

  init(capacity: Int) {
    sounding = VoiceArray(capacity: capacity)
    held = VoiceArray(capacity: capacity)
    ends = VoiceEnds(capacity: capacity)
  }
}

/// Memory for the voices of a player, on its way to the render side or back.
@safe
struct VoiceLoan: ~Copyable {
  /// Used by the stack on which the loan is returned; must be the first field.
  private var below: UnsafeMutableRawPointer?
  var haptics: VoiceRoom<HapticVoice>
  var audios: VoiceRoom<AudioVoice>

  /// Allocates memory for `capacity` voices.
  init(_ capacity: VoiceCapacity) {
    unsafe below = nil
    haptics = VoiceRoom(capacity: capacity.haptic)
    audios = VoiceRoom(capacity: capacity.audio)
  }

  /// Frees `loan` and the memory in it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func free(_ loan: UnsafeMutablePointer<VoiceLoan>) {
    unsafe loan.deinitialize(count: 1)
    unsafe loan.deallocate()
  }
}

/// Voices in order of their start, in memory that never grows.
///
/// Voices are summed in this order, and floating-point sums depend on the order, so removal preserves it. The fields
/// are exposed because the render path cannot call a generic method of another file.
@safe
struct VoiceArray<Voice: BitwiseCopyable>: ~Copyable {
  /// The number of voices that fit.
  let capacity: Int
  /// The number of voices.
  var count = 0
  /// The voices; the first `count` are initialized.
  let storage: UnsafeMutablePointer<Voice>

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 1)
    // SAFETY: freed in deinit; voices are plain bits, and only the first `count` are read.
    unsafe storage = .allocate(capacity: self.capacity)
    // The memory is touched here, so that the first write of the render side does not cause a page fault.
    unsafe UnsafeMutableRawPointer(storage).initializeMemory(
      as: UInt8.self, repeating: 0, count: self.capacity * MemoryLayout<Voice>.stride)
  }

  deinit { unsafe storage.deallocate() }
}

/// The ends of voices that ended in the current block.
///
/// Whether an event finds a place, and when a player is over, must not depend on block boundaries.
struct VoiceEnds: ~Copyable {
  /// The ends in the current block; there is room for as many as there are voices, whose places they occupy.
  private var ends: VoiceArray<Frame>
  /// The first of these ends, at which a place becomes free; never if all voices outlast the block.
  private(set) var next: Frame = .never
  /// The latest end of all.
  private(set) var last: Frame = -.never

  init(capacity: Int) { ends = VoiceArray(capacity: capacity) }

  @_noAllocation @_noLocks
  mutating func forget() {
    ends.count = 0
    next = .never
  }

  /// Records `end`.
  @_noAllocation @_noLocks
  mutating func note(_ end: Frame) {
    if end > last { last = end }
    if end < next { next = end }
    if ends.count == ends.capacity { return }
    unsafe ends.storage[ends.count] = end
    ends.count += 1
  }

  /// Returns whether all places are taken at `onset`, including by `voices` that are still playing.
  ///
  /// Onsets must be in order: ends before this one are forgotten. If all places are taken, they are taken until `next`.
  @_noAllocation @_noLocks
  mutating func leavesNoPlace(at onset: Frame, beside voices: Int) -> Bool {
    if voices + ends.count < ends.capacity { return false }
    if onset < next { return true }
    var kept = 0
    var index = 0
    next = .never
    while index < ends.count {
      let end = unsafe ends.storage[index]
      if end > onset {
        unsafe ends.storage[kept] = end
        kept += 1
        if end < next { next = end }
      }
      index += 1
    }
    ends.count = kept
    return voices + ends.count >= ends.capacity
  }
}
