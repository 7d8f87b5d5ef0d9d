import AudioOutput
import Foundation
import PacedOutput
import Realtime
import Testing

/// Invalid values of a configuration, and sizes that a device does not support.
struct ALSAConfigurationTests {
  private typealias Change = @Sendable (inout ALSAOutput.Configuration) -> Void

  private static let refused: [(String, Change)] = [
    ("stallSeconds", { $0.stallSeconds = .nan }),
    ("stallSeconds", { $0.stallSeconds = -1 }),
    ("stallSeconds", { $0.stallSeconds = 0 }),
    ("periodSeconds", { $0.periodSeconds = .nan }),
    ("periodSeconds", { $0.periodSeconds = .infinity }),
    ("periodSeconds", { $0.periodSeconds = -1 }),
    ("periodSeconds", { $0.periodSeconds = 1e6 }),
    ("bufferSeconds", { $0.bufferSeconds = .nan }),
    ("bufferSeconds", { $0.bufferSeconds = .infinity }),
    ("bufferSeconds", { $0.bufferSeconds = 1e9 }),
    ("bufferSeconds", { $0.bufferSeconds = -0.02 }),
    ("channelCount", { $0.channelCount = -1 }),
    ("channelCount", { $0.channelCount = 5_000_000_000 }),
    ("channelCount", { $0.channelCount = .max }),
    ("hapticChannels", { $0.hapticChannels = [5_000_000_000] }),
    ("hapticChannels", { $0.hapticChannels = [3, -3] }),
    ("hapticChannels", { $0.hapticChannels = [.min] }),
    ("sampleRate", { $0.sampleRate = -48_000 }),
    ("sampleRate", { $0.sampleRate = 10_000_000_000 }),
    ("gainDecibels", { $0.gainDecibels = .infinity }),
    ("gainDecibels", { $0.gainDecibels = .nan }),
    ("gainDecibels", { $0.gainDecibels = 2_000 }),
  ]

  @Test(arguments: refused.indices)
  func `an error about an invalid value names the setting`(index: Int) throws {
    let (name, change) = Self.refused[index]
    var configuration = ALSAOutput.Configuration(
      pcmName: "nothing", definitions: "pcm.nothing { type null }")
    change(&configuration)
    let output = ALSAOutput(configuration)
    let error = try #require(
      #expect(throws: OutputError.self) { try output.start(pulling: NoiseSource()) { _ in } })
    #expect(error.kind == .unsupportedConfiguration)
    #expect(error.detail.hasPrefix(name))
    // Neither call has an effect after a failed start.
    try output.finish()
    output.stop()
  }

  @Test(arguments: [Double.infinity, 1e12, 1e300])
  func `an endless or very long limit for stalls is accepted`(seconds: Double) throws {
    let output = ALSAOutput(
      .init(
        pcmName: "nothing", stallSeconds: seconds, definitions: "pcm.nothing { type null }"))
    let source = NoiseSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.framesRendered >= 2_400 })
    try output.finish()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    output.stop()
  }

  @Test(arguments: [
    (0, 240), (-1, 240), (7_999, 240), (192_001, 240), (48_000, 0), (48_000, -1), (48_000, .max),
  ])
  func `a null output with an impossible rate or size does not start`(
    rate: Int, frames: Int
  ) throws {
    let output = NullOutput(sampleRate: rate, blockFrames: frames)
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .unsupportedConfiguration)
    output.stop()
  }

  @Test(
    arguments: [
      (Double.nan, 240), (.infinity, 240), (0, 240), (-1, 240), (7_999.9, 240), (192_000.1, 240),
      (48_000, 0), (48_000, .min), (48_000, .max),
    ])
  func `a manual output with an impossible rate or size does not start`(
    rate: Double, frames: Int
  ) throws {
    let output = ManualOutput(sampleRate: rate, blockFrames: frames)
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .unsupportedConfiguration)
    #expect(output.pull(frames: 2).haptic == [0, 0])
  }

  @Test(arguments: [
    (0, 240), (1, 240), (100, 240), (192_001, 240), (4_295_015_296, 240), (.max, 240), (.min, 240),
    (48_000, 0), (48_000, -1), (48_000, .max),
  ])
  func `a file output with an impossible rate or size does not start, and leaves no file`(
    rate: Int, frames: Int
  ) throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.wav")
    let output = FileOutput(
      .init(path: path, format: try .named(by: path), sampleRate: rate), blockFrames: frames)
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .unsupportedConfiguration)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a buffer has at least two periods, even if it is smaller than requested`()
    throws
  {
    // 4096 frames of two floats; the device would also accept one period per buffer.
    let device = try FaultDevice("speed 10 patient yes channels 2 periods 1 buffer_bytes 32768")
    var configuration = device.configuration()
    configuration.periodSeconds = 0.5
    configuration.bufferSeconds = 2
    let output = ALSAOutput(configuration)
    try output.start(pulling: NoiseSource()) { Issue.record("the output stopped: \($0)") }
    let statistics = try #require(output.statistics)
    output.stop()
    #expect(statistics.bufferFrames <= 4_096)
    #expect(statistics.periodFrames * 2 <= statistics.bufferFrames)
    // The same share of the buffer as requested.
    #expect(statistics.periodFrames >= 900 && statistics.periodFrames <= 1_100)
  }

  @Test func `the error about an unknown plugin is a single line`() throws {
    let output = ALSAOutput(
      .init(pcmName: "nothing", definitions: "pcm.nothing { type nosuchtype }"))
    let error = try #require(
      #expect(throws: OutputError.self) { try output.start(pulling: NoiseSource()) { _ in } })
    #expect(!error.detail.contains("\n"))
    #expect(error.detail.hasSuffix(")."))
  }
}
