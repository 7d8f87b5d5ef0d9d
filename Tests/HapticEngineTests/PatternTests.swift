import HapticEngine
import Testing

@Suite struct PatternTests {
  @Test func `a pattern's duration is the end of what ends last`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0.5, duration: 2)
      Transient(at: 1)
      DynamicParameter(.hapticIntensityControl, 0.5, at: 2)
    }
    #expect(pattern.duration == 2.5)
  }
}
