import Foundation
import HapticAuthoring
import Testing

/// Which files are said to be saved.
struct FileWatchTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("watch-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func move(_ from: String, _ to: String) throws {
    // As editors do: the new name is the old file or the new one, never none.
    let result = unsafe rename(
      folder.appendingPathComponent(from).path, folder.appendingPathComponent(to).path)
    #expect(result == 0)
  }

  @Test func `each saved file is named once, the last saved last`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = try FileWatch(folder: folder.path)
    #expect(watch.changes().saved.isEmpty)
    try write("1", "a.ahap")
    try write("2", "b.ahap")
    try write("3", "a.ahap")
    #expect(watch.changes().saved == ["b.ahap", "a.ahap"])
    try write("4", "c.tmp")
    try move("c.tmp", "b.ahap")
    #expect(watch.changes().saved.last == "b.ahap")
  }

  @Test func `a file that is removed and written again is saved, and not removed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("1", "a.ahap")
    let watch = try FileWatch(folder: folder.path)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("a.ahap"))
    try write("2", "a.ahap")
    var changes = watch.changes()
    #expect(changes.saved == ["a.ahap"] && changes.removed.isEmpty)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("a.ahap"))
    changes = watch.changes()
    #expect(changes.saved.isEmpty && changes.removed == ["a.ahap"])
  }

  @Test func `a folder that goes away is said to be gone, and one that is not there an error`()
    throws
  {
    let watch = try FileWatch(folder: folder.path)
    try FileManager.default.removeItem(at: folder)
    #expect(watch.changes().isFolderGone)
    #expect(throws: (any Error).self) { try FileWatch(folder: folder.path) }
  }
}
