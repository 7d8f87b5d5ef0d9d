import Foundation
import HapticEngine
import PhoneAudio
import PhoneSimulator
import Testing

/// Patterns and sounds that scenarios name: they are read with the scenario, and what is missing is an
/// error at its place.
struct NamedFileTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized.path

  private func problem(_ steps: String, in folder: ScenarioFolder = .init()) -> String {
    let text = "scenario: a\napps: { x: { category: ambient } }\nsteps:\n  - x: " + steps
    do throws(ScenarioErrors) {
      _ = try ScenarioReader.read(text, in: folder)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func `a pattern's file that is missing is an error at its place`() {
    let found = problem("{ playHaptic: nowhere.ahap }")
    #expect(found.hasPrefix("4:22: error: "))
    #expect(found.contains("nowhere.ahap") && found.hasSuffix("[unusable-file]"))
  }

  @Test func `a pattern's file with a mistake is an error that says which`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/haptic-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("{ \"Pattern\": 7 }".utf8).write(to: URL(filePath: folder + "/odd.ahap"))
    let found = problem("{ playHaptic: odd.ahap }", in: ScenarioFolder(folder))
    #expect(found.contains("odd.ahap:1:") && found.hasSuffix("[unusable-file]"))
  }

  @Test func `a library's pattern is found by its name, a file by its path`() throws {
    let library = ScenarioFolder(Self.package, libraries: ["\(Self.package)/Patterns"])
    let text = """
      scenario: a
      apps: { x: { category: ambient } }
      steps:
        - x: { playHaptic: heartbeat }
        - x: { playHaptic: Patterns/laser.ahap }
        - x: { playHaptic: selection }
      """
    let scenario = try #require(try ScenarioReader.read(text, in: library).first)
    let heartbeat = try AHAP.read(path: "\(Self.package)/Patterns/heartbeat.ahap").pattern
    #expect(scenario.patterns["heartbeat"] == heartbeat)
    #expect(scenario.patterns["Patterns/laser.ahap"] != nil)
    #expect(problem("{ playHaptic: heartbeat }").contains("there is no preset or pattern's file"))
  }

  @Test func `an app's sound is a voice or a file that is there`() {
    let app = { (sound: String) in
      "scenario: a\napps: { x: { sound: \(sound) } }\nsteps: []"
    }
    for voice in SyntheticVoice.allCases {
      #expect(throws: Never.self) { try ScenarioReader.read(app(voice.rawValue)) }
    }
    #expect(throws: ScenarioErrors.self) { try ScenarioReader.read(app("musik")) }
    #expect(throws: ScenarioErrors.self) { try ScenarioReader.read(app("nowhere.wav")) }
  }
}
