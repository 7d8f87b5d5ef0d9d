import Foundation
import HapticEditing
import HapticEngine
import Testing
import TextFormats

@testable import Studio

/// A file and its history on the disk, with other programs that write the same file.
struct HistoryTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(Self.text(times: [0, 1]))
  }

  private var file: String { folder.appending(path: "tap.ahap").path(percentEncoded: false) }
  private var journal: String { folder.appending(path: "journal").path(percentEncoded: false) }

  private static func text(times: [Double], note: String = "") -> String {
    let events = times.map {
      #"  {"Event": {"Time": \#($0), "EventType": "HapticTransient", "EventParameters": []}}"#
    }
    return
      "{\"Version\": 1, \"Note\": \"\(note)\", \"Pattern\": [\n\(events.joined(separator: ",\n"))\n]}\n"
  }

  private func write(_ text: String) throws {
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }
  private func read() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
  private func open() throws -> StoredHistory {
    try StoredHistory(path: file, name: "tap.ahap", journal: journal)
  }

  private func shift(
    _ stored: StoredHistory, _ entry: Int, by time: Double, label: String = "move",
    joins: Bool = false
  ) throws {
    try stored.exclusively { stored throws(StudioError) in
      let selection = EditOperation.select(
        Selection(groups: [[.field(.index, .equal(Double(entry)))]]))
      var session = EditSession(stored.history.document)
      do throws(EditError) {
        for edit in [selection, .shift(time)] { try session.apply(edit) }
      } catch {
        throw StudioError(error.description)
      }
      try stored.make(
        stored.history.records(of: session.document, label: label, joins: joins))
    }
  }

  private func undo(_ stored: StoredHistory) throws {
    try stored.exclusively { stored throws(StudioError) in
      try stored.make(stored.history.undoRecords)
    }
  }

  private func redo(_ stored: StoredHistory) throws {
    try stored.exclusively { stored throws(StudioError) in
      try stored.make(stored.history.redoRecords)
    }
  }

  @Test(arguments: [true, false])
  func `a file that is replaced by a link is neither read nor written`(exists: Bool) throws {
    let stored = try open()
    let before = stored.history.document.bytes
    let outside = folder.appending(path: "outside.ahap")
    if exists { try Self.text(times: [7]).write(to: outside, atomically: true, encoding: .utf8) }
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: outside.path(percentEncoded: false))
    #expect(throws: StudioError.self) { try shift(stored, 0, by: 1) }
    #expect(throws: StudioError.self) {
      try stored.exclusively { stored throws(StudioError) in try stored.restore() }
    }
    #expect(stored.history.document.bytes == before)
    #expect(
      (try? String(contentsOf: outside, encoding: .utf8)) == (exists ? Self.text(times: [7]) : nil))
    // Without the link, the file is written again.
    try FileManager.default.removeItem(atPath: file)
    try shift(stored, 0, by: 1)
    #expect(stored.problem == nil)
    #expect(try read() == Self.text(times: [1, 1]))
  }

  @Test func `a change is in the file, and undoing restores every byte`() throws {
    let before = try read()
    let stored = try open()
    try shift(stored, 1, by: 0.5)
    let after = try read()
    #expect(after.contains("1.5"))
    try undo(stored)
    #expect(try read() == before)
    try redo(stored)
    #expect(try read() == after)
  }

  @Test func `changes that belong together are undone together`() throws {
    let before = try read()
    let stored = try open()
    try shift(stored, 1, by: 0.5)
    let between = try read()
    try shift(stored, 0, by: 0.1)
    try shift(stored, 0, by: 0.1, joins: true)
    try undo(stored)
    #expect(try read() == between)
    try redo(stored)
    #expect(try read().contains("0.2"))
    try undo(stored)
    try undo(stored)
    #expect(try read() == before)
    #expect(!stored.history.canUndo)
  }

  @Test func `the history survives a restart`() throws {
    let before = try read()
    try shift(open(), 1, by: 0.5)
    let stored = try open()
    #expect(stored.history.canUndo)
    try undo(stored)
    #expect(try read() == before)
    let again = try open()
    #expect(again.history.canRedo)
    try redo(again)
    #expect(try read().contains("1.5"))
  }

  @Test func `two studios on one file share its history`() throws {
    let (one, two) = (try open(), try open())
    try shift(one, 0, by: 0.25)
    try shift(two, 1, by: 0.25)
    #expect(try read().contains("0.25"))
    #expect(try read().contains("1.25"))
    try undo(one)
    #expect(try !read().contains("1.25"))
    #expect(one.history.revision == 4)
    try undo(two)
    #expect(try read() == Self.text(times: [0, 1]).replacingOccurrences(of: "0.0", with: "0.0"))
  }

  @Test func `the work of another program becomes a change that can be undone`() throws {
    let stored = try open()
    try shift(stored, 1, by: 0.5)
    let ours = try read()
    try write(Self.text(times: [0, 2, 3], note: "other"))
    try stored.exclusively { _ throws(StudioError) in }
    #expect(stored.history.document.entryCount == 3)
    try undo(stored)
    #expect(try read() == ours)
  }

  @Test func `a file that was edited while no studio was open keeps that edit`() throws {
    try shift(open(), 1, by: 0.5)
    try write(Self.text(times: [0, 7]))
    let stored = try open()
    #expect(try read() == Self.text(times: [0, 7]))
    try undo(stored)
    #expect(try read().contains("1.5"))
  }

  @Test func `a change whose server was killed before it wrote the file is made up for`() throws {
    let before = try read()
    let stored = try open()
    try shift(stored, 1, by: 0.5)
    let after = try read()
    // The last record says that the file was written. A killed server has not written either.
    try write(before)
    let lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
    #expect(lines.last == "{\"saved\":{}}")
    try lines.dropLast().map { $0 + "\n" }.joined().write(
      toFile: journal, atomically: false, encoding: .utf8)
    _ = try open()
    #expect(try read() == after)
  }

  @Test func `our change and that of another program are merged after a killed server`() throws {
    let before = try read()
    let stored = try open()
    try shift(stored, 1, by: 0.5)
    let lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
    try lines.dropLast().map { $0 + "\n" }.joined().write(
      toFile: journal, atomically: false, encoding: .utf8)
    try write(before.replacingOccurrences(of: "\"Time\": 0.0", with: "\"Time\": 0.125"))
    _ = try open()
    #expect(try read().contains("0.125"))
    #expect(try read().contains("1.5"))
  }

  @Test func `a torn last line of the journal is ignored`() throws {
    let stored = try open()
    try shift(stored, 1, by: 0.5)
    let after = try read()
    let handle = try #require(FileHandle(forWritingAtPath: journal))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"change\":{\"_0\":{\"label\":\"mo".utf8))
    try handle.close()
    let again = try open()
    #expect(try read() == after)
    try shift(again, 1, by: 0.5)
    #expect(try open().history.count == 2)
  }

  @Test func `a file that is not a pattern is left alone until it is corrected`() throws {
    let stored = try open()
    try write("{\"Version\": 1, \"Pattern\": [")
    try stored.exclusively { _ throws(StudioError) in }
    #expect(stored.problem != nil)
    #expect(throws: StudioError.self) { try shift(stored, 1, by: 0.5) }
    #expect(try read() == "{\"Version\": 1, \"Pattern\": [")
    try write(Self.text(times: [4]))
    try stored.exclusively { _ throws(StudioError) in }
    #expect(stored.problem == nil)
    #expect(stored.history.document.entryCount == 1)
  }

  @Test func `a removed file is written again by the next change`() throws {
    let stored = try open()
    try FileManager.default.removeItem(atPath: file)
    try stored.exclusively { _ throws(StudioError) in }
    #expect(stored.problem != nil)
    try shift(stored, 1, by: 0.5)
    #expect(try read().contains("1.5"))
  }

  @Test func `a change does not join an older change with another label`() throws {
    let stored = try open()
    try shift(stored, 0, by: 0.5)
    let between = try read()
    try shift(stored, 1, by: 0.5, label: "nudge", joins: true)
    try undo(stored)
    #expect(try read() == between)
  }

  @Test(arguments: ["{\"change\":7}", "not JSON", "{\"undo\":{}}"])
  func `a damaged journal starts again from the file`(line: String) throws {
    let stored = try open()
    try shift(stored, 1, by: 0.5)
    let after = try read()
    var lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    lines.insert(line, at: 1)
    try lines.map { $0 + "\n" }.joined().write(toFile: journal, atomically: false, encoding: .utf8)
    let again = try open()
    #expect(try read() == after)
    #expect(!again.history.canUndo)
    try shift(again, 0, by: 0.25)
    let last = try open()
    #expect(last.history.count == 1)
    try undo(last)
    #expect(try read() == after)
  }

  @Test func `a file that cannot be read is left alone until it can be read again`() throws {
    let stored = try open()
    try FileManager.default.removeItem(atPath: file)
    // A folder cannot be replaced by a file, even by root.
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: StudioError.self) { try shift(stored, 1, by: 0.5) }
    #expect(stored.problem != nil)
    try FileManager.default.removeItem(atPath: file)
    try shift(stored, 1, by: 0.5)
    #expect(stored.problem == nil)
    #expect(try read().contains("1.5"))
  }

  @Test func `a file that was removed while it was not a pattern can be written again`() throws {
    let stored = try open()
    try write("{")
    #expect(throws: StudioError.self) { try shift(stored, 1, by: 0.5) }
    try FileManager.default.removeItem(atPath: file)
    try shift(stored, 1, by: 0.5)
    #expect(try read().contains("1.5"))
  }

  @Test func `while a change is made, other commands cannot lock the file`() throws {
    let (stored, file) = (try open(), file)
    let isFree = try stored.exclusively { _ throws(StudioError) in
      (try? FileLock.hold(file, patience: .zero)) != nil
    }
    #expect(!isFree)
    #expect(try FileLock.hold(file, patience: .zero) != nil)
  }

  @Test func `text that another program writes during a change is merged`() throws {
    let stored = try open()
    let theirs = try read().replacingOccurrences(of: "\"Time\": 0.0", with: "\"Time\": 0.125")
    let file = file
    try stored.exclusively { stored throws(StudioError) in
      try? theirs.write(toFile: file, atomically: true, encoding: .utf8)
      var session = EditSession(stored.history.document)
      let selection = Selection(groups: [[.field(.index, .equal(1))]])
      for edit in [EditOperation.select(selection), .shift(0.5)] { _ = try? session.apply(edit) }
      try stored.make(stored.history.records(of: session.document, label: "move"))
    }
    #expect(try read() == theirs)
    try stored.exclusively { _ throws(StudioError) in }
    #expect(try read().contains("0.125"))
    #expect(try read().contains("1.5"))
    #expect(stored.problem == nil)
  }
}
