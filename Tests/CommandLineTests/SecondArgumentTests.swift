import Testing

/// Arguments behind the first that stand for the value of an option, and the program's answers.
struct SecondArgumentTests {
  @Test(arguments: [
    MistakeTests.Mistake("listen x.wav onset", "'onset'; write `--method onset`"),
    .init("listen x.wav 40-400", "'40-400'; write `--band 40-400`"),
    .init("chart mine.ahap dark", "write `--theme dark`", 66),
    .init("session chart call.yaml dark", "'dark'; write `--theme dark`"),
    .init("session explain call.yaml music", "'music'; write `--app music`"),
    .init("session new q.yaml ambient", "'ambient'; write `--category ambient`"),
    .init("session recommend music mix", "'mix'; write `--others mix`"),
    .init("session run call.yaml 6", "6: no file has this name; write `--until 6`"),
    .init("session run call.yaml 6s", "6s: no file has this name; write `--until 6`"),
    .init("new y.ahap heartbeat", "'heartbeat'; write `--from heartbeat`"),
    .init("new y.ahap impact.heavy", "'impact.heavy'; write `--from impact.heavy`"),
    .init("new y.ahap mine.ahap", "'mine.ahap'; write `--from mine.ahap`"),
    .init("new y.ahap ramp", "'ramp'; write `--template ramp`"),
    .init(["new", "y.ahap", "tap 1/0.5"], "'tap 1/0.5'; write `--notation 'tap 1/0.5'`"),
    .init("new y.ahap --notation 2x tap", "'tap'; put the notation in quotes"),
    .init("inspect mine.ahap nothere", "the command takes one pattern; `haptic diff` takes two"),
  ])
  func `a second argument is answered with the option that it stands for`(
    _ mistake: MistakeTests.Mistake
  ) throws {
    try MistakeTests.expect(mistake)
  }

  @Test(arguments: ["out.txt", "nobody"])
  func `only an app of the scenario is taken for the value of --app`(word: String) throws {
    let folder = try ScratchFolder()
    try MistakenFiles.write(to: folder)
    let outcome = try Program.run("session", "explain", "call.yaml", word, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.words.hasPrefix("haptic: unexpected argument '\(word)'\n"), "\(outcome.words)")
  }

  @Test(arguments: [
    ["inspect", "--describe", "nothere"], ["inspect", "--profile", "wideband", "nothere"],
    ["inspect", "nothere"], ["edit", "mine.ahap", "append", "nothere"],
  ])
  func `options and their values are not counted as patterns`(line: [String]) throws {
    let folder = try ScratchFolder()
    try MistakenFiles.write(to: folder)
    let outcome = try Program.run(line, in: folder)
    #expect(outcome.status == 66)
    let message = outcome.words.split(separator: "\n").first
    #expect(message == "haptic: nothere: no preset, pattern or file has this name")
  }

  @Test func `a pattern test without a name is answered with the name that it needs`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(#"printf 'transients: 1\n' | "$haptic" test -"#, in: folder)
    #expect(outcome.status == 65)
    let advice = "this is a pattern test: save it as NAME.test.yaml, next to NAME.ahap or with"
    #expect((outcome.words + outcome.text).contains(advice), "\(outcome.words)")
    // What the message says is true.
    try folder.write("pattern: impact.heavy\ntransients: 1\n", to: "any.test.yaml")
    #expect(try Program.run("test", "any.test.yaml", in: folder).status == 0)
  }
}
