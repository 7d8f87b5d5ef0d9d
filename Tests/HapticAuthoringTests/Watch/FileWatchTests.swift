import AudioOutput
import Foundation
import HapticEditing
import Testing

/// Reports of saved files.
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
    // As editors do it: the new name always refers to the old file or the new file.
    let result = unsafe rename(
      folder.appendingPathComponent(from).path, folder.appendingPathComponent(to).path)
    #expect(result == 0)
  }

  @Test func `each saved file is reported once, in order of its last save`() throws {
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

  @Test func `a file that is removed and written again is reported as saved, not removed`() throws {
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

  @Test func `a link is reported when it is created, and when its target is saved`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      try write("1", "\(name)/real.ahap")
    }
    let watch = try FileWatch(folder: folder.path)
    // Through another link.
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

  @Test func `a hard link is reported when it is created, a new file when it is written`()
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

  @Test func `a file that is written before it has a name is reported when it gets one`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = try FileWatch(folder: folder.path)
    let path = folder.appendingPathComponent("a.ahap").path
    try PendingFile.write(Array("1".utf8), to: path, existing: .isReplaced)
    // The system may report a write to a file without a name, which it calls # and a number.
    #expect(watch.changes().saved.last == "a.ahap")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("1".utf8))
    try PendingFile.write(Array("2".utf8), to: path, existing: .isReplaced)
    #expect(watch.changes().saved.last == "a.ahap")
  }

  @Test func `a removed folder is reported, and a missing folder is an error`()
    throws
  {
    let watch = try FileWatch(folder: folder.path)
    try FileManager.default.removeItem(at: folder)
    #expect(watch.changes().isFolderGone)
    #expect(throws: (any Error).self) { try FileWatch(folder: folder.path) }
  }
}
