import Dispatch
import Realtime
import Synchronization
import TestSupport
import Testing

@testable import HapticEngine

/// Controls from many threads while another pulls blocks.
///
/// The signal is only checked to be finite; the thread sanitizer and the address sanitizer check the rest.
@Suite struct EngineStressTests {
  @Test func `concurrent calls of everything leave the engine intact`() throws {
    let rig = try EngineRig(sampleRate: 8_000)
    let pattern = try variedPattern()
    let shared = try (0..<4).map { try rig.player(pattern, " \($0)") }
    let isOver = Atomic<Bool>(false)
    let starts = Atomic<Int>(0)
    let bad = Atomic<Int>(0)
    let pulling = DispatchGroup()
    DispatchQueue(label: "pulling").async(group: pulling) {
      while !isOver.load(ordering: .acquiring) {
        let pulled = rig.output.pull(160, blocks: [64, 32])
        if !pulled.haptic.allSatisfy({ $0.isFinite }) { bad.add(1, ordering: .relaxed) }
      }
    }
    let engine = rig.engine
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      var random = SplitMix64(seed: 7_000 + UInt64(thread))
      for _ in 0..<300 {
        let player = random.choice(of: shared)
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2:
          if (try? player.start(at: random.oneIn(2) ? 0 : engine.currentTime + 0.01)) != nil {
            starts.add(1, ordering: .relaxed)
          }
        case 3: try? player.stop()
        case 4: try? player.pause()
        case 5: try? player.resume()
        case 6: try? player.seek(to: 0.1, begun: .continued)
        case 7: player.playbackRate = random.choice(of: [0.5, 1, 2])
        case 8: player.isLoopEnabled.toggle()
        case 9: player.isMuted.toggle()
        case 10:
          try? player.scheduleParameterCurve(
            ParameterCurve(
              .hapticIntensityControl, controlPoints: [.init(at: 0, 1), .init(at: 0.1, 0)]))
        case 11: try? player.cancel()
        case 12:
          let fleeting = try? engine.makePlayer(with: pattern)
          try? fleeting?.start()
        default:
          if random.oneIn(20) {
            engine.stop()
            try? engine.start()
          } else {
            engine.isMutedForHaptics.toggle()
          }
        }
      }
    }
    isOver.store(true, ordering: .releasing)
    pulling.wait()
    engine.stop()
    rig.settle()
    #expect(bad.load(ordering: .relaxed) == 0)
    #expect(rig.log.all.count == starts.load(ordering: .relaxed), "each start is over once")
  }
}
