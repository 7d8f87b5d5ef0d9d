import Foundation
import HapticEngine
import Testing

@testable import Studio

/// Pattern files that are not valid.
struct PatternTextTests {
  private let root: URL
  private let studio: Studio

  private static let valid = #"""
    {"Version": 1, "Pattern": [
      {"Event": {"Time": 0, "EventType": "HapticTransient"}}
    ]}

    """#
  private static let broken = valid.replacing("1, ", with: "1 ")

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "text-\(UUID().uuidString)")
    let folder = root.appending(path: "inside")
    let histories = root.appending(path: "histories")
    for new in [folder, histories] {
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    }
    studio = Studio(
      try StudioFolder(folder.path(percentEncoded: false)), first: nil,
      histories: histories.path(percentEncoded: false), profile: .wideband)
  }

  private func write(_ text: String) throws {
    try text.write(to: root.appending(path: "inside/tap.ahap"), atomically: true, encoding: .utf8)
  }

  private func text() throws -> String {
    try String(contentsOf: root.appending(path: "inside/tap.ahap"), encoding: .utf8)
  }

  private func state(_ file: PhoneFile) async throws -> PhoneState {
    for await news in await file.follow() {
      if case .state(let state) = news { return state }
    }
    throw StudioError("no state")
  }

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
    try Data([0xFF, 0xFE, 0x00]).write(to: root.appending(path: "inside/other.ahap"))
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
    _ = try await studio.undo("tap.ahap")
    #expect(try text() == Self.broken)
    #expect(await studio.isText("tap.ahap"))
    _ = try await studio.phone("tap.ahap").redo()
    #expect(try text() == Self.valid)
    _ = try await studio.file("tap.ahap")
    // The history of the pattern is not cut off.
    _ = try await studio.undo("tap.ahap")
    #expect(try text() == Self.broken)
    #expect(try await state(try await studio.phone("tap.ahap")).redo == "edit the text")
  }

  @Test func `pages of a pattern learn that it is only text`() async throws {
    try write(Self.broken)
    let file = try await studio.phone("tap.ahap")
    _ = try await file.write(Self.valid, at: try await state(file).revision)
    let news = await (try await studio.file("tap.ahap")).follow()
    _ = try await studio.undo("tap.ahap")
    var last: StudioFile.News?
    for await one in news { last = one }
    guard case .isText("tap.ahap") = last else {
      Issue.record("the last news is \(String(describing: last))")
      return
    }
  }
}
