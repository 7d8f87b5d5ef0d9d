import HapticEngine
import TestSupport
import Testing

/// Tests of the renderer against the reference: within 1e-4 of full scale at every sample of the haptic bus.
///
/// Source: `Documentation/Signal.md`, which promises this for any independent program.
@Suite struct RendererAgainstReferenceTests {
  @Test(arguments: seeds(0..<240))
  func `a random pattern's haptic bus matches the reference`(seed: UInt64) throws {
    try expectReference(seed: seed, sampleRate: rate(of: seed), length: 1)
  }

  @Test(arguments: 1_000..<1_020 as Range<UInt64>)
  func `events of 30 s and more match the reference`(seed: UInt64) throws {
    try expectReference(seed: seed, sampleRate: 8_000, length: 4, extras: .longEvents)
  }

  @Test(arguments: 2_000..<2_030 as Range<UInt64>)
  func `extreme start and end times do not affect the beginning`(
    seed: UInt64
  ) throws {
    try expectReference(
      seed: seed, sampleRate: rate(of: seed), length: 0.5, extras: .hugeTimes, frameCount: 20_000)
  }

  @Test(arguments: [1e-9, 1e-7, 1e-6, 1e-5, 1e-4], [8_000.0, 48_000, 192_000])
  func `curves match the reference however steep they are`(
    width: Double, sampleRate: Double
  ) throws {
    let profile = try Profile(
      name: "wide", lowHertz: 1, highHertz: 4_000, gainContinuous: 1, gainTransient: 1)
    for id in [DynamicParameter.ID.hapticSharpnessControl, .hapticIntensityControl] {
      let pattern = try HapticPattern {
        Continuous(duration: 0.02, sharpness: 0)
        Curve(id, [(0, 0), (width, 1), (0.01 - width, 1), (0.01, -1)])
        Continuous(at: 0.015, duration: 0.02, sharpness: 0.5)
      }
      try expectReference(
        pattern, sampleRate: sampleRate, profile: profile, about: "\(id) within \(width) s")
    }
  }

  @Test(arguments: [1.0, 20, 4_000], [8_000.0, 48_000, 192_000])
  func `the slowest and fastest vibrations of any profile are exact`(
    hertz: Double, sampleRate: Double
  ) throws {
    let profile = try Profile(
      name: "\(hertz) Hz", lowHertz: hertz, highHertz: hertz, gainContinuous: 1, gainTransient: 1)
    let pattern = try HapticPattern {
      Continuous(duration: 2)
      Transient(at: 2.1)
    }
    try expectReference(
      pattern, sampleRate: sampleRate, profile: profile, about: "an event of each kind")
  }

  @Test(arguments: [0.33, 0.34, 0.49, 0.499, 0.5, 0.501, 0.5042, 0.51, 0.99, 1, 1.504, 2.502])
  func `a vibration of any number of cycles in one step of its recurrence is exact`(
    cycles: Double
  ) throws {
    // Sixty-four frames; the recurrence of sixteen lanes was worst near half a cycle.
    let profile = try Profile(
      name: "\(cycles) cycles", lowHertz: cycles * 750, highHertz: cycles * 750, gainContinuous: 1,
      gainTransient: 1)
    try expectReference(
      try HapticPattern {
        Continuous(duration: 0.5)
        Transient(at: 0.6)
      }, sampleRate: 48_000, profile: profile, about: "an event of each kind", within: 1e-5)
  }

  @Test(arguments: Profile.builtIn, signalRates)
  func `four events that add up are as exact as one`(
    profile: Profile, sampleRate: Double
  ) throws {
    // Differences with the same sign add up, too.
    let event = HapticEvent(
      .hapticContinuous, duration: 1, parameters: [EventParameter(.hapticSharpness, 0)])
    let pattern = try HapticPattern(events: Array(repeating: event, count: 4))
    try expectReference(
      pattern, sampleRate: sampleRate, profile: profile, about: "four events at one time")
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "HAPTIC_CORPUS does not name a folder of real patterns"),
    arguments: Corpus.validPatternPaths, [8_000.0, 48_000])
  func `a real pattern's haptic bus matches the reference`(path: String, sampleRate: Double) throws
  {
    let pattern = try #require(AHAP.read(path: Corpus.file(path)).pattern)
    let profile: Profile = sampleRate == 8_000 ? .lra : .wideband
    try expectReference(pattern, sampleRate: sampleRate, profile: profile, about: path)
  }
}

