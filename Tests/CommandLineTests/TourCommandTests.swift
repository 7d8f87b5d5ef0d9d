import Foundation
import HapticEngine
import Testing

/// `haptic tour`.
struct TourCommandTests {
  private static func tour(_ arguments: [String], answers: String) throws -> Program.Outcome {
    let folder = try ScratchFolder()
    try folder.write(answers, to: "answers")
    // A missing device, without which everything is still drawn.
    return try Program.bash(
      "ALSA_CONFIG_PATH=/dev/null $haptic tour \(arguments.joined(separator: " ")) < answers",
      in: folder)
  }

  @Test func `without a device and without answers the tour shows everything and its solutions`()
    throws
  {
    let outcome = try Self.tour([], answers: "")
    #expect(outcome.status == 0, "\(outcome.words)")
    for number in 1...12 { #expect(outcome.text.contains("\n\(number) of 12: ")) }
    #expect(outcome.text.components(separatedBy: "A solution: ").count == 11)
    let notes = outcome.words.components(separatedBy: "nothing can be played here").count - 1
    #expect(notes == 1)
  }

  @Test func `answers from a pipe are checked, and q ends the tour`() throws {
    let outcome = try Self.tour([], answers: "tap\ntpa\ntap, rest 120ms, tap\n\nq\n")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Not yet: It has 1 tap, not two.\n"))
    #expect(outcome.text.contains("Not yet: column 1: unknown word 'tpa'; did you mean 'tap'?\n"))
    #expect(outcome.text.contains("Right.\n"))
    #expect(outcome.text.contains("A solution: tap 1, rest 200ms, tap 0.5\n"))
    #expect(outcome.text.contains("\n3 of 12: ") && !outcome.text.contains("\n4 of 12: "))
  }

  @Test func `a value that is out of range is reported, even if nothing can be played`() throws {
    let outcome = try Self.tour([], answers: "tap, rest 120ms, tap 2/0.9\nq\n")
    #expect(outcome.text.contains("Right.\n"))
    #expect(outcome.words.contains("answer:1:18: warning: "), "\(outcome.words)")
  }

  @Test func `an answer may be quoted or a whole command, and a question mark repeats the task`()
    throws
  {
    let outcome = try Self.tour(
      [],
      answers: "?\n\"tap, rest 120ms, tap\"\nhaptic play --notation 'tap 1, rest 1s, tap 0.5'\nq\n")
    #expect(outcome.text.components(separatedBy: "Task: Make two taps that are 120").count == 3)
    #expect(outcome.text.contains("An answer is a notation, such as: tap 0.8/0.5, rest 100ms,"))
    #expect(outcome.text.components(separatedBy: "Right.\n").count == 3)
  }

  @Test func `s skips a step, and a tour that ends early says how to continue`() throws {
    let outcome = try Self.tour(["--step", "2"], answers: "s\nq\n")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("\n3 of 12: ") && !outcome.text.contains("A solution"))
    #expect(outcome.words.contains("To continue here: haptic tour --step 3\n"))
    let whole = try Self.tour(["--step", "12"], answers: "")
    #expect(!whole.words.contains("To continue"))
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `Enter skips an answer while it plays`() throws {
    let terminal = try PseudoTerminal(
      "exec $haptic tour --step 4 --output null", in: ScratchFolder())
    #expect(terminal.shows("q to quit> "))
    // Longer than the time limit of the test.
    try terminal.press("buzz 30s, buzz 30s, buzz 30s\n")
    #expect(terminal.shows("playing, Enter skips> "))
    try terminal.press("\n")
    #expect(terminal.shows("Not yet: It has 2 events too many."))
    try terminal.press("buzz 30s, buzz 30s, buzz 30s\n")
    try terminal.press("q\n")
    #expect(terminal.finish() == 0)
    #expect(terminal.drawn.contains("To continue here: haptic tour --step 4"))
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a device that disappears does not end the tour`() throws {
    let folder = try ScratchFolder()
    let library = try FaultLibrary.build(in: folder)
    try folder.write(
      """
      pcm_type.fault { lib "\(library)" }
      pcm.device { type fault capture "\(folder.path("capture.raw"))" fault unplug fault_at 4800 }
      """, to: "asound.conf")
    let terminal = try PseudoTerminal(
      "exec $haptic tour --step 5 --device device", in: folder,
      adding: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    #expect(terminal.shows("The tour continues silently."))
    #expect(terminal.shows("q to quit> "))
    try terminal.press("buzz 500ms 0.8/0.3 attack 0.6\n")
    #expect(terminal.shows("Right."))
    #expect(terminal.shows("6 of 12: "))
    try terminal.press("q\n")
    #expect(terminal.finish() == 0)
    #expect(terminal.drawn.components(separatedBy: "continues silently").count == 2)
  }

  @Test func `an oversized answer is rejected, and the tour continues`() throws {
    let outcome = try Self.tour(["--step", "12"], answers: "999999x(tap, tap)\nat 999999s tap\n")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("That's all"))
    #expect(outcome.text.contains("?\n") && !outcome.text.contains("?."), "\(outcome.text)")
  }

  @Test func `Ctrl-C ends the tour at a question, even after the shell has resumed it`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      #"sh -c 'echo $$ >pid; exec "$haptic" tour --output null'; echo "status $?""#, in: folder)
    #expect(terminal.shows("q to quit> "))
    let text = String(decoding: try folder.read("pid"), as: UTF8.self)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(process, SIGCONT) == 0)
    try terminal.press("\u{3}")
    _ = terminal.finish()
    #expect(terminal.drawn.contains("status 130"))
    #expect(terminal.drawn.contains("To continue here: haptic tour --step 1"))
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `the tour ends in the studio, with the answers as patterns`() throws {
    let folder = try ScratchFolder()
    // The program looks for the studio in its own folder first.
    try folder.write("#!/bin/sh\necho \"studio: \" \"$1\"/*\n", to: "haptic-studio")
    let terminal = try PseudoTerminal(
      #"mkdir haptic-tour; chmod +x haptic-studio; cp "$haptic" tour; exec ./tour tour --step 12 --output null"#,
      in: folder)
    #expect(terminal.shows("q to quit> "))
    try terminal.press("tap, rest 300ms, tap\n")
    #expect(terminal.shows("Enter opens your answers in the studio in the browser, q ends> "))
    try terminal.press("\n")
    #expect(terminal.finish() == 0)
    #expect(terminal.drawn.contains("studio:  haptic-tour-2/12 Restraint.ahap"))
    let pattern = try folder.read("haptic-tour-2/12 Restraint.ahap")
    #expect(AHAP.read(Array(pattern), file: "").pattern?.events.map(\.time) == [0, 0.3])
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `tasks wrap at the width of the terminal, like texts`() throws {
    let terminal = try PseudoTerminal(
      "stty columns 33; exec $haptic tour --step 3 --output null", in: ScratchFolder())
    #expect(terminal.shows("q to quit> "))
    #expect(terminal.drawn.contains("Task: Make a tap that feels like\r\na switch: crisp."))
    try terminal.press("\u{4}")
    #expect(terminal.finish() == 0)
  }

  @Test(arguments: [("1", "q to quit> "), ("8", "Enter continues, q ends> ")])
  func `Ctrl-D ends the tour, as q does`(step: String, prompt: String) throws {
    let terminal = try PseudoTerminal(
      "exec $haptic tour --step \(step) --output null", in: ScratchFolder())
    #expect(terminal.shows(prompt))
    try terminal.press("\u{4}")
    #expect(terminal.finish() == 0)
    #expect(!terminal.drawn.contains("That's all"))
    #expect(!terminal.drawn.contains("A solution"))
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a terminal that hangs up ends the tour, even if the signal is ignored`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      #"trap '' HUP; "$haptic" tour --output null; echo $? >new; mv new status"#, in: folder)
    #expect(terminal.shows("q to quit> "))
    terminal.close()
    while try !folder.names.contains("status") { poll(nil, 0, 5) }
    #expect(try folder.read("status") == Data("129\n".utf8))
  }

  @Test func `the titles are a list, and an unknown step is an error`() throws {
    #expect(try Self.tour(["--list"], answers: "").text.contains("3   Sharpness"))
    #expect(try Self.tour(["--step", "13"], answers: "").status == 64)
  }
}
