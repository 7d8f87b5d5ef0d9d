import Foundation
import HapticEngine
import HapticFormats
import TestSupport
import Testing

/// The formats that can only be written, and particulars of HJIF and `.haps`.
@Suite struct OutputFormatTests {
  private static func write(
    _ name: String, _ pattern: HapticPattern
  ) throws -> (text: String, losses: ConversionLosses) {
    let exported = try #require(PatternFormat.named(name)).write(
      pattern, options: ConversionOptions(name: "my pattern"))
    return (String(decoding: exported.bytes, as: UTF8.self), exported.losses)
  }

  private static func read(_ name: String, _ text: String) throws -> ImportedPattern {
    try #require(PatternFormat.named(name)).read(Array(text.utf8))
  }

  // MARK: feedbackd

  @Test func `a theme has one event with at most ten steps, and the error of the fit is reported`()
    throws
  {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 1, intensity: 1, sharpness: 0.5)
      Curve(.hapticIntensityControl, [(0, 0), (1, 1)])
    }
    let (text, losses) = try Self.write("feedbackd-theme", pattern)
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let profile = try #require((root["profiles"] as? [[String: Any]])?.first)
    let event = try #require((profile["feedbacks"] as? [[String: Any]])?.first)
    #expect(event["type"] as? String == "VibraPattern")
    let durations = try #require(event["durations"] as? [Int])
    let magnitudes = try #require(event["magnitudes"] as? [Double])
    #expect(durations.count == 10 && magnitudes.count == 10)
    #expect(durations.reduce(0, +) == 1_000)
    #expect(zip(magnitudes, magnitudes.dropFirst()).allSatisfy { $0 < $1 })
    // Ten equal steps of a ramp from 0 to 1 leave 1 / (10 √12), which is 0.029.
    let fit = try #require(losses.listed.first { $0.reason.contains("fit best") })
    #expect(abs(fit.size - 0.1 / 12.0.squareRoot()) < 0.001)
  }

  @Test func `up to ten steps are exact in a Vibrate call`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 0.1, intensity: 0.5, sharpness: 0.5)
      Continuous(at: 0.2, duration: 0.1, intensity: 1, sharpness: 0.5)
    }
    let (text, losses) = try Self.write("feedbackd-vibrate", pattern)
    #expect(text.contains("'@a(du) [(0.5, 100), (0.0, 100), (1.0, 100)]'"))
    #expect(losses.isEmpty)
  }

  @Test func `a vibration longer than a step of a Vibrate call takes several steps`() throws {
    let long = try HapticPattern { Continuous(at: 0, duration: 25, intensity: 1, sharpness: 0.5) }
    let (text, losses) = try Self.write("feedbackd-vibrate", long)
    #expect(text.contains("'@a(du) [(1.0, 10000), (1.0, 10000), (1.0, 5000)]'"), "\(text)")
    #expect(losses.isEmpty)
    let tooLong = try HapticPattern {
      for start in stride(from: 0, to: 125, by: 25.0) {
        Continuous(at: start, duration: 25, intensity: 1, sharpness: 0.5)
      }
    }
    let cut = try Self.write("feedbackd-vibrate", tooLong)
    #expect(cut.1.listed.map(\.size) == [25])
    #expect(cut.0.split(separator: "(1.0, 10000)").count == 11)
  }

  // MARK: Source code

  /// A C compiler, if installed.
  private static let compiler = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    .enabled(if: compiler != nil, "there is no C compiler"), arguments: ["force-feedback", "c"])
  func `C source compiles`(name: String) throws {
    let (text, _) = try Self.write(name, FormatLawTests.sample())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.compiler ?? "")
    process.arguments = ["-x", "c", "-Wall", "-Wno-unused-variable", "-Wno-unused-const-variable"]
    process.arguments? += ["-Werror", "-fsyntax-only", "-"]
    let input = Pipe()
    process.standardInput = input
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  @Test func `a line is the attack or the fade of one force-feedback effect`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0.5, duration: 0.2, intensity: 1, sharpness: 0.5)
      Curve(.hapticIntensityControl, at: 0.5, [(0, 0.5), (0.2, 1)])
    }
    let (text, _) = try Self.write("force-feedback", pattern)
    #expect(text.contains(".length = 200, .delay = 500"))
    #expect(text.contains(".attack_length = 200, .attack_level = 16384"))
    #expect(text.contains("haptic_my_pattern_effects[]"))
  }

  @Test func `the delay and the length of a force-feedback effect have separate limits`() throws {
    let late = try HapticPattern(notation: "rest 30s, buzz 10s 0.5/0.5")
    let (text, losses) = try Self.write("force-feedback", late)
    #expect(text.contains(".length = 10000, .delay = 30000"))
    #expect(!losses.listed.contains { $0.kind == .length })
    let tooLate = try HapticPattern(notation: "tap, rest 33s, buzz 1s 0.5/0.5")
    let (short, lost) = try Self.write("force-feedback", tooLate)
    #expect(!short.contains(".length = 1000"))
    #expect(lost.listed.contains { $0.kind == .length })
  }

  @Test(arguments: [
    ("swift", "func haptic_my_pattern() throws -> CHHapticPattern"),
    ("swift", "CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.6)"),
    ("kotlin", "val haptic_my_pattern: VibrationEffect"),
    ("meta-envelope", "static class haptic_my_pattern"),
    ("godot", "const HAPTIC_MY_PATTERN := ["), ("c", "struct haptic_my_pattern_point"),
  ])
  func `source code contains the name and the numbers`(name: String, part: String) throws {
    #expect(try Self.write(name, FormatLawTests.sample()).text.contains(part))
  }

  // MARK: HJIF and .haps

  @Test
  func `vibrations shorter than a tick of HJIF are omitted, and refused if nothing else remains`()
    throws
  {
    let hjif = try #require(PatternFormat.named("hjif"))
    #expect(throws: ConversionError.self) {
      try hjif.write(HapticPattern(notation: "buzz 0.4ms"))
    }
    let written = try hjif.write(HapticPattern(notation: "buzz 0.4ms, rest 100ms, tap"))
    #expect(
      written.losses.listed.contains { $0.kind == .unsupported && $0.reason.contains("tick") })
    #expect(try hjif.read(written.bytes).parts[0].pattern.events.map(\.type) == [.hapticTransient])
  }

  @Test func `taps of HJIF keep their sharpness, and amplitudes follow the standard`() throws {
    let pattern = try HapticPattern { Transient(at: 0.25, intensity: 1, sharpness: 0) }
    let (text, losses) = try Self.write("hjif", pattern)
    #expect(losses.isEmpty)
    let words = text.filter { !$0.isWhitespace }
    #expect(words.contains("\"position\":250"))
    #expect(words.contains("\"amplitude_modulation\":0.792,\"frequency_modulation\":65"))
    #expect(try Self.read("hjif", text).parts[0].pattern.events == pattern.events)
  }

  @Test func `clamping notes of haps beyond full strength is a loss`() throws {
    let text = """
      {"m_version": "5", "m_vibration": {"m_melodies": [{"m_mute": 0, "m_gain": 1.0, "m_notes": [
        {"m_startingPoint": 0.5, "m_length": 0.022, "m_gain": 1.1, "m_hapticEffect": {"m_type": 0}},
        {"m_startingPoint": 1, "m_length": 0.5, "m_gain": 0.5, "m_hapticEffect": {
          "m_amplitudeModulation": {"m_keyframes": [{"m_time": 0, "m_value": 1}]},
          "m_frequencyModulation": {"m_keyframes": [{"m_time": 0, "m_value": 410}]}}}]}]},
       "m_texture": {"m_melodies": [{"m_notes": [{}, {}]}]}}
      """
    let imported = try Self.read("haps", text)
    let events = imported.parts[0].pattern.events
    #expect(Set(events.map(\.time)) == [0.5, 1])
    let vibration = try #require(events.first { $0.type == .hapticContinuous })
    #expect(vibration.duration == 0.5)
    #expect(vibration.value(of: .hapticIntensity) == 0.5)
    #expect(vibration.value(of: .hapticSharpness) == 0.5)
    let kinds = imported.losses.listed.map(\.kind)
    #expect(kinds.filter { $0 == .intensity }.count == 1)
    #expect(imported.losses.listed.contains { $0.place == "m_texture" && $0.size == 2 })
  }
}
