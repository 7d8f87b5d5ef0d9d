internal import Realtime

/// What a pattern sounds like, in numbers: it is rendered once, and measured.
public struct SignalSummary: Hashable, Sendable {
  /// How long the render is, in frames.
  public let frameCount: Int
  /// The most voices that sound together.
  public let polyphony: Int
  /// The largest magnitude in the mix, before it is clamped; full scale is 1.
  public let peak: Float
  /// How many samples of the two channels of the mix are clamped.
  public let clippedSamples: Int
  /// Root mean square of the haptic bus, in equal parts of the render, first to last.
  public let hapticLevels: [Float]
  /// Root mean square of the audio bus, both channels, in the same parts.
  public let audioLevels: [Float]

  /// Renders all that is left of `renderer` and measures it.
  ///
  /// - Parameters:
  ///   - renderer: at its start.
  ///   - parts: how many levels are wanted; fewer where there are fewer frames.
  ///   - advance: called now and then with the number of frames that were rendered since.
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

/// Adds up what goes by.
private struct BusMeter {
  var peak: Float = 0
  var clippedSamples = 0
  /// The sums of the squares of this part's samples.
  var haptic: Double = 0
  var audio: Double = 0

  mutating func startPart() {
    haptic = 0
    audio = 0
  }

  mutating func add(_ block: BusBlock) {
    for index in 0..<block.frameCount {
      // SAFETY: the block's buffers hold `frameCount` samples.
      let (felt, left, right) = unsafe (
        block.haptic[index], block.audioLeft[index], block.audioRight[index]
      )
      haptic += Double(felt * felt)
      audio += Double(left * left + right * right)
      let (mixLeft, mixRight) = ((felt + left).magnitude, (felt + right).magnitude)
      peak = max(peak, max(mixLeft, mixRight))
      if mixLeft > 1 { clippedSamples += 1 }
      if mixRight > 1 { clippedSamples += 1 }
    }
  }

  func level(ofSquares sum: Double, samples: Int) -> Float {
    samples > 0 ? Float((sum / Double(samples)).squareRoot()) : 0
  }
}
