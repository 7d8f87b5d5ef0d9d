import Foundation
import HapticEngine
import PhoneAudio
import PhoneSimulator
import Realtime
import Testing

/// Patterns and sounds that scenarios name.
///
/// They are read with the scenario, and a missing one is an error at its location.
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

  @Test func `a missing pattern file is an error at its location`() {
    let found = problem("{ playHaptic: nowhere.ahap }")
    #expect(found.hasPrefix("4:22: error: "))
    #expect(found.contains("nowhere.ahap") && found.hasSuffix("[unusable-file]"))
  }

  @Test func `a mistake in a pattern file is an error that describes it`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/haptic-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("{ \"Pattern\": 7 }".utf8).write(to: URL(filePath: folder + "/odd.ahap"))
    let found = problem("{ playHaptic: odd.ahap }", in: ScenarioFolder(folder))
    #expect(found.contains("odd.ahap:1:") && found.hasSuffix("[unusable-file]"))
  }

  @Test func `a library's pattern is found by its name, and a file by its path`() throws {
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
    #expect(
      problem("{ playHaptic: heartbeat }").contains(
        "unknown preset, pattern of the library or pattern file"))
  }

  /// Reports the properties it was created with for every file.
  private struct Inspector: SoundInspecting {
    var facts: SoundFacts

    init(
      _ seconds: Double?, _ encoding: SoundFacts.Encoding = .linearPCM,
      _ container: SoundFacts.Container = .wave
    ) {
      facts = SoundFacts(seconds: seconds, encoding: encoding, container: container)
    }

    func inspect(path: String) throws(SoundDecodingError) -> SoundFacts { facts }
  }

  private func soundProblem(_ name: String, _ inspector: Inspector? = nil) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/haptic-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a.wav", "b.mp3"] { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
    let text = "scenario: a\napps: { x: }\nsteps:\n  - x: { playSystemSound: \(name) }"
    do throws(ScenarioErrors) {
      _ = try ScenarioReader.read(text, in: ScenarioFolder(folder), inspecting: inspector)
      return ""
    } catch {
      return error.description
    }
  }

  /// SSS-01.
  @Test func `an unknown system sound is an error with a suggestion`() throws {
    let found = try soundProblem("tok")
    #expect(found.hasPrefix("4:27: error: unknown system sound"))
    #expect(found.contains("did you mean 'tock'?"))
    #expect(try soundProblem("vibrat").contains("did you mean 'vibrate'?"))
    for tone in SystemTone.allCases { #expect(try soundProblem(tone.rawValue) == "") }
    #expect(try soundProblem("vibrate") == "")
    let text = "scenario: a\napps: { x: }\nsteps:\n  - x: { playAlertSound: vibrate }"
    #expect(try ScenarioReader.read(text).first?.steps.count == 1)
  }

  /// Source: page of `AudioServicesPlaySystemSound`.
  @Test
  func `a sound file that is missing, too long or of a wrong format is an error at its location`()
    throws
  {
    #expect(try soundProblem("none.wav").contains("there is no sound file"))
    #expect(try soundProblem("b.mp3").contains("must be a .caf, .aif or .wav file"))
    #expect(try soundProblem("a.wav") == "")
    #expect(try soundProblem("a.wav", Inspector(30)) == "")
    #expect(try soundProblem("a.wav", Inspector(nil, .ima4, .caf)) == "")
    let long = try soundProblem("a.wav", Inspector(30.5))
    #expect(
      long.hasPrefix("4:27: error: a.wav is 30.5 s long; a system sound can be at most 30 s long"))
    #expect(try soundProblem("a.wav", Inspector(1, .other)).contains("must be linear PCM or IMA4"))
    #expect(try soundProblem("a.wav", Inspector(1, .ima4, .other)).contains("must be linear PCM"))
  }

  @Test func `an app's sound is a voice or an existing file`() {
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
