import Glibc
import HapticEngine
import Realtime
import Testing

@Suite struct OfflineTests {
  @Test func `a transient is an exponentially decaying sine`() throws {
    let pattern = try HapticPattern {
      Transient(at: 0.001, intensity: 0.5, sharpness: 0.2)
    }
    let renderer = try OfflineRenderer(pattern)
    let buffers = BusBuffers(capacity: renderer.frameCount)
    let block = buffers.block(frames: renderer.frameCount)
    renderer.render(into: block)
    var worst = 0.0
    for n in 48..<renderer.frameCount {
      let t = Double(n - 48) / 48_000
      let f = 80 + 150 * 0.2
      let expected = 0.8 * 0.5 * _exp(-t * f / 0.5) * _sin(2 * .pi * f * t)
      worst = max(worst, unsafe abs(expected - Double(block.haptic[n])))
    }
    #expect(worst < 1e-5)
  }
}
private func _exp(_ x: Double) -> Double { exp(x) }
private func _sin(_ x: Double) -> Double { sin(x) }
