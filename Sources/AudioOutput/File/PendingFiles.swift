private import Glibc
internal import Realtime

/// All files of the process that are not yet under their names.
enum PendingFiles {
  private struct State {
    var paths: Set<String> = []
    var isClosed = false
  }

  private static let state = Guarded(State())

  /// Makes a new, empty file at `path`, which is to appear at `target`.
  ///
  /// - Returns: its descriptor.
  static func open(_ path: String, for target: String) throws(OutputError) -> Int32 {
    try state.withLock { (state: inout State) throws(OutputError) in
      if state.isClosed { throw .cannotWrite(target, ECANCELED) }
      let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor < 0 { throw .cannotWrite(target, errno) }
      state.paths.insert(path)
      return descriptor
    }
  }

  /// Puts the file at `path` under the name `target`.
  static func rename(
    _ path: String, to target: String, _ existing: PendingFile.Existing
  ) throws(OutputError) {
    try state.withLock { (state: inout State) throws(OutputError) in
      if state.isClosed { throw .cannotWrite(target, ECANCELED) }
      switch existing {
      case .isReplaced:
        if unsafe Glibc.rename(path, target) != 0 { throw .cannotWrite(target, errno) }
      case .isKept:
        // Unlike rename, this fails where somebody has been quicker. File systems without hard
        // links say EPERM; the name was free a moment ago.
        if unsafe link(path, target) == 0 {
          unsafe unlink(path)
        } else if errno != EPERM {
          throw .cannotWrite(target, errno)
        } else if unsafe Glibc.rename(path, target) != 0 {
          throw .cannotWrite(target, errno)
        }
      }
      state.paths.remove(path)
    }
  }

  /// Removes the file at `path`.
  static func remove(_ path: String) {
    state.withLock { state in
      if state.paths.remove(path) != nil { unsafe unlink(path) }
    }
  }

  /// Removes all files, and refuses others from now on.
  static func close() {
    state.withLock { state in
      state.isClosed = true
      for path in state.paths { unsafe unlink(path) }
      state.paths = []
    }
  }
}
