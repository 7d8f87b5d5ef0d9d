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
    guard let watch = try? FileWatch(folder: path.folderName) else { return nil }
    let file = path.fileName
    let source = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor)
    // SAFETY: only the handler uses the watch, and calls of a handler do not overlap.
    nonisolated(unsafe) let handled = watch
    // The handler reads the changes itself. Otherwise, it would be called again until they are read.
    source.setEventHandler {
      let changes = unsafe handled.changes()
      let names = changes.saved + changes.removed
      if changes.isOverflow || changes.isFolderGone || names.contains(file) { changed() }
    }
    source.activate()
    return source
  }
}
