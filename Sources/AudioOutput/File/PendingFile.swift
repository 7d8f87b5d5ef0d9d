private import Glibc
public import Realtime
internal import TextFormats

/// A file that appears under its final name only once it is complete, or not at all.
///
/// The bytes go to a file without a name, or with a temporary name next to the target if the file system requires one.
/// `commit` flushes them to the disk, and then puts the file in the target's place in one step. After a power failure,
/// either the old or the new file exists, never an empty one. A file that replaces another gets the old file's
/// permissions and, if the process may change owners, its owner. Other hard links to the old file keep the old content.
/// If the target is a symbolic link, the link is kept, and the file to which it points is created or replaced.
///
/// If the process is killed while it replaces a file, a complete copy called `.haptic-….part` may remain: in Linux, a
/// file without a name cannot take the name of an existing file.
///
/// - Thread: one at a time; `discardAll` may be called on any thread. Realtime-safe: no.
public final class PendingFile {
  /// The treatment of an existing file.
  public enum Existing: Hashable, Sendable {
    /// The new file replaces the existing file.
    case isReplaced
    /// The existing file stays, and writing the new one fails.
    case isKept
  }

  /// The descriptor to write to.
  public let descriptor: Int32
  private let existing: Existing
  /// The temporary path; nil while the file does not have a name.
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

  /// Creates a new, empty file that will appear at `path`.
  ///
  /// - Parameters:
  ///   - path: where the file is to appear.
  ///   - existing: the treatment of an existing file.
  /// - Returns: the file, to be written and then committed.
  /// - Throws: `OutputError` `.cannotWrite` if a file cannot be created in that folder, or if
  ///   something at `path` cannot or must not be replaced by a file.
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
      // The owner is set only if the process may change it, as root may.
      _ = fchown(file.descriptor, status.st_uid, status.st_gid)
      _ = fchmod(file.descriptor, status.st_mode & 0o777)
    }
    return PendingFile(
      descriptor: file.descriptor, existing: existing, temporaryPath: file.path,
      targetPath: target, folder: folder)
  }

  /// Writes `bytes` to a file at `path`.
  ///
  /// A pipe, device or socket receives them directly.
  ///
  /// - Parameters:
  ///   - bytes: the whole content of the file.
  ///   - path: where the file is to appear.
  ///   - existing: the treatment of an existing file.
  /// - Throws: `OutputError` `.cannotWrite`, like `create` and `commit`, or if the disk is full.
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

  /// Writes several files that belong together: no file appears before all of them are on the disk.
  ///
  /// They appear in the given order. If the process is killed while they appear, the first files are new and the others
  /// are old.
  ///
  /// - Parameters:
  ///   - files: the path and the whole content of each file.
  ///   - existing: the treatment of existing files.
  /// - Throws: `OutputError` `.cannotWrite`, like `write(_:to:existing:)`. No new file exists then, unless one of them
  ///   was written but could not be given its name.
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

  /// Returns whether `path` is not a file but accepts bytes, such as a pipe, a device or a socket.
  static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard unsafe SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0 else {
      return false
    }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Opens a descriptor for writing to a path for which `isStream` returns true.
  static func openStream(_ path: String) throws(OutputError) -> Int32 {
    let descriptor = unsafe SystemPath.withCString(path) {
      unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    if descriptor < 0 { throw .cannotWrite(path, errno) }
    return descriptor
  }

  /// Removes all files that are not yet committed.
  ///
  /// After that, no pending file can be created or committed.
  ///
  /// Call this when the program is about to exit in the middle of its work.
  public static func discardAll() { PendingFiles.close() }

  /// Flushes the file to the disk, gives it its name, and flushes the folder as well.
  ///
  /// - Throws: `OutputError` `.cannotWrite`; the new file then does not exist.
  public func commit() throws(OutputError) {
    precondition(!isSettled, "a file can be committed or discarded only once")
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
  /// Source: fsync(2); EINVAL and EROFS mean that this file system does not flush.
  private func flush() throws(OutputError) {
    if isFlushed { return }
    while fsync(descriptor) != 0 {
      let code = errno
      if [EINVAL, EROFS, ENOSYS, EOPNOTSUPP].contains(code) { break }
      if code != EINTR { throw .cannotWrite(targetPath, code) }
    }
    isFlushed = true
  }

  /// Waits until the name is on the disk, if the folder is readable.
  ///
  /// The file is complete either way.
  private func flushFolder() {
    let descriptor = unsafe SystemPath.withCString(folder.isEmpty ? "." : folder) {
      unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    if descriptor < 0 { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Removes the file.
  ///
  /// Does nothing after it has been committed or discarded.
  public func discard() {
    if isSettled { return }
    isSettled = true
    close(descriptor)
    if let temporaryPath { PendingFiles.remove(temporaryPath) }
  }
}

extension OutputError {
  /// Returns the error for a file at `path` that cannot be written because of `code`, a positive errno.
  static func cannotWrite(_ path: String, _ code: Int32) -> OutputError {
    let words = SystemError(code: code).description
    let cause =
      switch code {
      case EFBIG: "; the limit may be that of `ulimit -f`"
      case ENOENT: "; the folder does not exist"
      default: ""
      }
    return OutputError(
      code == EPIPE ? .readerGone : .cannotWrite, subject: path, detail: words + cause + ".")
  }
}
