import AudioOutput
import TextFormats

/// Files that are read, changed and written again.
///
/// They are held meanwhile: if two commands change one file
/// at the same time, the second changes the result of the first.
final class HeldFiles {
  /// How long a command waits for another one.
  ///
  /// Our choice: the slowest edit of a million events that was measured takes 15 s.
  private static let patience = Duration.seconds(30)

  private let locks: [FileLock]

  /// Holds the files at `paths`, in this order, once nobody else does.
  ///
  /// - Throws: `Failure` of status 73 if somebody else still holds one after 30 s.
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

  /// Writes files that belong together, in this order; none appears before all are on the disk.
  ///
  /// - Throws: `Failure` of status 73 if another program has written one of the held files meanwhile, or
  ///   `OutputError` if a file cannot be written.
  func write(_ files: [(path: String, bytes: [UInt8])]) throws {
    if let changed = locks.first(where: { !$0.isUnchanged }) {
      throw Failure(
        .cannotCreate,
        "\(changed.path.printable): another program has written this file meanwhile; it is left as that "
          + "wrote it, try again")
    }
    let linked = files.map(\.path).filter { SystemCall.linkCount(of: $0) > 1 }
    TerminationSignals.cleanUpFiles()
    try PendingFile.write(files, existing: .isReplaced)
    for path in linked {
      StandardError.print(
        "\(path.printable): this file has other names (hard links), which keep the old content")
    }
  }

  /// Lets others have the files.
  func release() {
    for lock in locks { lock.release() }
  }
}
