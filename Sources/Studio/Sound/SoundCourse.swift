internal import HapticPerception
private import Realtime

/// The course of a pattern's sound and of its perceived strength, in steps of 10 ms, for drawing lanes of any width.
struct SoundCourse: Sendable {
  /// Frames per step: the step of `SensationTrack`, at the sample rate of `PatternSound`.
  static let stepFrames = 480

  /// The lowest and the highest sample of each step, and decibels above the threshold of feeling.
  ///
  /// Decibels are at least -60, which stands for silence.
  private(set) var steps: [Float] = []
  /// The mean of the squares of the samples of each step.
  private var meanSquares: [Float] = []

  /// Adds the steps of `block`: frames of two floats.
  mutating func append(_ block: [UInt8]) {
    unsafe block.withUnsafeBytes { bytes in
      // SAFETY: a block consists of floats, and the array is not used otherwise in the closure.
      let samples = unsafe bytes.bindMemory(to: Float.self)
      for start in stride(from: 0, to: samples.count, by: 2 * Self.stepFrames) {
        var (low, high) = (Float.infinity, -Float.infinity)
        var squares: Float = 0
        for index in start..<min(samples.count, start + 2 * Self.stepFrames) {
          // SAFETY: the index is below the count.
          low = unsafe min(low, samples[index])
          high = unsafe max(high, samples[index])
          unsafe squares += samples[index] * samples[index]
        }
        steps += [low, high, -60]
        meanSquares.append(squares / Float(2 * Self.stepFrames))
      }
    }
  }

  /// Adds the levels of `track`.
  mutating func append(_ track: SensationTrack) {
    for (index, frame) in track.frames.enumerated() where 3 * index + 2 < steps.count {
      steps[3 * index + 2] = max(-60, frame.level)
    }
  }

  /// The loudness of the sound as `GatedLevel` measures it, in decibels; nil for silence.
  var level: Double? { GatedLevel.decibels(ofMeanSquares: meanSquares) }

  /// Floats of 32 bits, little-endian: three for each step.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * steps.count)
    for step in steps {
      let bits = step.bitPattern
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift)))
      }
    }
    return bytes
  }
}
