internal import CRealtime
internal import Realtime

/// One app in the mixer: its sound, its gains, and its own buses.
///
/// - Thread: render, except `init` and `free`.        Realtime-safe: all except those two.
@safe
struct AppStrip: BitwiseCopyable {
  /// The sound; nil if the app does not have a sound.
  private let left: UnsafePointer<Float>?
  private let right: UnsafePointer<Float>?
  private let soundFrames: Int
  /// The number of frames in a fade.
  private let fadeFrames: Int

  /// The position in the sound: the next frame of the loop.
  private var position = 0
  private var isRunning = false
  private var isAudible = true
  /// The gate of the app's audio engines, whose sound begins and ends with its samples.
  private var feedGate = LevelRamp(1)
  /// The gate that fades the sound in and out.
  private var gate = LevelRamp(0)
  private var level = LevelRamp(0)
  private var ducking = LevelRamp(1)
  private var patternDucking = LevelRamp(1)
  private var patternSound = LevelRamp(0)
  private var haptics = LevelRamp(0)

  /// The remainders of stopped sounds, with their fade-outs already applied: two buses of `fadeFrames`, the number of
  /// frames that they contain, and the number of frames already heard.
  private let tail: UnsafeMutablePointer<Float>
  private var tailFrames = 0
  private var tailDone = 0

  /// The buses of this app alone, from the beginning of the current chunk on.
  private(set) var buses: MixBuses

  /// Creates a strip that plays `table`, or no sound.
  ///
  /// The strip writes to the memory of `block` and `tail`, which has room for twice `fadeFrames` samples. The caller
  /// owns both.
  ///
  /// - Thread: control.        Realtime-safe: no.
  init(
    _ table: SoundTable?, into block: BusBlock, tail: UnsafeMutablePointer<Float>, fadeFrames: Int
  ) {
    unsafe self.tail = tail
    // SAFETY: the tables belong to the mixer, which outlives its strips.
    unsafe left = table.map { unsafe UnsafePointer($0.left) }
    unsafe right = table.map { unsafe UnsafePointer($0.right) }
    soundFrames = table?.frameCount ?? 1
    self.fadeFrames = fadeFrames
    buses = MixBuses(block)
  }

  // MARK: Commands

  /// Carries out `action` from the next frame on.
  @_noAllocation @_noLocks
  mutating func carryOut(_ action: MixerCommand.Action) {
    switch action {
    case .play(let from):
      position = Int(from % Int64(soundFrames))
      isRunning = true
      // A sound that begins has its own attack. A sound that continues is faded in, and so is a
      // sound that begins while it is still fading out at another position.
      gate = LevelRamp(0)
      feedGate = LevelRamp(isAudible ? 1 : 0)
      let isFirst = from == 0 && tailDone == tailFrames
      if isAudible { gate.move(to: 1, frames: isFirst ? 0 : fadeFrames) }
    case .halt(let isCut): halt(isCut: isCut)
    case .audible(let isAudible, let frames):
      self.isAudible = isAudible
      feedGate.move(to: isAudible ? 1 : 0, frames: frames)
      if isRunning { gate.move(to: isAudible ? 1 : 0, frames: frames) }
    case .level(let value, let frames): level.move(to: value, frames: frames)
    case .ducking(let value, let frames): ducking.move(to: value, frames: frames)
    case .patternDucking(let value, let frames): patternDucking.move(to: value, frames: frames)
    case .patternSound(let isHeard, let frames):
      patternSound.move(to: isHeard ? 1 : 0, frames: frames)
    case .haptics(let gain, let frames): haptics.move(to: gain, frames: frames)
    // Handled by the mixer.
    case .attach, .attachFeed, .detach: break
    }
  }

  @_noAllocation @_noLocks
  private mutating func halt(isCut: Bool) {
    if isCut {
      (tailDone, tailFrames) = (0, 0)
    } else if isRunning {
      let gain = gate.value * level.value * ducking.value
      if gain != 0 { fadeOut(from: gain) }
    }
    isRunning = false
    gate = LevelRamp(0)
  }

  /// Fades out the next `fadeFrames` frames of the sound, and adds them to the fade-outs of earlier stops that are
  /// still being heard.
  @_noAllocation @_noLocks
  private mutating func fadeOut(from gain: Float) {
    guard let left = unsafe left, let right = unsafe right else { return }
    let rest = tailFrames - tailDone
    var ramp = LevelRamp(gain)
    ramp.move(to: 0, frames: fadeFrames)
    var place = position
    var index = 0
    while index < fadeFrames {
      let gain = ramp.next()
      let second = fadeFrames + index
      let oldLeft = index < rest ? unsafe tail[index + tailDone] : 0
      let oldRight = index < rest ? unsafe tail[second + tailDone] : 0
      unsafe tail[index] = oldLeft + left[place] * gain
      unsafe tail[second] = oldRight + right[place] * gain
      place = place + 1 == soundFrames ? 0 : place + 1
      index &+= 1
    }
    (tailDone, tailFrames) = (0, fadeFrames)
  }

  // MARK: Rendering

