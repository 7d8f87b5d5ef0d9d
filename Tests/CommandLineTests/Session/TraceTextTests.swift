import Foundation
import Testing

/// The text traces of all scenarios in the repository.
struct TraceTextTests {
  /// A line of `haptic session run --json`.
  private struct Line: Decodable {
    let t: Double
    let app: String
    let kind: String
    let what: String
    let text: String
    let scenario: String
    let requested: Int?
    let first: Int?
    let verdict: String?
    let sound: String?
    let fate: String?
    let notice: String?

    /// Whether a haptic or a vibration starts in this line.
    var isBeginning: Bool { first != nil }
  }

  /// A row of the text, with its time if printed and the rest; nil for the title of a scenario.
  private struct Row {
    let time: Double?
    let rest: Substring

    init?(_ row: Substring) {
      let head = row.prefix(9)
      let match = head.wholeMatch(of: /\s*([0-9.]+) s/)
      guard match != nil || head.allSatisfy({ $0 == " " }) else { return nil }
      time = match.flatMap { Double($0.output.1) }
      rest = row.dropFirst(11)
    }
  }

  private static let folders = [
    "\(Program.package)/Examples", "\(Program.package)/Tests/PhoneSimulatorTests/Scenarios",
  ]

  private static func run(_ options: String...) throws -> String {
    let outcome = try Program.run(["session", "run"] + options + folders, in: ScratchFolder())
    #expect(outcome.status == 0, "\(outcome.words)")
    return outcome.text
  }

  private static func lines() throws -> [Line] {
    try run("--json").split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  @Test func `times increase, and each is printed once`() throws {
    var (time, times) = (-1.0, 0)
    for line in try Self.run().split(separator: "\n") {
      guard let row = Row(line) else {
        time = -1
        continue
      }
      guard let next = row.time else { continue }
      #expect(next > time, "\(line)")
      (time, times) = (next, times + 1)
    }
    #expect(times > 1_000)
  }

  @Test func `each line of the JSON trace is one row`() throws {
    let rows = try Self.run().split(separator: "\n").compactMap(Row.init)
    let lines = try Self.lines()
    try #require(rows.count == lines.count)
    var time = 0.0
    for (row, line) in zip(rows, lines) {
      time = row.time ?? time
      #expect((time - line.t).magnitude < 0.000_6, "\(line)")
      #expect(row.rest.hasPrefix(line.app) && row.rest.hasSuffix(line.text), "\(line)")
    }
  }

  /// A scenario in which two wheels of a picker turn at the same speed, so that a row of each is chosen at the
  /// same time.
  private static let wheels =
    "A finger on a wheel that turns ends its turning, and another wheel turns on"

  @Test func `each event of a step is printed once`() throws {
    // The effects of one step at one time.
    var group: [Line] = []
    for line in try Self.lines() {
      if let last = group.last, line.kind != "call", last.t == line.t,
        last.scenario == line.scenario
      {
        let isTwin = group.contains { $0.app == line.app && $0.text == line.text }
        let isRepeated = group.contains { $0.fate == "repeated" && $0.notice == line.notice }
        // Starts are counted below.
        let isExpected = line.isBeginning || isRepeated || line.scenario == Self.wheels
        #expect(!isTwin || isExpected, "\(line)")
      } else {
        group = []
      }
      group.append(line)
    }
  }

  @Test func `a haptic or a vibration starts at most once for each request`() throws {
    struct Request: Hashable {
      let scenario: String
      let app: String
      let frame: Int
    }
    var (asked, begun): ([Request: Int], [Request: Int]) = ([:], [:])
    for line in try Self.lines() {
      let isRinging = line.what == "ringing" && line.sound != "none"
      let isPlayed =
        ["haptic", "vibration", "sound"].contains(line.what) && line.verdict == "played"
      let frame = line.requested ?? Int((line.t * 48_000).rounded())
      let request = Request(scenario: line.scenario, app: line.app, frame: frame)
      if isRinging || isPlayed { asked[request, default: 0] += 1 }
      if line.isBeginning { begun[request, default: 0] += 1 }
    }
    #expect(begun.count > 100)
    for (request, count) in begun { #expect(count <= asked[request] ?? 0, "\(request)") }
  }

  @Test func `frames are printed with --verbose, and only then`() throws {
    #expect(!(try Self.run().contains("frame")))
    let rows = try Self.run("--verbose").split(separator: "\n").compactMap(Row.init)
    let lines = try Self.lines()
    try #require(rows.count == lines.count)
    for (row, line) in zip(rows, lines) {
      guard let first = line.first, let requested = line.requested else {
        #expect(!row.rest.contains("frame"))
        continue
      }
      #expect(
        row.rest.hasSuffix("\(line.text) (frame \(first), requested at frame \(requested))"))
    }
  }
}
