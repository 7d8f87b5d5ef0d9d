import Foundation
import PhoneSimulator
import Testing

/// `haptic session new`.
struct SessionNewTests {
  @Test(arguments: ScenarioStory.allCases)
  func `a new scenario passes`(story: ScenarioStory) throws {
    let folder = try ScratchFolder()
    let made = try Program.run(
      "session", "new", "x.yaml", "--story", story.rawValue, "--app", "radio", in: folder)
    #expect(made.status == 0 && made.text.isEmpty && made.words.isEmpty)
    #expect(try Program.run("session", "run", "-q", "x.yaml", in: folder).status == 0)
    #expect(try Program.run("test", "x.yaml", in: folder).status == 0)
  }

  @Test(arguments: ["record", "playAndRecord"])
  func `the comment on the behavior says that it does not resume a recording`(
    category: String
  ) throws {
    let made = try Program.run(
      "session", "new", "-", "--category", category, in: ScratchFolder())
    #expect(made.text.contains("automatically; only steps resume a recording\n"))
  }

  @Test func `an existing file is replaced only with --force`() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "x.yaml")
    let refused = try Program.run("session", "new", "x.yaml", in: folder)
    #expect(refused.status == 73 && refused.words.contains("--force replaces it"))
    #expect(String(decoding: try folder.read("x.yaml"), as: UTF8.self) == "mine")
    #expect(try Program.run("session", "new", "x.yaml", "--force", in: folder).status == 0)
  }

  @Test(arguments: [
    (["--story", "cal"], "call"), (["--category", "playbak"], "did you mean 'playback'?"),
    (["--app", "phone"], "an app cannot be called 'phone'"),
  ])
  func `unknown words are usage errors with advice`(arguments: [String], words: String) throws {
    let outcome = try Program.run(["session", "new", "-"] + arguments, in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains(words), "\(outcome.words)")
  }

  @Test(arguments: [
    ("x.ahap", "such as x.yaml; for a pattern, use `haptic new x.ahap --template tap`"),
    ("x.json", "such as x.yaml\n"), ("x.wav", "such as x.yaml\n"), ("x.haptic", "such as x.yaml\n"),
  ])
  func `a name of another kind of file is refused`(name: String, advice: String) throws {
    let folder = try ScratchFolder()
    for arguments in [["new", name], ["live", "--save", name]] {
      let outcome = try Program.run(["session"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(
        outcome.words.contains(
          "\(name): `haptic session \(arguments[0])` writes a scenario, \(advice)"),
        "\(outcome.words)")
    }
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: ["x", "x.YML", "x.scenario"])
  func `a name without a known extension is a scenario`(name: String) throws {
    let folder = try ScratchFolder()
    #expect(try Program.run("session", "new", name, in: folder).status == 0)
    #expect(try folder.names == [name])
  }

  @Test func `the commented scenario can go to standard output`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run("session", "new", "-", in: folder)
    #expect(outcome.status == 0)
    try Snapshot.expect(outcome.text, is: "session-new", in: folder)
  }
}
