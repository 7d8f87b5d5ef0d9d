import Foundation
import HapticEngine
import Realtime
import Testing

/// Tests of how every built-in profile maps intensity and sharpness to a signal.
@Suite struct ProfileLawTests {
  @Test(arguments: Profile.builtIn, [EventType.hapticTransient, .hapticContinuous])
  func `the spectral centroid rises with sharpness`(profile: Profile, type: EventType) throws {
    let centroids = try stride(from: 0, through: 1, by: 0.125).map { sharpness in
      Spectrum.centroid(try render(type, intensity: 1, sharpness: sharpness, profile))
    }
    for (lower, higher) in zip(centroids, centroids.dropFirst()) { #expect(higher > lower) }
    // A narrow actuator pulls all frequencies toward its resonance, but does not make them equal.
    #expect(centroids[8] > centroids[0] * 1.2)
  }

  @Test(arguments: Profile.builtIn, [EventType.hapticTransient, .hapticContinuous])
  func `the level rises with intensity`(profile: Profile, type: EventType) throws {
    for sharpness in [0, 0.5, 1] {
      let levels = try stride(from: 0, through: 1, by: 0.125).map { intensity in
        try render(type, intensity: intensity, sharpness: sharpness, profile)
          .reduce(0) { $0 + Double($1 * $1) }.squareRoot()
      }
      #expect(levels[0] == 0)
      for (lower, higher) in zip(levels, levels.dropFirst()) { #expect(higher > lower) }
    }
  }

  private func render(
    _ type: EventType, intensity: Double, sharpness: Double, _ profile: Profile
  ) throws -> [Float] {
    let event = HapticEvent(
      type, at: 0, duration: type == .hapticContinuous ? 0.4 : nil,
      parameters: [
        EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness),
      ])
    return try Spectrum.samples(of: HapticPattern(events: [event]), profile)
  }
}

/// Plain calculations of the contents of a signal.
enum Spectrum {
  static let sampleRate = 48_000.0

  /// The haptic bus of `pattern`.
  static func samples(of pattern: HapticPattern, _ profile: Profile) throws -> [Float] {
    let renderer = try OfflineRenderer(pattern, sampleRate: sampleRate, profile: profile)
    let buffers = BusBuffers(capacity: 4_096)
    var samples: [Float] = []
    while renderer.position < renderer.frameCount {
      let block = buffers.block(
        frames: min(buffers.capacity, renderer.frameCount - renderer.position))
      renderer.render(into: block)
      for index in 0..<block.frameCount { samples.append(unsafe block.haptic[index]) }
    }
    return samples
  }

  /// Returns the mean of the frequencies, weighted by their power, in hertz.
  ///
  /// By Parseval's theorem this is the root of the power of the slope divided by that of the signal, which does not
  /// require a transform.
  static func centroid(_ samples: [Float]) -> Double {
    var (power, slopePower) = (0.0, 0.0)
    for (before, after) in zip(samples, samples.dropFirst(2)) {
      let slope = Double(after - before) * sampleRate / 2
      slopePower += slope * slope
    }
    for sample in samples { power += Double(sample * sample) }
    return power > 0 ? (slopePower / power).squareRoot() / (2 * .pi) : 0
  }

  /// Returns `samples` as played by a small loudspeaker: a second-order Butterworth high-pass, which falls by 12 dB an
  /// octave below `hertz`.
  ///
  /// Our choice: 300 Hz, the resonance of the small drivers of laptops; a closed driver falls like this below it.
  static func small(_ samples: [Float], hertz: Double = 300) -> [Double] {
    let k = tan(.pi * hertz / sampleRate)
    let scale = 1 / (1 + k * 2.0.squareRoot() + k * k)
    let (a1, a2) = (2 * (k * k - 1) * scale, (1 - k * 2.0.squareRoot() + k * k) * scale)
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return samples.map { sample in
      let x = Double(sample)
      let y = scale * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
      (x2, x1, y2, y1) = (x1, x, y1, y)
      return y
    }
  }

  /// Returns the level of the strongest 20 ms, in decibels of full scale.
  static func strongest(_ samples: [Double]) -> Double {
    let length = Int(0.020 * sampleRate)
    var (sum, most) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      sum += sample * sample
      if index >= length { sum -= samples[index - length] * samples[index - length] }
      most = max(most, sum)
    }
    return 10 * log10(most / Double(length) + 1e-30)
  }
}
