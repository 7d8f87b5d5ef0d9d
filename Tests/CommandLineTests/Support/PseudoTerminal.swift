import Foundation
import Glibc
import Testing

/// The program on its own terminal, with a simulated user at the keyboard.
///
/// script(1) makes the terminal. Its output can be read while the program runs.
final class PseudoTerminal {
  /// Whether this machine has script(1).
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  private let process = Process()
  private let keys = Pipe()
  private let folder: ScratchFolder
  private let screen: Screen
  private let guardian: Guardian

  /// Runs a line of bash, in which `$haptic` is the program, on a terminal of 80 by 24.
  init(
    _ line: String, in folder: ScratchFolder, adding variables: [String: String] = [:]
  ) throws {
    self.folder = folder
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    process.arguments = [
      "-q", "-f", "-e", "-c", "stty columns 80 rows 24; \(line)", "/dev/null",
    ]
    process.environment = Program.environment.merging(
      ["haptic": Program.path, "SHELL": "/bin/bash"]
    ) { _, new in new }.merging(variables) { _, new in new }
    process.currentDirectoryURL = folder.url
    process.standardInput = keys
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    screen = Screen(output.fileHandleForReading)
    let number = process.processIdentifier
    guardian = Guardian { kill(number, SIGKILL) }
  }

  deinit { guardian.cancel() }

  /// All output so far.
  var drawn: String { screen.text }

  /// Waits until `text` has been drawn; false if the program ends first.
  func shows(_ text: String) -> Bool { screen.waits(for: text) }

  /// Calls `act` at regular intervals in milliseconds until `isDone`, or until the program has
  /// ended.
  func keep(
    every milliseconds: Int32, until isDone: () throws -> Bool, _ act: () throws -> Void
  ) throws {
    while try process.isRunning && !isDone() {
      try act()
      poll(nil, 0, milliseconds)
    }
  }

  /// Presses keys; an error if the program has ended.
  func press(_ text: String) throws {
    // Otherwise all tests would end.
    signal(SIGPIPE, SIG_IGN)
    try keys.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Closes the terminal, like a user who closes its window.
  func close() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for the end, and returns the exit status.
  func finish() -> Int32 {
    process.waitUntilExit()
    screen.waitUntilClosed()
    return process.terminationStatus
  }
}

/// The output on a terminal, collected by a separate thread.
private final class Screen: @unchecked Sendable {
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var isClosed = false

  /// Reads until every writer has closed the terminal.
  init(_ output: FileHandle) {
    Thread.detachNewThread { [self] in
      while case let data = output.availableData, !data.isEmpty {
        condition.withLock { bytes += data }
        condition.broadcast()
      }
      condition.withLock { isClosed = true }
      condition.broadcast()
    }
  }

  /// The output so far.
  var text: String { condition.withLock { String(decoding: bytes, as: UTF8.self) } }

  /// Waits until `text` has arrived; false if the output ends first.
  func waits(for text: String) -> Bool {
    let wanted = Array(text.utf8)
    var start = 0
    return condition.withLock {
      while true {
        if bytes[start...].firstRange(of: wanted) != nil { return true }
        if isClosed { return false }
        start = max(0, bytes.count - wanted.count)
        condition.wait()
      }
    }
  }

  /// Waits until the output ends.
  func waitUntilClosed() { condition.withLock { while !isClosed { condition.wait() } } }
}

extension PseudoTerminal {
  /// Runs the program with `arguments`, and keeps the settings of the terminal from before and
  /// after the run.
  convenience init(
    screenOf arguments: String, in folder: ScratchFolder, adding variables: [String: String] = [:]
  ) throws {
    try self.init(
      #"stty -g >before; "$haptic" \#(arguments); echo "status $?"; stty -g >after"#, in: folder,
      adding: variables)
  }

  /// Waits for the end, and expects the status and a restored terminal: the screen that was entered
  /// is left once, the cursor is visible again, and the settings are the previous ones.
  func expectRestored(status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    _ = finish()
    let drawn = drawn
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
