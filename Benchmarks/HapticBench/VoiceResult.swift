import AudioOutput
import Glibc
import HapticEngine
import Realtime

/// The kinds of voices, a thousand of which are measured.
enum VoiceKind: String, CaseIterable {
  case steady
  case moving
  case tones
  case partials
  case sounds

  /// A short description.
  var summary: String {
    switch self {
    case .steady: "continuous events"
    case .moving: "continuous events under a moving sharpness"
    case .tones: "tones of one partial"
    case .partials: "tones of five partials"
    case .sounds: "sampled sounds"
    }
  }

  /// Creates a pattern of a thousand voices that all sound for 20 s.
  func pattern() throws -> HapticPattern {
    var entries = (0..<1_000).map { HapticPattern.Entry.event(event($0)) }
    if self == .moving {
      entries +=
        Curve(
          .hapticSharpnessControl, at: 0,
          (0..<200).map { (Double($0) * 0.1, $0 % 2 == 0 ? -0.2 : 0.2) }
        ).entries
    }
    return try HapticPattern(entries: entries)
  }

  private func event(_ index: Int) -> HapticEvent {
    let part = Double(index) / 1_000
    switch self {
    case .steady, .moving:
      return HapticEvent(
        .hapticContinuous, duration: 20,
        parameters: [
          EventParameter(.hapticIntensity, 0.001), EventParameter(.hapticSharpness, part),
        ])
    case .tones, .partials:
      return HapticEvent(
        .audioContinuous, duration: 20,
        parameters: [
          EventParameter(.audioVolume, 0.001), EventParameter(.audioPitch, part),
          EventParameter(.audioBrightness, self == .tones ? 0 : 0.6),
        ])
    case .sounds:
      return HapticEvent(
        .audioCustom, duration: 20, parameters: [EventParameter(.audioVolume, 0.001)],
        waveform: .init(path: "sound", loops: true))
    }
  }
}

/// The time to render a block of a thousand voices.
struct VoiceResult: Encodable {
  let kind: String
  let summary: String
  /// The arithmetic that computed the samples.
  let arithmetic: String
  /// The processor seconds of a block: the median.
  let medianSeconds: Double
  /// The processor seconds of a block: the mean, which includes the blocks in which controls bend.
  let meanSeconds: Double
  /// The median as a share of the block's duration.
  let shareOfBudget: Double

  private static let sampleRate = 48_000.0
  private static let blockFrames = 64
  private static let blocks = 4_000

  /// Measures voices of `kind`.
  init(_ kind: VoiceKind) throws {
    let sound = DecodedSound(
      channels: [(0..<48_000).map { Float($0 % 100) / 100 }], sampleRate: Self.sampleRate)
    let renderer = try OfflineRenderer(
      try kind.pattern(), sampleRate: Self.sampleRate, sounds: ["sound": sound])
    let seconds = Measurement.sortedBlockSeconds(of: Self.blocks, frames: Self.blockFrames) {
      renderer.render(into: $0)
    }
    self.kind = kind.rawValue
    summary = kind.summary
    arithmetic = Arithmetic.fastest.description
    medianSeconds = seconds[Self.blocks / 2]
    meanSeconds = seconds.reduce(0, +) / Double(Self.blocks)
    shareOfBudget = medianSeconds / (Double(Self.blockFrames) / Self.sampleRate)
  }
}

/// The time of a block in which a seek within a thousand voices takes effect.
struct SeekResult: Encodable {
  /// The playback rate of the pattern.
  let rate: Double
  /// The arithmetic that computed the samples.
  let arithmetic: String
  /// The processor seconds of a block with a seek: the median.
  let medianSeconds: Double

  private static let blockFrames = 64
  private static let seeks = 100

  /// Measures seeks in a pattern that is played at `rate`.
  init(rate: Double) throws {
    let output = ManualOutput(sampleRate: 48_000, blockFrames: Self.blockFrames)
    let engine = HapticEngine(output: output)
    try engine.start()
    let player = try engine.makeAdvancedPlayer(with: try VoiceKind.moving.pattern())
    player.playbackRate = rate
    try player.start()
    _ = output.pull(frames: 1_024)
    var seconds: [Double] = []
    for index in 0..<Self.seeks {
      try player.seek(to: 1 + Double(index) * 0.1, begun: .continued)
      let start = Measurement.processorSeconds()
      _ = output.pull(frames: Self.blockFrames)
      seconds.append(Measurement.processorSeconds() - start)
      _ = output.pull(frames: 1_024)
    }
    engine.stop()
    seconds.sort()
    self.rate = rate
    arithmetic = Arithmetic.fastest.description
    medianSeconds = seconds[Self.seeks / 2]
  }
}
