import Dispatch
import Glibc
import Synchronization

/// The files that are being written and are not whole yet: an interrupted program removes them.
enum PartialFiles {
  private struct State {
    var paths: Set<String> = []
    var made = 0
    var watches: [any DispatchSourceSignal] = []
  }

  private static let state = Mutex(State())

  /// Makes a new, empty file in `folder`, which `remove` or `rename` ends.
  ///
  /// - Throws: `Failure` if it cannot be made.
  static func make(in folder: String) throws(Failure) -> (path: String, descriptor: Int32) {
    try state.withLock { (state: inout State) throws(Failure) in
      watchSignals(&state)
      while true {
        state.made += 1
        let path = "\(folder)/.haptic-\(getpid())-\(state.made).partial"
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor >= 0 {
          state.paths.insert(path)
          return (path, descriptor)
        }
        if errno != EEXIST { throw Failure(.cannotCreate, SystemCall.words(errno)) }
      }
    }
  }

  /// Gives the file at `path` its final name.
  static func rename(_ path: String, to final: String) throws(Failure) {
    try state.withLock { (state: inout State) throws(Failure) in
      state.paths.remove(path)
      if unsafe Glibc.rename(path, final) != 0 {
        let code = errno
        unsafe unlink(path)
        throw Failure(.cannotCreate, "\(final): \(SystemCall.words(code))")
      }
    }
  }

  /// Gives the file at `path` its final name if no file has it, and removes it otherwise.
  ///
  /// - Returns: whether it has the name now.
  static func renameToNew(_ path: String, to final: String) throws(Failure) -> Bool {
    let isTaken = state.withLock { state in
      let result = unsafe renameat2(AT_FDCWD, path, AT_FDCWD, final, UInt32(RENAME_NOREPLACE))
      // File systems that cannot do it in one step say EINVAL; the name was free a moment ago.
      if result != 0 { return errno != EINVAL }
      state.paths.remove(path)
      return false
    }
    if isTaken {
      remove(path)
      return false
    }
    if SystemCall.mode(at: path) != nil { try rename(path, to: final) }
    return true
  }

  /// Removes the file at `path`.
  static func remove(_ path: String) {
    state.withLock { state in
      state.paths.remove(path)
      unsafe unlink(path)
    }
  }

  /// From now on a signal that ends the program removes the files first. The lock is never given
  /// back, so that no file is made in the meantime.
  private static func watchSignals(_ state: inout State) {
    guard state.watches.isEmpty else { return }
    let queue = DispatchQueue(label: "signals")
    for number in Interruption.signals {
      Interruption.leaveToWatch(number)
      let watch = DispatchSource.makeSignalSource(signal: number, queue: queue)
      watch.setEventHandler {
        PartialFiles.state.withLock { state in
          for path in state.paths { unsafe unlink(path) }
          Words.showProgress("")
          _exit(128 + number)
        }
      }
      watch.resume()
      state.watches.append(watch)
    }
  }
}
