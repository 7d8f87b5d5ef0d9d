private import Glibc
internal import Realtime

/// A file that appears under its name whole, or not at all.
///
/// It is written under another name beside its target, and takes the target's place in one step. A
/// file that is replaced keeps its permissions; a symbolic link stays, and its target is replaced.
final class PendingFile {
  /// Where to write.
  let descriptor: Int32
  private let temporaryPath: String
  private let targetPath: String
  private var isSettled = false

  private init(descriptor: Int32, temporaryPath: String, targetPath: String) {
    self.descriptor = descriptor
    self.temporaryPath = temporaryPath
    self.targetPath = targetPath
  }

  deinit { discard() }

  /// A new, empty file that is to appear at `path`.
  ///
  /// - Throws: `OutputError` `.cannotWrite` if no file can be made in that folder, or if there is
  ///   something at `path` that a file cannot replace.
  static func create(at path: String) throws(OutputError) -> PendingFile {
    let target = resolved(path)
    var status = stat()
    let exists = unsafe stat(target, &status) == 0
    if exists && status.st_mode & S_IFMT != S_IFREG {
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device, pipe or socket"
      throw OutputError(.cannotWrite, subject: path, detail: "This is \(kind), not a file.")
    }
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let temporary =
      folder + ".haptic-" + String(UInt64.random(in: 0 ... .max), radix: 36) + ".part"
    let descriptor = unsafe open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .cannotWrite(path, errno) }
    if exists { _ = fchmod(descriptor, status.st_mode & 0o777) }
    return PendingFile(
      descriptor: descriptor, temporaryPath: temporary, targetPath: target)
  }

  /// Puts the file under its name.
  ///
  /// - Parameter durability: whether to wait until it is on the disk.
  func commit(_ durability: SoundFileWriter.Durability) throws(OutputError) {
    precondition(!isSettled, "a file is committed or discarded once")
    defer { discard() }
    if durability == .powerLoss && fsync(descriptor) != 0 {
      throw .cannotWrite(targetPath, errno)
    }
    if unsafe rename(temporaryPath, targetPath) != 0 { throw .cannotWrite(targetPath, errno) }
    isSettled = true
    close(descriptor)
    if durability == .powerLoss { Self.synchronizeFolder(of: targetPath) }
  }

  /// Removes the file; does nothing once it has been committed or discarded.
  func discard() {
    if isSettled { return }
    isSettled = true
    close(descriptor)
    unsafe unlink(temporaryPath)
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
    OutputError(.cannotWrite, subject: path, detail: SystemError(code: code).description + ".")
  }
}
