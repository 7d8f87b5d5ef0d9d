import HapticEngine
import HapticFormats
import HapticLint
import Testing
import TextFormats

/// Expectations of patterns.
struct PatternTestTests {
  /// A tap, a pause, and a vibration from 1 to 1.3 s.
  private static func pattern(_ intensity: Double = 1) throws -> HapticPattern {
    try HapticPattern(entries: [
      .event(
        HapticEvent(
          .hapticTransient, at: 0,
          parameters: [EventParameter(.hapticIntensity, intensity)])),
      .event(
        HapticEvent(
          .hapticContinuous, at: 1, duration: 0.3,
          parameters: [EventParameter(.hapticIntensity, intensity)])),
    ])
  }

  private static func failures(_ yaml: String) throws -> [String] {
    try PatternTest(yaml: Array(yaml.utf8)).results(
      for: pattern(), others: ["same": pattern(), "soft": pattern(0.25)]
    ).compactMap(\.failure)
  }

  private static func problems(_ yaml: String) -> [String] {
    do throws(LintConfiguration.Invalid) {
      _ = try PatternTest(yaml: Array(yaml.utf8))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// An expectation that is met, an expectation that fails, and the beginning of its message.
  @Test(arguments: [
    ("duration: 1.3", "duration: 1.4", "duration is 1.3 s, expected 1.4 s"),
    ("duration: 1.3005", "duration: 1.302", "duration is 1.3 s, expected 1.302 s"),
    ("transients: 1", "transients: { max: 0 }", "transients is 1, expected at most 0"),
    ("continuous: { min: 1 }", "continuous: { min: 2 }", "continuous is 1, expected at least 2"),
    ("sounds: 0", "sounds: { min: 1, max: 3 }", "sounds is 0, expected 1 to 3"),
    ("peak: { min: 0.1, max: 2 }", "peak: { min: 50 }", "peak is "),
    ("felt: { min: 10, max: 60 }", "felt: { max: 1 }", "felt is "),
    ("feltSeconds: { min: 0.25, max: 0.6 }", "feltSeconds: 0", "feltSeconds is 0."),
    (
      "parts: { between: [0.5, 0.9], felt: 0 }", "parts: { between: [0.5, 0.9], felt: 10 }",
      "felt from 0.5 to 0.9 s is 0 dB, expected 10 dB"
    ),
    (
      "parts: { between: [1.1, 1.2], weakest: { min: 10 } }",
      "parts: { between: [0.5, 1.2], weakest: { min: 10 } }",
      "weakest from 0.5 to 1.2 s is 0 dB, expected at least 10 dB"
    ),
    (
      "parts: [{ between: [0, 0.5], transients: 1 }, { between: [0.5, 2], continuous: 1 }]",
      "parts: [{ between: [0, 0.5], transients: 1 }, { between: [0.5, 2], continuous: 0 }]",
      "continuous from 0.5 to 2 s is 1, expected 0"
    ),
    (
      "parts: { between: [1.1, 9], weakest: 0 }", "parts: { between: [1.1, 9], weakest: 1 }",
      "weakest from 1.1 to 9 s is 0 dB, expected 1 dB"
    ),
    (
      "distance: { from: same, level: 0 }", "distance: { from: same, level: { min: 1 } }",
      "level of distance from same is 0 dB, expected at least 1 dB"
    ),
    (
      "distance: { from: same, noticeable: 0 }", "distance: { from: soft, noticeable: 0 }",
      "noticeable of distance from soft is "
    ),
    (
      "distance: { from: soft, largest: { min: 6 } }", "distance: { from: same, largest: 6 }",
      "largest of distance from same is 0 dB, expected 6 dB"
    ),
  ])
  func `an expectation is met only by the measured value`(
    met: String, failed: String, failure: String
  ) throws {
    #expect(try Self.failures(met) == [])
    let found = try Self.failures(failed)
    #expect(found.count == 1 && found[0].hasPrefix(failure), "\(found)")
  }

  @Test func `results have the places of their values, in the order of the file`() throws {
    let yaml = "felt: { max: 0 }\nduration: 9\nparts:\n- { between: [0, 1], felt: 0 }\n"
    let results = try PatternTest(yaml: Array(yaml.utf8)).results(for: Self.pattern())
    #expect(results.map(\.place.description) == ["1:7", "2:11", "4:28"])
    #expect(results.allSatisfy { $0.failure != nil })
  }

  @Test func `a limit that a rounded number would meet is compared exactly`() throws {
    let found = try #require(try Self.failures("duration: { max: 1.2999999 }").first)
    #expect(found == "duration is 1.3 s, expected at most 1.2999999 s")
    #expect(try Self.failures("duration: { min: 1.3, max: 1.3 }") == [])
  }

  @Test func `every problem of a file is reported with its place`() {
    let yaml = """
      durations: 1
      peak: loud
      felt: { mn: 3 }
      transients: { min: 3, max: 2 }
      profile: wide
      parts: { between: [3, 1], felt: 1 }
      distance: { level: 1 }
      """
    let found = Self.problems(yaml)
    #expect(found.contains("1:1: unknown key 'durations'; did you mean 'duration'?"))
    #expect(found.contains("2:7: peak must be a number, not \"loud\""))
    #expect(found.contains("3:9: unknown key 'mn'; did you mean 'min'?"))
    #expect(found.contains("4:13: min is 3, which is more than max, 2"))
    #expect(found.contains { $0.hasPrefix("5:10: unknown profile 'wide'") })
    #expect(
      found.contains("6:19: between must be two times in ascending order, such as [0.2, 0.5]"))
    #expect(found.contains("7:11: missing key 'from'"))
    #expect(found.count == 7, "\(found)")
  }

  @Test(arguments: [
    "", "pattern: x.ahap", "parts: { between: [0, 1] }", "distance: { from: x.ahap }", "felt: {}",
    "a: b: c",
  ])
  func `a file without expectations is refused`(yaml: String) {
    #expect(!Self.problems(yaml).isEmpty)
  }
}
