import Foundation
import HapticEditing
import HapticEngine
import HapticFormats
import Realtime
import Testing

@testable import TestSupport

/// The part that `trim` keeps feels as before.
@Suite struct TrimTests {
  /// The strength of a pattern's continuous events over time, according to the signal's specification.
  private struct Course {
    let events: [(event: HapticEvent, envelope: ReferenceEnvelope)]
    let intensity: ReferenceControl

    init(_ pattern: HapticPattern) {
      func control(_ id: DynamicParameter.ID) -> ReferenceControl {
        ReferenceControl(id, of: pattern, sampleRate: 48_000)
      }
      intensity = control(.hapticIntensityControl)
      let controls = (
        control(.hapticAttackTimeControl), control(.hapticDecayTimeControl),
        control(.hapticReleaseTimeControl)
      )
      events = pattern.events.filter { $0.type == .hapticContinuous }.map { event in
        func p(_ id: EventParameter.ID, _ control: ReferenceControl) -> Double {
          clamp01(clamp01(event.value(of: id) ?? 0) + control.value(at: event.time))
        }
        let given = event.duration ?? 0
        return (
          event,
          ReferenceEnvelope(
            attack: 0.002 * pow(500, p(.attackTime, controls.0)),
            decay: 0.020 * pow(100, p(.decayTime, controls.1)),
            release: 0.005 * pow(400, p(.releaseTime, controls.2)),
            duration: given == 0 ? 30 : min(given, 30),
            isSustained: (event.value(of: .sustained) ?? 1) >= 0.5)
        )
      }
    }

    func level(at time: Seconds) -> Double {
      events.reduce(0) { sum, entry in
        let age = time - entry.event.time
        guard age >= 0, age < entry.envelope.end else { return sum }
        let strength = clamp01(entry.event.value(of: .hapticIntensity) ?? 1)
        return sum + clamp01(strength * intensity.value(at: time)) * entry.envelope.level(age)
      }
    }
  }

