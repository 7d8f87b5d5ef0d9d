import Foundation
import Testing

@testable import PhoneSimulator

/// `haptic session live` on a separate terminal.
@Suite(.enabled(if: PseudoTerminal.isAvailable, "install bsdutils"))
struct SessionLiveTerminalTests {
  private static let arguments = "session live --output null --save done.yaml"

  @Test func `the effects of keys are drawn, saved and replayed, and the terminal is restored`()
    throws
  {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(screenOf: Self.arguments, in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press(" ")
    #expect(terminal.shows("heard"))
    try terminal.press("c")
    #expect(terminal.shows("interrupted"))
    try terminal.press("e")
    #expect(terminal.shows("music is silent"))
    try terminal.press("q")
    try terminal.expectRestored(status: 0)
    // The last picture remains after the alternate screen was left.
    let left = try #require(terminal.drawn.components(separatedBy: "\u{1B}[?1049l").last)
    #expect(left.contains("Output:") && left.contains("interrupted"))
    let replay = try Program.run("session", "run", "done.yaml", in: folder)
    #expect(replay.status == 0, "\(replay.words)")
    #expect(replay.text.contains("music   plays"))
    #expect(replay.text.contains("phone   rings"))
  }

  @Test(arguments: [("\u{3}", 130), ("\u{1C}", 131)])
  func `Ctrl-C and Ctrl-backslash save the session and restore the terminal`(
    key: String, status: Int
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(screenOf: Self.arguments, in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press("s")
    #expect(terminal.shows("is switched to silent"))
    try terminal.press(key)
    try terminal.expectRestored(status: status)
    #expect(try Program.run("session", "run", "done.yaml", in: folder).status == 0)
  }

  @Test func `closing the terminal does not lose the session`() throws {
    let folder = try ScratchFolder()
    // Without the signal, the program only notices that the terminal was closed.
    let terminal = try PseudoTerminal(
      #"trap "" HUP; "$haptic" \#(Self.arguments); echo $? >status.new; mv status.new status"#,
      in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press("s")
    #expect(terminal.shows("is switched to silent"))
    terminal.close()
    #expect(folder.has("status"))
    #expect(try folder.read("status") == Data("129\n".utf8))
    let replay = try Program.run("session", "run", "done.yaml", in: folder)
    #expect(replay.text.contains("is switched to silent"), "\(replay.words)")
  }

  @Test func `the first q warns of unsaved steps, and the second q ends the session`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(screenOf: "session live --output null", in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press("s")
    #expect(terminal.shows("is switched to silent"))
    try terminal.press("q")
    // The terminal receives the style of each word of a problem.
    #expect(terminal.shows("saved:"))
    try terminal.press("s")
    #expect(terminal.shows("is switched to ring"))
    // The first of these warns again, because another step has been added.
    try terminal.press("qq")
    try terminal.expectRestored(status: 0)
    #expect(terminal.drawn.contains("2 steps, not saved"))
  }

  @Test func `the expectations of the scenario are saved and counted`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      scenario: a
      apps: { music: { category: playback } }
      steps:
        - music: play
        - { at: 0.1, expect: { music: { playing: true, audible: false } } }
        - { at: 900, expect: { music: { playing: true } } }

      """, to: "a.yaml")
    let terminal = try PseudoTerminal(
      screenOf: "session live a.yaml --output null --save done.yaml", in: folder)
    #expect(terminal.shows("FAILED"))
    try terminal.press("q")
    try terminal.expectRestored(status: 0)
    #expect(terminal.drawn.contains("done.yaml (2 of 3 expectations kept, and 1 failed)"))
    let replay = try Program.run("session", "run", "done.yaml", in: folder)
    #expect(replay.status == 1)
    #expect(replay.text.contains("audible is true, expected false"), "\(replay.text)")
  }

  @Test func `standard error may go elsewhere`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(screenOf: "session live --output null 2>err", in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press("q")
    try terminal.expectRestored(status: 0)
    #expect(String(decoding: try folder.read("err"), as: UTF8.self).contains("0 steps"))
  }

  @Test func `an unwritable file for saving is refused before the session starts`() throws {
    let folder = try ScratchFolder()
    try folder.write(LiveSession.phone, to: "mine.yaml")
    let same = try Program.run("session", "live", "mine.yaml", "--save", "mine.yaml", in: folder)
    #expect(same.status == 64 && same.words.contains("would be overwritten"))
    #expect(
      try Program.run("session", "live", "--save", "nowhere/x.yaml", in: folder).status == 73)
    let output = try Program.run("session", "live", "--save", "-", in: folder)
    #expect(output.status == 64 && output.words.contains("give --save a file name"))
    let snapshot = try Program.run(
      "session", "run", "mine.yaml", "--until", "1", "--snapshot", "mine.yaml", in: folder)
    #expect(snapshot.status == 64)
    #expect(try folder.read("mine.yaml") == Data(LiveSession.phone.utf8))
  }

  @Test func `a session that cannot be saved at the end is printed`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "sub/other")
    let terminal = try PseudoTerminal(
      screenOf: "session live --output null --save sub/x.yaml >out", in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press("s")
    #expect(terminal.shows("is switched to silent"))
    try FileManager.default.removeItem(atPath: folder.path("sub"))
    try terminal.press("q")
    try terminal.expectRestored(status: 73)
    #expect(terminal.drawn.contains("standard output has the scenario"))
    let replay = try Program.run("session", "run", "out", in: folder)
    #expect(replay.status == 0 && replay.text.contains("is switched to silent"), "\(replay.words)")
  }

  @Test func `the key w saves to an unused name, and then to the same file again`() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "live.yaml")
    let terminal = try PseudoTerminal(
      #""$haptic" session live --output null; echo "status $?""#, in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press("sw")
    #expect(terminal.shows("live-2.yaml."))
    try terminal.press(" ww")
    #expect(terminal.shows("heard"))
    try terminal.press("q")
    #expect(terminal.finish() == 0)
    #expect(terminal.drawn.contains("2 steps, saved to live-2.yaml"))
    #expect(try folder.read("live.yaml") == Data("mine".utf8))
    #expect(try folder.names.filter { $0.hasSuffix(".yaml") } == ["live-2.yaml", "live.yaml"])
    let replay = try Program.run("session", "run", "live-2.yaml", in: folder)
    #expect(replay.status == 0)
    #expect(replay.text.contains("music   plays"), "\(replay.words)")
  }

  @Test func `a signal saves an unsaved session`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(screenOf: "session live --output null", in: folder)
    #expect(terminal.shows("foreground"))
    try terminal.press("s")
    #expect(terminal.shows("is switched to silent"))
    try terminal.press("\u{3}")
    try terminal.expectRestored(status: 130)
    #expect(terminal.drawn.contains("1 step, saved to live.yaml"))
    #expect(try Program.run("session", "run", "live.yaml", in: folder).status == 0)
  }

  @Test func `a lost device does not end the session, which is saved at its end`() throws {
    let folder = try ScratchFolder()
    let library = try FaultLibrary.build(in: folder)
    try folder.write(
      """
      pcm_type.fault { lib "\(library)" }
      pcm.device { type fault capture "\(folder.path("capture.raw"))" fault unplug fault_at 4800 }
      """, to: "asound.conf")
    let terminal = try PseudoTerminal(
      screenOf: "session live --device device", in: folder,
      adding: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    // Search for a single word, because the spaces between colored words are drawn separately.
    #expect(terminal.shows("silently."))
    try terminal.press("s")
    #expect(terminal.shows("is switched to silent"))
    try terminal.press("q")
    try terminal.expectRestored(status: 0)
    #expect(terminal.drawn.contains("The session continued silently."))
    #expect(terminal.drawn.contains("1 step, saved to live.yaml"))
    let replay = try Program.run("session", "run", "live.yaml", in: folder)
    #expect(replay.text.contains("is switched to silent"), "\(replay.words)")
  }
}
