import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

/// Tests of tones and sounds against the simplest way to compute them.
@Suite struct AudioReferenceTests {
  private static let sampleRate = 48_000.0

  /// Returns the tone of `event` with curves of its controls, each a function of time in seconds.
  private func tone(
    _ frames: Int, pitch: (Double) -> Double = { _ in 0 },
    brightness: (Double) -> Double = { _ in 1 }, pan: (Double) -> Double = { _ in 0 },
    volume: (Double) -> Double = { _ in 1 }
  ) -> (left: [Double], right: [Double]) {
    var (left, right) = ([Double](), [Double]())
    var cycles = 0.0
    for frame in 0..<frames {
      let t = Double(frame) / Self.sampleRate
      let b = min(max(brightness(t), 0), 1)
      var (sum, weights) = (0.0, 0.0)
      for partial in 1...5 {
        let weight = pow(b, Double(partial - 1)) / Double(partial)
        sum += weight * sin(2 * .pi * cycles * Double(partial))
        weights += weight
      }
      let p = min(max(pan(t), -1), 1)
      let level = 0.3 * volume(t) * min(t / 0.002, 1) * sum / weights
      left.append(level * min(1, 1 - p))
      right.append(level * min(1, 1 + p))
      cycles += 220 * exp2(2 * min(max(pitch(t), -1), 1)) / Self.sampleRate
      cycles -= cycles.rounded(.down)
    }
    return (left, right)
  }

