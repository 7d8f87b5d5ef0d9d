import HapticEngine
import Realtime
import TestSupport
import Testing

/// Every parameter of an event has an effect where it applies, and only there.
@Suite struct ParameterEffectTests {
  private static let noise: DecodedSound = {
    var random = SplitMix64(seed: 1)
    let samples = (0..<4_800).map { _ in Float(random.number(in: -0.5...0.5)) }
    return DecodedSound(channels: [samples], sampleRate: 8_000)
  }()

  private static func signal(
    of type: EventType, _ parameters: [EventParameter]
  ) throws -> RenderedSignal {
    let event = HapticEvent(
      type, duration: type == .hapticTransient ? nil : 0.4, parameters: parameters,
      waveform: type == .audioCustom ? HapticEvent.Waveform(path: "noise") : nil)
    return try RenderedSignal(
      HapticPattern(entries: [.event(event)]), sampleRate: 8_000, frameCount: 8_000,
      sounds: ["noise": noise])
  }

  @Test(arguments: EventParameter.ID.allCases, EventType.allCases)
  func `a parameter changes the signal of exactly those events that it applies to`(
    id: EventParameter.ID, type: EventType
  ) throws {
    // The decay only has an effect on an event that is not sustained.
    let context = id == .decayTime ? [EventParameter(.sustained, 0)] : []
    let signals = try [id.range.lowerBound, 0.7].map { value in
      try Self.signal(of: type, context + [EventParameter(id, value)])
    }
    #expect(signals[0].isIdentical(to: signals[1]) == !id.applies(to: type))
  }
}
