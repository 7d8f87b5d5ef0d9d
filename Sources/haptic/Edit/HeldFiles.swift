import TextFormats

/// Files that are read, changed and written again: held meanwhile, so that of two commands on one file
/// the second changes what the first has written.
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

  /// Makes sure that no other program has written one of the files since it was held.
  ///
  /// - Throws: `Failure` of status 73 with the file that has changed.
  func checkUnchanged() throws(Failure) {
    guard let changed = locks.first(where: { !$0.isUnchanged }) else { return }
    throw Failure(
      .cannotCreate,
      "\(changed.path.printable): another program has written this file meanwhile; it is left as that "
        + "wrote it, try again")
  }

  /// Lets others have the files.
  func release() {
    for lock in locks { lock.release() }
  }
}
