private import Glibc
public import Realtime

/// A file that appears under its name whole, or not at all.
///
/// It is written under another name beside its target, and takes the target's place in one step. A
/// file that is replaced keeps its permissions; a symbolic link stays, and its target is replaced.
///
/// - Thread: one at a time; `discardAll` any.        Realtime-safe: no.
public final class PendingFile {
  /// What becomes of a file that is there already.
  public enum Existing: Hashable, Sendable {
    /// The new file takes its place.
    case isReplaced
    /// It stays, and there is an error instead of the new file.
    case isKept
  }

  /// Where to write.
  public let descriptor: Int32
  private let existing: Existing
  private let temporaryPath: String
  private let targetPath: String
  private var isSettled = false

  private init(
    descriptor: Int32, existing: Existing, temporaryPath: String, targetPath: String
  ) {
    self.descriptor = descriptor
    self.existing = existing
    self.temporaryPath = temporaryPath
    self.targetPath = targetPath
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
    let target = resolved(path)
    var status = stat()
    let exists = unsafe stat(target, &status) == 0
    if exists && status.st_mode & S_IFMT != S_IFREG {
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device, pipe or socket"
      throw OutputError(.cannotWrite, subject: path, detail: "This is \(kind), not a file.")
    }
    if exists && existing == .isKept { throw .cannotWrite(path, EEXIST) }
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let temporary =
      folder + ".haptic-" + String(UInt64.random(in: 0 ... .max), radix: 36) + ".part"
    let descriptor = try PendingFiles.open(temporary, for: path)
    if exists { _ = fchmod(descriptor, status.st_mode & 0o777) }
    return PendingFile(
      descriptor: descriptor, existing: existing, temporaryPath: temporary, targetPath: target)
  }

  /// Makes the file at `path` out of `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - path: where it is to appear.
  ///   - existing: what becomes of a file that is there already.
  /// - Throws: `OutputError` `.cannotWrite`, as `create` and `commit`, or if the disk is full.
  public static func write(
    _ bytes: [UInt8], to path: String, existing: Existing
  ) throws(OutputError) {
    let file = try create(at: path, existing: existing)
    let code = unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return Int32(0) }
      return unsafe writeAll(file.descriptor, start, bytes.count)
    }
    if code != 0 { throw .cannotWrite(path, code) }
    try file.commit(.process)
  }

  /// Removes all files that are not yet committed; none can be made or committed any more.
  ///
  /// For a program that is about to end without returning from what it is doing.
  public static func discardAll() { PendingFiles.close() }

  /// Puts the file under its name.
  ///
  /// - Parameter durability: whether to wait until it is on the disk.
  /// - Throws: `OutputError` `.cannotWrite`; there is no new file then.
  public func commit(_ durability: SoundFileWriter.Durability) throws(OutputError) {
    precondition(!isSettled, "a file is committed or discarded once")
    defer { discard() }
    if durability == .powerLoss && fsync(descriptor) != 0 {
      throw .cannotWrite(targetPath, errno)
    }
    try PendingFiles.rename(temporaryPath, to: targetPath, existing)
    isSettled = true
    close(descriptor)
    if durability == .powerLoss { Self.synchronizeFolder(of: targetPath) }
  }

  /// Removes the file; does nothing once it has been committed or discarded.
  public func discard() {
    if isSettled { return }
    isSettled = true
    close(descriptor)
    PendingFiles.remove(temporaryPath)
  }

  /// The path with symbolic links followed, as far as there is something to follow.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func synchronizeFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension OutputError {
  /// The file at `path` cannot be written, because of `code`, a positive errno.
  static func cannotWrite(_ path: String, _ code: Int32) -> OutputError {
    OutputError(
      code == EPIPE ? .readerGone : .cannotWrite, subject: path,
      detail: SystemError(code: code).description + ".")
  }
}
