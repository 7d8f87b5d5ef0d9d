import HapticEngine
import TextFormats

/// The pattern library: a folder of AHAP files that ship with the program.
struct PatternLibrary {
  /// The environment variable that names a folder of patterns to search first.
  static let variable = PatternFolders.variable

  /// The folders to search, in order, including missing ones.
  let folders = PatternFolders.all

  /// The names of all patterns, in order.
  var names: [String] {
    let names = folders.flatMap { SystemCall.names(inFolder: $0) ?? [] }
    return Set(names.filter { $0.hasSuffix(".ahap") }.map { String($0.dropLast(5)) }).sorted()
  }

  /// Returns the file of the pattern called `name`; nil if it does not exist.
  func path(of name: String) -> String? {
    folders.map { "\($0)/\(name).ahap" }.first(where: SystemCall.isFile)
  }
}

/// Shell completion for a PATTERN.
enum PatternCompletion {
  /// Returns the completions of `prefix`: pattern names, and the folders and files in the folder that
  /// `prefix` names.
  static func candidates(for prefix: String) -> [String] {
    let names = HapticPreset.allCases.map(\.name) + PatternLibrary().names
    return (names + files(for: prefix, ending: ".ahap")).filter { $0.hasPrefix(prefix) }
  }

  /// Returns the folders and the files with `ending` in the folder that `prefix` names.
  static func files(for prefix: String, ending: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    // The shell passes a tilde as it was typed. Zsh would quote the tilde of a completion.
    let isExpanded = folder.hasPrefix("~/") && SystemCall.environment("SAP_SHELL") != "zsh"
    let home = isExpanded ? SystemCall.environment("HOME") : nil
    let path = home.map { $0 + folder.dropFirst() } ?? folder
    let names = SystemCall.names(inFolder: path.isEmpty ? "." : path) ?? []
    return names.compactMap { name in
      if name.hasSuffix(ending) { return folder + name }
      return SystemCall.isFolder(path + name) ? folder + name + "/" : nil
    }
  }
}
