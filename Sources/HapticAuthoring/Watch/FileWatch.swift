private import Glibc
public import Realtime
internal import TextFormats

/// Waits for files of a folder to be saved, by inotify.
///
/// The folder is watched and not the file: an editor that saves writes a new file and renames it, or
/// moves the old one away first. A file counts as saved where one of its name was closed after writing,
/// or was moved there.
///
/// - Thread: one at a time.        Realtime-safe: no.
@safe
public final class FileWatch {
  /// What has happened since the last look.
  public struct Changes: Hashable, Sendable {
    /// The names of files that were saved, each once, the last saved one last.
    public var saved: [String] = []
    /// The names of files that were removed or moved away.
    public var removed: [String] = []
    /// Whether the folder itself is gone.
    public var isFolderGone = false
    /// Whether there was more than the system keeps, so that any file may have been saved.
    public var isOverflow = false
  }

  /// Where poll(2) finds that something has happened.
  public let descriptor: Int32

  /// Watches the folder at `path`.
  ///
  /// - Throws: `SystemError` if it is not there or may not be read, or if the system watches no more;
  ///   see /proc/sys/fs/inotify.
  public init(folder path: String) throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if descriptor < 0 { throw SystemError(code: errno) }
    let events =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    let mask = UInt32(events) | UInt32(IN_ONLYDIR)
    let watch = unsafe SystemPath.withCString(path) {
      unsafe inotify_add_watch(descriptor, $0, mask)
    }
    if watch < 0 {
      let code = errno
      close(descriptor)
      throw SystemError(code: code)
    }
  }

  deinit { close(descriptor) }

  /// What has happened since the last call; returns at once.
  public func changes() -> Changes {
    var changes = Changes()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      // SAFETY: read fills at most the buffer.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return changes }
      Self.add(buffer[..<count], to: &changes)
    }
  }

  /// Adds events as the system writes them: watch, mask, cookie and length of four bytes each, then the
  /// name, filled up with zeros.
  ///
  /// Source: inotify(7).
  static func add(_ bytes: ArraySlice<UInt8>, to changes: inout Changes) {
    let headBytes = 16
    var rest = bytes
    func number(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(rest[rest.startIndex + offset + $1]) << (8 * UInt32($1)) }
    }
    while rest.count >= headBytes {
      let (mask, length) = (number(4), Int(number(12)))
      guard rest.count >= headBytes + length else { return }
      let name = String(
        decoding: rest.dropFirst(headBytes).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
      rest = rest.dropFirst(headBytes + length)
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.isOverflow = true }
      if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
        changes.isFolderGone = true
      }
      if name.isEmpty { continue }
      if mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0 {
        changes.saved.removeAll { $0 == name }
        changes.removed.removeAll { $0 == name }
        changes.saved.append(name)
      } else if mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
        changes.saved.removeAll { $0 == name }
        if !changes.removed.contains(name) { changes.removed.append(name) }
      }
    }
  }
}
