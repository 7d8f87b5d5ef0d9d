import Foundation
import Testing

/// An app's own code as a program, on the phone that the environment describes.
///
/// The program plays a sound and a pattern, prints interruptions, plays again after the second one, and ends.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["HAPTIC_OTHER_SANITIZER"] == nil,
    "builds with a sanitizer do not have the program"))
struct ProgramTests {
  private static let call = """
    scenario: A call interrupts the player
    apps: { player: { category: playback } }
    steps:
      - { at: 0.02, device: { connect: headphones } }
      - expect: { player: { audible: true } }
      - { at: 0.03, player: pause }
      - { at: 0.04, phone: ring }
      - expect: { player: { audible: true } }
      - { at: 0.06, phone: decline }

    """

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")

  /// Runs the program in an empty folder with the scenario `call.yaml`.
  private func run(
    _ variables: [String: String],
    _ check: (_ output: String, _ errors: String, Int32) throws -> Void
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.call.utf8).write(to: folder.appendingPathComponent("call.yaml"))
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("ProgramProbe")
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let (output, errors) = (
      folder.appendingPathComponent("out"), folder.appendingPathComponent("err")
    )
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    try check(
      String(decoding: try Data(contentsOf: output), as: UTF8.self),
      String(decoding: try Data(contentsOf: errors), as: UTF8.self), process.terminationStatus)
  }

  @Test func `a scenario happens to the program in real time`() throws {
    try run(["HAPTIC_SCENARIO": "call.yaml"]) { output, errors, status in
      #expect(
        output == """
          plays: true
          AVAudioSessionRouteChangeNotification, main queue: false, plays: true
          AVAudioSessionInterruptionNotification, main queue: true, plays: false
          AVAudioSessionInterruptionNotification, main queue: true, plays: false
          plays again: true

          """)
      #expect(
        errors == """
          call.yaml: at 0.03 s, the user of this app: player: pause
          call.yaml: 8:25: at 0.04 s: player: audible is false, expected true

          """)
      #expect(status == 0)
    }
  }

  @Test func `haptics are written to a file for each start of the engine`() throws {
    try run(["HAPTIC_SCENARIO": "call.yaml", "HAPTIC_OUTPUT": "file:felt.wav"]) {
      _, errors, status in
      #expect(status == 0, "\(errors)")
      let felt = try Data(contentsOf: folder.appendingPathComponent("felt.wav"))
      #expect(felt.prefix(4) == Data("RIFF".utf8))
      #expect(felt.dropFirst(100).contains { $0 != 0 })
      #expect(
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("felt-2.wav").path))
    }
  }

  @Test(arguments: [
    (["HAPTIC_SCENARIO": "call.yml"], "HAPTIC_SCENARIO: call.yml: no such file"),
    (
      ["HAPTIC_SCENARIO": "call.yaml", "HAPTIC_PHONE": "17"],
      "HAPTIC_SCENARIO: the scenario describes the phone; do not set HAPTIC_PHONE"
    ),
    (
      ["HAPTIC_OUTPUT": "speaker"],
      "HAPTIC_OUTPUT: speaker is not an output; give alsa, null, or file: and the path of a file"
    ),
    (["HAPTIC_OUTPUT": "file:felt.mp3"], "unknown sound file format .mp3"),
  ])
  func `a variable that cannot be honored ends the program`(
    _ variables: [String: String], _ words: String
  ) throws {
    try run(variables) { output, errors, status in
      #expect(output.isEmpty && status != 0)
      #expect(errors.contains(words))
    }
  }
}
