private import Glibc

/// A file that is read, changed and written again, held so that no other process of this program does
/// the same at the same time.
///
/// What is held is the file itself, by flock(2), or its folder as long as there is no such file: nothing
/// is left beside it, and the lock goes with the process, however that ends. Other programs do not ask
/// for the lock: `isUnchanged` says whether one of them has written the file meanwhile.
///
/// - Thread: one at a time.        Realtime-safe: no.
package final class FileLock {
  /// What tells one state of a file from another.
  private struct Stamp: Hashable {
    let device: dev_t
    let inode: ino_t
    let size: off_t
    let seconds: Int
    let nanoseconds: Int
  }

  /// The path, as it was given.
  package let path: String
  /// The file or folder; -1 once it is released.
  private var descriptor: Int32
  /// The file as it was when it was locked; nil if there was none.
  private let stamp: Stamp?

  private init(_ path: String, _ descriptor: Int32, _ stamp: Stamp?) {
    self.path = path
    self.descriptor = descriptor
    self.stamp = stamp
  }

  deinit { release() }

  /// Waits until nobody else holds the file at `path`, and holds it.
  ///
  /// - Parameters:
  ///   - path: a file, or where one is to be.
  ///   - patience: how long to wait at most.
  /// - Returns: the lock; nil for what is no file or cannot be opened, of which reading or writing it says
  ///   more. On a file system that has no locks nothing is waited for.
  /// - Throws: `FileBusy` if somebody else still holds it after that time.
  package static func hold(_ path: String, patience: Duration) throws(FileBusy) -> FileLock? {
    let deadline = ContinuousClock.now + patience
    while true {
      let stamp = stamp(of: path)
      guard let descriptor = open(path, isThere: stamp != nil) else { return nil }
      let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      let code = isHeld ? 0 : errno
      // Another file may have taken the name before this one was held, and then that is the one to hold.
      let now = Self.stamp(of: path)
      let isSame = now?.inode == stamp?.inode && now?.device == stamp?.device
      if isHeld || code == ENOLCK || code == EBADF || code == EOPNOTSUPP, isSame {
        return FileLock(path, descriptor, now)
      }
      defer { close(descriptor) }
      if isHeld { continue }
      if code != EWOULDBLOCK && code != EINTR && isSame { return nil }
      guard ContinuousClock.now < deadline else { throw FileBusy(path: path, patience: patience) }
      // Our choice: much less than an edit takes.
      usleep(2_000)
    }
  }

  /// Whether the file is as it was when it was locked, by its place, size and time.
  package var isUnchanged: Bool { Self.stamp(of: path) == stamp }

  /// Lets others have the file; does nothing the second time.
  package func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Opens the file at `path`, or the folder that it would be in; nil for what is neither.
  private static func open(_ path: String, isThere: Bool) -> Int32? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var status = stat()
    let isFile = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) } == 0
    if isThere && !(isFile && status.st_mode & S_IFMT == S_IFREG) { return nil }
    let descriptor = unsafe SystemPath.withCString(isThere ? path : folder) {
      unsafe Glibc.open(
        $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isThere ? 0 : O_DIRECTORY))
    }
    return descriptor >= 0 ? descriptor : nil
  }

  private static func stamp(of path: String) -> Stamp? {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) }
    guard result == 0 else { return nil }
    return Stamp(
      device: status.st_dev, inode: status.st_ino, size: status.st_size,
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}

/// Another process has held a file for longer than was waited.
package struct FileBusy: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path.
  package let path: String
  /// How long was waited.
  package let patience: Duration

  /// Which file, how long, and what to do.
  package var description: String {
    "\(path): another process has been changing this file for \(patience.components.seconds) s; "
      + "nothing was written, try again"
  }
}