  private func expect(
    _ entries: [HapticPattern.Entry], _ expected: (left: [Double], right: [Double]),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let frames = expected.left.count
    for arithmetic in Arithmetic.all {
      let rendered = try RenderedSignal(
        try HapticPattern(entries: entries), frameCount: frames, blockSizes: [1_000, 7, 64],
        arithmetic: arithmetic)
      let left = SampleDifference.largest(of: rendered.left, from: expected.left)
      let right = SampleDifference.largest(of: rendered.right, from: expected.right)
      #expect(left.magnitude < 1e-5, "\(arithmetic), left, \(left)", sourceLocation: sourceLocation)
      #expect(
        right.magnitude < 1e-5, "\(arithmetic), right, \(right)", sourceLocation: sourceLocation)
    }
  }

  private func event(_ parameters: [EventParameter]) -> HapticPattern.Entry {
    .event(HapticEvent(.audioContinuous, duration: 1, parameters: parameters))
  }

  private func line(_ id: DynamicParameter.ID, _ from: Double, _ to: Double) -> HapticPattern.Entry
  {
    .curve(ParameterCurve(id, controlPoints: [.init(at: 0, from), .init(at: 0.5, to)]))
  }

  @Test(arguments: [-1.0, -0.3, 0, 0.77, 1], [0.0, 0.5, 1])
  func `a tone is five partials at its pitch`(pitch: Double, brightness: Double) throws {
    try expect(
      [event([EventParameter(.audioPitch, pitch), EventParameter(.audioBrightness, brightness)])],
      tone(20_000, pitch: { _ in pitch }, brightness: { _ in brightness }))
  }

  @Test(arguments: [(-1.0, 1.0), (0.5, 1), (0.2, -0.9), (0, 0.001)])
  func `a tone's pitch follows the line of its control`(from: Double, to: Double) throws {
    try expect(
      [event([EventParameter(.audioPitch, 0.1)]), line(.audioPitchControl, from, to)],
      tone(20_000, pitch: { 0.1 + from + (to - from) * $0 / 0.5 }))
  }

  @Test func `a tone's brightness, pan and volume follow their controls`() throws {
    try expect(
      [
        event([EventParameter(.audioBrightness, 0.4), EventParameter(.audioPan, 0.5)]),
        line(.audioBrightnessControl, -0.5, 0.9), line(.audioPanControl, -1, 1),
        line(.audioVolumeControl, 1, 0.2),
      ],
      tone(
        20_000, brightness: { 0.4 - 0.5 + 1.4 * $0 / 0.5 }, pan: { 0.5 - 1 + 2 * $0 / 0.5 },
        volume: { 1 - 0.8 * $0 / 0.5 }))
  }

  // MARK: Sounds

  private let noise: DecodedSound = {
    var random = SplitMix64(seed: 5)
    let samples = (0..<3_000).map { _ in Float(random.number(in: -1...1)) }
    return DecodedSound(channels: [samples, samples.reversed()], sampleRate: Self.sampleRate)
  }()

  private func rendered(
    _ event: HapticEvent, _ curves: [ParameterCurve] = [], blockSizes: [Int] = [4_096],
    arithmetic: Arithmetic = .fastest
  ) throws -> RenderedSignal {
    try RenderedSignal(
      try HapticPattern(events: [event], curves: curves), frameCount: 10_000,
      blockSizes: blockSizes, sounds: ["noise": noise], arithmetic: arithmetic)
  }

  @Test func `a sound without parameters is the file itself`() throws {
    let event = HapticEvent(
      .audioCustom, waveform: .init(path: "noise", usesVolumeEnvelope: false))
    for arithmetic in Arithmetic.all {
      let signal = try rendered(event, arithmetic: arithmetic)
      #expect(Array(signal.left[..<3_000]) == noise.channels[0])
      #expect(Array(signal.right[..<3_000]) == noise.channels[1])
      #expect(signal.left[3_000...].allSatisfy { $0 == 0 })
    }
  }

  @Test func `a sound that loops begins again after its last frame`() throws {
    let event = HapticEvent(
      .audioCustom, duration: 1,
      waveform: .init(path: "noise", usesVolumeEnvelope: false, loops: true))
    let signal = try rendered(event)
    #expect((0..<10_000).allSatisfy { signal.left[$0] == noise.channels[0][$0 % 3_000] })
  }

  @Test func `a sound at another pitch is interpolated between its frames`() throws {
    let event = HapticEvent(
      .audioCustom, duration: 1,
      parameters: [EventParameter(.audioPitch, -0.4), EventParameter(.audioPan, 0.25)],
      waveform: .init(path: "noise", usesVolumeEnvelope: false, loops: true))
    let signal = try rendered(event)
    let speed = exp2(-0.4)
    for frame in 0..<10_000 {
      let place = (Double(frame) * speed).truncatingRemainder(dividingBy: 3_000)
      let fraction = place - place.rounded(.down)
      let (a, b) = (Int(place), (Int(place) + 1) % 3_000)
      for (bus, channel, gain) in [(signal.left, 0, 0.75), (signal.right, 1, 1.0)] {
        let (x, y) = (Double(noise.channels[channel][a]), Double(noise.channels[channel][b]))
        let expected = (x + (y - x) * fraction) * gain
        if abs(Double(bus[frame]) - expected) > 1e-5 {
          Issue.record("frame \(frame): \(bus[frame]), expected \(expected)")
          return
        }
      }
    }
  }

  @Test(arguments: [0.0, 0.5, 0.9])
  func `a dull sound passes through a low-pass filter`(brightness: Double) throws {
    let event = HapticEvent(
      .audioCustom, parameters: [EventParameter(.audioBrightness, brightness)],
      waveform: .init(path: "noise", usesVolumeEnvelope: false))
    let signal = try rendered(event)
    let coefficient = 1 - exp(-2 * .pi * 500 * exp2(5.3 * brightness) / Self.sampleRate)
    var state = 0.0
    for frame in 0..<3_000 {
      state += (Double(noise.channels[0][frame]) - state) * coefficient
      if abs(Double(signal.left[frame]) - state) > 1e-5 {
        Issue.record("frame \(frame): \(signal.left[frame]), expected \(state)")
        return
      }
    }
  }

  @Test(arguments: Arithmetic.all)
  func `moving sounds give the same bits in blocks of any size`(arithmetic: Arithmetic) throws {
    let event = HapticEvent(
      .audioCustom, duration: 0.15,
      parameters: [EventParameter(.audioPitch, 0.1), EventParameter(.attackTime, 0.3)],
      waveform: .init(path: "noise", loops: true))
    let curves = [
      ParameterCurve(
        .audioPitchControl, controlPoints: [.init(at: 0.01, 0.5), .init(at: 0.1, -1)]),
      ParameterCurve(
        .audioBrightnessControl, controlPoints: [.init(at: 0.02, 0), .init(at: 0.1, -1)]),
      ParameterCurve(.audioPanControl, controlPoints: [.init(at: 0.03, -1), .init(at: 0.1, 1)]),
    ]
    let whole = try rendered(event, curves, blockSizes: [65_536], arithmetic: arithmetic)
    for blockSizes in [[1], [64], [777], [16, 15, 17]] {
      let cut = try rendered(event, curves, blockSizes: blockSizes, arithmetic: arithmetic)
      #expect(cut.isIdentical(to: whole), "blocks of \(blockSizes)")
    }
  }
}
