import AudioOutput
import Foundation
import HapticEditing
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

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
  }

  @Test func `a link is saved when it is made, and when what it leads to is saved`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      try write("1", "\(name)/real.ahap")
    }
    let watch = try FileWatch(folder: folder.path)
    // By way of another link.
    try link("middle", to: "one/real.ahap")
    try link("a.ahap", to: "middle")
    #expect(watch.changes().saved == ["middle", "a.ahap"])
    watch.follow("a.ahap")
    try write("2", "one/real.ahap")
    #expect(watch.changes().saved == ["a.ahap"])
    try write("3", "one/other.ahap")
    #expect(watch.changes().saved.isEmpty)
    try link("middle.new", to: "two/real.ahap")
    try move("middle.new", "middle")
    #expect(watch.changes().saved.contains("a.ahap"))
    watch.follow("a.ahap")
    try write("4", "one/real.ahap")
    #expect(watch.changes().saved.isEmpty)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("two/real.ahap"))
    let changes = watch.changes()
    #expect(changes.removed == ["a.ahap"] && !changes.isFolderGone)
    try write("5", "two/real.ahap")
    #expect(watch.changes().saved == ["a.ahap"])
  }

  @Test func `a second name of a file is saved when it is made, a new file when it is written`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("1", "real.ahap")
    let watch = try FileWatch(folder: folder.path)
    try FileManager.default.linkItem(
      at: folder.appendingPathComponent("real.ahap"), to: folder.appendingPathComponent("a.ahap"))
    #expect(watch.changes().saved == ["a.ahap"])
    let path = folder.appendingPathComponent("b.ahap").path
    let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
    #expect(watch.changes().saved.isEmpty)
    close(file)
    #expect(watch.changes().saved == ["b.ahap"])
  }

  @Test func `a file that was written before it had a name is saved when it gets one`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = try FileWatch(folder: folder.path)
    let path = folder.appendingPathComponent("a.ahap").path
    try PendingFile.write(Array("1".utf8), to: path, existing: .isReplaced)
    // The system may say that a file without a name was written, and calls it # and a number.
    #expect(watch.changes().saved.last == "a.ahap")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("1".utf8))
    try PendingFile.write(Array("2".utf8), to: path, existing: .isReplaced)
    #expect(watch.changes().saved.last == "a.ahap")
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
