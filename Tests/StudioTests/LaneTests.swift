import HapticCharts
import HapticEngine
import HapticFormats
import Realtime
import Testing

@testable import Studio

/// What the lanes of the timeline show, and loops.
struct LaneTests {
  /// Returns the columns of the pattern `notation`: `count` of 100 ms.
  private func columns(_ notation: String, count: Int = 12) throws -> [CombinedCurves.Column] {
    CombinedCurves(try HapticPattern(notation: notation))
      .columns(from: 0, seconds: 0.1, count: count)
  }

  @Test func `combined curves multiply intensities and add sharpnesses`() throws {
    let columns = try columns(
      "buzz 1s 0.8/0.3 & curve intensity 0s 0 1s 1 & curve sharpness 0s 0.2 1s 0.2")
    for (index, column) in columns.prefix(10).enumerated() {
      #expect(abs(Double(column.high) - 0.08 * Double(index + 1)) < 1e-4)
      #expect(abs(Double(column.low) - 0.08 * Double(index)) < 1e-4)
      #expect(abs(Double(column.sharpnessHigh) - 0.5) < 1e-4)
    }
  }

  @Test func `nothing is in a column before the one in which it happens`() throws {
    let columns = try columns("rest 550ms, tap 0.7/0.4, rest 150ms, buzz 100ms 0.5/0.5")
    #expect(columns[..<5].allSatisfy { $0.values.allSatisfy { $0 == 0 } })
    #expect(columns[5].tap == 0.7 && columns[5].tapSharpness == 0.4 && columns[5].high == 0)
    #expect(columns[6].values.allSatisfy { $0 == 0 })
    #expect(columns[7].high == 0.5 && columns[7].tap == 0)
  }

  @Test(arguments: [0.0001, 0.001, 0.0137, 0.1])
  func `a waveform has the extremes of the samples`(seconds: Double) {
    var random = SplitMix64(seed: 7)
    let channels = (0..<2).map { _ in
      (0..<50_000).map { _ in Float.random(in: -1...1, using: &random) }
    }
    let sound = DecodedSound(channels: channels, sampleRate: 48_000)
    let columns = Waveform(sound).columns(from: 0.05, seconds: seconds, count: 8)
    let frames = seconds * 48_000
    for (index, column) in columns.enumerated() {
      // The extremes may be those of a time that begins and ends a sixteenth of a column earlier.
      let first = 2_400 + Double(index) * frames
      let wide = max(0, Int(first - frames / 16 - 1))..<min(50_000, Int(first + frames) + 1)
      let start = Int(first.rounded(.up))
      let narrow = start..<max(start, Int(first + frames * 15 / 16))
      let all = channels.flatMap { $0[wide] }
      #expect(all.contains(column.low) && all.contains(column.high))
      let inner = channels.flatMap { $0[narrow] }
      #expect(inner.allSatisfy { (column.low...column.high).contains($0) })
    }
  }

  @Test func `a waveform is silent after its end`() {
    let sound = DecodedSound(channels: [[1, 1, 1]], sampleRate: 100)
    let columns = Waveform(sound).columns(from: 0.02, seconds: 0.01, count: 3)
    #expect(columns.map(\.high) == [1, 0, 0])
  }

  @Test func `passes of a renderer have the length that ends the loop`() throws {
    let pattern = try HapticPattern(notation: "tap 0.5/1, rest 200ms, tap 0.3/1")
    let playback = Playback(loopCount: 3, loopEnd: 0.8)
    let renderer = try OfflineRenderer(pattern, playback: playback)
    let buffers = BusBuffers(capacity: 150_000)
    let block = buffers.block(frames: 150_000)
    renderer.render(into: block)
    let samples = unsafe Array(UnsafeBufferPointer(start: block.haptic, count: 150_000))
    let passes = (0..<3).map { samples[($0 * 38_400)..<(($0 + 1) * 38_400)] }
    #expect(passes[0].contains { abs($0) > 0.1 })
    for pass in passes.dropFirst() {
      // 600 ms after the last tap, hardly anything rings.
      #expect(zip(passes[0], pass).allSatisfy { abs($0 - $1) < 1e-4 })
    }
  }

  @Test(arguments: [-0.1, .infinity, .nan])
  func `an end of a loop that is not a time is refused`(end: Double) throws {
    let pattern = try HapticPattern(notation: "tap")
    #expect(throws: RenderError.self) {
      try OfflineRenderer(pattern, playback: Playback(loopCount: 2, loopEnd: end))
    }
  }

  @Test func `a looped sound continues with its last pass as the engine does`() throws {
    let pattern = try HapticPattern(notation: "buzz 300ms 0.6/0.2, tap 1/0")
    var source = SoundSource(pattern: pattern, sounds: [:], profile: .wideband)
    let pass = 14_400
    let looped = try LoopedSound(source, passFrames: pass, includesEnd: true)
    source.playback = Playback(loopCount: 20, loopEnd: (Double(pass) / 48_000).nextUp)
    let endless = samples(try SoundBlocks(source, frames: looped.blocks.frames + pass))
    let heard = samples(looped.blocks)
    #expect(heard.contains { abs($0) > 0.1 })
    // Two samples for each frame.
    let continued = heard + heard.suffix(2 * pass)
    #expect(continued.count == endless.count)
    #expect(zip(continued, endless).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: [3, 7, 8, 9])
  func `contents that differ in their last byte have different addresses`(count: Int) {
    let one = [UInt8](repeating: 5, count: count)
    let other = one.dropLast() + [6]
    #expect(SoundBlocks.address(of: one) != SoundBlocks.address(of: Array(other)))
  }

  private func samples(_ blocks: SoundBlocks) -> [Float] {
    let bytes = blocks.addresses.indices.flatMap { blocks.block($0) ?? [] }
    return stride(from: 0, to: bytes.count, by: 4).map { at in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) })
    }
  }
}
