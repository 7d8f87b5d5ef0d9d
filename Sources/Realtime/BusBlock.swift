/// The buses of one block: where a source writes, and an output reads, `frameCount` frames.
///
/// Three planar buffers of `Float` at full scale ±1, not yet clamped: the haptic bus (mono) and the
/// left and right of the audio bus. The memory belongs to whoever made the block and lives at least
/// as long as the call that passes it.
///
/// - Thread: render.        Realtime-safe: yes.
@safe
public struct BusBlock {
  /// The haptic bus, mono, `frameCount` samples.
  public let haptic: UnsafeMutablePointer<Float>
  /// The left channel of the audio bus, `frameCount` samples.
  public let audioLeft: UnsafeMutablePointer<Float>
  /// The right channel of the audio bus, `frameCount` samples.
  public let audioRight: UnsafeMutablePointer<Float>
  /// How many frames each buffer holds.
  public let frameCount: Int

  /// A block over three buffers of `frameCount` samples each.
  ///
  /// The caller promises that each pointer is valid for `frameCount` samples while the block is in
  /// use.
  @inlinable
  public init(
    haptic: UnsafeMutablePointer<Float>, audioLeft: UnsafeMutablePointer<Float>,
    audioRight: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    unsafe self.haptic = haptic
    unsafe self.audioLeft = audioLeft
    unsafe self.audioRight = audioRight
    self.frameCount = frameCount
  }
}
