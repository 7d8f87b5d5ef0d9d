import HapticAuthoring
import HapticEngine
import TestSupport
import Testing

/// Where one event follows another, the pattern is at most 1 dB stronger than the louder of the two, and weaker for at most 8 ms.
@Suite struct SeamLawTests {
  private func faults(_ chain: SeamChain, _ pattern: HapticPattern) throws -> [SeamFault] {
    try SeamMeter(pattern).faults(chain.stretches, taps: chain.taps)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `chains of ramps and holds do not click`(seed: UInt64) throws {
    let chain = SeamChain(seed: seed)
    let pattern = try HapticPattern(notation: chain.notation)
    let faults = try faults(chain, pattern)
    #expect(faults.isEmpty, "seed \(seed): \(chain.notation)")
    let text = pattern.notation.text
    #expect(try HapticPattern(notation: text).entries == pattern.entries, "seed \(seed): \(text)")
  }
}
