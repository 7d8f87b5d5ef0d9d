import Foundation
import Glibc
import Testing

/// Silent programs let their device sleep, and open it again when they need it.
@Suite(.enabled(if: PseudoTerminal.isAvailable, "install bsdutils"))
struct SleepTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.buzz, to: "buzz.ahap")
    try folder.write(Self.tap, to: "tap.ahap")
  }

  private static let buzz =
    #"{"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 30}}]}"#
  private static let tap =
    #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}"#

  /// The environment in which `device` has `fault` and silent programs let it sleep.
  private func environment(_ fault: String) throws -> [String: String] {
    let library = try FaultLibrary.build(in: folder)
    try folder.write(
      """
      pcm_type.fault { lib "\(library)" }
      pcm.device { type fault capture "\(folder.path("capture.raw"))" \(fault) }
      """, to: "asound.conf")
    return [
      "ALSA_CONFIG_PATH": folder.path("asound.conf"), "HAPTIC_SLEEP_SECONDS": "0.05",
    ]
  }

  @Test func `a paused pattern waits for a device that another program has taken`() throws {
    let terminal = try PseudoTerminal(
      screenOf: "play buzz.ahap --loop --device device", in: folder,
      adding: environment("once yes"))
    #expect(terminal.shows("\u{1B}[?1049h"))
    try terminal.press(" ")
    // Longer than the time to fall asleep.
    try terminal.keep(every: 200, until: { terminal.drawn.contains("retries") }) {
      try terminal.press("+")
    }
    try terminal.press("q")
    try terminal.expectRestored(status: 0)
  }

  @Test func `a phone sleeps until a key is pressed; a window change does not wake it`() throws {
    let terminal = try PseudoTerminal(
      screenOf: "session live --device device", in: folder, adding: environment(""))
    #expect(terminal.shows("still."))
    try terminal.press("s")
    #expect(terminal.shows("is switched to silent"))
    // The first q warns that a step is not saved.
    try terminal.press("qq")
    try terminal.expectRestored(status: 0)
  }

  @Test func `a watch continues after another program has taken the device`() throws {
    let terminal = try PseudoTerminal(
      #""$haptic" watch tap.ahap --device device"#, in: folder, adding: environment("once yes"))
    #expect(terminal.shows("plays,"))
    // Longer than the tap and the time to fall asleep, which the watch checks once a second.
    try terminal.keep(every: 2_500, until: { terminal.drawn.contains("next save tries again") }) {
      try folder.write(Self.tap, to: "tap.ahap")
    }
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }

  @Test(arguments: ["watch buzz.ahap", "tour"])
  func `a signal ends a program while its device opens`(arguments: String) throws {
    let terminal = try PseudoTerminal(
      #"echo $$ >pid; exec "$haptic" \#(arguments) --device device"#, in: folder,
      adding: environment("hang_in open hang_until \"\(folder.path("never"))\""))
    try terminal.keep(every: 5, until: { try folder.names.contains("capture.raw") }) {}
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }

  @Test func `Ctrl-Z while a device opens stops the program once it is open`() throws {
    // script(1) continues a stopped program if it is the shell that script(1) has started.
    let terminal = try PseudoTerminal(
      #"sh -c 'echo $$ >pid; exec "$haptic" tour --device device'; exit $?"#, in: folder,
      adding: environment("hang_in open hang_until \"\(folder.path("open"))\""))
    try terminal.keep(every: 5, until: { try folder.names.contains("capture.raw") }) {}
    try terminal.press("\u{1A}")
    #expect(terminal.shows("^Z"))
    try folder.write("", to: "open")
    let text = String(decoding: try folder.read("pid"), as: UTF8.self)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    var isStopped = false
    try terminal.keep(
      every: 5,
      until: {
        let state = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        isStopped = state.contains(") T ")
        return isStopped
      }, {})
    #expect(isStopped, "\(terminal.drawn)")
    kill(process, SIGCONT)
    try terminal.press("\u{3}")
    #expect(terminal.finish() == 130)
  }
}
