internal import Dispatch
internal import HapticEditing

/// Watches a file for the work of other programs.
enum DiskWatch {
  /// Calls `changed` whenever the file at `path` may have changed, until the source is canceled.
  ///
  /// - Returns: nil if the folder cannot be watched, as on some network file systems.
  static func start(
    _ path: String, _ changed: @escaping @Sendable () -> Void
  ) -> (any DispatchSourceRead)? {
    let file = path.fileName
    return start(
      folder: path.folderName, { $0.saved.contains(file) || $0.removed.contains(file) }, changed)
  }

  /// Calls `changed` whenever the files in the folder at `path` may have changed, until the source is canceled.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - matters: whether the names of the files that were saved or removed matter.
  ///   - changed: called on any thread.
  /// - Returns: nil if the folder cannot be watched.
  static func start(
    folder path: String,
    _ matters: @escaping @Sendable (FileWatch.Changes) -> Bool = {
      !$0.saved.isEmpty || !$0.removed.isEmpty
    }, _ changed: @escaping @Sendable () -> Void
  ) -> (any DispatchSourceRead)? {
    guard let watch = try? FileWatch(folder: path) else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor)
    // SAFETY: only the handler uses the watch, and calls of a handler do not overlap.
    nonisolated(unsafe) let handled = watch
    // The handler reads the changes itself. Otherwise, it would be called again until they are read.
    source.setEventHandler {
      let changes = unsafe handled.changes()
      if changes.isOverflow || changes.isFolderGone || matters(changes) { changed() }
    }
    source.activate()
    return source
  }
}
