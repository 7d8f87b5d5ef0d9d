import Foundation
import Realtime
import Testing

@testable import AudioOutput
@testable import PacedOutput

/// From buses to interleaved samples.
struct MixdownTests {
  @Test(
    arguments: [
      (0, 0), (1, 32_767), (-1, -32_768), (0.5, 16_384), (-0.5, -16_384),
      // Halves go to the even neighbor, and the last step below full scale does not wrap.
      (0.5 / 32_768, 0), (1.5 / 32_768, 2), (2.5 / 32_768, 2), (-1.5 / 32_768, -2),
      (32_767.4 / 32_768, 32_767), (32_767.6 / 32_768, 32_767), (Float.leastNonzeroMagnitude, 0),
    ] as [(Float, Int16)])
  func `a 16-bit sample is the nearest value`(x: Float, expected: Int16) {
    #expect(int16Sample(x) == expected)
  }

  @Test(
    arguments: [
      (0, 0), (1, 8_388_607), (-1, -8_388_608), (0.5, 4_194_304), (0.5 / 8_388_608, 0),
      (1.5 / 8_388_608, 2), (-2.5 / 8_388_608, -2), (Float(1).nextDown, 8_388_607),
    ] as [(Float, Int32)])
  func `a 24-bit sample is the nearest value`(x: Float, expected: Int32) {
    #expect(int24Sample(x) == expected)
  }

  @Test(
    arguments: [
      (0, 0), (1, .max), (-1, .min), (0.5, 1 << 30), (Float(1).nextDown, .max - 127),
      (Float(-1).nextUp, .min + 128), (0.5 / 2_147_483_648, 0), (1.5 / 2_147_483_648, 2),
    ] as [(Float, Int32)])
  func `a 32-bit sample is the nearest value`(x: Float, expected: Int32) {
    #expect(int32Sample(x) == expected)
  }

  @Test(arguments: SampleFormat.allCases)
  func `every 16-bit value survives a round trip`(format: SampleFormat) {
    let values = (-32_768...32_767).map { Float($0) / 32_768 }
    let samples = mix(haptic: values, map: ChannelMap(feeds: [.haptic]), format: format)
      .data.samples(in: format)
    #expect(samples == values.map(Double.init))
  }

  @Test(arguments: [0, 1, 7, 8, 9, 511, 512, 513, 1_500], SampleFormat.allCases)
  func `every frame of every channel is at its position, for any length`(
    frames: Int, format: SampleFormat
  ) {
    let map = ChannelMap(feeds: [.audioLeft, .silence, .haptic, .mixRight, .audioRight])
    let numbers = (0..<frames).map { Float($0 % 100) / 256 }
    let (data, report) = mix(
      haptic: numbers, left: numbers.map { $0 / 2 }, right: numbers.map { -$0 / 4 }, map: map,
      format: format)
    let expected = numbers.flatMap { [$0 / 2, 0, $0, $0 - $0 / 4, -$0 / 4] }.map(Double.init)
    #expect(data.samples(in: format) == expected)
    #expect(report.frames == Int64(frames))
    #expect(report.clampedSamples == 0)
    #expect(report.peak == numbers.max() ?? 0)
  }

  @Test func `loud samples are clamped and counted, and their peak is reported`() {
    let (data, report) = mix(
      haptic: [0.75, -0.75, 0, 1, -1, 0.25, 0, 0, 0, 0.5], left: [0.5, -0.5, 1, 0, 0, 0.5],
      right: [0, 0, 0, 0.25], map: .mix(channelCount: 2), format: .float32)
    let samples = data.samples(in: .float32)
    #expect(samples[0..<4] == [1, 0.75, -1, -0.75])
    #expect(samples.allSatisfy { (-1...1).contains($0) })
    #expect(report.clampedSamples == 3)
    #expect(report.peak == 1.25)
  }

  @Test(arguments: SampleFormat.allCases)
  func `NaN becomes silence, and infinity full scale`(format: SampleFormat) {
    let bad: [Float] = [.nan, .infinity, -.infinity, .signalingNaN, 1e30, -1e30, 0.5, -.nan]
    let (data, report) = mix(
      haptic: bad + bad.suffix(3), map: ChannelMap(feeds: [.haptic]), format: format)
    let samples = data.samples(in: format)
    #expect(samples[0] == 0 && samples[3] == 0 && samples[7] == 0 && samples[10] == 0)
    #expect(samples[1] > 0.999 && samples[4] > 0.999)
    #expect(samples[2] == -1 && samples[5] == -1 && samples[8] == -1)
    #expect(samples[6] == 0.5 && samples[9] == 0.5)
    #expect(report.clampedSamples == 9)
    #expect(report.peak == .infinity)
  }