  /// Begins a chunk, with silent buses.
  @_noAllocation @_noLocks
  mutating func beginChunk() { buses.clear() }

  /// Adds `count` frames of the sound at frame `offset` of the chunk.
  @_noAllocation @_noLocks
  mutating func renderSound(at offset: Int, count: Int) {
    guard let left = unsafe left, let right = unsafe right else { return }
    if isRunning {
      if gate.isSteady && level.isSteady && ducking.isSteady {
        let gain = gate.value * level.value * ducking.value
        if gain != 0 { unsafe addSteady(left, right, gain, at: offset, count: count) }
        advance(count)
      } else {
        unsafe addMoving(left, right, at: offset, count: count)
      }
    }
    if tailDone < tailFrames { addTail(at: offset, count: count) }
  }

  @_noAllocation @_noLocks
  private mutating func advance(_ count: Int) {
    position += count
    while position >= soundFrames { position -= soundFrames }
  }

  /// Adds the sound at a constant gain, one contiguous piece of the loop at a time.
  @_noAllocation @_noLocks
  private mutating func addSteady(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ gain: Float, at offset: Int,
    count: Int
  ) {
    let bus = unsafe buses.audioBus(upTo: offset + count)
    var done = 0
    var place = position
    while done < count {
      let piece = min(count - done, soundFrames - place)
      unsafe Self.add(left + place, gain, to: bus.left + offset + done, count: piece)
      unsafe Self.add(right + place, gain, to: bus.right + offset + done, count: piece)
      done += piece
      place = place + piece == soundFrames ? 0 : place + piece
    }
  }

  @_noAllocation @_noLocks
  private static func add(
    _ samples: UnsafePointer<Float>, _ gain: Float, to bus: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    var index = 0
    while index < count {
      unsafe bus[index] += samples[index] * gain
      index &+= 1
    }
  }

  /// Adds the sound frame by frame while a gain is moving.
  ///
  /// The gains shared with other sounds are advanced by `endPart`.
  @_noAllocation @_noLocks
  private mutating func addMoving(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, at offset: Int, count: Int
  ) {
    let bus = unsafe buses.audioBus(upTo: offset + count)
    var (level, ducking) = (level, ducking)
    var index = 0
    while index < count {
      let gain = gate.next() * level.next() * ducking.next()
      unsafe bus.left[offset + index] += left[position] * gain
      unsafe bus.right[offset + index] += right[position] * gain
      position &+= 1
      if position == soundFrames { position = 0 }
      index &+= 1
    }
  }

  @_noAllocation @_noLocks
  private mutating func addTail(at offset: Int, count: Int) {
    let length = min(count, tailFrames - tailDone)
    let bus = unsafe buses.audioBus(upTo: offset + length)
    var index = 0
    while index < length {
      unsafe bus.left[offset + index] += tail[tailDone + index]
      unsafe bus.right[offset + index] += tail[fadeFrames + tailDone + index]
      index &+= 1
    }
    tailDone += length
  }

  /// Adds `count` frames of one of the app's engines.
  ///
  /// `block` contains the engine's buses that are listed in `signal`.
  @_noAllocation @_noLocks
  mutating func addEngine(_ block: BusBlock, _ signal: BusSet, at offset: Int, count: Int) {
    if signal.contains(.haptic), !haptics.isZero {
      let bus = unsafe buses.hapticBus(upTo: offset + count)
      var gain = haptics
      var index = 0
      while index < count {
        unsafe bus[offset + index] += block.haptic[index] * gain.next()
        index &+= 1
      }
    }
    if signal.contains(.audio), !patternSound.isZero {
      let bus = unsafe buses.audioBus(upTo: offset + count)
      var (gate, level, ducking) = (patternSound, level, patternDucking)
      var index = 0
      while index < count {
        let gain = gate.next() * level.next() * ducking.next()
        unsafe bus.left[offset + index] += block.audioLeft[index] * gain
        unsafe bus.right[offset + index] += block.audioRight[index] * gain
        index &+= 1
      }
    }
  }

  /// Adds `count` frames of an audio engine's sound, which has the gains of the app's own sound.
  @_noAllocation @_noLocks
  mutating func addFeed(_ block: BusBlock, at offset: Int, count: Int) {
    let bus = unsafe buses.audioBus(upTo: offset + count)
    var (gate, level, ducking) = (feedGate, level, ducking)
    var index = 0
    while index < count {
      let gain = gate.next() * level.next() * ducking.next()
      unsafe bus.left[offset + index] += block.audioLeft[index] * gain
      unsafe bus.right[offset + index] += block.audioRight[index] * gain
      index &+= 1
    }
  }

  /// Ends a part of `count` frames: advances the gains that several sounds share.
  @_noAllocation @_noLocks
  mutating func endPart(_ count: Int) {
    level.skip(count)
    ducking.skip(count)
    feedGate.skip(count)
    patternDucking.skip(count)
    patternSound.skip(count)
    haptics.skip(count)
  }

  /// Whether the next frame can be audible even if no engine is playing.
  var mayStillSound: Bool {
    @_noAllocation @_noLocks get { unsafe left != nil && (isRunning || tailDone < tailFrames) }
  }
}
