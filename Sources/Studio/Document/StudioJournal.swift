internal import AudioOutput
private import Foundation
private import Glibc
internal import Realtime
internal import TextFormats

/// Records on the disk, one JSON value on each line, such as the history of a file.
///
/// Records are only added, and each record is in the journal before the pattern is written. Therefore a server that is
/// killed does not lose anything. Two servers on one file share one history: each locks the journal, reads the records
/// that the other has added, and then adds its own.
///
/// - Thread: one at a time.        Realtime-safe: no.
final class StudioJournal<Record: Codable & Sendable> {
  private let path: String
  private var descriptor: Int32
  /// The number of bytes that have been read.
  private(set) var length = 0

  /// Opens the journal at `path`, or creates it if `creates` is true.
  ///
  /// - Throws: `SystemError` if the file cannot be opened or created.
  init(path: String, creates: Bool = true) throws(SystemError) {
    self.path = path
    descriptor = Self.open(path, creating: creates ? O_CREAT : 0)
    if descriptor < 0 { throw SystemError(code: errno) }
  }

  deinit { close(descriptor) }

  private static func open(_ path: String, creating: Int32 = 0) -> Int32 {
    unsafe SystemPath.withCString(path) {
      unsafe Glibc.open($0, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | creating, 0o600)
    }
  }

  /// Waits until no other process holds the journal, and then holds it until `unlock`.
  func lock() {
    while true {
      while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
      if isPresent { return }
      // Another process has written the journal again, without the records that it does not need.
      let next = Self.open(path)
      if next < 0 { return }
      close(descriptor)
      (descriptor, length) = (next, 0)
    }
  }

  /// Holds the journal if no other process holds it, and if it has not been removed.
  ///
  /// - Returns: whether the journal is held now.
  func tryToLock() -> Bool {
    var own = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unsafe fstat(descriptor, &own) == 0 && own.st_nlink > 0
  }

  /// Removes the journal.
  func remove() { _ = unsafe SystemPath.withCString(path) { unsafe unlink($0) } }

  /// Whether the open file is the one at the path.
  private var isPresent: Bool {
    var (own, present) = (stat(), stat())
    guard unsafe fstat(descriptor, &own) == 0,
      unsafe SystemPath.withCString(path, { unsafe stat($0, &present) }) == 0
    else { return true }
    return own.st_ino == present.st_ino && own.st_dev == present.st_dev
  }

  /// Releases the journal.
  func unlock() { flock(descriptor, LOCK_UN) }

  /// Returns the records that were added since the last call, including those by other processes.
  ///
  /// Records before a base are omitted, because the base replaces them. A last line without an end is removed: the
  /// process that wrote it was killed, so it has not changed the pattern.
  ///
  /// - Returns: the records; nil if one of them cannot be read.
  /// - Throws: `SystemError` if the file cannot be read; it is unchanged in this case.
  func newRecords() throws(SystemError) -> [Record]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // SAFETY: pread writes at most as many bytes as the array has.
      let count = unsafe pread(descriptor, &buffer, buffer.count, off_t(length + bytes.count))
      if count == 0 { break }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw SystemError(code: errno) }
      bytes += buffer[..<count]
    }
    let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    if whole < bytes.count { ftruncate(descriptor, off_t(length + whole)) }
    length += whole
    let lines = bytes[..<whole].split(separator: UInt8(ascii: "\n"))
    let base = lines.lastIndex { $0.starts(with: #"{"base":"#.utf8) }
    // A journal begins with a base.
    if base == nil && length == whole && whole > 0 { return nil }
    return try? Self.records(of: lines[(base ?? 0)...])
  }

  /// The length up to which equal lines are decoded once, in bytes.
  ///
  /// Our choice: half of the lines of a journal say only that a change was saved, undone or made again.
  private static var shortLine: Int { 16 }

  private static func records(of lines: ArraySlice<ArraySlice<UInt8>>) throws -> [Record] {
    let decoder = JSONDecoder()
    var known: [ArraySlice<UInt8>: Record] = [:]
    return try lines.map { line in
      let isShort = line.count <= shortLine
      if isShort, let record = known[line] { return record }
      let record = try decoder.decode(Record.self, from: Data(line))
      if isShort { known[line] = record }
      return record
    }
  }

  /// Writes the journal again, with `records` only.
  ///
  /// The file gets the name of the former one when it is complete, so that a process that is killed does not lose
  /// anything. Other processes open it when they hold the journal the next time.
  ///
  /// - Throws: `OutputError` if the disk is full; in this case, the journal is unchanged.
  func replace(by records: [Record]) throws(OutputError) {
    let bytes = Self.lines(of: records)
    try PendingFile.write(bytes, to: path, existing: .isReplaced)
    let next = Self.open(path)
    // Without it, the former file is locked and written to until the next lock.
    if next < 0 { return }
    while flock(next, LOCK_EX) != 0 && errno == EINTR {}
    close(descriptor)
    (descriptor, length) = (next, bytes.count)
  }

  /// Returns `records` as they are in the file.
  static func lines(of records: [Record]) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    var bytes: [UInt8] = []
    for record in records {
      // Records are values without numbers that JSON cannot express.
      guard let line = try? encoder.encode(record) else { continue }
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Adds `records`.
  ///
  /// - Throws: `SystemError` if the disk is full; in this case, no record has been added.
  func append(_ records: [Record]) throws(SystemError) {
    let bytes = Self.lines(of: records)
    var written = 0
    while written < bytes.count {
      // SAFETY: the range lies within the array.
      let count = unsafe bytes[written...].withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        let code = errno
        ftruncate(descriptor, off_t(length))
        throw SystemError(code: code)
      }
      written += count
    }
    length += bytes.count
  }
}
