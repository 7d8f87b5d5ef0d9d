// Builds a pattern and renders it without a device: the samples are those that would be played.
import HapticEngine
import Realtime

let pattern = try HapticPattern {
  Transient(at: 0, intensity: 1, sharpness: 0.2)
  Continuous(at: 0.02, duration: 0.1, intensity: 0.5, sharpness: 0.1)
}
let renderer = try OfflineRenderer(pattern, sampleRate: 48_000, profile: .wideband)
// Buffers hold at least one frame; an empty pattern does not have any.
let buffers = BusBuffers(capacity: max(1, renderer.frameCount))
let block = buffers.block(frames: renderer.frameCount)
renderer.render(into: block)
print("\(block.frameCount) frames, \(renderer.lostVoices) voices lost")
