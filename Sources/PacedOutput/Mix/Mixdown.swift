internal import CRealtime
package import Realtime

/// Converts blocks of the buses into interleaved frames of a sample format, and counts clamped
/// samples.
///
/// Works through small tiles that stay in the processor's first-level cache: mix one channel,
/// clamp, convert, store. The memory is allocated once.
///
/// - Thread: one at a time.        Realtime-safe: `convert` yes, init and deinit no.
@safe
package struct Mixdown: ~Copyable {
  /// Frames per tile.
  ///
  /// Our choice: 512 floats are 2 KiB, and with the three buses they take a quarter of a 32 KiB
  /// cache.
  static let tileFrames = 512

  let channelCount: Int
  let format: SampleFormat
  /// The number of bytes in a frame.
  package let frameBytes: Int
  private let sampleBytes: Int
  package private(set) var report = MixReport()
  private let weights: UnsafeMutablePointer<BusWeights>
  private let tile: UnsafeMutablePointer<Float>

  /// Creates a mix to the channels of `map` in `format`, with every bus scaled by `gain` (linear).
  package init(map: ChannelMap, format: SampleFormat, gain: Float = 1) {
    channelCount = map.channelCount
    self.format = format
    sampleBytes = format.bytesPerSample
    frameBytes = map.channelCount * format.bytesPerSample
    // SAFETY: both are initialized here and freed in deinit.
    unsafe weights = .allocate(capacity: map.channelCount)
    for (channel, feed) in map.feeds.enumerated() {
      unsafe (weights + channel).initialize(to: feed.weights.scaled(by: gain))
    }
    unsafe tile = .allocate(capacity: Self.tileFrames)
    unsafe tile.initialize(repeating: 0, count: Self.tileFrames)
  }

  deinit {
    unsafe weights.deallocate()
    unsafe tile.deallocate()
  }

  /// Writes `block.frameCount` interleaved frames to `output`, which must have room for that number
  /// times `frameBytes` bytes.
  ///
  /// Buses without a signal are not read. If the block does not have a signal at all, nothing is
  /// mixed: silence is zero in every format.
  @_noAllocation @_noLocks
  package mutating func convert(_ block: BusBlock, to output: UnsafeMutableRawPointer) {
    let signal = unsafe block.signal?.pointee ?? .all
    if signal.rawValue == 0 {
      // SAFETY: guaranteed by the caller.
      unsafe crealtime_zero(output, block.frameCount &* frameBytes)
      report.frames &+= Int64(block.frameCount)
      return
    }
    let stride = frameBytes
    var offset = 0
    while offset < block.frameCount {
      let frames = min(Self.tileFrames, block.frameCount &- offset)
      var channel = 0
      while channel < channelCount {
        let heard = unsafe weights[channel].of(signal)
        let place = unsafe output + offset &* stride + channel &* sampleBytes
        // SAFETY: the tile holds `tileFrames` samples, each bus holds `offset + frames`, and the
        // last byte written is within the room that the caller guarantees.
        unsafe mixTile(
          haptic: block.haptic + offset, left: block.audioLeft + offset,
          right: block.audioRight + offset, frames: frames, weights: heard, into: tile,
          report: &report)
        unsafe storeTile(tile, frames: frames, format: format, to: place, stride: stride)
        channel &+= 1
      }
      offset &+= frames
    }
    report.frames &+= Int64(block.frameCount)
  }
}
