import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Silent buses are reported and not written.
@Suite struct SilenceTests {
  /// The contents of a bus that was not written.
  private let untouched: Float = 77

  private func fill(_ block: BusBlock) {
    let count = block.frameCount
    unsafe block.haptic.update(repeating: untouched, count: count)
    unsafe block.audioLeft.update(repeating: untouched, count: count)
    unsafe block.audioRight.update(repeating: untouched, count: count)
  }

  /// The samples of the haptic bus, and of the left and right of the audio bus.
  private func samples(_ block: BusBlock) -> [[Float]] {
    let count = block.frameCount
    return unsafe [
      Array(UnsafeBufferPointer(start: block.haptic, count: count)),
      Array(UnsafeBufferPointer(start: block.audioLeft, count: count)),
      Array(UnsafeBufferPointer(start: block.audioRight, count: count)),
    ]
  }

  /// Returns a pattern of a tap, a pause, a tone, a pause, and both.
  private func sparse() throws -> HapticPattern {
    try HapticPattern {
      Transient(at: 0.1, sharpness: 1)
      HapticEvent(.audioContinuous, at: 0.3, duration: 0.05)
      Transient(at: 0.5)
      HapticEvent(.audioContinuous, at: 0.5, duration: 0.05)
    }
  }

  @Test(arguments: [[64], [4_096], [1], [777, 3], [48_000]])
  func `a block can request its active buses, and silent buses are not written`(
    blockSizes: [Int]
  ) throws {
    let pattern = try sparse()
    let whole = try RenderedSignal(pattern, frameCount: 48_000)
    let renderer = try OfflineRenderer(pattern)
    let buffers = BusBuffers(capacity: 48_000)
    var (position, index) = (0, 0)
    var reported = Set<BusSet>()
    while position < 48_000 {
      let count = min(blockSizes[index % blockSizes.count], 48_000 - position)
      let block = buffers.blockWithSignal(frames: count)
      fill(block)
      RealtimeScope.run { renderer.render(into: block) }
      let signal = buffers.signal
      reported.insert(signal)
      for (index, set) in [BusSet.haptic, .audio, .audio].enumerated() {
        let got = samples(block)[index]
        let expected = whole.buses[index][position..<position + count]
        if signal.contains(set) {
          #expect(got.elementsEqual(expected), "at \(position)")
        } else {
          #expect(expected.allSatisfy { $0 == 0 }, "at \(position)")
          #expect(got.allSatisfy { $0 == untouched }, "at \(position)")
        }
      }
      position += count
      index += 1
    }
    if blockSizes != [48_000] { #expect(reported == [.none, .haptic, .audio, .all]) }
  }

  @Test func `a block that does not request its active buses contains zeros on silent ones`() throws
  {
    let renderer = try OfflineRenderer(try sparse())
    let buffers = BusBuffers(capacity: 4_000)
    let block = buffers.block(frames: 4_000)
    fill(block)
    RealtimeScope.run { renderer.render(into: block) }
    #expect(samples(block).allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func `a ringing actuator is a signal until it has come to rest`() throws {
    let pattern = try HapticPattern { Transient() }
    let renderer = try OfflineRenderer(pattern, sampleRate: 8_000, profile: .lra)
    let buffers = BusBuffers(capacity: 80)
    var lastHeard = 0
    for index in 0..<200 {
      let block = buffers.blockWithSignal(frames: 80)
      RealtimeScope.run { renderer.render(into: block) }
      if buffers.signal.contains(.haptic) { lastHeard = index }
    }
    #expect(lastHeard * 80 > renderer.frameCount - 80)
    #expect(lastHeard < 199)
  }

  @Test func `an engine reports its active buses`() throws {
    let rig = try EngineRig()
    #expect(rig.output.pullSignal(480) == BusSet.none)
    let player = try rig.player(try sparse())
    try player.start()
    #expect(rig.output.pullSignal(480) == BusSet.none)
    rig.output.pull(4_320)
    #expect(rig.output.pullSignal(480) == .haptic)
    rig.output.pull(14_400 - 5_760)
    #expect(rig.output.pullSignal(480) == BusSet.none)
    rig.output.pull(480)
    #expect(rig.output.pullSignal(480) == .audio)
    player.isMuted = true
    rig.output.pull(1_000)
    #expect(rig.output.pullSignal(480) == BusSet.none)
  }
}
