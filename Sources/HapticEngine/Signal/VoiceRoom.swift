/// How many voices of one player may sound together.
struct VoiceCapacity: Hashable, Sendable {
  var haptic: Int
  var audio: Int
}

/// Room for the voices of one bank: those that sound, those that a pause holds, and where voices of the
/// present block have ended, until when they have their places.
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

/// Room for the voices of a player, on its way to the render side or back.
@safe
struct VoiceLoan: ~Copyable {
  /// What the stack that it comes back on uses; must be first.
  private var below: UnsafeMutableRawPointer?
  var haptics: VoiceRoom<HapticVoice>
  var audios: VoiceRoom<AudioVoice>

  /// Room for as many voices as `capacity` says.
  init(_ capacity: VoiceCapacity) {
    unsafe below = nil
    haptics = VoiceRoom(capacity: capacity.haptic)
    audios = VoiceRoom(capacity: capacity.audio)
  }

  /// Frees `loan` and the room in it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func free(_ loan: UnsafeMutablePointer<VoiceLoan>) {
    unsafe loan.deinitialize(count: 1)
    unsafe loan.deallocate()
  }
}

/// Voices in order of their start, in memory that never grows.
///
/// The order is the order in which voices are summed, and floating-point sums depend on it: removal
/// keeps it. The fields are bare because the render path cannot call a generic method of another file.
@safe
struct VoiceArray<Voice: BitwiseCopyable>: ~Copyable {
  /// How many voices fit.
  let capacity: Int
  /// How many there are.
  var count = 0
  /// The voices, of which the first `count` are initialized.
  let storage: UnsafeMutablePointer<Voice>

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 1)
    // SAFETY: freed in deinit; voices are plain bits, and only the first `count` are read.
    unsafe storage = .allocate(capacity: self.capacity)
    // Touched here, so that no page is missing when the render side first writes to it.
    unsafe UnsafeMutableRawPointer(storage).initializeMemory(
      as: UInt8.self, repeating: 0, count: self.capacity * MemoryLayout<Voice>.stride)
  }

  deinit { unsafe storage.deallocate() }
}

/// Ends of voices that ended within the present block: neither whether an event finds a place nor
/// when a player is over must depend on where blocks end.
struct VoiceEnds: ~Copyable {
  /// The ends of the present block; there is room for as many as there are voices, whose places these
  /// are.
  private var ends: VoiceArray<Frame>
  /// The first of these ends, at which a place becomes free; never if nothing ends in the block.
  private(set) var next: Frame = .never
  /// The latest end of all.
  private(set) var last: Frame = -.never

  init(capacity: Int) { ends = VoiceArray(capacity: capacity) }

  /// Begins a block.
  @_noAllocation @_noLocks
  mutating func forget() {
    ends.count = 0
    next = .never
  }

  /// Keeps `end`.
  @_noAllocation @_noLocks
  mutating func note(_ end: Frame) {
    if end > last { last = end }
    if end < next { next = end }
    if ends.count == ends.capacity { return }
    unsafe ends.storage[ends.count] = end
    ends.count += 1
  }

  /// Whether as many voices as there may be sound at `onset`, `voices` of which still sound.
  ///
  /// Onsets come in order: ends before this one are forgotten. If there is no place, there is none before
  /// `next` either.
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