  /// A pattern of continuous events with envelopes under controls.
  private static func pattern(_ seed: UInt64) throws -> HapticPattern {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    var entries: [HapticPattern.Entry] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var parameters = [EventParameter(.hapticIntensity, number(0.2...1))]
      for id in [EventParameter.ID.attackTime, .decayTime, .releaseTime]
      where Bool.random(using: &random) {
        parameters.append(EventParameter(id, number(0...1)))
      }
      if Bool.random(using: &random) { parameters.append(EventParameter(.sustained, 0)) }
      entries.append(
        .event(
          HapticEvent(
            .hapticContinuous, at: number(0...0.8), duration: number(0.05...1.5),
            parameters: parameters)))
    }
    if Bool.random(using: &random) {
      entries.append(
        .curve(
          ParameterCurve(
            .hapticIntensityControl, at: number(0...0.5),
            controlPoints: [.init(at: 0, number(0...1)), .init(at: number(0.2...1), number(0...1))])
        ))
    }
    if Bool.random(using: &random) {
      entries.append(
        .parameter(
          DynamicParameter(.hapticReleaseTimeControl, number(-0.2...0.2), at: number(0...1))))
    }
    return try HapticPattern(entries: entries)
  }

  @Test(arguments: seeds(0..<300))
  func `envelopes continue unchanged, or it is reported that they cannot`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 1_000)
    let pattern = try Self.pattern(seed)
    let from = Double.random(in: 0.01...1.2, using: &random)
    let to = from + Double.random(in: 0.1...1, using: &random)
    var session = EditSession(try EditSample.document(pattern))
    let step = try session.apply(.trim(from: from, to: to))
    if !step.notes.isEmpty { return }
    let kept = try #require(AHAP.read(session.document.bytes).pattern)
    let (before, after) = (Course(pattern), Course(kept))
    // Each continued event has an edge of 2 ms, and remainders of up to 7 ms are omitted.
    for time in stride(from: 0.0075, to: to - from - 1e-6, by: 0.001) {
      let (old, new) = (before.level(at: from + time), after.level(at: time))
      #expect(abs(old - new) < 2e-3, "\(time) s: \(old), \(new)")
      if abs(old - new) >= 2e-3 { return }
    }
  }

  @Test func `most envelopes can be continued`() throws {
    let said = try (0..<300 as Range<UInt64>).count { seed in
      var random = SplitMix64(seed: seed &+ 1_000)
      var session = EditSession(try EditSample.document(Self.pattern(seed)))
      let from = Double.random(in: 0.01...1.2, using: &random)
      return try session.apply(.trim(from: from, to: from + 1)).notes.listed
        .contains { $0 != "nothing is left of the pattern" }
    }
    #expect(said < 60)
  }

  @Test func `events that begin in the kept part are identical, sample by sample`() throws {
    for seed in 0..<20 as Range<UInt64> {
      let inside = try Self.pattern(seed)
      let pattern = try HapticPattern(
        entries: inside.entries.map { entry in
          switch entry {
          case .event(var event):
            event.time += 0.25
            return .event(event)
          case .parameter(var parameter):
            parameter.time += 0.25
            return .parameter(parameter)
          case .curve(var curve):
            curve.time += 0.25
            return .curve(curve)
          }
        })
      var session = EditSession(try EditSample.document(pattern))
      try session.apply(.trim(from: 0.25, to: 20))
      let kept = try #require(AHAP.read(session.document.bytes).pattern)
      let before = try OfflineRenderer(pattern, sampleRate: 48_000).hapticSamples().dropFirst(
        12_000)
      let after = try OfflineRenderer(kept, sampleRate: 48_000).hapticSamples()
      #expect(zip(before, after).allSatisfy { abs($0 - $1) < 1e-5 }, "seed \(seed)")
      #expect(abs(before.count - after.count) <= 1)
    }
  }

  /// The continuous events of `notation` after `trim 0.5 1.5`: duration, intensity, attack, decay, release.
  private func rest(_ notation: String) throws -> [[Double]] {
    let document = try EditSample.document(HapticPattern(notation: notation))
    let edited = try EditSample.edited(document, "trim 0.5 1.5").document
    return try #require(AHAP.read(edited.bytes).pattern).events.map { event in
      [event.duration ?? 0]
        + [EventParameter.ID.hapticIntensity, .attackTime, .decayTime, .releaseTime].map { id in
          ((event.value(of: id) ?? id.defaultValue) * 100).rounded() / 100
        }
    }
  }

  @Test func `a finished attack does not begin again`() throws {
    // 0.8 of the scale from 2 ms to 1 s is 0.29 s.
    #expect(try rest("buzz 1s 0.5 attack 0.8") == [[0.5, 0.5, 0, 0, 0]])
  }

  @Test func `an attack that is cut becomes two events that together reach the same level`() throws
  {
    #expect(try rest("buzz 2s 0.8 attack 1") == [[1, 0.4, 0.89, 0, 0], [1, 0.4, 0, 0, 0]])
  }

  @Test func `a decay continues from its level`() throws {
    // A decay of 2 s from 2 ms on: at 0.502 s, it is at 0.75 with 1.5 s remaining.
    #expect(try rest("buzz 3s 0.8 decay 1 sustained 0") == [[1, 0.6, 0, 0.94, 0]])
  }

  @Test func `a release continues from its level`() throws {
    // A release of 2 s that began at 0.1 s: at 0.502 s, it is at 0.8 with 1.6 s remaining.
    #expect(try rest("buzz 100ms 0.8 release 1") == [[0.002, 0.64, 0, 0, 0.96]])
  }

  @Test func `finished events are omitted, and so is a tap that has begun`() throws {
    #expect(try rest("buzz 495ms 0.8").isEmpty)
    var session = EditSession(try EditSample.document(HapticPattern(notation: "rest 490ms, tap")))
    let step = try session.apply(.trim(from: 0.5, to: 1))
    #expect(
      step.notes.listed == [
        "Pattern[0]: a transient that began 0.01 s before the part is left out, "
          + "because an AHAP event cannot start in the middle",
        "nothing is left of the pattern",
      ])
    // The curve of a ramp remains.
    var ramp = EditSession(
      try EditSample.document(HapticPattern(notation: "buzz 300ms 0.6..0/0.3")))
    #expect(
      try ramp.apply(.trim(from: 1, to: 2)).notes.listed.last == "nothing is left of the pattern")
  }

  @Test func `an event without an end lasts as long as Core Haptics plays it`() throws {
    let document = try EditSample.document(
      #"{"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 60}}]}"#
    )
    let edited = try EditSample.edited(document, "trim 10 100").document
    #expect(try #require(AHAP.read(edited.bytes).pattern).events.map(\.duration) == [20])
  }
}
