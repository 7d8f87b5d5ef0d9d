import Foundation
import Testing

/// The files to which `new`, `edit` and `listen` write patterns.
struct PatternOutputTests {
  /// A folder with a pattern and a sound.
  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let samples = (0..<8_000).map { Float($0 % 40) / 40 }
    try folder.write(ListenTests.wave([samples], rate: 8_000), to: "hum.wav")
    return folder
  }

  /// The commands that write a pattern, before their output.
  private static let commands = [
    ["new", "--template", "tap"], ["edit", "mine.ahap", "shift", "1", "-o"],
    ["listen", "hum.wav", "-o"],
  ]

  @Test(arguments: commands)
  func `an existing file is replaced only with --force`(command: [String]) throws {
    let folder = try Self.folder()
    try folder.write("precious", to: "old.ahap")
    let refused = try Program.run(command + ["old.ahap"], in: folder)
    #expect(refused.status == 73, "\(refused.words)")
    #expect(
      refused.words.contains("old.ahap: the file exists; --force replaces it"), "\(refused.words)")
    #expect(try folder.read("old.ahap") == Data("precious".utf8))
    let forced = try Program.run(command + ["old.ahap", "--force"], in: folder)
    #expect(forced.status == 0, "\(forced.words)")
    #expect(try Program.run("validate", "old.ahap", in: folder).status == 0)
  }

  @Test func `an edit in place or without writing does not need --force`() throws {
    let folder = try Self.folder()
    try folder.write(TestPattern.clamped, to: "old.ahap")
    for arguments in [
      ["mine.ahap", "shift", "1", "-o", "./mine.ahap"],
      ["mine.ahap", "shift", "1", "-o", "old.ahap", "--dry-run"],
      ["mine.ahap", "shift", "1", "-o", "/dev/null"],
    ] {
      let outcome = try Program.run(["edit"] + arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
    }
    #expect(try folder.read("old.ahap") == Data(TestPattern.clamped.utf8))
  }

  @Test(
    arguments: commands,
    [
      ("x.wav", "for a sound, use `haptic render x.ahap -o x.wav`"),
      ("x.SVG", "for a picture, use `haptic chart x.ahap -o x.SVG`"),
      ("x.mp3", "a sound is written as .wav, .flac or .ogg: `haptic render x.ahap -o x.wav`"),
      ("x.m4a", "a sound is written as .wav, .flac or .ogg: `haptic render x.ahap -o x.wav`"),
      ("x.jpg", "a picture is written as .svg or .png: `haptic chart x.ahap -o x.svg`"),
      ("x.html", "a picture is written as .svg or .png: `haptic chart x.ahap -o x.svg`"),
      ("x.yaml", "for a scenario, use `haptic session new x.yaml`"),
      ("x.haptic", "for the format haptic, use `haptic convert x.ahap x.haptic`"),
      ("x.kt", "for the format kotlin, use `haptic convert x.ahap x.kt`"),
    ])
  func `a name of another kind of file is answered with the command that writes it`(
    command: [String], output: (name: String, advice: String)
  ) throws {
    let folder = try Self.folder()
    let outcome = try Program.run(command + [output.name], in: folder)
    #expect(outcome.status == 64, "\(outcome.words)")
    #expect(
      outcome.words.contains(
        "\(output.name): `haptic \(command[0])` writes AHAP, such as x.ahap; \(output.advice)"),
      "\(outcome.words)")
    #expect(try folder.names == ["hum.wav", "mine.ahap"])
  }

  @Test(arguments: commands, ["x", "x.AHAP", "x.ahap.orig"])
  func `a name without a known extension is a pattern`(command: [String], name: String) throws {
    let folder = try Self.folder()
    #expect(try Program.run(command + [name], in: folder).status == 0)
    let text = String(decoding: try folder.read(name), as: UTF8.self)
    #expect(text.contains("\"Pattern\""), "\(text)")
  }

  // MARK: Messages of `edit`

  @Test(arguments: [[], ["--dry-run"]])
  func `operations that cancel out are reported`(options: [String]) throws {
    let folder = try Self.folder()
    let outcome = try Program.run(
      ["edit", "mine.ahap", "shift", "1", "shift", "-1"] + options, in: folder)
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(
      outcome.words == "mine.ahap: the operations together leave the pattern unchanged\n")
    #expect(try folder.read("mine.ahap") == Data(TestPattern.mixed.utf8))
  }

  @Test func `a selection alone is reported`() throws {
    let outcome = try Program.run("edit", "mine.ahap", "select", "transient", in: Self.folder())
    #expect(outcome.status == 0)
    #expect(
      outcome.words
        == "mine.ahap: unchanged, because these operations only select; add what happens to the selection, such "
        + "as scale-intensity 0.8\n")
  }

  @Test(arguments: ["heartbeat", "impact.heavy"])
  func `the log of a copy may be a new file in the same folder`(name: String) throws {
    let folder = try ScratchFolder()
    let made = try Program.run(
      "edit", name, "-o", "mine.ahap", "scale-intensity", "0.5", "--log", "mine.log", in: folder)
    #expect(made.status == 0, "\(made.words)")
    #expect(try folder.names == ["mine.ahap", "mine.log"])
    let undone = try Program.run("edit", "mine.ahap", "--undo", "mine.log", in: folder)
    #expect(undone.status == 0, "\(undone.words)")
  }

  @Test func `a log without operations is reported`() throws {
    let folder = try Self.folder()
    try folder.write("", to: "empty.log")
    let outcome = try Program.run("edit", "mine.ahap", "--replay", "empty.log", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words == "empty.log: the log does not contain operations to replay\n")
  }

  @Test func `a library pattern named like a file is answered with the name to use`() throws {
    let folder = try Self.folder()
    for name in ["heartbeat", "impact.heavy"] {
      let outcome = try Program.run("edit", "\(name).ahap", "shift", "1", in: folder)
      #expect(outcome.status == 66)
      #expect(
        outcome.words
          == "haptic: \(name).ahap: no such file; to change a copy of the pattern with this name, "
          + "write \(name) -o FILE\n")
      let copied = try Program.run("edit", name, "-o", "\(name).ahap", "shift", "1", in: folder)
      #expect(copied.status == 0, "\(copied.words)")
    }
  }
}
