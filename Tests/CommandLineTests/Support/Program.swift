import Foundation
import Glibc

/// The program under test, as built for these tests.
enum Program {
  /// The outcome of a run.
  struct Outcome {
    /// The exit status, or 128 plus the number of the signal that ended it, as shells report it.
    let status: Int32
    let output: Data
    let words: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard output as JSON.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: output) }
  }

  /// The path of the program, next to the test program.
  static let path = path(of: "haptic")

  private static func path(of program: String) -> String {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent(program).path
  }

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The program's environment, which is always the same so that the program's messages are the same.
  static let environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "HOME": "/nonexistent", "LANG": "C.UTF-8", "COLUMNS": "80", "TERM": "xterm",
    "HAPTIC_PATTERNS": "\(package)/Patterns",
    // Under the address sanitizer: a program that exits does not release its memory, which is not a
    // leak.
    "ASAN_OPTIONS": "detect_leaks=0",
  ]

  /// Runs the program with `arguments` to its end.
  static func run(
    _ arguments: String..., input: Data = Data(), in folder: ScratchFolder,
    adding variables: [String: String] = [:]
  ) throws -> Outcome {
    try finish(start(path, arguments, input: input, in: folder, adding: variables))
  }

  /// Runs the program with `arguments` to its end.
  static func run(
    _ arguments: [String], in folder: ScratchFolder, adding variables: [String: String] = [:]
  ) throws -> Outcome {
    try finish(start(path, arguments, in: folder, adding: variables))
  }

  /// Runs the benchmark program with `arguments` to its end.
  static func runBench(
    _ arguments: String..., adding variables: [String: String] = [:]
  ) throws -> Outcome {
    let folder = try ScratchFolder()
    return try finish(start(path(of: "HapticBench"), arguments, in: folder, adding: variables))
  }

  /// Runs a line of bash, in which `$haptic` is the program.
  static func bash(_ line: String, in folder: ScratchFolder) throws -> Outcome {
    try finish(start("/bin/bash", ["-c", line], in: folder, adding: ["haptic": path]))
  }

  /// A running program, and the files that receive its output.
  struct Running {
    let process: Process
    fileprivate let streams: ScratchFolder
    fileprivate let output: URL
    fileprivate let words: URL
    fileprivate let guardian: Guardian
  }

  /// Starts the program with `arguments`.
  static func start(_ arguments: String..., in folder: ScratchFolder) throws -> Running {
    try start(path, arguments, in: folder)
  }

  /// Starts the program with `arguments`.
  static func start(_ arguments: [String], in folder: ScratchFolder) throws -> Running {
    try start(path, arguments, in: folder)
  }

  /// Waits for the end of `running`.
  static func finish(_ running: Running) throws -> Outcome {
    defer { withExtendedLifetime(running.streams) {} }
    running.process.waitUntilExit()
    running.guardian.cancel()
    let isSignal = running.process.terminationReason == .uncaughtSignal
    return Outcome(
      status: running.process.terminationStatus + (isSignal ? 128 : 0),
      output: try Data(contentsOf: running.output),
      words: String(decoding: try Data(contentsOf: running.words), as: UTF8.self))
  }

  private static func start(
    _ program: String, _ arguments: [String], input: Data = Data(), in folder: ScratchFolder,
    adding variables: [String: String] = [:]
  ) throws -> Running {
    // Files instead of pipes: nothing has to be read while the program runs.
    let streams = try ScratchFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment.merging(variables) { _, new in new }
    process.currentDirectoryURL = folder.url
    process.standardInput = try FileHandle(forReadingFrom: streams.write(input, to: "input"))
    let output = try streams.write(Data(), to: "output")
    let words = try streams.write(Data(), to: "words")
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: words)
    try process.run()
    let number = process.processIdentifier
    return Running(
      process: process, streams: streams, output: output, words: words,
      guardian: Guardian { kill(number, SIGKILL) })
  }
}
