import AudioOutput
import TextFormats

/// Locks on files that are read, changed and written again.
///
/// The files are locked during the change. If two commands change a file at the same time, the
/// second command changes the result of the first.
final class HeldFiles {
  /// The time that a command waits for another command.
  ///
  /// Our choice: the slowest edit of a million events that was measured takes 15 s.
  private static let patience = Duration.seconds(30)

  private let locks: [FileLock]

  /// Locks the files at `paths`, in this order, as soon as other commands release them.
  ///
  /// - Throws: `Failure` of status 73 if another command still holds a file after 30 s.
  init(_ paths: [String]) throws(Failure) {
    var locks: [FileLock] = []
    do throws(FileBusy) {
      for path in paths {
        if let lock = try FileLock.hold(path, patience: Self.patience) { locks.append(lock) }
      }
    } catch {
      throw Failure(.cannotCreate, error.description.printable)
    }
    self.locks = locks
  }

  /// Writes files that belong together, in this order.
  ///
  /// All contents are on the disk before any file appears under its name.
  ///
  /// - Throws: `Failure` of status 73 if another program has written one of the held files in the
  ///   meantime, or `OutputError` if a file cannot be written.
  func write(_ files: [(path: String, bytes: [UInt8])]) throws {
    if let changed = locks.first(where: { !$0.isUnchanged }) {
      throw Failure(
        .cannotCreate,
        "\(changed.path.printable): another program has changed this file in the meantime; that version "
          + "was kept, so try again")
    }
    let linked = files.map(\.path).filter { SystemCall.linkCount(of: $0) > 1 }
    TerminationSignals.cleanUpFiles()
    try PendingFile.write(files, existing: .isReplaced)
    for path in linked {
      StandardError.print(
        "\(path.printable): this file has other names (hard links), which keep the old content")
    }
  }

  /// Releases the files.
  func release() {
    for lock in locks { lock.release() }
  }
}
