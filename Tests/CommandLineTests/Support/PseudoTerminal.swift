import Foundation
import Glibc
import Testing

/// The program on a terminal of its own, with somebody at the keys.
///
/// script(1) makes the terminal; what is drawn on it can be read while it is.
final class PseudoTerminal {
  /// Whether this machine has script(1).
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  private let process = Process()
  private let keys = Pipe()
  private let folder: ScratchFolder
  private let screen: URL
  private let guardian: DispatchWorkItem

  /// Runs a line of bash, in which `$haptic` is the program, on a terminal of 80 by 24.
  init(_ line: String, in folder: ScratchFolder) throws {
    self.folder = folder
    screen = try folder.write(Data(), to: "screen")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    process.arguments = [
      "-q", "-f", "-e", "-c", "stty columns 80 rows 24; \(line)", screen.path,
    ]
    process.environment = Program.environment.merging(
      ["haptic": Program.path, "SHELL": "/bin/bash"]
    ) { _, new in new }
    process.currentDirectoryURL = folder.url
    process.standardInput = keys
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let number = process.processIdentifier
    guardian = DispatchWorkItem { kill(number, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: guardian)
  }

  deinit { guardian.cancel() }

  /// All that was drawn so far.
  var drawn: String {
    get throws { String(decoding: try Data(contentsOf: screen), as: UTF8.self) }
  }

  /// Waits until `text` has been drawn; false if the program ends before.
  func shows(_ text: String) throws -> Bool {
    while try !drawn.contains(text) {
      if !process.isRunning { return try drawn.contains(text) }
      sched_yield()
    }
    return true
  }

  /// Presses keys.
  func press(_ text: String) throws {
    try keys.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Closes the terminal, as somebody does who closes its window.
  func close() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for the end, and gives the exit status.
  func finish() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

extension PseudoTerminal {
  /// Runs the program with `arguments`, and keeps the settings of the terminal before and after it.
  convenience init(screenOf arguments: String, in folder: ScratchFolder) throws {
    try self.init(
      #"stty -g >before; "$haptic" \#(arguments); echo "status $?"; stty -g >after"#, in: folder)
  }

  /// Waits for the end, and expects the status, and the terminal as it was: the screen that was
  /// entered is left once, the cursor is shown again, and the settings are those of before.
  func expectRestored(status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    _ = finish()
    let drawn = try drawn
    #expect(drawn.contains("status \(status)"), sourceLocation: sourceLocation)
    for sequence in ["\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}[?25h"] {
      #expect(
        drawn.ranges(of: sequence).count == 1, "\(sequence.dropFirst())",
        sourceLocation: sourceLocation)
    }
    #expect(!drawn.contains("Backtrace"), sourceLocation: sourceLocation)
    #expect(
      try folder.read("before") == folder.read("after"), sourceLocation: sourceLocation)
  }
}
