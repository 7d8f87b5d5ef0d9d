import Foundation
import Glibc
import Testing

/// `haptic watch`.
struct WatchTests {
  private static let tap = #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}"#
  private static let buzz = """
    {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.4}}]}
    """

  /// Watches `what` on the null output, on a terminal.
  private static func watch(_ what: String, in folder: ScratchFolder) throws -> PseudoTerminal {
    try PseudoTerminal("exec $haptic watch \(what) --output null", in: folder)
  }

  /// Renames a file, replacing an existing one.
  private static func move(_ name: String, to other: String, in folder: ScratchFolder) throws {
    let result = unsafe rename(folder.path(name), folder.path(other))
    try #require(result == 0)
  }

  /// Writes a file like editors that keep the old file until the new one is complete.
  private static func saveByRenaming(_ text: String, to name: String, in folder: ScratchFolder)
    throws
  {
    try folder.write(text, to: ".\(name).swp")
    try move(".\(name).swp", to: name, in: folder)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a saved file plays again, whether it is written in place or renamed`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.tap, to: "x.ahap")
    let terminal = try Self.watch("x.ahap", in: folder)
    #expect(terminal.shows("x.ahap: plays, 0.0"))
    try Self.saveByRenaming(Self.buzz, to: "x.ahap", in: folder)
    #expect(terminal.shows("x.ahap: plays, 0.4"))
    // Like vim: the old file is moved away, and a new one is written.
    try Self.move("x.ahap", to: "x.ahap~", in: folder)
    try folder.write(Self.buzz.replacing("0.4", with: "0.7"), to: "x.ahap")
    #expect(terminal.shows("x.ahap: plays, 0.7"))
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a file written by haptic new plays, in a folder and in place of a removed file`() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("all"), withIntermediateDirectories: true)
    let terminal = try Self.watch("all", in: folder)
    #expect(terminal.shows("waiting for a file to be saved"))
    for (name, length) in [("a", "0.3"), ("b", "0.4"), ("a", "0.6")] {
      try? FileManager.default.removeItem(atPath: folder.path("all/a.ahap"))
      let made = try Program.run(
        "new", "all/\(name).ahap", "--notation", "buzz \(length)s", in: folder)
      #expect(made.status == 0, "\(made.words)")
      #expect(terminal.shows("\(name).ahap: plays, \(length)"))
    }
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `errors are shown without stopping, and the next valid pattern plays`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.tap, to: "x.ahap")
    let terminal = try Self.watch("x.ahap", in: folder)
    #expect(terminal.shows("x.ahap: plays"))
    try folder.write(#"{"Pattern": [{"Event": {"EventType": "HapticTransien"}}]}"#, to: "x.ahap")
    #expect(terminal.shows("did you mean 'HapticTransient'?"))
    #expect(terminal.shows("x.ahap: not played; its last good state is kept"))
    try folder.write("", to: "x.ahap")
    try FileManager.default.removeItem(atPath: folder.path("x.ahap"))
    #expect(terminal.shows("x.ahap: was removed; waiting for it to reappear"))
    try folder.write(Self.buzz, to: "x.ahap")
    #expect(terminal.shows("x.ahap: plays, 0.4"))
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a file saved through a link plays, and so does a file that returns as a link`() throws {
    let folder = try ScratchFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("real"), withIntermediateDirectories: false)
    try folder.write(Self.tap, to: "real/y.ahap")
    try files.createSymbolicLink(
      atPath: folder.path("x.ahap"), withDestinationPath: "real/y.ahap")
    let terminal = try Self.watch("x.ahap", in: folder)
    #expect(terminal.shows("x.ahap: plays, 0.0"))
    try folder.write(Self.buzz, to: "real/y.ahap")
    #expect(terminal.shows("x.ahap: plays, 0.4"))
    try folder.write(Self.buzz.replacing("0.4", with: "0.7"), to: "real/z.ahap")
    try files.removeItem(atPath: folder.path("x.ahap"))
    try files.createSymbolicLink(
      atPath: folder.path("x.ahap"), withDestinationPath: "real/z.ahap")
    #expect(terminal.shows("x.ahap: plays, 0.7"))
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a start after the end is an error until a longer pattern is saved`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.buzz, to: "x.ahap")
    let terminal = try Self.watch("x.ahap --from 1", in: folder)
    #expect(terminal.shows("the pattern ends after 0.4"))
    #expect(terminal.shows("x.ahap: not played"))
    try folder.write(Self.buzz.replacing("0.4", with: "1.7"), to: "x.ahap")
    #expect(terminal.shows("x.ahap: plays, 1.7"))
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }

  @Test(arguments: [
    ("watch x.ahap", "haptic watch x.ahap --output null"),
    ("watch .", "haptic watch . --output null"),
    ("listen x.wav --play", "haptic listen x.wav --play --output null"),
    ("play x.ahap", "haptic play x.ahap --output null"),
  ])
  func `without a sound device the alternatives belong to the same command`(
    line: String, alternative: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.buzz, to: "x.ahap")
    #expect(try Program.run("render", "x.ahap", "-o", "x.wav", in: folder).status == 0)
    let outcome = try Program.bash("ALSA_CONFIG_PATH=/dev/null $haptic \(line)", in: folder)
    #expect(outcome.status == 69)
    #expect(outcome.words.contains(alternative), "\(outcome.words)")
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `saved patterns in a folder play, and other files do not`() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("p"), withIntermediateDirectories: false)
    let terminal = try Self.watch("p", in: folder)
    #expect(terminal.shows("p/: waiting for a file to be saved"))
    try folder.write("no pattern", to: "p/notes.txt")
    try folder.write(Self.tap, to: "p/one.ahap")
    #expect(terminal.shows("one.ahap: plays"))
    try folder.write(Self.buzz, to: "p/two.ahap")
    #expect(terminal.shows("two.ahap: plays, 0.4"))
    #expect(!terminal.drawn.contains("notes"))
    try FileManager.default.removeItem(atPath: folder.path("p"))
    #expect(terminal.shows("the folder was removed or renamed"))
    #expect(terminal.finish() == 66)
  }

  @Test func `watching ends when its output is no longer read`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.tap, to: "a.ahap")
    // Saved until the program notices that its reader has exited.
    let outcome = try Program.bash(
      """
      mkfifo words
      timeout 60 "$haptic" watch a.ahap --output null 2> words &
      head -1 < words
      while kill -0 $! 2> /dev/null; do cp a.ahap b; mv b a.ahap; done
      wait $!
      echo $?
      """, in: folder)
    #expect(outcome.text.hasSuffix("s\n0\n"), "\(outcome.text)")
  }

  @Test func `a link to another folder is followed when its target changes`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.tap, to: "one/a.ahap")
    try folder.write(Self.buzz, to: "two/a.ahap")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("now"), withDestinationPath: "one")
    let terminal = try Self.watch("now/a.ahap", in: folder)
    #expect(terminal.shows("a.ahap: plays, 0.0"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("next"), withDestinationPath: "two")
    try Self.move("next", to: "now", in: folder)
    #expect(terminal.shows("now/: the path now leads to a different folder"))
    #expect(terminal.shows("a.ahap: plays, 0.4"))
    try folder.write(Self.tap, to: "two/a.ahap")
    #expect(terminal.shows("plays, 0.405 s\r\na.ahap: plays, 0.0"))
  }

  @Test func `the removal of an empty working folder is noticed`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      "mkdir w && cd w && exec $haptic watch . --output null", in: folder)
    #expect(terminal.shows("./: waiting for a file to be saved"))
    try FileManager.default.removeItem(atPath: folder.path("w"))
    #expect(terminal.shows("./: the folder was removed or renamed"))
    #expect(terminal.finish() == 66)
  }

  /// The program keeps its own working folder open, so the system does not report its removal.
  @Test func `the removal of the working folder is noticed`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      "mkdir w && cd w && exec $haptic watch . --output null", in: folder)
    #expect(terminal.shows("./: waiting for a file to be saved"))
    try folder.write(Self.tap, to: "w/one.ahap")
    #expect(terminal.shows("one.ahap: plays"))
    try FileManager.default.removeItem(atPath: folder.path("w"))
    #expect(terminal.shows("./: the folder was removed or renamed"))
    #expect(terminal.finish() == 66)
  }

  @Test(arguments: [
    (["watch", "nothing.ahap", "--output", "null"], Int32(66), "nothing.ahap"),
    (["watch", "nowhere/x.ahap", "--output", "null"], 66, "nowhere/ cannot be watched"),
    (["watch", "-"], 64, "only a file or a folder"),
  ])
  func `a target that cannot be watched is an error with the reason`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let outcome = try Program.run(arguments, in: ScratchFolder())
    #expect(outcome.status == status)
    #expect(outcome.words.contains(words), "\(outcome.words)")
  }

  @Test func `watching a target that is missing or not a file ends immediately`() throws {
    let folder = try ScratchFolder()
    for name in ["/dev/null", "missing.ahap"] {
      let outcome = try Program.run("watch", name, "--output", "null", in: folder)
      #expect(outcome.status == 66, "\(outcome.words)")
    }
  }
}
