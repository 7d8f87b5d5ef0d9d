/// The voices that a pause holds, as they were when it began.
///
/// - Thread: render, but for init and `deallocate`.        Realtime-safe: all but those two.
@safe
struct HeldVoices {
  private var haptics: VoiceArray<HapticVoice>
  private var audios: VoiceArray<AudioVoice>

  /// Room for as many voices as `capacity` says.
  init(_ capacity: VoiceCapacity) {
    haptics = VoiceArray(capacity: capacity.haptic)
    audios = VoiceArray(capacity: capacity.audio)
  }

  /// Frees the memory; the voices must not be used afterwards.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    haptics.deallocate()
    audios.deallocate()
  }

  /// How many voices there are.
  var count: Int { @_noAllocation @_noLocks get { haptics.count + audios.count } }

  /// Keeps the voices of `pattern`.
  @_noAllocation @_noLocks
  mutating func take(from pattern: PatternRenderer) {
    haptics.count = pattern.haptics.count
    var index = 0
    while index < haptics.count {
      unsafe haptics.storage[index] = pattern.haptics.storage[index]
      index += 1
    }
    audios.count = pattern.audios.count
    index = 0
    while index < audios.count {
      unsafe audios.storage[index] = pattern.audios.storage[index]
      index += 1
    }
  }

  /// Moves the voices `frames` frames later.
  @_noAllocation @_noLocks
  func shift(by frames: Frame) {
    var index = 0
    while index < haptics.count {
      unsafe haptics.storage[index].shift(by: frames)
      index += 1
    }
    index = 0
    while index < audios.count {
      unsafe audios.storage[index].shift(by: frames)
      index += 1
    }
  }

  /// Ends the spans of the voices at `frame`, because the controls or the clock change, and lets what
  /// is left of continuous events take `factor` times as long.
  @_noAllocation @_noLocks
  func cut(at frame: Frame, stretchedBy factor: Double) {
    var index = 0
    while index < haptics.count {
      let voice = unsafe haptics.storage + index
      unsafe voice.pointee.cutSpan()
      unsafe voice.pointee.stretch(from: frame, by: factor)
      index += 1
    }
    index = 0
    while index < audios.count {
      let voice = unsafe audios.storage + index
      unsafe voice.pointee.cutSpan()
      unsafe voice.pointee.stretch(from: frame, by: factor)
      index += 1
    }
  }

  /// Lets the voices sound again in `pattern`, where they fade in.
  @_noAllocation @_noLocks
  mutating func giveBack(to pattern: inout PatternRenderer) {
    var index = 0
    while index < haptics.count {
      var voice = unsafe haptics.storage[index]
      voice.fadeIn(from: pattern.now, over: pattern.fadeFrames)
      pattern.add(voice)
      index += 1
    }
    index = 0
    while index < audios.count {
      var voice = unsafe audios.storage[index]
      voice.fadeIn(from: pattern.now, over: pattern.fadeFrames)
      pattern.add(voice)
      index += 1
    }
    forget()
  }

  /// Forgets the voices.
  @_noAllocation @_noLocks
  mutating func forget() {
    haptics.count = 0
    audios.count = 0
  }

  /// Takes the room of `other`, which is larger and empty, with its own voices in it, and leaves its own
  /// room there.
  @_noAllocation @_noLocks
  mutating func exchange(with other: inout HeldVoices) {
    copyVoices(haptics, to: other.haptics)
    copyVoices(audios, to: other.audios)
    let counts = (haptics.count, audios.count)
    let former = self
    self = other
    other = former
    (haptics.count, audios.count) = counts
  }
}
