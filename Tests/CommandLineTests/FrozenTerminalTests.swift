import Foundation
import Glibc
import Testing

/// Programs end even if their terminal is not read.
@Suite(.enabled(if: FrozenTerminal.isAvailable, "install util-linux"))
struct FrozenTerminalTests {
  /// The sequence that leaves the alternate screen.
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  @Test(arguments: [
    ("play heartbeat --output null --loop", SIGTERM, Int32(143)),
    ("play heartbeat --output null --loop", SIGHUP, Int32(129)),
    ("session live --output null --save done.yaml", SIGTERM, Int32(143)),
  ])
  func `a signal ends a program with a screen, and the terminal is restored once it is read again`(
    arguments: String, signal: Int32, status: Int32
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try FrozenTerminal(arguments, in: folder)
    terminal.waitUntilRunning(takesTerminal: true)
    try terminal.send(signal)
    let (end, isRestored, text) = (terminal.finish(), terminal.isRestored, terminal.thaw())
    #expect(end == status)
    #expect(isRestored)
    #expect(text.contains(Self.leave))
    #expect(try folder.names.contains("done.yaml") == arguments.contains("--save"))
  }

  @Test(arguments: ["tour --output null", "watch knock.ahap --output null --loop --chart"])
  func `a signal ends a program that waits to write text`(arguments: String) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "knock.ahap")
    let terminal = try FrozenTerminal(arguments, in: folder)
    terminal.waitUntilRunning(takesTerminal: false)
    try terminal.send(SIGTERM)
    let end = terminal.finish()
    #expect(end == 143)
  }

  @Test(
    .enabled(if: FrozenTerminal.canBeAnotherUser, "needs root and setpriv"),
    arguments: [
      ("tour --output null", FrozenTerminal.Owner.another),
      ("watch knock.ahap --output null --loop", .another),
      ("tour --output null", .anotherSession),
    ])
  func `a signal ends a program whose terminal belongs to another user`(
    arguments: String, owner: FrozenTerminal.Owner
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "knock.ahap")
    let terminal = try FrozenTerminal(arguments, in: folder, owner: owner)
    terminal.waitUntilRunning(takesTerminal: false)
    try terminal.send(SIGTERM)
    let end = terminal.finish()
    #expect(end == 143)
  }

  @Test func `the end of a pattern ends the program`() throws {
    let folder = try ScratchFolder()
    let terminal = try FrozenTerminal("play selection --output null", in: folder)
    let (end, isRestored, text) = (terminal.finish(), terminal.isRestored, terminal.thaw())
    #expect(end == 0)
    #expect(isRestored)
    // The program leaves the screen before it prints the result on the screen below.
    let left = try #require(text.range(of: Self.leave))
    #expect(text[left.upperBound...].contains("played to"))
  }
}
