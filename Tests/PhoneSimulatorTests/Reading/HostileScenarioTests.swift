import PhoneRuntime
import PhoneSimulator
import Testing

/// Tests of files that are designed to exhaust time or memory.
struct HostileScenarioTests {
  private func codes(_ text: String) -> Set<ScenarioProblem.Code> {
    do {
      _ = try ScenarioReader.read(text)
      return []
    } catch {
      return Set(error.problems.map(\.code))
    }
  }

  /// Nine aliases for nine aliases for nine aliases...
  private var laughs: String {
    let first = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    return (1...20).reduce(first) { text, level in
      let row = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      return text + "a\(level): &a\(level) [\(row)]\n"
    }
  }

  @Test func `a few lines of aliases that expand to too many values are rejected`() {
    #expect(codes("scenario: a\n\(laughs)steps: *a20").contains(.tooMuch))
  }

  @Test func `aliases are also rejected in keys`() {
    #expect(codes("scenario: a\n\(laughs)? *a20\n: 1\nsteps: []").contains(.tooMuch))
  }

  @Test func `deeply nested aliases are rejected`() {
    let chain = (1..<20_000).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()
    #expect(codes("scenario: a\na0: &a0 []\n\(chain)steps: []").contains(.tooDeep))
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func `values nested 100 000 deep are rejected`(opening: String) {
    let found = codes("scenario: a\nsteps: " + String(repeating: opening, count: 100_000))
    #expect(!found.isEmpty)
    #expect(found.isSubset(of: [.tooDeep, .syntax]))
  }

  @Test func `a file that is too large is rejected unread`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: ScenarioReader.maximumFileSize + 1)
    #expect(throws: ScenarioErrors.self) { try ScenarioReader.read(bytes) }
  }

  @Test func `invalid UTF-8 is rejected`() {
    let error = #expect(throws: ScenarioErrors.self) {
      try ScenarioReader.read([0xff, 0xfe, 0x00])
    }
    #expect(error?.problems.map(\.code) == [.encoding])
  }

  @Test func `invalid UTF-8 is reported at its place`() {
    let error = #expect(throws: ScenarioErrors.self) {
      try ScenarioReader.read(Array("scenario: a\n# é ".utf8) + [0xff, 0x0a])
    }
    #expect(error?.description == "2:5: error: the file is not text in UTF-8 [encoding]")
  }

  @Test func `100 000 steps are read and run`() throws {
    let steps = (0..<100_000).map { "- {at: \($0), x: \($0 % 2 == 0 ? "play" : "pause")}\n" }
    let text = "scenario: a\napps: { x: { category: playback } }\nsteps:\n" + steps.joined()
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(scenario)
    run.run()
    #expect(run.taken == 100_000)
    #expect(run.failures.isEmpty)
    #expect(run.time == 99_999)
  }
}
