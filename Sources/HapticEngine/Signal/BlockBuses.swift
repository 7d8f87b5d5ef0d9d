internal import CRealtime
internal import Realtime

/// The buses of a block while voices add to them.
///
/// A bus is not written before a voice adds to it. Up to some frame, each bus contains samples, which are zero wherever
/// no voice has added to them. After that frame, it still has its former contents.
@safe
struct BlockBuses {
  private let block: BusBlock
  /// The number of frames for which the haptic bus has samples.
  private(set) var hapticFrames = 0
  /// The number of frames for which the audio bus has samples.
  private(set) var audioFrames = 0

  /// Creates the buses of `block`, which are still silent.
  @_noAllocation @_noLocks
  init(_ block: BusBlock) { self.block = block }

  /// Returns the haptic bus, prepared for additions to its first `frames` frames.
  @inline(__always) @_noAllocation @_noLocks
  mutating func haptic(upTo frames: Int) -> UnsafeMutablePointer<Float> {
    if frames > hapticFrames {
      // SAFETY: `frames` is at most the block's.
      unsafe crealtime_zero(block.haptic + hapticFrames, 4 * (frames - hapticFrames))
      hapticFrames = frames
    }
    return unsafe block.haptic
  }

  /// Returns the left and right of the audio bus, prepared for additions to their first `frames` frames.
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

  /// Ends the block: buses with a signal have samples to the end of the block, and the block reports these buses.
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
