internal import Realtime

/// Statistics of a rendered pattern's levels.
public struct SignalSummary: Hashable, Sendable {
  /// The length of the render, in frames.
  public let frameCount: Int
  /// The maximum number of simultaneous voices.
  public let polyphony: Int
  /// The largest magnitude in the mix, before it is clamped; full scale is 1.
  public let peak: Float
  /// The number of clamped samples in the two channels of the mix.
  public let clippedSamples: Int
  /// The root mean square of the haptic bus in each of several equal parts of the render, from first to last.
  public let hapticLevels: [Float]
  /// The root mean square of the audio bus, both channels, in the same parts.
  public let audioLevels: [Float]

  /// Renders everything with `renderer`, and measures the result.
  ///
  /// - Parameters:
  ///   - renderer: a renderer that has not rendered anything yet.
  ///   - parts: the number of levels; fewer if there are fewer frames.
  ///   - advance: called from time to time with the number of frames rendered since the last call.
  /// - Thread: any; takes as long as rendering.        Realtime-safe: no.
  public init(
    of renderer: OfflineRenderer, parts: Int, advance: (_ frames: Int) -> Void = { _ in }
  ) {
    frameCount = renderer.frameCount
    polyphony = renderer.polyphony
    let parts = max(0, min(parts, frameCount))
    let buffers = BusBuffers(capacity: 4_096)
    var meter = BusMeter()
    var hapticLevels: [Float] = []
    var audioLevels: [Float] = []
    for part in 0..<parts {
      let start = renderer.position
      let end = Int(Double(frameCount) * Double(part + 1) / Double(parts))
      meter.startPart()
      while renderer.position < end {
        let block = buffers.block(frames: min(buffers.capacity, end - renderer.position))
        renderer.render(into: block)
        meter.add(block)
        advance(block.frameCount)
      }
      hapticLevels.append(meter.level(ofSquares: meter.haptic, samples: end - start))
      audioLevels.append(meter.level(ofSquares: meter.audio, samples: 2 * (end - start)))
    }
    peak = meter.peak
    clippedSamples = meter.clippedSamples
    self.hapticLevels = hapticLevels
    self.audioLevels = audioLevels
  }
}

/// Accumulates the levels of blocks.
private struct BusMeter {
  var peak: Float = 0
  var clippedSamples = 0
  /// The sum of the squares of this part's samples.
  var haptic: Double = 0
  var audio: Double = 0

  mutating func startPart() {
    haptic = 0
    audio = 0
  }

  mutating func add(_ block: BusBlock) {
    for index in 0..<block.frameCount {
      // SAFETY: the block's buffers hold `frameCount` samples.
      let (vibration, left, right) = unsafe (
        block.haptic[index], block.audioLeft[index], block.audioRight[index]
      )
      haptic += Double(vibration * vibration)
      audio += Double(left * left + right * right)
      let (mixLeft, mixRight) = ((vibration + left).magnitude, (vibration + right).magnitude)
      peak = max(peak, max(mixLeft, mixRight))
      if mixLeft > 1 { clippedSamples += 1 }
      if mixRight > 1 { clippedSamples += 1 }
    }
  }

  func level(ofSquares sum: Double, samples: Int) -> Float {
    samples > 0 ? Float((sum / Double(samples)).squareRoot()) : 0
  }
}
