import Foundation
import Testing

/// Outputs with the names of files that the command reads.
struct OverwriteTests {
  /// A folder with a pattern, its sound, a test and a scenario that name both, and a link to the pattern.
  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}},
        {"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "hum.wav"}}]}
      """, to: "tap.ahap")
    try folder.write(TestPattern.clamped, to: "other.ahap")
    let samples = (0..<800).map { Float($0 % 40) / 40 }
    try folder.write(ListenTests.wave([samples], rate: 8_000), to: "hum.wav")
    try folder.write(
      "pattern: tap.ahap\ntransients: 1\ndistance: { from: other.ahap, level: { max: 90 } }\n",
      to: "named.test.yaml")
    try folder.write("transients: 1\n", to: "tap.test.yaml")
    try folder.write(
      """
      scenario: A pattern of its own
      apps: { game: { category: ambient } }
      steps: [{ game: { playHaptic: tap.ahap } }]

      """, to: "scenario.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "tap.ahap")
    return folder
  }

  /// Expects that a line of bash, in which `$haptic` is the program, exits with `status` and changes nothing.
  private static func expectRefusal(
    _ line: String, status: Int32 = 64, _ words: String, in folder: ScratchFolder
  ) throws {
    let names = try folder.names
    let before = try names.map { try folder.read($0) }
    let outcome = try Program.bash("\"$haptic\" \(line)", in: folder)
    #expect(outcome.status == status, "\(line): \(outcome.words)")
    #expect(outcome.words.contains(words), "\(line): \(outcome.words)")
    #expect(try folder.names == names)
    #expect(try names.map { try folder.read($0) } == before)
  }

  @Test(arguments: [
    "test tap.ahap --junit tap.ahap", "test tap.ahap --junit link", "test tap.ahap --junit hum.wav",
    "test named.test.yaml --junit tap.ahap", "test named.test.yaml --junit other.ahap",
    "test named.test.yaml --junit ./hum.wav", "test . --junit other.ahap",
    "test scenario.yaml --junit tap.ahap", "test scenario.yaml --junit hum.wav",
    "session sweep scenario.yaml --junit link", "session sweep --junit hum.wav - <scenario.yaml",
  ])
  func `a report does not replace a pattern or sound of a test`(line: String) throws {
    try Self.expectRefusal(line, "is the input and would be overwritten", in: Self.folder())
  }

  @Test(arguments: [
    "render tap.ahap -o hum.wav", "render - -o hum.wav <tap.ahap",
    "render other.ahap tap.ahap hum.ahap -o .",
  ])
  func `a render does not replace a sound of a pattern`(line: String) throws {
    let folder = try Self.folder()
    try folder.write(TestPattern.mixed, to: "hum.ahap")
    try Self.expectRefusal(line, "is the input and would be overwritten", in: folder)
  }

  @Test(arguments: [
    "new n.txt --notation @n.txt --force", "new ./n.txt --notation @n.txt",
    "new tap.ahap --from tap.ahap --force", "new link --from tap.ahap --force",
  ])
  func `a new pattern does not replace its source`(line: String) throws {
    let folder = try Self.folder()
    try folder.write("tap, rest 100ms, tap\n", to: "n.txt")
    try Self.expectRefusal(line, "is the input and would be overwritten", in: folder)
  }

  @Test(arguments: [
    "inspect --notation tap --notation buzz", "inspect --notation=tap --notation 'buzz 1s'",
    "new x.ahap --notation tap --notation buzz",
  ])
  func `a second notation does not replace the first`(line: String) throws {
    try Self.expectRefusal(line, "--notation is given more than once", in: Self.folder())
  }

  @Test(arguments: [
    ("session run scenario.yaml --until 0 --snapshot", "a scenario snapshot"),
    ("session coverage scenario.yaml --lcov", "an lcov tracefile"),
    ("test tap.ahap --junit", "a report in JUnit XML"),
    ("session sweep scenario.yaml --junit", "a report in JUnit XML"),
  ])
  func `an output replaces only an empty file or a file of its kind`(
    line: String, kind: String
  ) throws {
    let folder = try Self.folder()
    try folder.write("Bread, milk\n", to: "shopping")
    let words = "shopping: the file exists and is not \(kind); choose another name"
    try Self.expectRefusal("\(line) shopping", status: 73, words, in: folder)
    try folder.write("", to: "shopping")
    for _ in 1...2 {
      let outcome = try Program.bash("\"$haptic\" \(line) shopping", in: folder)
      // A sweep that finds dependencies ends with 1.
      #expect([0, 1].contains(outcome.status), "\(outcome.words)")
      #expect(try !folder.read("shopping").isEmpty)
    }
  }

  @Test func `an invalid scenario does not let a report replace the pattern that it names`() throws
  {
    let folder = try Self.folder()
    try folder.write("{\"Pattern\": ", to: "tap.ahap")
    let outcome = try Program.run("test", "scenario.yaml", "--junit", "tap.ahap", in: folder)
    #expect(outcome.status == 73)
    #expect(try folder.read("tap.ahap") == Data("{\"Pattern\": ".utf8))
  }
}
