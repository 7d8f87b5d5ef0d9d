import Foundation
import HapticEngine
import Testing

/// Measurements of the signals of the library's patterns and of the presets.
@Suite struct LibrarySignalTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Patterns")

  private static func pattern(_ name: String) throws -> HapticPattern {
    if let preset = HapticPreset(named: name) { return preset.pattern }
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "\(name).ahap")))
    return try #require(AHAP.read(bytes, file: name).pattern)
  }

  private static let names = PatternLibraryTests.names + HapticPreset.allCases.map(\.name)

  @Test(arguments: PatternLibraryTests.names)
  func `a small loudspeaker plays every pattern of the library at -27 dB or more`(
    name: String
  ) throws {
    let samples = try Spectrum.samples(of: try Self.pattern(name), .audible)
    #expect(Spectrum.strongest(Spectrum.small(samples)) >= -27)
    #expect(samples.allSatisfy { $0.magnitude <= 1 })
  }

  @Test func `a heartbeat for an actuator is more than 10 dB weaker on a small loudspeaker`() throws
  {
    let heart = try Self.pattern("heartbeat")
    let levels = try [Profile.audible, .wideband].map { profile in
      Spectrum.strongest(Spectrum.small(try Spectrum.samples(of: heart, profile)))
    }
    #expect(levels[0] - levels[1] > 10)
  }

  /// Returns one line for each pattern: its name, its duration in seconds, the peak and the strongest 20 ms in decibels
  /// of full scale, the centroid in hertz, and the times at which sound begins after 10 ms of silence, in milliseconds.
  private static func line(_ name: String) throws -> [Double] {
    let samples = try Spectrum.samples(of: try pattern(name), .wideband)
    let peak = samples.reduce(0) { max($0, Double($1.magnitude)) }
    return [
      Double(samples.count) / Spectrum.sampleRate, 20 * log10(peak),
      Spectrum.strongest(samples.map(Double.init)), Spectrum.centroid(samples),
    ] + onsets(samples).map { Double($0) * 1_000 / Spectrum.sampleRate }
  }

  private static func onsets(_ samples: [Float]) -> [Int] {
    var (onsets, silence) = ([Int](), 480)
    for (frame, sample) in samples.enumerated() {
      if sample.magnitude < 1e-3 {
        silence += 1
      } else {
        if silence >= 480 { onsets.append(frame) }
        silence = 0
      }
    }
    return onsets
  }

  /// Rewrites the file if `HAPTIC_RECORD=1` is set.
  @Test func `the signals of patterns and presets match the recording`() throws {
    let file = Self.folder.appending(path: "signals.txt")
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      let header = "name, seconds, peak dB, strongest 20 ms dB, centroid Hz, onsets ms\n"
      let lines = try Self.names.map { name in
        let numbers = try Self.line(name).map { String(format: "%.3f", $0) }
        return name + " " + numbers.joined(separator: " ")
      }
      try Data((header + lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(lines.map { String($0.prefix { $0 != " " }) } == Self.names)
    for line in lines {
      let words = line.split(separator: " ")
      let numbers = try Self.line(String(words[0]))
      let expected = words.dropFirst().compactMap { Double($0) }
      #expect(numbers.count == expected.count, "\(words[0])")
      for (index, (number, expected)) in zip(numbers, expected).enumerated() {
        // A millisecond, a tenth of a decibel, a hertz, and a quarter of a millisecond for onsets.
        let tolerance = [0.001, 0.1, 0.1, 1][min(index, 3)]
        let onset = index > 3 ? 0.25 : tolerance
        #expect((number - expected).magnitude <= onset, "\(words[0]), number \(index)")
      }
    }
  }
}
