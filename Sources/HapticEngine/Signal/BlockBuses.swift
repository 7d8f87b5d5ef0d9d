internal import CRealtime
internal import Realtime

/// The buses of a block while voices add to them.
///
/// Nothing is written before something sounds: each bus has samples up to some frame, zeros where no
/// voice added, and its former contents after that.
@safe
struct BlockBuses {
  private let block: BusBlock
  /// How many frames of the haptic bus have samples.
  private(set) var hapticFrames = 0
  /// How many frames of the audio bus have samples.
  private(set) var audioFrames = 0

  /// The buses of `block`, on which nothing sounds yet.
  @_noAllocation @_noLocks
  init(_ block: BusBlock) { self.block = block }

  /// The haptic bus, whose first `frames` frames may be added to.
  @inline(__always) @_noAllocation @_noLocks
  mutating func haptic(upTo frames: Int) -> UnsafeMutablePointer<Float> {
    if frames > hapticFrames {
      // SAFETY: `frames` is at most the block's.
      unsafe crealtime_zero(block.haptic + hapticFrames, 4 * (frames - hapticFrames))
      hapticFrames = frames
    }
    return unsafe block.haptic
  }

  /// The left and right of the audio bus, whose first `frames` frames may be added to.
  @inline(__always) @_noAllocation @_noLocks
  mutating func audio(
    upTo frames: Int
  ) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    if frames > audioFrames {
      // SAFETY: `frames` is at most the block's.
      unsafe crealtime_zero(block.audioLeft + audioFrames, 4 * (frames - audioFrames))
      unsafe crealtime_zero(block.audioRight + audioFrames, 4 * (frames - audioFrames))
      audioFrames = frames
    }
    return unsafe (block.audioLeft, block.audioRight)
  }

  /// Ends the block: buses on which something sounded have samples to its end, and the block reports
  /// which those are.
  @_noAllocation @_noLocks
  mutating func finish() {
    var signal = BusSet.none
    if hapticFrames > 0 {
      signal = BusSet(rawValue: signal.rawValue | BusSet.haptic.rawValue)
      _ = unsafe haptic(upTo: block.frameCount)
    }
    if audioFrames > 0 {
      signal = BusSet(rawValue: signal.rawValue | BusSet.audio.rawValue)
      _ = unsafe audio(upTo: block.frameCount)
    }
    block.setSignal(signal)
  }
}
