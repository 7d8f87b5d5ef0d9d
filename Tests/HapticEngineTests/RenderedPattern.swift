import HapticEngine
import Realtime

/// A pattern as samples, and properties that can be measured without knowing the pattern.
struct RenderedPattern {
  let sampleRate: Double
  /// The haptic bus.
  let haptic: [Float]
  /// The left channel of the audio bus.
  let audio: [Float]

  init(_ pattern: HapticPattern, profile: Profile = .wideband) throws {
    let renderer = try OfflineRenderer(pattern, profile: profile)
    let buffers = BusBuffers(capacity: max(renderer.frameCount, 1))
    let block = buffers.block(frames: renderer.frameCount)
    RealtimeScope.run { renderer.render(into: block) }
    sampleRate = renderer.sampleRate
    haptic = unsafe Array(UnsafeBufferPointer(start: block.haptic, count: block.frameCount))
    audio = unsafe Array(UnsafeBufferPointer(start: block.audioLeft, count: block.frameCount))
  }

  /// The largest magnitude on the haptic bus.
  var peak: Float { haptic.lazy.map(\.magnitude).max() ?? 0 }

  /// The largest magnitude in the mix of both buses.
  var mixedPeak: Float { zip(haptic, audio).lazy.map { ($0 + $1).magnitude }.max() ?? 0 }

  /// The energy of the haptic bus: the sum of squares, per second of sampling.
  var energy: Double { Self.energy(haptic[...], sampleRate) }

  /// Returns the energy of the haptic bus in each stretch of `seconds`; the last stretch may be shorter.
  func energies(each seconds: Double) -> [Double] {
    let frames = Int(seconds * sampleRate)
    return stride(from: 0, to: haptic.count, by: frames).map {
      Self.energy(haptic[$0..<min($0 + frames, haptic.count)], sampleRate)
    }
  }

  /// Returns the energy of the haptic bus between two times in seconds.
  func energy(from start: Double, to end: Double) -> Double {
    let frames = [start, end].map { min(Int($0 * sampleRate), haptic.count) }
    return Self.energy(haptic[frames[0]..<frames[1]], sampleRate)
  }

  /// The energies of the first and the second half of the haptic bus.
  var halves: (first: Double, second: Double) {
    let middle = haptic.count / 2
    return (Self.energy(haptic[..<middle], sampleRate), Self.energy(haptic[middle...], sampleRate))
  }

  /// Returns the time at which the haptic bus first reaches `share` of its peak, in seconds.
  func time(ofShareOfPeak share: Float) -> Double {
    let level = peak * share
    return Double(haptic.firstIndex { $0.magnitude >= level } ?? 0) / sampleRate
  }

  private static func energy(_ samples: ArraySlice<Float>, _ sampleRate: Double) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / sampleRate
  }
}

/// Returns the similarity of two courses of strength at their best alignment: 1 if they are equal up to a factor, 0 if
/// they are unrelated.
func likeness(_ first: [Double], _ second: [Double]) -> Double {
  func norm(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 }.squareRoot() }
  let best = (-second.count...first.count).map { shift in
    second.indices.reduce(0.0) { sum, index in
      first.indices.contains(index + shift) ? sum + first[index + shift] * second[index] : sum
    }
  }
  return (best.max() ?? 0) / (norm(first) * norm(second))
}
