internal import Dispatch
internal import HapticEditing
internal import PhoneSimulator
internal import TextFormats

/// Watches the patterns and sounds that scenarios play, for the work of other programs and windows.
struct PlayedFiles {
  /// The names of the watched files in a folder.
  private enum Names: Hashable {
    case only(Set<String>)
    /// All patterns and sounds.
    case all

    func contains(_ name: String) -> Bool {
      switch self {
      case .only(let names): names.contains(name)
      case .all: [.pattern, .sound].contains(FileKind(named: name))
      }
    }
  }

  private var watches: [String: (names: Names, source: any DispatchSourceRead)] = [:]

  /// Calls `changed` whenever a file that the scenarios of `text` play may have changed.
  ///
  /// If the text has problems, the files that it played before are still watched, together with all patterns and sounds
  /// in `folder`, because one of them may solve a problem.
  mutating func follow(
    _ text: ScenarioText, in folder: ScenarioFolder, _ changed: @escaping @Sendable () -> Void
  ) {
    var wanted: [String: Names] = [:]
    if text.problems.isEmpty {
      let paths = text.scenarios.flatMap { $0.files(in: folder) }
        .map { SystemPath.resolved($0) ?? $0 }
      wanted = Dictionary(grouping: paths, by: \.folderName)
        .mapValues { .only(Set($0.map(\.fileName))) }
    } else {
      wanted = watches.mapValues(\.names)
      wanted[SystemPath.resolved(folder.path).map { $0 + "/" } ?? folder.path] = .all
    }
    for (path, watch) in watches where wanted[path] != watch.names {
      watch.source.cancel()
      watches[path] = nil
    }
    for (path, names) in wanted where watches[path] == nil {
      let source = DiskWatch.start(
        folder: path, { ($0.saved + $0.removed).contains(where: names.contains) }, changed)
      watches[path] = source.map { (names, $0) }
    }
  }

  /// Watches nothing from now on.
  mutating func stop() {
    for watch in watches.values { watch.source.cancel() }
    watches = [:]
  }
}
