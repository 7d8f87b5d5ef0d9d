import Foundation
import HapticCharts
import HapticEngine
import HapticFormats
import Testing

@testable import Studio

/// The library: presets, sketches, and files as a whole.
struct LibraryTests {
  private let folder: URL
  private let studio: Studio

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
    let histories = folder.appending(path: ".histories")
    try FileManager.default.createDirectory(at: histories, withIntermediateDirectories: true)
    studio = Studio(
      try StudioFolder(folder.path(percentEncoded: false)), first: nil,
      histories: histories.path(percentEncoded: false), profile: .wideband)
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func `every preset has a meaning and a sketch, and begins a file`() async throws {
    let presets = try #require(try await studio.answer(.presets).presets)
    #expect(presets.map(\.name) == HapticPreset.allCases.map(\.name))
    for preset in presets {
      #expect(!preset.meaning.isEmpty)
      let strongest = preset.thumbnail.vibration.map { $0[0] }.max() ?? 0
      #expect(strongest > 0 || !preset.thumbnail.transients.isEmpty, "\(preset.name)")
    }
    _ = try await studio.answer(.start(file: "a.ahap", preset: presets[0].name))
    let expected = AHAP.encode(HapticPreset.allCases[0].pattern)
    #expect(text("a.ahap") == String(decoding: expected, as: UTF8.self))
    await #expect(throws: StudioError.self) {
      try await studio.answer(.start(file: "a.ahap", preset: presets[1].name))
    }
    await #expect(throws: StudioError.self) {
      try await studio.answer(.start(file: "b.ahap", preset: "nothing"))
    }
    #expect(text("b.ahap") == nil)
  }

  @Test func `a sketch has the strongest values of each column`() throws {
    let pattern = try HapticPattern(notation: "tap 0.8/0.3, rest 500ms, buzz 500ms 0.5/0.7")
    let sketch = PatternThumbnail(of: pattern, columns: 10)
    #expect(sketch.seconds == 1)
    #expect(sketch.transients == [[0, 0.8, 0.3]])
    #expect(sketch.vibration.count == 10)
    #expect(sketch.vibration[0][0] == 0 && sketch.vibration[7] == [0.5, 0.7])
  }

  @Test func `a sketch is made again when the file changes`() async throws {
    _ = try await studio.answer(.start(file: "a.ahap", preset: HapticPreset.allCases[0].name))
    func sketch() async throws -> PatternThumbnail? {
      try await studio.answer(.thumbnails(files: ["a.ahap", "../x.ahap", "none.ahap"]))
        .thumbnails?["a.ahap"]
    }
    let before = try #require(try await sketch())
    #expect(try await sketch() == before)
    let other = AHAP.encode(try HapticPattern(notation: "buzz 3s 0.5/0.5"))
    try Data(other).write(to: folder.appending(path: "a.ahap"))
    #expect(try await sketch()?.seconds == 3)
  }

  @Test func `copies are listed after their originals`() async throws {
    for name in ["tap 2.ahap", "tap.ahap", "tap-hard.ahap"] {
      _ = try await studio.create(name, notation: "tap")
    }
    #expect(await studio.list.load().map(\.name) == ["tap.ahap", "tap 2.ahap", "tap-hard.ahap"])
  }

  @Test func `a new pattern with a value out of range is not created`() async throws {
    let error = await #expect(throws: StudioError.self) {
      try await studio.create("a.ahap", notation: "tap 1.5")
    }
    #expect(error?.description.contains("allowed: 0 to 1") == true)
    #expect(text("a.ahap") == nil)
  }

  @Test func `a link to a file of another kind is not filled with a pattern`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: studio.folder.path + "/link.ahap", withDestinationPath: "notes.txt")
    await #expect(throws: StudioError.self) {
      try await studio.create("link.ahap", notation: "tap")
    }
    #expect(text("notes.txt") == nil)
  }

  @Test func `a copy has the same content, and a history of its own`() async throws {
    _ = try await studio.create("a.ahap", notation: "tap")
    _ = try await studio.answer(.duplicate(file: "b.ahap", from: "a.ahap"))
    #expect(text("b.ahap") == text("a.ahap"))
    let copy = try await studio.file("b.ahap")
    let edit = StudioRequest.Edit(edits: [["shift", "1"]], label: "later")
    _ = try await copy.make(edit, at: await copy.revision)
    #expect(text("b.ahap") != text("a.ahap"))
  }

  @Test func `a renamed file keeps its history`() async throws {
    _ = try await studio.create("a.ahap", notation: "tap")
    let before = text("a.ahap")
    let file = try await studio.file("a.ahap")
    let edit = StudioRequest.Edit(edits: [["shift", "1"]], label: "later")
    _ = try await file.make(edit, at: await file.revision)
    _ = try await studio.answer(.rename(file: "a.ahap", to: "b.ahap"))
    #expect(text("a.ahap") == nil)
    _ = try await studio.file("b.ahap").go(.undo)
    #expect(text("b.ahap") == before)
  }

  @Test(arguments: ["b.ahap", "b.txt", "../b.ahap", "folder/b.ahap"])
  func `a file is not renamed over another one or out of the folder`(name: String) async throws {
    _ = try await studio.create("a.ahap", notation: "tap")
    _ = try await studio.create("b.ahap", notation: "buzz")
    let before = (text("a.ahap"), text("b.ahap"))
    await #expect(throws: StudioError.self) {
      try await studio.answer(.rename(file: "a.ahap", to: name))
    }
    #expect(text("a.ahap") == before.0 && text("b.ahap") == before.1)
  }

  @Test func `a deleted file is restored with its history`() async throws {
    _ = try await studio.create("a.ahap", notation: "tap")
    let file = try await studio.file("a.ahap")
    let before = text("a.ahap")
    let edit = StudioRequest.Edit(edits: [["shift", "1"]], label: "later")
    _ = try await file.make(edit, at: await file.revision)
    let changed = text("a.ahap")
    _ = try await studio.answer(.delete(file: "a.ahap"))
    #expect(text("a.ahap") == nil)
    _ = try await studio.answer(.restore(file: "a.ahap"))
    #expect(text("a.ahap") == changed)
    _ = try await file.go(.undo)
    #expect(text("a.ahap") == before)
  }

  private static let scenario =
    "scenario: A\napps:\n  app: { category: playback }\nsteps:\n  - app: activate\n"

  @Test func `a scenario is duplicated, renamed, deleted and restored with its history`()
    async throws
  {
    try Self.scenario.write(
      to: folder.appending(path: "a.yaml"), atomically: true, encoding: .utf8)
    let file = try await studio.phone("a.yaml")
    _ = try await file.remove(0, at: 1)
    let changed = text("a.yaml")
    #expect(changed != Self.scenario)
    _ = try await studio.answer(.duplicate(file: "b.yaml", from: "a.yaml"))
    #expect(text("b.yaml") == changed)
    _ = try await studio.answer(.rename(file: "a.yaml", to: "c.yaml"))
    #expect(text("a.yaml") == nil && text("c.yaml") == changed)
    _ = try await studio.answer(.delete(file: "c.yaml"))
    #expect(text("c.yaml") == nil)
    _ = try await studio.answer(.restore(file: "c.yaml"))
    #expect(text("c.yaml") == changed)
    _ = try await studio.phone("c.yaml").go(.undo)
    #expect(text("c.yaml") == Self.scenario)
  }

  @Test(arguments: ["b.yaml", "c.ahap", "../c.yaml"])
  func `a scenario is not renamed over another one, or to a pattern`(name: String) async throws {
    for name in ["a.yaml", "b.yaml"] {
      try Self.scenario.write(
        to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    await #expect(throws: StudioError.self) {
      try await studio.answer(.rename(file: "a.yaml", to: name))
    }
    await #expect(throws: StudioError.self) {
      try await studio.answer(.duplicate(file: name, from: "a.yaml"))
    }
    #expect(text("a.yaml") == Self.scenario && text("c.ahap") == nil)
  }
}
