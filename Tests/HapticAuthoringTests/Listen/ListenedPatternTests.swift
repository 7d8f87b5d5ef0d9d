import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Patterns made from sounds.
struct ListenedPatternTests {
  private static func pattern(
    _ sound: DecodedSound, _ method: ListenMethod, options: ListenOptions = ListenOptions()
  ) throws -> HapticPattern {
    let listening = try SoundListening(to: sound, options: options)
    return try HapticPattern(
      of: listening, sections: listening.sections(by: method), options: options)
  }

  @Test(arguments: ListenMethod.allCases, Groove.Kind.allCases)
  func `every pattern is a valid file, and its curves are short and chained`(
    method: ListenMethod, kind: Groove.Kind
  ) throws {
    let groove = Groove(kind, seed: 11, seconds: 4, sampleRate: 16_000)
    let pattern = try Self.pattern(groove.sound, method)
    // Clicks do not contain sustained sound.
    let mayBeEmpty = kind == .clicks && method != .onset
    let reading = AHAP.read(AHAP.encode(pattern), file: "x.ahap")
    #expect(
      reading.diagnostics.allSatisfy { mayBeEmpty && $0.code == .emptyPattern },
      "\(reading.diagnostics)")
    for curve in pattern.curves { #expect((1...16).contains(curve.controlPoints.count)) }
    for id in [DynamicParameter.ID.hapticIntensityControl, .hapticSharpnessControl] {
      let curves = pattern.curves.filter { $0.id == id }
      for (one, two) in zip(curves, curves.dropFirst()) where one.controlPoints.count == 16 {
        let last = one.controlPoints[15]
        // A curve also ends with its vibration.
        let isEnd = pattern.events.contains { event in
          event.duration.map { abs(event.time + $0 - one.time - last.time) < 1e-3 } ?? false
        }
        if isEnd, two.time > one.time + last.time + 1e-3 { continue }
        #expect(abs(one.time + last.time - two.time) < 1e-9)
        #expect(two.controlPoints[0].value == last.value)
      }
    }
    #expect(pattern.duration <= 4.000_1)
  }

  @Test(arguments: ListenMethod.allCases, Groove.Kind.allCases)
  func `each onset becomes a transient or is counted as left out`(
    method: ListenMethod, kind: Groove.Kind
  ) throws {
    let groove = Groove(kind, seed: 13, seconds: 4, sampleRate: 16_000)
    var options = ListenOptions()
    (options.gate, options.sensitivity) = (-20, 1)
    let listening = try SoundListening(to: groove.sound, options: options)
    let sections = listening.sections(by: method)
    for density in [nil, 3.0] {
      options.density = density
      let pattern = try HapticPattern(of: listening, sections: sections, options: options)
      let transients = pattern.events.count { $0.type == .hapticTransient }
      let omissions = listening.omissions(from: sections, options: options)
      #expect(transients + omissions.values.reduce(0, +) == listening.onsets.count, "\(omissions)")
      #expect(density != nil || omissions[.density] == nil)
    }
  }

  @Test func `options outside their ranges are clamped, and invalid numbers become the default`()
    throws
  {
    let sound = Groove(.drums, seed: 12, seconds: 2, sampleRate: 16_000).sound
    func pattern(_ change: (inout ListenOptions) -> Void) throws -> HapticPattern {
      var options = ListenOptions()
      change(&options)
      return try Self.pattern(sound, .envelope, options: options)
    }
    let usual = try pattern { _ in }
    let paths: [WritableKeyPath<ListenOptions, Double>] = [
      \.gain, \.gate, \.range, \.smoothing, \.tolerance, \.sensitivity, \.from,
    ]
    for path in paths {
      #expect(try pattern { $0[keyPath: path] = .nan } == usual, "\(path)")
    }
    #expect(try pattern { ($0.density, $0.to) = (.nan, .nan) } == usual)
    #expect(try pattern { $0.density = 500 } == pattern { $0.density = 33 })
    #expect(try pattern { $0.density = -1 } == pattern { $0.density = 0.1 })
    #expect(try pattern { $0.smoothing = -1 } == pattern { $0.smoothing = 0 })
    #expect(try pattern { $0.range = 0 } == pattern { $0.range = 5 })
    #expect(try pattern { $0.to = 1e300 } == usual)
    #expect(try pattern { $0.from = 1e300 }.events.isEmpty)
    #expect(try pattern { $0.band = -5...(.infinity) } == usual)
  }

