internal import Realtime

/// The samples of one sound in plain memory.
@safe
final class SoundBuffer: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the memory is written in init only.

  /// What the render side sees of a sound; valid while the buffer lives.
  @safe
  struct View: BitwiseCopyable, @unchecked Sendable {
    /// Left, or the only channel.
    let left: UnsafePointer<Float>
    /// Right; the same as left for a sound of one channel.
    let right: UnsafePointer<Float>
    /// Frames in each.
    let frameCount: Int
  }

  /// What the render side may read.
  let view: View

  /// Copies `sound`.
  init(_ sound: DecodedSound) {
    let count = sound.frameCount
    // SAFETY: freed in deinit; as many samples as `view` counts are initialized here.
    let memory = UnsafeMutablePointer<Float>.allocate(
      capacity: max(count * sound.channels.count, 1))
    for (channel, samples) in sound.channels.enumerated() {
      unsafe (memory + channel * count).initialize(from: samples, count: count)
    }
    let right = unsafe sound.channels.count == 2 ? memory + count : memory
    unsafe view = View(left: memory, right: right, frameCount: count)
  }

  deinit { unsafe view.left.deallocate() }
}
