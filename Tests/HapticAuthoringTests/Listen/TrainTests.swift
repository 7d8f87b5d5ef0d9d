import Foundation
import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticListening

/// Sounds that repeat quickly or overlap: trains of pulses, scales, drums over tones, and beating tails.
struct TrainTests {
  private static func heard(_ sound: DecodedSound) throws -> (
    sections: [ListenSection], HapticPattern
  ) {
    let listening = try SoundListening(to: sound, options: ListenOptions())
    let sections = listening.sections(by: .auto)
    return (sections, try HapticPattern(of: listening, sections: sections))
  }

  private static func times(_ pattern: HapticPattern, _ type: EventType) -> [Double] {
    pattern.events.filter { $0.type == type }.map(\.time)
  }

  /// The total duration of vibrations in seconds.
  private static func vibration(_ pattern: HapticPattern) -> Double {
    pattern.events.filter { $0.type == .hapticContinuous }.reduce(0) { $0 + ($1.duration ?? 0) }
  }

  @Test(arguments: [(90.0, 30.0), (90, 40), (70, 25), (120, 28)])
  func `a fast train of pulses is a vibration without a series of taps`(
    hertz: Double, pulses: Double
  ) throws {
    let sound = EmphasisTests.sound(4) { t in
      let since = (t * pulses).truncatingRemainder(dividingBy: 1) / pulses
      return t < 0.1 ? 0 : 0.7 * sin(2 * .pi * hertz * since) * exp(-since / 0.008)
    }
    let (_, pattern) = try Self.heard(sound)
    #expect(Self.times(pattern, .hapticTransient).count <= 2)
    #expect(Self.vibration(pattern) > 3.5)
  }

  @Test(arguments: [(90.0, 30.0, 0.012), (90, 40, 0.006), (120, 40, 0.006)])
  func `a fast train of pulses of unequal strength is a vibration without a series of taps`(
    hertz: Double, pulses: Double, decay: Double
  ) throws {
    var random = SplitMix64(seed: 2)
    let strengths = (0..<200).map { _ in random.number(in: 0.7...1) }
    let sound = EmphasisTests.sound(4.5) { t in
      let number = Int(((t - 0.5) * pulses).rounded(.down))
      guard t >= 0.5, number < Int(3.5 * pulses) else { return 0 }
      let since = t - 0.5 - Double(number) / pulses
      return 0.7 * strengths[number] * sin(2 * .pi * hertz * since) * exp(-since / decay)
    }
    let (_, pattern) = try Self.heard(sound)
    #expect(Self.times(pattern, .hapticTransient).count <= 3)
    #expect(Self.vibration(pattern) > 3)
  }

  @Test func `a hi-hat in the tail of a kick is a tap`() throws {
    var random = SplitMix64(seed: 4)
    let hats = stride(from: 0.4, to: 5.4, by: 0.15).map { $0 }
    let sound = EmphasisTests.sound(6) { t in
      var sum = 0.0
      for kick in stride(from: 0.4, to: 5.4, by: 0.6) { sum += Self.kick(t - kick) }
      let noise = random.number(in: -1...1)
      for hat in hats where t >= hat && t < hat + 0.1 {
        sum += 0.2 * noise * exp(-(t - hat) / 0.02)
      }
      return sum
    }
    let taps = Self.times(try Self.heard(sound).1, .hapticTransient)
    let found = hats.count { hat in taps.contains { abs($0 - hat) < 0.01 } }
    #expect(found == hats.count && taps.count == hats.count, "\(taps)")
  }

  @Test(arguments: [8.0, 12]) func `a slow train of pulses is a tap for each pulse`(pulses: Double)
    throws
  {
    let sound = EmphasisTests.sound(4) { t in
      let since = (t * pulses).truncatingRemainder(dividingBy: 1) / pulses
      return t < 0.1 ? 0 : 0.7 * sin(2 * .pi * 90 * since) * exp(-since / 0.008)
    }
    let taps = Self.times(try Self.heard(sound).1, .hapticTransient).count
    #expect((taps - Int(3.9 * pulses)).magnitude <= 1)
  }

  @Test func `drum hits that end with a click just before the next hit are not a train`() throws {
    let sound = EmphasisTests.sound(5) { t in
      (0..<22).reduce(0.0) { sum, hit in
        let since = t - 0.3 - 0.18 * Double(hit)
        guard since >= 0, since < 0.5 else { return sum }
        return sum + 0.4 * cos(2 * .pi * 140 * (since - 0.3 * 0.05 * exp(-since / 0.05)))
          * exp(-since / 0.15)
      }
    }
    #expect(Self.times(try Self.heard(sound).1, .hapticTransient).count == 22)
  }

  @Test(arguments: [48, 60]) func `a scale of struck notes over two octaves is a tap for each note`(
    lowest: Int
  ) throws {
    let steps = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19, 21, 23]
    let sound = EmphasisTests.sound(5) { t in
      steps.enumerated().reduce(0.0) { sum, note in
        let since = t - 0.2 - 0.3 * Double(note.offset)
        guard since >= 0, since < 1 else { return sum }
        let hertz = 440 * exp2(Double(lowest + note.element - 69) / 12)
        let tone = (1...5).map(Double.init).reduce(0.0) { sum, part in
          sum + sin(2 * .pi * hertz * part * since) / part
        }
        return sum + 0.2 * tone * exp(-since / 0.2) * min(1, since / 0.003)
      }
    }
    let (sections, pattern) = try Self.heard(sound)
    #expect(Self.times(pattern, .hapticTransient).count == 14)
    #expect(!sections.contains { $0.method == .pitch })
  }

  /// Four tones that continue.
  private static func chord(_ t: Double) -> Double {
    var sum = 0.0
    for (index, hertz) in [220.0, 277.2, 329.6, 440].enumerated() {
      let phase: Double = 2 * Double.pi * hertz * t
      sum += sin(phase + Double(index))
    }
    return sum
  }

  /// A kick whose frequency falls from 120 to 50 Hz, `since` seconds after its beginning.
  private static func kick(_ since: Double) -> Double {
    guard since >= 0, since < 0.35 else { return 0 }
    let fall: Double = 1 - exp(-since / 0.03)
    let cycles: Double = 50 * since + 2.1 * fall
    let decay: Double = exp(-since / 0.12)
    return 0.6 * decay * sin(2 * Double.pi * cycles)
  }

  @Test(arguments: [0.06, 0.1, 0.2]) func `kicks over a pad are found within a millisecond`(
    pad: Double
  ) throws {
    let kicks: [Double] = [0.35, 0.893, 1.436, 1.94, 2.483, 3.026, 3.53, 4.073, 4.616, 5.12]
    let sound = EmphasisTests.sound(6) { t in
      var sum = pad / 2 * Self.chord(t)
      for time in kicks { sum += Self.kick(t - time) }
      return sum
    }
    let taps = Self.times(try Self.heard(sound).1, .hapticTransient)
    for kick in kicks {
      let error = taps.map { ($0 - kick).magnitude }.min() ?? 1
      #expect(error < 0.001, "kick at \(kick) s: \(error) s")
    }
  }

  @Test func `a tail whose two tones beat is one vibration`() throws {
    let sound = EmphasisTests.sound(3.2) { t in
      let since = t - 0.2
      guard since >= 0 else { return 0 }
      return 0.35 * exp(-since / 0.5)
        * (sin(2 * .pi * 1_200 * since) + 0.9 * sin(2 * .pi * 1_207 * since))
    }
    #expect(Self.times(try Self.heard(sound).1, .hapticContinuous).count == 1)
  }
}
