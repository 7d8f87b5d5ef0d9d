internal import HapticEditing
internal import HapticEngine
internal import PacedOutput
internal import Realtime

/// What is rendered: a pattern with its sounds, a profile, and how the pattern is repeated.
struct SoundSource: Sendable {
  var pattern: HapticPattern
  /// The decoded sounds at `SoundBlocks.sampleRate`.
  var sounds: [String: DecodedSound]
  var profile: Profile
  var playback = Playback()

  /// Returns a renderer at its start.
  ///
  /// - Throws: `RenderError` for a profile or a loop that is not valid.
  func renderer() throws(RenderError) -> OfflineRenderer {
    try OfflineRenderer(
      pattern.seamed(atRate: 1), sampleRate: SoundBlocks.sampleRate, profile: profile,
      sounds: sounds, playback: playback)
  }
}

/// Rendered samples in blocks of frames.
///
/// Each block is addressed by its content. After an edit, the page loads only the blocks that sound different.
///
/// - Thread: one at a time.        Realtime-safe: no.
final class SoundBlocks {
  /// Frames per second: the default of `haptic render`.
  static let sampleRate = 48_000.0
  /// Frames per block.
  ///
  /// Our choice: a tenth of a second. An edit of a single tap changes one or two blocks.
  static let blockFrames = 4_800
  /// The maximum number of blocks of a sound that are all kept in memory.
  ///
  /// Our choice: ten minutes in stereo are 230 MB. Blocks of longer sounds are rendered again when they are needed.
  static let keptBlocks = 6_000
  /// The channels, as `haptic render` writes them.
  static let map = ChannelMap.mix(channelCount: 2)

  /// The number of frames.
  let frames: Int
  /// The address of each block.
  let addresses: [UInt64]
  /// The bytes of the blocks; empty for a sound that is too long.
  private let blocks: [[UInt8]]
  private let source: SoundSource
  /// Renders the blocks that are not kept, from the last one that was needed.
  private var reader: BlockReader?

  /// Renders the first `frames` frames of `source`, and calls `each` with each block.
  ///
  /// - Throws: `RenderError` for a profile or a loop that is not valid.
  init(
    _ source: SoundSource, frames: Int, keptBlocks: Int = SoundBlocks.keptBlocks,
    each: ([UInt8]) -> Void = { _ in }
  ) throws(RenderError) {
    (self.source, self.frames) = (source, frames)
    let reader = BlockReader(try source.renderer(), frames: frames)
    let keeps = frames <= keptBlocks * Self.blockFrames
    var addresses: [UInt64] = []
    var blocks: [[UInt8]] = []
    while let block = reader.next() {
      addresses.append(Self.address(of: block))
      each(block)
      if keeps { blocks.append(block) }
    }
    self.addresses = addresses
    self.blocks = blocks
  }

  /// Returns the bytes of the block at `index`: frames of two floats of 32 bits, little-endian.
  func block(_ index: Int) -> [UInt8]? {
    guard addresses.indices.contains(index) else { return nil }
    if blocks.indices.contains(index) { return blocks[index] }
    if reader.map({ $0.index > index }) ?? true {
      reader = (try? source.renderer()).map { BlockReader($0, frames: frames) }
    }
    reader?.skip(to: index)
    return reader?.next()
  }

  /// Returns the bytes of the block at `address`, in hexadecimal digits; nil if there is no such block.
  func block(at address: String) -> [UInt8]? {
    UInt64(address, radix: 16).flatMap(addresses.firstIndex).flatMap { block($0) }
  }

  /// A number that is unlikely to be the same for two different blocks.
  static func address(of block: [UInt8]) -> UInt64 { Fingerprint(of: block).value }
}

/// Renders one block after the other.
private final class BlockReader {
  private let frames: Int
  private let renderer: OfflineRenderer
  private let buffers = BusBuffers(capacity: SoundBlocks.blockFrames)
  private var mixdown = Mixdown(map: SoundBlocks.map, format: .float32)

  /// Renders the first `frames` frames of `renderer`.
  init(_ renderer: OfflineRenderer, frames: Int) {
    (self.renderer, self.frames) = (renderer, frames)
  }

  /// The index of the next block.
  private(set) var index = 0

  /// Returns the bytes of the next block; nil after the last.
  func next() -> [UInt8]? {
    guard let block = render() else { return nil }
    var bytes = [UInt8](repeating: 0, count: block.frameCount * mixdown.frameBytes)
    // SAFETY: the array is large enough for all frames of the block.
    unsafe bytes.withUnsafeMutableBytes { output in
      if let start = output.baseAddress { unsafe mixdown.convert(block, to: start) }
    }
    return bytes
  }

  /// Renders the blocks before `index` and discards them.
  func skip(to index: Int) { while self.index < index, render() != nil {} }

  private func render() -> BusBlock? {
    let left = frames - renderer.position
    guard left > 0 else { return nil }
    let block = buffers.blockWithSignal(frames: min(left, SoundBlocks.blockFrames))
    renderer.render(into: block)
    index += 1
    return block
  }
}
