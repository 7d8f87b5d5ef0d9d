import HapticEngine

/// What a shell offers where a PATTERN is wanted.
enum PatternCompletion {
  /// Everything that `prefix` can become: names, and below the folder it names, folders and files.
  static func candidates(for prefix: String) -> [String] {
    let names = HapticPreset.allCases.map(\.name) + PatternLibrary().names
    return (names + files(for: prefix, ending: ".ahap")).filter { $0.hasPrefix(prefix) }
  }

  /// The folders and the files with `ending` in the folder that `prefix` names.
  static func files(for prefix: String, ending: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = SystemCall.names(inFolder: folder.isEmpty ? "." : folder) ?? []
    return names.compactMap { name in
      if name.hasSuffix(ending) { return folder + name }
      return SystemCall.isFolder(folder + name) ? folder + name + "/" : nil
    }
  }
}
