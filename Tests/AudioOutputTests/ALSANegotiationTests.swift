import Foundation
import Realtime
import Testing

@testable import AudioOutput
@testable import PacedOutput

/// Negotiation with a device, end to end, and the resulting sound.
struct ALSANegotiationTests {
  @Test(
    arguments: [
      ("FLOAT_LE", SampleFormat.float32), ("S32_LE", .int32), ("S24_LE", .int24),
      ("S24_3LE", .int24Packed), ("S16_LE", .int16),
    ])
  func `a device with one format receives it, with every sample rounded to the nearest`(
    name: String, format: SampleFormat
  ) throws {
    let device = try FaultDevice("speed 10 patient yes format \(name)")
    let (setup, frames) = try play(to: device, device.configuration())
    #expect(setup.format == format.rawValue)
    let samples = try device.captured().samples(in: format)
    #expect(samples.count == 2 * frames)
    let mix = NoiseSource.stereoMix(frames: frames).map(Double.init)
    let halfStep = format == .float32 ? 0 : 0.5 / pow(2, Double(format.bits - 1))
    let worst = zip(samples, mix).map { ($0 - $1).magnitude }.max() ?? .infinity
    #expect(worst <= halfStep)
  }

  @Test(arguments: [8_000, 44_100, 48_000, 96_000, 192_000])
  func `the source renders at the only rate of a device`(rate: Int) throws {
    let device = try FaultDevice("speed 10 patient yes rate \(rate)")
    let (setup, frames) = try play(to: device, device.configuration())
    #expect(setup.sampleRate == rate)
    // 5 ms and four times that, to the nearest frame.
    #expect((setup.periodFrames - rate / 200).magnitude <= 1)
    #expect(setup.bufferFrames == 4 * setup.periodFrames)
    #expect(try device.capturedFloats() == NoiseSource.stereoMix(frames: frames))
  }

  @Test func `behind a converter, the source renders at the device's own rate`() throws {
    let device = try FaultDevice("speed 10 patient yes rate 44100")
    let (setup, frames) = try play(to: device, device.configuration(pcmName: "converted"))
    #expect(setup.sampleRate == 44_100)
    #expect(try device.capturedFloats() == NoiseSource.stereoMix(frames: frames))
  }

  @Test func `a preferred rate is used`() throws {
    let device = try FaultDevice("speed 10 patient yes")
    let (setup, _) = try play(to: device, device.configuration(sampleRate: 96_000))
    #expect(setup.sampleRate == 96_000)
  }

  @Test func `a device with one channel receives the mean of left and right plus haptics`() throws {
    let device = try FaultDevice("speed 10 patient yes channels 1")
    let (setup, frames) = try play(to: device, device.configuration())
    #expect(setup.channelCount == 1)
    let expected = (0..<frames).map {
      NoiseSource.haptic($0) + NoiseSource.left($0) * 0.5 + NoiseSource.right($0) * 0.5
    }
    #expect(try device.capturedFloats() == expected)
  }

  @Test func `haptics go to the named channels, and sound to the first two`() throws {
    let device = try FaultDevice("speed 10 patient yes channels 4")
    let (setup, frames) = try play(to: device, device.configuration(hapticChannels: [3, 4]))
    #expect(setup.channelCount == 4)
    let expected = (0..<frames).flatMap {
      let haptic = NoiseSource.haptic($0)
      return [NoiseSource.left($0), NoiseSource.right($0), haptic, haptic]
    }
    #expect(try device.capturedFloats() == expected)
  }

  @Test func `a gain of -6.0206 dB halves everything`() throws {
    let device = try FaultDevice("speed 10 patient yes")
    let (_, frames) = try play(
      to: device, device.configuration(gainDecibels: -20 * Float(log10(2.0))))
    let worst =
      zip(try device.capturedFloats(), NoiseSource.stereoMix(frames: frames))
      .map { ($0 - $1 / 2).magnitude }.max() ?? .infinity
    #expect(worst < 1e-7)
  }

  @Test(
    arguments: [
      ("format U8", nil, [], ["U8", "FLOAT, S32, S24 or S16"]),
      ("channels 2", 6, [], ["6 channels", "offers 2 channels"]),
      ("channels 2", nil, [3, 4], ["haptics on 3,4", "offers 2 channels"]),
      ("channels 4", 4, [5], ["haptics on 5"]),
      ("channels 2", nil, [0], ["channel 0"]),
    ] as [(String, Int?, [Int], [String])])
  func `the rejection of an unsuitable device names the request and the device's offer`(
    settings: String, channels: Int?, hapticChannels: [Int], words: [String]
  ) throws {
    let device = try FaultDevice(settings)
    let output = ALSAOutput(
      device.configuration(channelCount: channels, hapticChannels: hapticChannels))
    let error = try #require(
      #expect(throws: OutputError.self) { try output.start(pulling: NoiseSource()) { _ in } })
    #expect(error.kind == .unsupportedConfiguration)
    for word in words { #expect(error.detail.contains(word), "\(error.detail)") }
  }

  /// Plays a little over a tenth of a second to the end.
  private func play(
    to device: FaultDevice, _ configuration: ALSAOutput.Configuration
  ) throws -> (setup: OutputStatistics, frames: Int) {
    let output = ALSAOutput(configuration)
    let source = NoiseSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    let setup = try #require(output.statistics)
    #expect(source.preparedRate == Double(setup.sampleRate))
    #expect(try eventually { source.framesRendered >= setup.sampleRate / 10 })
    try output.finish()
    return (setup, source.framesRendered)
  }
}

extension SampleFormat {
  /// The number of significant bits.
  var bits: Int {
    switch self {
    case .float32, .int32: 32
    case .int24, .int24Packed: 24
    case .int16: 16
    }
  }
}

extension Data {
  /// The samples of the data, full scale ±1, read byte by byte.
  func samples(in format: SampleFormat) -> [Double] {
    let width = format.bytesPerSample
    return stride(from: startIndex, to: endIndex - width + 1, by: width).map { start in
      var bits: UInt32 = 0
      for byte in (0..<width).reversed() { bits = bits << 8 | UInt32(self[start + byte]) }
      if format == .float32 { return Double(Float(bitPattern: bits)) }
      let shift = UInt32(32 - format.bits)
      return Double(Int32(bitPattern: bits << shift) >> shift) / pow(2, Double(format.bits - 1))
    }
  }
}
