import HapticEngine
import TestSupport
import Testing

/// A pattern is a value that can always be played.
@Suite struct PatternTests {
  @Test func `a pattern's duration is the end of its last entry`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0.5, duration: 2)
      Transient(at: 1)
      DynamicParameter(.hapticIntensityControl, 0.5, at: 2)
    }
    #expect(pattern.duration == 2.5)
    #expect(try HapticPattern(entries: []).duration == 0)
  }

  @Test func `the end of a pattern may be a parameter or a curve`() throws {
    let parameter = try HapticPattern {
      Transient(at: 1)
      DynamicParameter(.hapticIntensityControl, 0.5, at: 3)
    }
    #expect(parameter.duration == 3)
    // Source: CHHapticPattern.h counts the start of a parameter, not the points of a curve.
    let curve = try HapticPattern {
      Transient(at: 1)
      Curve(.hapticIntensityControl, at: 2, [(0, 1), (5, 0)])
    }
    #expect(curve.duration == 2)
  }

  @Test func `entries keep their order and can be read by kind`() throws {
    let events = [HapticEvent(.hapticTransient, at: 2), HapticEvent(.hapticTransient, at: 1)]
    let parameters = [DynamicParameter(.audioVolumeControl, 0.5, at: 1)]
    let curves = [
      ParameterCurve(
        .hapticIntensityControl, at: 0, controlPoints: [.init(at: 0, 1), .init(at: 1, 0)])
    ]
    let pattern = try HapticPattern(events: events, parameters: parameters, curves: curves)
    #expect(pattern.events == events)
    #expect(pattern.parameters == parameters)
    #expect(pattern.curves == curves)
    #expect(pattern.entries.count == 4)
    #expect(try HapticPattern(entries: pattern.entries) == pattern)
  }

  @Test func `a builder takes conditions and loops`() throws {
    func pattern(_ isStrong: Bool, _ count: Int) throws -> HapticPattern {
      try HapticPattern {
        if isStrong { Transient(at: 0, intensity: 1) } else { Transient(at: 0, intensity: 0.2) }
        for index in 0..<count { Transient(at: Double(index) + 1) }
      }
    }
    #expect(try pattern(true, 3).events.map(\.time) == [0, 1, 2, 3])
    #expect(try pattern(true, 0).events[0].value(of: .hapticIntensity) == 1)
    #expect(try pattern(false, 0).events[0].value(of: .hapticIntensity) == 0.2)
  }

  @Test(arguments: [-1, -.leastNonzeroMagnitude, .nan, .infinity, 1e10])
  func `a time that cannot be played is rejected, wherever it occurs`(_ time: Double) throws {
    let entries: [HapticPattern.Entry] = [
      .event(HapticEvent(.hapticTransient, at: time)),
      .parameter(DynamicParameter(.hapticIntensityControl, 1, at: time)),
      .curve(ParameterCurve(.hapticIntensityControl, at: time, controlPoints: [.init(at: 0, 1)])),
      .curve(ParameterCurve(.hapticIntensityControl, at: 0, controlPoints: [.init(at: time, 1)])),
    ]
    for entry in entries {
      #expect(throws: PatternError.self) { try HapticPattern(entries: [entry]) }
    }
    #expect(throws: PatternError.self) {
      try HapticPattern(events: [HapticEvent(.hapticContinuous, at: 0, duration: time)])
    }
  }

  @Test func `every problem is reported with its entry`() throws {
    let error = #expect(throws: PatternError.self) {
      try HapticPattern(entries: [
        .event(HapticEvent(.hapticTransient, at: 0)),
        .event(
          HapticEvent(.hapticTransient, at: -1, parameters: [.init(.hapticIntensity, .nan)])),
        .curve(ParameterCurve(.hapticIntensityControl, at: 0, controlPoints: [])),
        .event(HapticEvent(.audioCustom, at: 0)),
      ])
    }
    #expect(error?.problems.map(\.entry) == [1, 1, 2, 3])
    #expect(error?.problems.last?.cause == .noWaveform)
    #expect(error?.description.split(separator: "\n").count == 4)
  }

  @Test func `values out of range are kept unchanged`() throws {
    let event = HapticEvent(.hapticTransient, at: 0, parameters: [.init(.hapticIntensity, 7)])
    #expect(try HapticPattern(events: [event]).events[0].value(of: .hapticIntensity) == 7)
  }

  @Test(arguments: 0..<20)
  func `scaling the intensity only changes haptic events`(_ seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed, sampleRate: 48_000, length: 2)
    let pattern = try generator.pattern()
    let scaled = pattern.scalingIntensity(by: 0.5)
    #expect(scaled.duration == pattern.duration)
    #expect(scaled.parameters == pattern.parameters)
    #expect(scaled.curves == pattern.curves)
    for (before, after) in zip(pattern.events, scaled.events) {
      guard before.type.isHaptic else {
        #expect(after == before)
        continue
      }
      let range = EventParameter.ID.hapticIntensity.range
      let was = min(
        max(before.value(of: .hapticIntensity) ?? 1, range.lowerBound), range.upperBound)
      #expect(after.value(of: .hapticIntensity) == was / 2)
      #expect(after.value(of: .hapticSharpness) == before.value(of: .hapticSharpness))
      #expect(after.time == before.time && after.duration == before.duration)
    }
    #expect(
      pattern.scalingIntensity(by: 0).events.allSatisfy { event in
        !event.type.isHaptic || event.value(of: .hapticIntensity) == 0
      })
  }

  @Test func `every parameter that applies to an event is an argument of its component`() throws {
    let all = try HapticPattern {
      Transient(intensity: 0.5, sharpness: 0.5)
      Continuous(
        duration: 1, intensity: 0.5, sharpness: 0.5, attack: 0.5, decay: 0.5, release: 0.5,
        sustained: false)
      Tone(
        duration: 1, volume: 0.5, pitch: 0.5, pan: 0.5, brightness: 0.5, attack: 0.5, decay: 0.5,
        release: 0.5, sustained: false)
      Sound(
        "a.wav", volume: 0.5, pitch: 0.5, pan: 0.5, brightness: 0.5, attack: 0.5, release: 0.5)
    }
    let events = all.entries.compactMap { entry in
      if case .event(let event) = entry { event } else { nil }
    }
    #expect(Set(events.map(\.type)) == Set(EventType.allCases))
    for event in events {
      let applying = EventParameter.ID.allCases.filter { $0.applies(to: event.type) }
      #expect(Set(event.parameters.map(\.id)) == Set(applying), "\(event.type.rawValue)")
    }
  }
}
