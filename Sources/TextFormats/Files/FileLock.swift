#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A lock on a file that is read, changed and written again, so that no other process of this program changes the file
/// at the same time.
///
/// The lock is held on the file itself, by flock(2), or on its folder while the file does not exist. No extra file is
/// left behind, and the lock disappears when the process ends for any reason. Other programs do not use the lock;
/// `isUnchanged` reports whether another program has written the file in the meantime.
///
/// - Thread: one at a time.        Realtime-safe: no.
package final class FileLock {
  /// The properties that distinguish two states of a file.
  private struct Stamp: Hashable {
    let device: dev_t
    let inode: ino_t
    let size: off_t
    let seconds: Int
    let nanoseconds: Int
  }

  /// The path, as it was given.
  package let path: String
  /// The descriptor of the file or folder; -1 after it is released.
  private var descriptor: Int32
  /// The state of the file when it was locked; nil if it did not exist.
  private let stamp: Stamp?

  private init(_ path: String, _ descriptor: Int32, _ stamp: Stamp?) {
    self.path = path
    self.descriptor = descriptor
    self.stamp = stamp
  }

  deinit { release() }

  /// Waits until no other process holds the file at `path`, and then locks the file.
  ///
  /// - Parameters:
  ///   - path: a file, or the path where one will be created.
  ///   - patience: how long to wait at most.
  /// - Returns: the lock. Nil if the path is not a file or cannot be opened, which reading or writing
  ///   will report in detail. If the file system does not support locks, this does not wait.
  /// - Throws: `FileBusy` if another process still holds the file after that time.
  package static func hold(_ path: String, patience: Duration) throws(FileBusy) -> FileLock? {
    let deadline = ContinuousClock.now + patience
    while true {
      let stamp = stamp(of: path)
      guard let descriptor = open(path, isThere: stamp != nil) else { return nil }
      let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      let code = isHeld ? 0 : errno
      // Before the file was locked, another file may have replaced it under this name. Then the new file must be
      // locked instead.
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

  /// Whether the file is still as it was when it was locked, judging by inode, size and time.
  package var isUnchanged: Bool { Self.stamp(of: path) == stamp }

  /// Releases the lock.
  ///
  /// Later calls do nothing.
  package func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Opens the file at `path`, or the folder that would contain it; nil if neither is possible.
  private static func open(_ path: String, isThere: Bool) -> Int32? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var status = stat()
    let isFile = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) } == 0
    if isThere && !(isFile && status.st_mode & S_IFMT == S_IFREG) { return nil }
    let descriptor = SystemPath.descriptor(
      isThere ? path : folder,
      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isThere ? 0 : O_DIRECTORY))
    return descriptor >= 0 ? descriptor : nil
  }

  private static func stamp(of path: String) -> Stamp? {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) }
    guard result == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Stamp(
      device: status.st_dev, inode: status.st_ino, size: status.st_size,
      seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}

/// Another process has held a file for longer than `patience`.
package struct FileBusy: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path.
  package let path: String
  /// The time for which this process has waited.
  package let patience: Duration

  /// The file, the time waited, and the remedy.
  package var description: String {
    "\(path): another process has been changing this file for \(patience.components.seconds) s; "
      + "nothing was written; try again"
  }
}
