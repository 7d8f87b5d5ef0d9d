private import Foundation
private import HapticEngine
public import Realtime

/// An engine that is kept busy with every kind of command, and pulled block by block, for the proofs of
/// real-time safety.
///
/// - Thread: one at a time.
public final class RealtimeWorkload {
  /// The engine's render side, which an output would pull.
  public let source: any BlockSource
  /// The block that is rendered into.
  public let block: BusBlock

  private let buffers: BusBuffers
  private let output = CapturingOutput()
  private let engine: HapticEngine
  private let folder: URL
  private var players: [AdvancedPatternPlayer] = []
  private var random = SplitMix64(seed: 1)

  /// Creates a running engine with players of all kinds of events.
  ///
  /// - Parameter frames: the frames per block.
  /// - Throws: errors of creating an engine and its players.
  public init(frames: Int) throws {
    buffers = BusBuffers(capacity: frames)
    block = buffers.block(frames: frames)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "haptic-workload-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appendingPathComponent("noise.wav"))
    engine = HapticEngine(
      output: output,
      configuration: EngineConfiguration(
        profile: Profile.builtIn.first { $0.actuator != nil } ?? .wideband,
        soundFolder: folder.path, soundDecoder: NoiseDecoder()))
    try engine.start()
    guard let source = output.source.withLock({ $0 }) else { throw NoSource() }
    self.source = source
    var generator = PatternGenerator(seed: 2, sampleRate: 48_000, length: 0.3, extras: .tones)
    players = try (0..<6).map { _ in try engine.makeAdvancedPlayer(with: generator.pattern()) }
    players.append(try engine.makeAdvancedPlayer(with: Self.sounds()))
  }

  private struct NoSource: Error {}

  deinit {
    engine.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A pattern of sounds, with and without envelope, looped, bent and panned.
  private static func sounds() throws -> HapticPattern {
    try HapticPattern(
      events: [
        HapticEvent(.audioCustom, at: 0, waveform: .init(path: "noise.wav")),
        HapticEvent(
          .audioCustom, at: 0.01, duration: 0.2,
          parameters: [EventParameter(.audioPitch, 0.3), EventParameter(.audioPan, -0.4)],
          waveform: .init(path: "noise.wav", usesVolumeEnvelope: false, loops: true)),
        HapticEvent(
          .audioContinuous, at: 0.02, duration: 0.2,
          parameters: [EventParameter(.audioBrightness, 0.6)]),
      ],
      curves: [
        ParameterCurve(
          .audioPitchControl, controlPoints: [.init(at: 0, -0.5), .init(at: 0.2, 0.5)])
      ])
  }

  /// Sends the engine a command before the block `number`, and frees returned memory.
  ///
  /// This is the control side's part, which is not real-time.
  ///
  /// - Throws: `EngineError` if too many commands are pending, which does not occur.
  public func control(before number: Int) throws {
    source.collect()
    let player = players[number % players.count]
    let time = random.oneIn(2) ? 0 : engine.currentTime + random.number(in: 0...0.02)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2: try player.start(at: time)
    case 3: try player.stop(at: time)
    case 4: try player.pause(at: time)
    case 5: try player.resume(at: time)
    case 6: try player.seek(to: 0.1, begun: random.oneIn(2) ? .continued : .leftOut)
    case 7: player.playbackRate = random.number(in: 0.3...3)
    case 8:
      player.loopEnd = 0.05
      player.isLoopEnabled.toggle()
    case 9: player.isMuted.toggle()
    case 10:
      try player.sendParameters([DynamicParameter(.hapticIntensityControl, 0.7)], at: time)
      try player.scheduleParameterCurve(
        ParameterCurve(
          .hapticSharpnessControl, controlPoints: [.init(at: 0, -1), .init(at: 0.05, 1)]),
        at: time)
    default:
      if random.oneIn(2) { try player.cancel() }
      let fleeting = try engine.makePlayer(with: Self.sounds())
      try fleeting.start()
      engine.isMutedForHaptics.toggle()
    }
  }
}

/// An output that only stores its source.
private final class CapturingOutput: BlockOutput {
  let source = Guarded<(any BlockSource)?>(nil)

  var isRealTime: Bool { false }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    source.prepare(sampleRate: 48_000)
    self.source.withLock { $0 = source }
  }

  func stop() { source.withLock { $0 = nil } }
}

/// Decodes every file to the same tenth of a second of noise.
private struct NoiseDecoder: SoundDecoding {
  func decode(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    var random = SplitMix64(seed: 3)
    let samples = (0..<Int(sampleRate / 10)).map { _ in Float(random.number(in: -1...1)) }
    return DecodedSound(channels: [samples, samples.reversed()], sampleRate: sampleRate)
  }
}
