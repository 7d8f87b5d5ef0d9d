import HapticEngine
import Realtime
import TestSupport
import Testing

/// Laws for every rendered pattern, whatever its contents.
@Suite struct RendererLawTests {
  private func pattern(
    seed: UInt64, sampleRate: Double = 8_000, length: Seconds = 0.5,
    extras: PatternGenerator.Extras = .tones
  ) throws -> HapticPattern {
    var generator = PatternGenerator(
      seed: seed, sampleRate: sampleRate, length: length, extras: extras)
    return try generator.pattern()
  }

  @Test(arguments: seeds(3_000..<3_040))
  func `blocks of any size give the same bits on every bus`(seed: UInt64) throws {
    let sampleRate = seed % 4 == 0 ? 48_000.0 : 8_000
    let profile = Profile.builtIn[Int(seed / 4 % 4)]
    let pattern = try pattern(seed: seed, sampleRate: sampleRate)
    let whole = try RenderedSignal(
      pattern, sampleRate: sampleRate, profile: profile, blockSizes: [65_536])
    let divisions = [[1], [7], [64], [777], [4_096], [1, 500, 0, 63, 64, 65, 2]]
    for blockSizes in divisions {
      let cut = try RenderedSignal(
        pattern, sampleRate: sampleRate, profile: profile, blockSizes: blockSizes)
      #expect(cut.isIdentical(to: whole), "seed \(seed), blocks of \(blockSizes)")
    }
  }

  @Test(arguments: seeds(3_100..<3_140))
  func `an added entry does not affect the frames before it`(seed: UInt64) throws {
    let sampleRate = 8_000.0
    let pattern = try pattern(seed: seed)
    let frame = Int(seed % 1_000) * 3 + 5
    let time = Double(frame) / sampleRate
    let additions: [HapticPattern.Entry] = [
      .event(HapticEvent(.hapticTransient, at: time)),
      .event(HapticEvent(.hapticContinuous, at: time, duration: 0.2)),
      .event(HapticEvent(.audioContinuous, at: time, duration: 0.2)),
      .parameter(DynamicParameter(.hapticIntensityControl, 0.3, at: time)),
      .parameter(DynamicParameter(.audioVolumeControl, 0.3, at: time)),
      .curve(
        ParameterCurve(
          .hapticSharpnessControl, at: 0,
          controlPoints: [.init(at: time, -0.5), .init(at: time + 0.1, 1)])),
    ]
    let plain = try RenderedSignal(pattern, sampleRate: sampleRate, frameCount: frame)
    for addition in additions {
      let more = try HapticPattern(entries: pattern.entries + [addition])
      let rendered = try RenderedSignal(more, sampleRate: sampleRate, frameCount: frame)
      #expect(rendered.isIdentical(to: plain), "seed \(seed), \(addition)")
    }
  }

  @Test(arguments: seeds(3_200..<3_240))
  func `every sample is finite whatever the values and times`(seed: UInt64) throws {
    let pattern = try pattern(seed: seed, extras: [.tones, .longEvents, .hugeTimes])
    let profile = Profile.builtIn[Int(seed % 4)]
    let rendered = try RenderedSignal(
      pattern, sampleRate: 8_000, profile: profile, frameCount: 40_000)
    #expect(rendered.buses.allSatisfy { $0.allSatisfy(\.isFinite) }, "seed \(seed)")
  }

  @Test func `an empty pattern is zero frames long and silent beyond its end`() throws {
    let pattern = try HapticPattern(entries: [])
    #expect(try OfflineRenderer(pattern, sampleRate: 48_000, profile: .lra).frameCount == 0)
    let rendered = try RenderedSignal(pattern, profile: .lra, frameCount: 5_000)
    #expect(rendered.buses.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test(arguments: Profile.builtIn)
  func `samples after the last frame are silent, except for the cut ringing of an actuator`(
    profile: Profile
  ) throws {
    let pattern = try HapticPattern { Continuous(duration: 0.1) }
    let length = try OfflineRenderer(pattern, sampleRate: 8_000, profile: profile).frameCount
    let rendered = try RenderedSignal(
      pattern, sampleRate: 8_000, profile: profile, frameCount: length + 5_000)
    // The ringing of an actuator is cut when it is below the tolerance of the specification.
    let limit: Float = profile.actuator == nil ? 0 : 1e-4
    #expect(rendered.haptic[length...].allSatisfy { abs($0) <= limit })
    #expect(rendered.haptic[..<length].contains { abs($0) > 0.1 })
  }

  @Test func `controls alone last to the pattern's duration and are silent`() throws {
    let pattern = try HapticPattern {
      DynamicParameter(.hapticIntensityControl, 1, at: 0.25)
      Curve(.hapticSharpnessControl, at: 0.5, [(0, 0), (1, 1)])
    }
    let rendered = try RenderedSignal(pattern, sampleRate: 8_000, profile: .lra)
    #expect(rendered.haptic.count == 4_000)
    #expect(rendered.buses.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test(arguments: seeds(3_300..<3_400))
  func `a file lasts to the pattern's duration or to the end of its last sounding sample`(
    seed: UInt64
  ) throws {
    let sampleRate = seed % 2 == 0 ? 8_000.0 : 44_100
    let pattern = try pattern(seed: seed, sampleRate: sampleRate, extras: [])
    let renderer = try OfflineRenderer(pattern, sampleRate: sampleRate, profile: .wideband)
    let reference = ReferenceSignal(pattern, sampleRate: sampleRate)
    let latest = max((pattern.duration * sampleRate).rounded(.up), reference.endOfSounding)
    #expect(Double(renderer.frameCount) >= pattern.duration * sampleRate - 0.5, "seed \(seed)")
    #expect(Double(renderer.frameCount) <= latest + 1, "seed \(seed)")
    let bus = reference.hapticBus(frameCount: Int(latest) + 10)
    let lastHeard = bus.lastIndex { abs($0) > 1e-6 } ?? -1
    #expect(renderer.frameCount > lastHeard, "seed \(seed)")
  }
}
