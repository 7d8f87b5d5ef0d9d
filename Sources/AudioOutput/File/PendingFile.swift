private import Glibc
public import Realtime
internal import TextFormats

/// A file that appears under its name whole, or not at all.
///
/// The bytes go to a file without a name, or with a temporary name next to the target if the file
/// system requires one. `commit` flushes them to the disk, and then puts the file in the target's place
/// in one step, so that a power failure leaves the old file or the new one, never an empty one. A file
/// that is replaced keeps its permissions and, if the process may give it away, its owner; another hard
/// link to it keeps the old content. A symbolic link stays, and its target is created or replaced.
///
/// If the process is killed while it replaces a file, a complete copy called `.haptic-….part` may remain:
/// Linux cannot give a file without a name the name of another one.
///
/// - Thread: one at a time; `discardAll` any.        Realtime-safe: no.
public final class PendingFile {
  /// What becomes of a file that is there already.
  public enum Existing: Hashable, Sendable {
    /// The new file takes its place.
    case isReplaced
    /// The existing file stays, and there is an error instead of the new one.
    case isKept
  }

  /// Where to write.
  public let descriptor: Int32
  private let existing: Existing
  /// The temporary path; nil if the file has no name yet.
  private let temporaryPath: String?
  private let targetPath: String
  private let folder: String
  private var isFlushed = false
  private var isSettled = false

  private init(
    descriptor: Int32, existing: Existing, temporaryPath: String?, targetPath: String,
    folder: String
  ) {
    self.descriptor = descriptor
    self.existing = existing
    self.temporaryPath = temporaryPath
    self.targetPath = targetPath
    self.folder = folder
  }

  deinit { discard() }

  /// A new, empty file that is to appear at `path`.
  ///
  /// - Parameters:
  ///   - path: where it is to appear.
  ///   - existing: what becomes of a file that is there already.
  /// - Returns: the file, to be written and then committed.
  /// - Throws: `OutputError` `.cannotWrite` if no file can be made in that folder, or if there is
  ///   something at `path` that a file cannot or must not replace.
  public static func create(
    at path: String, existing: Existing = .isReplaced
  ) throws(OutputError) -> PendingFile {
    let target = SystemPath.followed(path)
    var status = stat()
    let exists = unsafe SystemPath.withCString(target) { unsafe stat($0, &status) } == 0
    if exists && status.st_mode & S_IFMT != S_IFREG {
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device, pipe or socket"
      throw OutputError(.cannotWrite, subject: path, detail: "This is \(kind), not a file.")
    }
    if exists && existing == .isKept { throw .cannotWrite(path, EEXIST) }
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let file = try PendingFiles.open(in: folder, for: path)
    if exists {
      // The owner only where the process may give the file away, which root may.
      _ = fchown(file.descriptor, status.st_uid, status.st_gid)
      _ = fchmod(file.descriptor, status.st_mode & 0o777)
    }
    return PendingFile(
      descriptor: file.descriptor, existing: existing, temporaryPath: file.path,
      targetPath: target, folder: folder)
  }

  /// Makes the file at `path` out of `bytes`; what is a pipe, a device or a socket gets them at once.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - path: where it is to appear.
  ///   - existing: what becomes of a file that is there already.
  /// - Throws: `OutputError` `.cannotWrite`, as `create` and `commit`, or if the disk is full.
  public static func write(
    _ bytes: [UInt8], to path: String, existing: Existing
  ) throws(OutputError) {
    if isStream(path) {
      let descriptor = try openStream(path)
      defer { close(descriptor) }
      return try write(bytes, to: descriptor, called: path)
    }
    let file = try create(at: path, existing: existing)
    try write(bytes, to: file.descriptor, called: path)
    try file.commit()
  }

  /// Makes several files that belong together: none appears before all are on the disk.
  ///
  /// They appear in the order in which they are given: if the process is killed meanwhile, the first of
  /// them are new and the others old.
  ///
  /// - Parameters:
  ///   - files: where each is to appear, and all of it.
  ///   - existing: what becomes of files that are there already.
  /// - Throws: `OutputError` `.cannotWrite`, as `write(_:to:existing:)`; unless one that was written cannot
  ///   get its name, there is no new file then.
  public static func write(
    _ files: [(path: String, bytes: [UInt8])], existing: Existing
  ) throws(OutputError) {
    var pending: [PendingFile] = []
    for (path, bytes) in files where !isStream(path) {
      let file = try create(at: path, existing: existing)
      try write(bytes, to: file.descriptor, called: path)
      try file.flush()
      pending.append(file)
    }
    for (path, bytes) in files where isStream(path) {
      try write(bytes, to: path, existing: existing)
    }
    for file in pending { try file.commit() }
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, called path: String
  ) throws(OutputError) {
    let code = unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return Int32(0) }
      return unsafe writeAll(descriptor, start, bytes.count)
    }
    if code != 0 { throw .cannotWrite(path, code) }
  }

  /// Whether there is something at `path` that takes bytes and is no file: a pipe, a device, a
  /// socket.
  static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard unsafe SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0 else {
      return false
    }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// A descriptor to write to what `isStream`.
  static func openStream(_ path: String) throws(OutputError) -> Int32 {
    let descriptor = unsafe SystemPath.withCString(path) {
      unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    if descriptor < 0 { throw .cannotWrite(path, errno) }
    return descriptor
  }

  /// Removes all files that are not yet committed; none can be made or committed any more.
  ///
  /// For a program that is about to end without returning from what it is doing.
  public static func discardAll() { PendingFiles.close() }

  /// Flushes the file to the disk, puts it under its name, and flushes that as well.
  ///
  /// - Throws: `OutputError` `.cannotWrite`; there is no new file then.
  public func commit() throws(OutputError) {
    precondition(!isSettled, "a file is committed or discarded once")
    defer { discard() }
    try flush()
    if let temporaryPath {
      try PendingFiles.rename(temporaryPath, to: targetPath, existing)
    } else {
      try PendingFiles.link(descriptor, to: targetPath, in: folder, existing)
    }
    isSettled = true
    close(descriptor)
    flushFolder()
  }

  /// Waits until the bytes are on the disk.
  ///
  /// Source: fsync(2); EINVAL and EROFS mean that this file system flushes nothing.
  private func flush() throws(OutputError) {
    if isFlushed { return }
    while fsync(descriptor) != 0 {
      let code = errno
      if [EINVAL, EROFS, ENOSYS, EOPNOTSUPP].contains(code) { break }
      if code != EINTR { throw .cannotWrite(targetPath, code) }
    }
    isFlushed = true
  }

  /// Waits until the name is on the disk, if the folder may be read; the file is complete either way.
  private func flushFolder() {
    let descriptor = unsafe SystemPath.withCString(folder.isEmpty ? "." : folder) {
      unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    if descriptor < 0 { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Removes the file; does nothing once it has been committed or discarded.
  public func discard() {
    if isSettled { return }
    isSettled = true
    close(descriptor)
    if let temporaryPath { PendingFiles.remove(temporaryPath) }
  }
}

extension OutputError {
  /// The file at `path` cannot be written, because of `code`, a positive errno.
  static func cannotWrite(_ path: String, _ code: Int32) -> OutputError {
    let words = SystemError(code: code).description
    let cause = code == EFBIG ? "; the limit may be that of `ulimit -f`" : ""
    return OutputError(
      code == EPIPE ? .readerGone : .cannotWrite, subject: path, detail: words + cause + ".")
  }
}