extension RendererAgainstReferenceTests {
  /// Usually a low rate, at which more signal can be tested in the same time.
  private func rate(of seed: UInt64) -> Double {
    let rates: [Double] = [8_000, 44_100, 8_000, 48_000, 11_025, 8_000, 192_000]
    return rates[Int(seed % 7)]
  }

  /// The built-in profiles, and others with properties that the built-in ones lack.
  private func profiles() throws -> [Profile] {
    Profile.builtIn + [
      try Profile(
        name: "squared", lowHertz: 80, highHertz: 230, gainContinuous: 0.6, gainTransient: 0.8,
        intensityExponent: 2),
      try Profile(
        name: "bent", lowHertz: 40, highHertz: 900, gainContinuous: 0.4, gainTransient: 0.3,
        intensityExponent: 1.7, actuator: .init(resonanceHertz: 220, q: 3), gain: 1.5),
      try Profile(
        name: "flat", lowHertz: 1_000, highHertz: 1_000, gainContinuous: 0.5, gainTransient: 0.5,
        intensityExponent: 0.25, gain: 0.7),
    ]
  }

  private func expectReference(
    seed: UInt64, sampleRate: Double, length: Seconds, extras: PatternGenerator.Extras = [],
    frameCount: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var generator = PatternGenerator(
      seed: seed, sampleRate: sampleRate, length: length, extras: extras)
    let profiles = try profiles()
    // Seven rates in turn, and the next profile after each turn: every profile at every rate.
    let profile = profiles[Int(seed / 7) % profiles.count]
    try expectReference(
      generator.pattern(), sampleRate: sampleRate, profile: profile, frameCount: frameCount,
      about: "seed \(seed)", sourceLocation: sourceLocation)
  }

  /// Expects that all of a pattern, or its first `frameCount` frames, match the reference.
  ///
  /// If the reference is longer than the rendered signal, its rest must be practically silent.
  private func expectReference(
    _ pattern: HapticPattern, sampleRate: Double, profile: Profile, frameCount: Int? = nil,
    about what: String, within tolerance: Double = 1e-4,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func worst(of pattern: HapticPattern) throws -> SampleDifference {
      let rendered = try RenderedSignal(
        pattern, sampleRate: sampleRate, profile: profile, frameCount: frameCount)
      let ringing = frameCount == nil ? Int(sampleRate) : 0
      let reference = ReferenceSignal(pattern, sampleRate: sampleRate, profile: profile)
        .hapticBus(frameCount: rendered.haptic.count + ringing)
      return SampleDifference.largest(of: rendered.haptic, from: reference)
    }
    let found = try worst(of: pattern)
    if found.magnitude <= tolerance { return }
    let smallest = try PatternShrinker { try worst(of: $0).magnitude > tolerance }
      .smallest(of: pattern)
    Issue.record(
      """
      \(what), \(sampleRate) Hz, profile \(profile.name), \(found)
      of the smallest pattern, \(try worst(of: smallest)):
      \(smallest.entries.map { "\($0)" }.joined(separator: "\n"))
      """, sourceLocation: sourceLocation)
  }
}

/// The place at which a rendered sample differs from the reference.
struct SampleDifference: CustomStringConvertible {
  var frame = 0
  var rendered: Float = 0
  var reference = 0.0

  var magnitude: Double {
    let difference = abs(Double(rendered) - reference)
    return difference.isNaN ? .infinity : difference
  }

  var description: String { "frame \(frame): rendered \(rendered), reference \(reference)" }

  /// Returns the largest difference of two signals; the shorter one is silent after its end.
  static func largest(of rendered: [Float], from reference: [Double]) -> SampleDifference {
    var worst = SampleDifference()
    for frame in 0..<max(rendered.count, reference.count) {
      let difference = SampleDifference(
        frame: frame, rendered: frame < rendered.count ? rendered[frame] : 0,
        reference: frame < reference.count ? reference[frame] : 0)
      if difference.magnitude > worst.magnitude { worst = difference }
    }
    return worst
  }
}
