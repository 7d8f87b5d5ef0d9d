import Testing

@testable import haptic

struct TerminalKindTests {
  @Test(arguments: [
    ("xterm", TerminalKind.xterm), ("xterm-256color", .xterm), ("screen.xterm-256color", .xterm),
    ("tmux-256color", .xterm), ("linux", .xterm), ("brand-new-256color", .xterm),
    ("vt100", .vt100), ("vt220-w", .vt100), ("ansi", .vt100), ("dumb", .plain), ("unknown", .plain),
    ("", .plain), ("teletype", .plain),
  ])
  func `the name of a terminal determines its control sequences`(
    name: String, kind: TerminalKind
  ) {
    #expect(TerminalKind { $0 == "TERM" && !name.isEmpty ? name : nil } == kind)
    if kind < .xterm { #expect(ColorDepth { $0 == "TERM" ? name : "truecolor" } == .none) }
  }
}
