import Foundation
import HapticEditing
import Testing

@testable import Studio

/// Journals that are written again without the records that are not needed.
struct CompactionTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  private static let text = """
    {"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": []}}]}

    """

  private var file: String { folder.appending(path: "tap.ahap").path(percentEncoded: false) }
  private var journal: String { folder.appending(path: "journal").path(percentEncoded: false) }
  private var journalBytes: Int { (try? Data(contentsOf: URL(filePath: journal)).count) ?? 0 }
  private func read() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  private func open(compacted: Int, kept: Int = 1 << 20) throws -> StoredHistory {
    var limits = StoredHistory.JournalLimits()
    (limits.compacted, limits.kept) = (compacted, kept)
    return try StoredHistory(path: file, name: "tap.ahap", journal: journal, limits: limits)
  }

  private func shift(_ stored: StoredHistory, by time: Double) throws {
    try stored.exclusively { stored throws(StudioError) in
      var session = EditSession(stored.history.document)
      do throws(EditError) {
        try session.apply(.shift(time))
      } catch {
        throw StudioError(error.description)
      }
      try stored.make(stored.history.records(of: session.document, label: "move"))
    }
  }

  private func make(_ stored: StoredHistory, _ records: (EditHistory) -> [HistoryRecord]) throws {
    try stored.exclusively { stored throws(StudioError) in
      try stored.make(records(stored.history))
    }
  }

  @Test func `a journal that grows is written again, and keeps every step`() throws {
    let stored = try open(compacted: 4_000)
    for _ in 0..<5 { try shift(stored, by: 1) }
    try make(stored) { $0.undoRecords }
    for _ in 0..<200 {
      try make(stored) { $0.undoRecords }
      try make(stored) { $0.redoRecords }
    }
    // 400 records of undoing and redoing, each with its record of saving, take more than 10 000 bytes.
    #expect(journalBytes < 8_000)
    #expect(stored.history.count == 4 && stored.history.canRedo)
    let again = try open(compacted: 4_000)
    #expect(again.history.changes == stored.history.changes && again.history.count == 4)
    try make(again) { $0.redoRecords }
    #expect(try read().contains("5"))
    for _ in 0..<5 { try make(again) { $0.undoRecords } }
    #expect(try read() == Self.text)
    #expect(!again.history.canUndo)
  }

  @Test func `beyond a limit, the oldest steps are forgotten`() throws {
    let stored = try open(compacted: 4_000, kept: 2_000)
    for _ in 0..<300 { try shift(stored, by: 1) }
    #expect(journalBytes < 10_000)
    let again = try open(compacted: 4_000, kept: 2_000)
    #expect((5..<100).contains(again.history.count))
    #expect(try read().contains("300"))
    try make(again) { $0.undoRecords }
    #expect(try read().contains("299"))
  }

  @Test func `two studios share a journal that one of them writes again`() throws {
    let (one, two) = (try open(compacted: 2_000), try open(compacted: 1 << 20))
    for _ in 0..<30 { try shift(one, by: 1) }
    try shift(two, by: 1)
    #expect(try read().contains("31"))
    try make(one) { $0.undoRecords }
    try make(two) { $0.undoRecords }
    #expect(try read().contains("29"))
    #expect(one.history.count == 30 && two.history.count == 29)
    let again = try open(compacted: 1 << 20)
    #expect(again.history.changes == two.history.changes && again.history.count == 29)
  }

  @Test func `changes that are not in the file are not compacted away`() throws {
    let stored = try open(compacted: 1_000)
    for _ in 0..<10 { try shift(stored, by: 1) }
    let before = try read()
    try FileManager.default.removeItem(atPath: file)
    // A folder cannot be replaced by a file, even by root.
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: StudioError.self) { try shift(stored, by: 1) }
    try FileManager.default.removeItem(atPath: file)
    try before.write(toFile: file, atomically: true, encoding: .utf8)
    try shift(stored, by: 1)
    #expect(try read().contains("11"))
  }
}
