import Foundation
import HapticEngine
import Testing

@testable import Studio

/// Pattern files that are not valid.
struct PatternTextTests {
  private let fixture: StudioFixture
  private var studio: Studio { fixture.studio }

  private static let valid = #"""
    {"Version": 1, "Pattern": [
      {"Event": {"Time": 0, "EventType": "HapticTransient"}}
    ]}

    """#
  private static let broken = valid.replacing("1, ", with: "1 ")

  init() throws { fixture = try StudioFixture() }

  private func write(_ text: String) throws { try fixture.write(text, "tap.ahap") }

  private func text() throws -> String { try fixture.text("tap.ahap") }

  private func state(_ file: PhoneFile) async throws -> PhoneState { try await fixture.state(file) }

  @Test(arguments: [
    broken, valid.replacing("HapticTransient", with: "HapticTransent"), "", "[]",
    valid.replacing("\"Time\": 0", with: "\"Time\": -1"),
  ])
  func `a pattern that is not valid has a text with problems`(_ text: String) async throws {
    try write(text)
    await #expect(throws: StudioError.self) { try await studio.file("tap.ahap") }
    #expect(await studio.isText("tap.ahap"))
    let state = try await state(try await studio.phone("tap.ahap"))
    #expect(!state.errors.isEmpty && state.text == text && state.steps.isEmpty)
  }

  @Test func `a valid pattern, a sound and a file that is not text have no text`() async throws {
    try write(Self.valid)
    for name in ["tap.ahap", "tap.wav", "no.ahap", "../tap.ahap"] {
      #expect(await studio.isText(name) == false, "\(name)")
    }
    await #expect(throws: StudioError.self) { try await studio.phone("tap.ahap") }
    try Data([0xFF, 0xFE, 0x00]).write(to: fixture.folder.appending(path: "other.ahap"))
    #expect(await studio.isText("other.ahap") == false)
  }

  @Test func `a corrected text is a pattern, and undo and redo go back and forth`() async throws {
    try write(Self.broken)
    #expect(await studio.isText("tap.ahap"))
    let file = try await studio.phone("tap.ahap")
    let first = try await state(file)
    #expect(first.errors.map(\.line) == [1])
    _ = try await file.write(Self.valid, at: first.revision)
    #expect(await studio.isText("tap.ahap") == false)
    _ = try await studio.go(.undo, in: "tap.ahap")
    #expect(try text() == Self.broken)
    #expect(await studio.isText("tap.ahap"))
    _ = try await studio.phone("tap.ahap").go(.redo)
    #expect(try text() == Self.valid)
    _ = try await studio.file("tap.ahap")
    // The history of the pattern is not cut off.
    _ = try await studio.go(.undo, in: "tap.ahap")
    #expect(try text() == Self.broken)
    #expect(try await state(try await studio.phone("tap.ahap")).redo == "edit the text")
  }

  @Test func `pages of a pattern learn that it is only text`() async throws {
    try write(Self.broken)
    let file = try await studio.phone("tap.ahap")
    _ = try await file.write(Self.valid, at: try await state(file).revision)
    let news = await (try await studio.file("tap.ahap")).follow()
    _ = try await studio.go(.undo, in: "tap.ahap")
    var last: StudioFile.News?
    for await one in news { last = one }
    guard case .isText("tap.ahap") = last else {
      Issue.record("the last news is \(String(describing: last))")
      return
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pattern that another program breaks is shown as text, and its history goes on`()
    async throws
  {
    try write(Self.valid)
    let file = try await studio.file("tap.ahap")
    let edit = StudioRequest.Edit(edits: [["shift", "1"]], label: "later")
    _ = try await file.make(edit, at: await file.revision)
    let shifted = try text()
    var isText = false
    for await news in await file.follow() {
      switch news {
      case .state where try text() == shifted: try write(Self.broken)
      case .isText: isText = true
      case .state, .judgment, .sound, .renamed: continue
      }
    }
    #expect(isText)
    #expect(try text() == Self.broken)
    #expect(await studio.isText("tap.ahap"))
    let phone = try await studio.phone("tap.ahap")
    let state = try await state(phone)
    #expect(state.text == Self.broken && state.errors.map(\.line) == [1])
    #expect(state.undo == "change by another program")
    _ = try await phone.go(.undo)
    #expect(try text() == shifted)
    _ = try await studio.go(.undo, in: "tap.ahap")
    #expect(try text() == Self.valid)
  }

  @Test func `a file that another program writes in parts stays a pattern`() async throws {
    try write(Self.valid)
    let file = try await studio.file("tap.ahap")
    var revisions: Set<Int> = []
    for await news in await file.follow() {
      guard case .state(let state) = news else { continue }
      revisions.insert(state.revision)
      if state.problem != nil {
        try write(Self.valid.replacing("\"Time\": 0", with: "\"Time\": 1"))
      } else if state.undo == nil {
        try write(Self.broken)
      } else {
        break
      }
    }
    // The parts are not steps of the history.
    #expect(revisions.count == 2)
    _ = try await studio.go(.undo, in: "tap.ahap")
    #expect(try text() == Self.valid)
  }
}