  @Test(arguments: SampleFormat.allCases, [BusSet.none, .haptic, .audio, .all])
  func `a silent bus is not read, and the mix is the same`(
    format: SampleFormat, signal: BusSet
  ) {
    let map = ChannelMap(feeds: ChannelMap.Feed.allCases)
    let frames = 700
    func mixed(silence: Float, asked: Bool) -> [UInt8] {
      let buffers = BusBuffers(capacity: frames)
      let block = asked ? buffers.blockWithSignal(frames: frames) : buffers.block(frames: frames)
      if let place = unsafe block.signal { unsafe place.pointee = signal }
      for frame in 0..<frames {
        let x = Float(frame % 100) / 128 - 0.25
        unsafe block.haptic[frame] = signal.contains(.haptic) ? x : silence
        unsafe block.audioLeft[frame] = signal.contains(.audio) ? -x / 2 : silence
        unsafe block.audioRight[frame] = signal.contains(.audio) ? x / 4 : silence
      }
      var mixdown = Mixdown(map: map, format: format)
      var bytes = [UInt8](repeating: 0xAA, count: frames * mixdown.frameBytes)
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe mixdown.convert(block, to: start)
      }
      #expect(mixdown.report.frames == Int64(frames))
      #expect(mixdown.report.clampedSamples == 0)
      return bytes
    }
    #expect(mixed(silence: .nan, asked: true) == mixed(silence: 0, asked: false))
  }

  @Test func `gain is applied before clamping`() {
    let (data, report) = mix(
      haptic: [0.75, 0.25], map: ChannelMap(feeds: [.haptic]), format: .float32, gain: 2)
    #expect(data.samples(in: .float32) == [1, 0.5])
    #expect(report.peak == 1.5)
    #expect(report.clampedSamples == 1)
  }

  @Test(
    arguments: [
      (1, [.mixMono]), (2, [.mixLeft, .mixRight]),
      (4, [.mixLeft, .mixRight, .silence, .silence]),
    ] as [(Int, [ChannelMap.Feed])])
  func `the default mix is heard on the first two channels`(
    channels: Int, feeds: [ChannelMap.Feed]
  ) {
    #expect(ChannelMap.mix(channelCount: channels).feeds == feeds)
  }

  @Test(
    arguments: [
      (4, [3, 4], [.audioLeft, .audioRight, .haptic, .haptic]),
      (3, [3], [.audioLeft, .audioRight, .haptic]),
      (2, [2], [.audioMono, .haptic]),
      (2, [1], [.haptic, .audioMono]),
      (2, [1, 2], [.haptic, .haptic]),
      (1, [1], [.haptic]),
      (4, [1, 3], [.haptic, .audioMono, .haptic, .silence]),
      (2, [3], nil), (2, [0], nil), (2, [], nil),
    ] as [(Int, [Int], [ChannelMap.Feed]?)])
  func
    `haptic channels carry only haptics, and sound keeps those of the first two channels that are left`(
      channels: Int, haptic: [Int], feeds: [ChannelMap.Feed]?
    )
  {
    #expect(ChannelMap.split(channelCount: channels, hapticChannels: haptic)?.feeds == feeds)
  }

  /// Mixes buses, with the shorter ones filled up with silence.
  private func mix(
    haptic: [Float], left: [Float] = [], right: [Float] = [], map: ChannelMap,
    format: SampleFormat, gain: Float = 1
  ) -> (data: Data, report: MixReport) {
    let frames = max(haptic.count, left.count, right.count)
    let buffers = BusBuffers(capacity: max(1, frames))
    let block = buffers.block(frames: frames)
    for (i, value) in haptic.enumerated() { unsafe block.haptic[i] = value }
    for (i, value) in left.enumerated() { unsafe block.audioLeft[i] = value }
    for (i, value) in right.enumerated() { unsafe block.audioRight[i] = value }
    var mixdown = Mixdown(map: map, format: format, gain: gain)
    var data = Data(count: frames * mixdown.frameBytes)
    unsafe data.withUnsafeMutableBytes {
      if let base = $0.baseAddress { unsafe mixdown.convert(block, to: base) }
    }
    return (data, mixdown.report)
  }
}
