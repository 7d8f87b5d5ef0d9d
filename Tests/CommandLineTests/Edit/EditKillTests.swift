import Foundation
import Testing

/// `haptic edit --log`, killed before each of its system calls that change files.
struct EditKillTests {
  /// `FileCalls.c` as a library, built next to the program once per test run; nil without clang.
  private static let library: String? = {
    guard let folder = try? ScratchFolder() else { return nil }
    let path = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
      .appendingPathComponent("libFileCalls.so").path
    let source = "\(Program.package)/Tests/FileCalls/FileCalls.c"
    let line =
      "clang -shared -fPIC -O1 -o \(path).$$ '\(source)' && mv \(path).$$ \(path)"
    guard let outcome = try? Program.bash(line, in: folder), outcome.status == 0 else { return nil }
    return path
  }()

  private let folder: ScratchFolder
  private let preload: String

  init() throws {
    folder = try ScratchFolder()
    preload = try #require(Self.library, "clang does not build FileCalls.c")
  }

  /// Runs `haptic edit mine.ahap` with `arguments`, and kills it before call number `end` that
  /// changes files.
  private func edit(_ arguments: [String], killedAt end: Int? = nil) throws -> Program.Outcome {
    var variables = [
      "LD_PRELOAD": preload, "FILE_CALLS": folder.path("calls"),
      "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",
    ]
    if let end { variables["FILE_CALLS_END"] = String(end) }
    return try Program.run(["edit", "mine.ahap"] + arguments, in: folder, adding: variables)
  }

  /// The content of the file and its log.
  private struct State: Equatable {
    let file: Data
    let log: Data?
  }

  private func state() throws -> State {
    State(file: try folder.read("mine.ahap"), log: try? folder.read("log"))
  }

  private func restore(_ state: State) throws {
    for name in try folder.names { try FileManager.default.removeItem(atPath: folder.path(name)) }
    try folder.write(state.file, to: "mine.ahap")
    if let log = state.log { try folder.write(log, to: "log") }
  }

  /// The states of a file that is edited twice: before, between and after the edits.
  private func states() throws -> [State] {
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    var states = [try state()]
    for time in ["1", "2"] {
      let outcome = try edit(["select", "[0]", "shift", time, "--log", "log"])
      #expect(outcome.status == 0, "\(outcome.words)")
      states.append(try state())
    }
    return states
  }

  @Test(arguments: [1, 2])
  func
    `an edit that is killed at any call leaves the old file or the new one, and both can be undone`(
      number: Int
    ) throws
  {
    let states = try states()
    var kills = 0
    while true {
      try restore(states[number - 1])
      let killed = try edit(
        ["select", "[0]", "shift", "\(number)", "--log", "log"], killedAt: kills + 1)
      if killed.status == 0 { break }
      #expect(killed.status == 128 + SIGKILL, "\(killed.words)")
      kills += 1
      try expectUndoing(states, after: "kill \(kills)")
    }
    // Both files are written, flushed and renamed, and their folder is flushed.
    #expect(kills >= 8)
  }

  @Test func `an undo that is killed at any call can be repeated`() throws {
    let states = try states()
    var kills = 0
    while true {
      try restore(states[2])
      let killed = try edit(["--undo", "log"], killedAt: kills + 1)
      if killed.status == 0 { break }
      #expect(killed.status == 128 + SIGKILL, "\(killed.words)")
      kills += 1
      try expectUndoing(states, after: "kill \(kills)")
    }
    #expect(kills >= 10)
  }

  /// Expects the file to be in one of `states`, and undoes the rest of its history up to the first
  /// state.
  private func expectUndoing(_ states: [State], after place: String) throws {
    let file = try folder.read("mine.ahap")
    let position = try #require(states.firstIndex { $0.file == file }, "\(place): a torn file")
    for earlier in states[..<position].reversed() {
      let undone = try edit(["--undo", "log"])
      #expect(undone.status == 0, "\(place): \(undone.words)")
      #expect(try folder.read("mine.ahap") == earlier.file, "\(place)")
    }
  }

  @Test
  func `a file and its log are flushed before they replace the old ones, and their folder after`()
    throws
  {
    let states = try states()
    try restore(states[1])
    #expect(try edit(["shift", "2", "--log", "log"]).status == 0)
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
    // A link fails if the name exists, so the file gets a temporary name and is renamed.
    #expect(
      calls.split(separator: "\n")
        == ["write", "fsync", "write", "fsync"]
        + Array(repeating: ["link", "link", "rename", "fsync folder"], count: 2).joined())
  }

  @Test func `undo and replay skip an operation that did not reach the file`()
    throws
  {
    let states = try states()
    // The log is written, but the file is not.
    try restore(State(file: states[1].file, log: states[2].log))
    let again = try edit(["scale-intensity", "0.5", "--log", "log"])
    #expect(again.status == 0, "\(again.words)")
    let result = try state()
    try restore(State(file: states[0].file, log: result.log))
    #expect(try edit(["--replay", "log"]).status == 0)
    #expect(try folder.read("mine.ahap") == result.file)
    try restore(State(file: states[1].file, log: states[2].log))
    let undone = try edit(["--undo", "log"])
    #expect(undone.status == 0)
    #expect(
      undone.words.hasPrefix("log: skipped shift 2: it is in the log but not in mine.ahap\n"))
    let end = try state()
    #expect(end.file == states[0].file)
    #expect(String(decoding: try #require(end.log), as: UTF8.self).contains("shift") == false)
  }

  @Test func `an incomplete last line of a log is ignored, and the lines before it can be undone`()
    throws
  {
    let states = try states()
    let log = try #require(states[2].log)
    let whole = try #require(states[1].log)
    for length in [whole.count + 1, whole.count + 20, log.count - 2] {
      try restore(State(file: states[1].file, log: log.prefix(length)))
      let undone = try edit(["--undo", "log"])
      #expect(undone.status == 0, "\(length): \(undone.words)")
      #expect(undone.words.contains("the last line is incomplete and is ignored"))
      #expect(try folder.read("mine.ahap") == states[0].file)
    }
  }
}
