import HapticEngine
import TestSupport
import Testing

@testable import HapticFormats

/// The numbers of a conversion's losses are true, however many there are.
@Suite struct LossTotalTests {
  private static func write(_ name: String, _ pattern: HapticPattern) throws -> ConversionLosses {
    try #require(PatternFormat.named(name)).write(pattern).losses
  }

  @Test func `kinds, numbers and largest sizes cover losses that are not listed`() throws {
    // The format keeps a transient with a sharpness of 0.5, and only of that; the last transients are the farthest from
    // it.
    let pattern = try HapticPattern {
      for index in 0..<2_500 {
        Transient(
          at: Double(index) / 10, intensity: 0.5, sharpness: 0.5 + Double(index) / 10_000)
      }
      Tone(at: 300, duration: 0.1)
    }
    let losses = try Self.write("haps", pattern)
    #expect(losses.count == 2_500)
    #expect(losses.listed.count == 1_000 && losses.unlistedCount == 1_500)
    let sharpness = try #require(losses.groups.first { $0.kind == .sharpness })
    #expect(sharpness.count == 2_499)
    #expect(abs(sharpness.largest - 0.249_9) < 1e-9)
    #expect(abs(sharpness.smallest - 0.000_1) < 1e-9)
    #expect(losses.groups.filter { $0.kind == .sound }.map(\.count) == [1])
    #expect(losses.lines.contains { $0.hasPrefix("2499 times (Pattern[1] at 0.1 s, ") })
    #expect(losses.lines.contains { $0.hasSuffix("[sharpness, by up to 0.25]") })
  }

  @Test func `a sound after a thousand other losses is visible`() throws {
    let pattern = try HapticPattern {
      for index in 0..<1_200 {
        Transient(at: Double(index) / 10, intensity: 0.5, sharpness: 0.9)
      }
    }
    var losses = try Self.write("haps", pattern)
    var later = ConversionLosses()
    later.add(.sound, "Pattern[1200]", at: 130, because: "audio events are not supported")
    losses.append(later)
    #expect(losses.lines.last == "Pattern[1200] at 130 s: audio events are not supported [sound]")
    #expect(losses.lines.count == 2)
    #expect(losses.count == 1_201)
  }

  @Test func `a different reason for each loss needs bounded memory, and all are counted`() throws {
    let notes = (0..<3_000).map { index in
      """
      {"m_startingPoint": \(index), "m_length": 0.1, "m_hapticEffect": {"m_type": \(index)}}
      """
    }
    let text = """
      {"m_vibration": {"m_melodies": [{"m_notes": [\(notes.joined(separator: ", "))]}]}}
      """
    let losses = try #require(PatternFormat.named("haps")).read(Array(text.utf8)).losses
    // One note is a transient without a frequency, and 2999 notes have unknown types.
    #expect(losses.groups.reduce(0) { $0 + $1.count } == losses.count)
    let unknown = losses.groups.filter { $0.kind == .unsupported }
    #expect(unknown.reduce(0) { $0 + $1.count } == 2_999)
    #expect(losses.groups.count < 1_100)
  }

  @Test func `a place of less than a millisecond is not rounded to 0`() throws {
    let pattern = try HapticPattern { Transient(at: 0.000_4, intensity: 1, sharpness: 0.7) }
    let lines = try Self.write("android-xml-primitives", pattern).lines
    #expect(lines.contains { $0.hasPrefix("at 0.4 ms: ") && $0.hasSuffix("[time, 0.4 ms]") })
  }

  // MARK: Long events

  /// The formats that are written from the played vibration.
  static let played = PatternFormat.all.filter { $0.isWritable }.map(\.name)
    .filter { !["ahap", "notation", "swift"].contains($0) }

  /// Core Haptics plays at most 30 s of an event (iOS 13 release notes, 51322525).
  @Test(arguments: played)
  func `the part of an event after 30 s is a loss with its place and length`(name: String) throws {
    func cuts(_ seconds: Double, _ parameters: [EventParameter]) throws -> [ConversionLoss] {
      let pattern = try HapticPattern(events: [
        HapticEvent(.hapticTransient, at: 0),
        HapticEvent(.hapticContinuous, at: 1, duration: seconds, parameters: parameters),
      ])
      return try Self.write(name, pattern).listed.filter {
        $0.kind == .length && $0.place == "Pattern[1]"
      }
    }
    let cut = try cuts(61.5, [EventParameter(.hapticIntensity, 0.5)])
    #expect(cut.map(\.size) == [31.5])
    #expect(cut.map(\.time) == [31])
    #expect(cut.first?.unit == .seconds)
    #expect(try cuts(30, [EventParameter(.hapticIntensity, 0.5)]).isEmpty)
    // Nothing can be felt after 30 s.
    #expect(try cuts(61.5, [EventParameter(.hapticIntensity, 0)]).isEmpty)
    #expect(
      try cuts(61.5, [EventParameter(.sustained, 0), EventParameter(.decayTime, 0)]).isEmpty)
  }
}
