private import Glibc
public import Realtime
internal import TextFormats

/// Waits for files in a folder to be saved, using inotify.
///
/// The folder is watched instead of the files, because editors save by writing a new file and renaming it, or by moving
/// the old file away first. A file counts as saved when a file with its name is closed after writing, or is moved into
/// the folder. Symbolic links, hard links, and files that were written before they had a name count as saved when they
/// are created. The target of a symbolic link is watched after `follow(_:)`.
///
/// - Thread: one at a time.        Realtime-safe: no.
@safe
public final class FileWatch {
  /// The changes since the last call.
  public struct Changes: Hashable, Sendable {
    /// The names of files that were saved, each once; the most recently saved file is last.
    public var saved: [String] = []
    /// The names of files that were removed or moved away.
    public var removed: [String] = []
    /// Whether the folder itself was removed or moved away.
    public var isFolderGone = false
    /// Whether there were more events than the system keeps.
    ///
    /// In this case, any file may have been saved.
    public var isOverflow = false
  }

  /// The descriptor on which poll(2) reports changes.
  public let descriptor: Int32
  /// The folder, ending in a slash.
  private let folder: String
  /// The system's identifier for the watch of the folder.
  private let folderWatch: Int32
  /// The names of links in the folder, by the watch and the name of each file on the path to the links' targets.
  private var linked: [Int32: [String: Set<String>]] = [:]

  /// The events that are watched in each folder.
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)
  /// The maximum number of links that are followed one after another.
  ///
  /// Source: path_resolution(7).
  private static let maximumLinks = 40

  /// Watches the folder at `path`.
  ///
  /// - Throws: `SystemError` if the folder does not exist or cannot be read, or if the system's limit for watches is
  ///   reached; see /proc/sys/fs/inotify.
  public init(folder path: String) throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if descriptor < 0 { throw SystemError(code: errno) }
    folder = path.hasSuffix("/") ? path : path + "/"
    folderWatch = Self.watch(folder, by: descriptor)
    // All properties have values now, so deinit will run and close the descriptor.
    if folderWatch < 0 { throw SystemError(code: errno) }
  }

  private static func watch(_ folder: String, by descriptor: Int32) -> Int32 {
    unsafe SystemPath.withCString(folder) { unsafe inotify_add_watch(descriptor, $0, events) }
  }

  deinit { close(descriptor) }

  /// Watches the target of the file called `name`, if it is a symbolic link: saving the target counts as saving `name`.
  ///
  /// Call this method again when the link has changed; the former target is then no longer watched. If the link is
  /// broken, the existing part of its path is watched.
  public func follow(_ name: String) {
    for watch in Array(linked.keys) {
      for target in Array((linked[watch] ?? [:]).keys) {
        linked[watch]?[target]?.remove(name)
        if linked[watch]?[target]?.isEmpty == true { linked[watch]?[target] = nil }
      }
    }
    var path = folder + name
    for _ in 0..<Self.maximumLinks {
      guard let target = Self.target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : Self.folder(of: path) + target
      let watch = Self.watch(Self.folder(of: path), by: descriptor)
      if watch < 0 { break }
      let last = String(path.dropFirst(Self.folder(of: path).count))
      linked[watch, default: [:]][last, default: []].insert(name)
    }
    for (watch, targets) in linked where targets.isEmpty {
      linked[watch] = nil
      if watch != folderWatch { inotify_rm_watch(descriptor, watch) }
    }
  }

  /// Returns `path` up to its last slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// Returns the target of the symbolic link at `path`; nil if it is not a link.
  private static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
      // SAFETY: readlink fills at most the buffer, whose bytes are characters of the path.
      guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return 0
      }
      return unsafe SystemPath.withCString(path) { unsafe readlink($0, start, buffer.count) }
    }
    return count > 0 ? SystemPath.text(of: Array(bytes[..<count])) : nil
  }

  /// Whether the file at `path` is complete when it is created.
  ///
  /// Symbolic links, additional hard links, and files that are not open for writing are complete. Other files are still
  /// being written, and count as saved when they are closed.
  private static func isComplete(_ path: String) -> Bool {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe lstat($0, &status) }
    guard result == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFLNK { return true }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    return status.st_nlink > 1 || !isBeingWritten(path, size: status.st_size)
  }

  /// Whether the file at `path` is open for writing; if the system cannot tell, an empty file is assumed to be about to
  /// be written.
  ///
  /// Source: fcntl(2), F_SETLEASE, 1024: a read lease is refused with EAGAIN while the file is open for writing. The
  /// lease ends with the descriptor. F_SETSIG, 10, selects a signal that is ignored by default, in case the file is
  /// opened by another process in between.
  private static func isBeingWritten(_ path: String, size: off_t) -> Bool {
    let (setSignal, setLease): (Int32, Int32) = (10, 1_024)
    let file = unsafe SystemPath.withCString(path) {
      unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    if file < 0 { return true }
    defer { close(file) }
    guard fcntl(file, setSignal, SIGURG) == 0 else { return size == 0 }
    if fcntl(file, setLease, F_RDLCK) == 0 { return false }
    return errno == EAGAIN || size == 0
  }

  /// Returns the changes since the last call, without waiting.
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
      add(buffer[..<count], to: &changes)
    }
  }

  /// Adds events in the format of the system: watch, mask, cookie and length of four bytes each, then the name, padded
  /// with zeros.
  ///
  /// Source: inotify(7).
  private func add(_ bytes: ArraySlice<UInt8>, to changes: inout Changes) {
    let headBytes = 16
    var rest = bytes
    func number(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(rest[rest.startIndex + offset + $1]) << (8 * UInt32($1)) }
    }
    while rest.count >= headBytes {
      let (watch, mask) = (Int32(bitPattern: number(0)), number(4))
      let length = Int(number(12))
      guard rest.count >= headBytes + length else { return }
      let name = SystemPath.text(
        of: Array(rest.dropFirst(headBytes).prefix(length).prefix { $0 != 0 }))
      rest = rest.dropFirst(headBytes + length)
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.isOverflow = true }
      if watch == folderWatch, mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
        changes.isFolderGone = true
      }
      if name.isEmpty { continue }
      if watch == folderWatch {
        changes.add(mask, name, isComplete: { Self.isComplete(folder + name) })
      }
      for link in (linked[watch]?[name] ?? []).sorted() {
        changes.add(mask, link, isComplete: { Self.isComplete(folder + link) })
      }
    }
  }
}

extension FileWatch.Changes {
  /// Adds the changes in `mask` to the file called `name`.
  fileprivate mutating func add(_ mask: UInt32, _ name: String, isComplete: () -> Bool) {
    if mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
      || mask & UInt32(IN_CREATE) != 0 && isComplete()
    {
      saved.removeAll { $0 == name }
      removed.removeAll { $0 == name }
      saved.append(name)
    } else if mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
      saved.removeAll { $0 == name }
      if !removed.contains(name) { removed.append(name) }
    }
  }
}