  @Test(arguments: [1, 4])
  func `isolated clicks are full transients`(count: Int) throws {
    var samples = [Float](repeating: 0, count: 22_050 * 2)
    for start in (0..<count).map({ 5_000 + 10_000 * $0 }) {
      for index in 0..<44 { samples[start + index] = index.isMultiple(of: 2) ? 0.5 : -0.5 }
    }
    let sound = DecodedSound(channels: [samples], sampleRate: 22_050)
    let taps = try Self.pattern(sound, .onset).events
    #expect(taps.count == count)
    for tap in taps { #expect((tap.value(of: .hapticIntensity) ?? 0) > 0.95) }
  }

  @Test func `each stroke is a transient, stronger for loud strokes and crisper for bright ones`()
    throws
  {
    var samples = [Float](repeating: 0, count: 22_050 * 2)
    for index in 0..<4_000 {
      let t = Double(index) / 22_050
      samples[11_025 + index] = Float(sin(2 * .pi * 70 * t) * exp(-t / 0.08)) * 0.9
      samples[33_075 + index] = (index % 2 == 0 ? 1 : -1) * Float(exp(-t / 0.01)) * 0.2
    }
    let pattern = try Self.pattern(DecodedSound(channels: [samples], sampleRate: 22_050), .onset)
    try #require(pattern.events.count == 2)
    let (kick, hat) = (pattern.events[0], pattern.events[1])
    #expect(abs(kick.time - 0.5) < 0.006 && abs(hat.time - 1.5) < 0.006)
    #expect((kick.value(of: .hapticIntensity) ?? 0) > (hat.value(of: .hapticIntensity) ?? 1))
    #expect((kick.value(of: .hapticSharpness) ?? 1) + 0.3 < (hat.value(of: .hapticSharpness) ?? 0))
  }

  @Test func `the density limits how close transients are`() throws {
    let groove = Groove(.drums, seed: 12, seconds: 6, sampleRate: 22_050)
    var options = ListenOptions()
    options.density = 2
    let times = try Self.pattern(groove.sound, .onset, options: options).events.map(\.time)
    #expect(times.count > 4)
    for (one, two) in zip(times, times.dropFirst()) { #expect(two - one >= 0.499) }
  }

  @Test func `octaves have the same sharpness, and a higher pitch within an octave is sharper`()
    throws
  {
    func sharpness(_ hertz: Double) throws -> Double {
      let sound = DecodedSound(
        channels: [
          (0..<22_050).map { index in
            let t = Double(index) / 22_050
            return Float((1...4).reduce(0.0) { $0 + sin(2 * .pi * hertz * Double($1) * t) } * 0.1)
          }
        ], sampleRate: 22_050)
      let pattern = try Self.pattern(sound, .pitch)
      let track = try #require(pattern.events.first { $0.type == .hapticContinuous })
      let own = track.value(of: .hapticSharpness) ?? 0
      let curve = pattern.curves.first { $0.id == .hapticSharpnessControl }
      return own + (curve?.controlPoints.dropFirst(1).first?.value ?? 0)
    }
    let values = try [110, 220, 440, 880.0].map(sharpness)
    for value in values { #expect(abs(value - (110 - 80) / 150) < 0.05, "\(values)") }
    let between = try sharpness(150)
    #expect(between > values[0] + 0.2, "\(between) \(values)")
  }

  @Test func `an envelope rises and falls with the sound`() throws {
    let samples = (0..<44_100).map { index in
      let t = Double(index) / 22_050
      return Float(sin(2 * .pi * 300 * t) * 0.8 * sin(.pi * t / 2))
    }
    let pattern = try Self.pattern(
      DecodedSound(channels: [samples], sampleRate: 22_050), .envelope)
    let points = pattern.curves.filter { $0.id == .hapticIntensityControl }
      .flatMap { curve in curve.controlPoints.map { ($0.time + curve.time, $0.value) } }
    let top = try #require(points.max { $0.1 < $1.1 })
    #expect(abs(top.0 - 1) < 0.5 && top.1 > 0.9)
    #expect((points.first?.1 ?? 1) < 0.4 && (points.last?.1 ?? 1) < 0.4)
    #expect(points.count < 60)
  }
}
