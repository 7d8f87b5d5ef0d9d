internal import AudioOutput
internal import HapticEngine
internal import PacedOutput
internal import PhoneAudio
internal import PhoneSimulator
internal import Realtime

/// The sound of a scenario, as `haptic session render` writes it, in blocks that are addressed by their content.
struct PhoneSound: Sendable {
  /// The maximum length of the sound, in seconds.
  ///
  /// Our choice: the memory of `SoundBlocks`. Silent blocks are stored only once.
  static let maximumSeconds =
    Double(SoundBlocks.keptBlocks * SoundBlocks.blockFrames) / SoundBlocks.sampleRate

  /// The number of frames.
  private(set) var frames = 0
  /// The address of each block.
  private(set) var addresses: [String] = []
  /// The blocks by their addresses.
  private(set) var blocks: [String: [UInt8]] = [:]
  /// Whether the scenario is longer than the sound.
  private(set) var isTruncated = false

  /// Renders `scenario`.
  ///
  /// - Throws: an error with a description if a sound file cannot be decoded; `CancellationError` if the task is
  ///   canceled.
  init(_ scenario: Scenario, profile: Profile, maximumSeconds: Double = PhoneSound.maximumSeconds)
    throws
  {
    let decoder = SoundFileDecoder()
    let audio = PhoneAudioConfiguration(
      sounds: try scenario.sounds(decodedBy: decoder), drive: .pulled, profile: profile,
      soundDecoder: decoder)
    let run = try ScenarioRun(scenario, checks: [], audio: audio)
    let blocks = PhoneBlocks()
    let recorder = PhoneRecorder(run.mixer, of: run.runtime) { block, _ in
      try Task.checkCancellation()
      blocks.append(block)
    }
    isTruncated = (scenario.steps.last?.time ?? 0) + MixerTimes.tailSeconds > maximumSeconds
    if isTruncated {
      run.run(until: maximumSeconds)
    } else {
      run.run()
      run.passTail()
    }
    try recorder.finish(after: 0)
    blocks.finish()
    (frames, addresses, self.blocks) = (blocks.frames, blocks.addresses, blocks.blocks)
  }
}

/// Collects rendered frames in blocks of equal length.
private final class PhoneBlocks {
  private(set) var frames = 0
  private(set) var addresses: [String] = []
  private(set) var blocks: [String: [UInt8]] = [:]
  private var mixdown = Mixdown(map: SoundBlocks.map, format: .float32)
  private var pending: [UInt8] = []

  func append(_ block: BusBlock) {
    frames += block.frameCount
    pending += mixdown.bytes(of: block)
    let size = SoundBlocks.blockFrames * mixdown.frameBytes
    var start = 0
    while pending.count - start >= size {
      add(Array(pending[start..<(start + size)]))
      start += size
    }
    pending.removeFirst(start)
  }

  /// Adds the last block, which may be shorter.
  func finish() {
    if !pending.isEmpty { add(pending) }
    pending = []
  }

  private func add(_ bytes: [UInt8]) {
    let address = String(SoundBlocks.address(of: bytes), radix: 16)
    addresses.append(address)
    blocks[address] = bytes
  }
}

extension Mixdown {
  /// Returns the frames of `block`.
  mutating func bytes(of block: BusBlock) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: block.frameCount * frameBytes)
    // SAFETY: the array is large enough for all frames of the block.
    unsafe bytes.withUnsafeMutableBytes { output in
      if let start = output.baseAddress { unsafe convert(block, to: start) }
    }
    return bytes
  }
}
