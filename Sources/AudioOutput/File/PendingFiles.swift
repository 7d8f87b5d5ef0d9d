private import Glibc
internal import Realtime
internal import TextFormats

/// All files of the process that do not have their final names yet.
enum PendingFiles {
  private struct State {
    var paths: Set<String> = []
    var isClosed = false
  }

  private static let state = Guarded(State())

  /// `O_TMPFILE`: a file without a name, which disappears when the process ends, for whatever reason.
  ///
  /// Source: open(2) and the kernel's `asm-generic/fcntl.h`; the macro is not imported.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  /// `O_PATH`: a descriptor that names a file, but cannot read or write it.
  ///
  /// Source: open(2) and the kernel's `asm-generic/fcntl.h`; the macro is not imported.
  private static let nameOnly: Int32 = 0o10_000_000

  /// Creates a new, empty file in `folder`, which will appear at `target`.
  ///
  /// If the file system supports files without a name, the file does not have one. Then nothing is left behind, even if
  /// the process is killed while it is writing.
  ///
  /// - Returns: its descriptor, and its temporary path if it has one.
  static func open(
    in folder: String, for target: String
  ) throws(OutputError) -> (descriptor: Int32, path: String?) {
    try state.withLock { (state: inout State) throws(OutputError) in
      if state.isClosed { throw .cannotWrite(target, ECANCELED) }
      let place = folder.isEmpty ? "." : folder
      if unsafe access("/proc/self/fd", X_OK) == 0 {
        let descriptor = unsafe SystemPath.withCString(place) {
          unsafe Glibc.open($0, withoutName | O_RDWR | O_CLOEXEC, 0o666)
        }
        if descriptor >= 0 { return (descriptor, nil) }
      }
      let path = temporaryPath(in: folder)
      let descriptor = unsafe SystemPath.withCString(path) {
        unsafe Glibc.open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      if descriptor < 0 { throw .cannotWrite(target, errno) }
      state.paths.insert(path)
      return (descriptor, path)
    }
  }

  /// An unused name in `folder`.
  private static func temporaryPath(in folder: String) -> String {
    folder + ".haptic-" + String(UInt64.random(in: 0 ... .max), radix: 36) + ".part"
  }

  /// Gives the unnamed file of `descriptor` the name `target` in `folder`.
  static func link(
    _ descriptor: Int32, to target: String, in folder: String, _ existing: PendingFile.Existing
  ) throws(OutputError) {
    try state.withLock { (state: inout State) throws(OutputError) in
      if state.isClosed { throw .cannotWrite(target, ECANCELED) }
      endWriting(descriptor)
      if give(descriptor, target) { return }
      guard errno == EEXIST, existing == .isReplaced else { throw .cannotWrite(target, errno) }
      // Linking cannot replace a file, but renaming can.
      let path = temporaryPath(in: folder)
      guard give(descriptor, path) else { throw .cannotWrite(target, errno) }
      let result = unsafe SystemPath.withCString(path) { path in
        unsafe SystemPath.withCString(target) { unsafe Glibc.rename(path, $0) }
      }
      if result == 0 { return }
      let code = errno
      unlink(path)
      throw .cannotWrite(target, code)
    }
  }

  /// Turns `descriptor` into a descriptor that only names its file.
  ///
  /// The file is then not open for writing anywhere.
  ///
  /// A program that watches the folder is notified of a new name, but not of the end of writing to an unnamed file. So
  /// writing has to end before the file is named. If that is not possible, the file is named anyway.
  private static func endWriting(_ descriptor: Int32) {
    let handle = unsafe Glibc.open("/proc/self/fd/\(descriptor)", nameOnly | O_CLOEXEC)
    if handle < 0 { return }
    dup2(handle, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    Glibc.close(handle)
  }

  /// Gives the file of `descriptor` the name `path`; returns false, and sets `errno`, if that
  /// fails.
  private static func give(_ descriptor: Int32, _ path: String) -> Bool {
    unsafe SystemPath.withCString(path) {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
    } == 0
  }

  /// Gives the file at `path` the name `target`.
  static func rename(
    _ path: String, to target: String, _ existing: PendingFile.Existing
  ) throws(OutputError) {
    try state.withLock { (state: inout State) throws(OutputError) in
      if state.isClosed { throw .cannotWrite(target, ECANCELED) }
      let move = {
        unsafe SystemPath.withCString(path) { path in
          unsafe SystemPath.withCString(target) { unsafe Glibc.rename(path, $0) }
        }
      }
      switch existing {
      case .isReplaced:
        if move() != 0 { throw .cannotWrite(target, errno) }
      case .isKept:
        // Unlike rename, this fails if another program has created the target first. File systems without hard links
        // return EPERM; renaming is acceptable there because the name was free a moment ago.
        let result = unsafe SystemPath.withCString(path) { path in
          unsafe SystemPath.withCString(target) { unsafe Glibc.link(path, $0) }
        }
        if result == 0 {
          unlink(path)
        } else if errno != EPERM {
          throw .cannotWrite(target, errno)
        } else if move() != 0 {
          throw .cannotWrite(target, errno)
        }
      }
      state.paths.remove(path)
    }
  }

  /// Removes the file at `path`.
  static func remove(_ path: String) {
    state.withLock { state in
      if state.paths.remove(path) != nil { unlink(path) }
    }
  }

  /// Removes all files, and rejects new ones from now on.
  static func close() {
    state.withLock { state in
      state.isClosed = true
      for path in state.paths { unlink(path) }
      state.paths = []
    }
  }

  private static func unlink(_ path: String) {
    unsafe SystemPath.withCString(path) { _ = unsafe Glibc.unlink($0) }
  }
}
