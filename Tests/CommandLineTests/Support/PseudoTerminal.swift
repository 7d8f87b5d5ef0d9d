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

  /// All that was drawn so far.
  var drawn: String { screen.text }

  /// Waits until `text` has been drawn; false if the program ends before.
  func shows(_ text: String) -> Bool { screen.waits(for: text) }

  /// Does `act` every so many milliseconds until `isDone`, or until the program has ended.
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
    // Instead of the end of all tests.
    signal(SIGPIPE, SIG_IGN)
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
    screen.waitUntilClosed()
    return process.terminationStatus
  }
}

/// What arrives on a terminal, collected by a thread of its own.
private final class Screen: @unchecked Sendable {
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var isClosed = false

  /// Reads until nobody writes any more.
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

  /// All of it so far.
  var text: String { condition.withLock { String(decoding: bytes, as: UTF8.self) } }

  /// Waits until `text` has arrived; false if nothing arrives any more.
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

  /// Waits until nothing arrives any more.
  func waitUntilClosed() { condition.withLock { while !isClosed { condition.wait() } } }
}

extension PseudoTerminal {
  /// Runs the program with `arguments`, and keeps the settings of the terminal before and after it.
  convenience init(
    screenOf arguments: String, in folder: ScratchFolder, adding variables: [String: String] = [:]
  ) throws {
    try self.init(
      #"stty -g >before; "$haptic" \#(arguments); echo "status $?"; stty -g >after"#, in: folder,
      adding: variables)
  }

  /// Waits for the end, and expects the status, and the terminal as it was: the screen that was
  /// entered is left once, the cursor is shown again, and the settings are those of before.
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
