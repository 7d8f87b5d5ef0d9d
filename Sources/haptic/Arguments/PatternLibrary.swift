import HapticEngine
import Realtime
import TextFormats

/// The pattern library: a folder of AHAP files that ship with the program.
struct PatternLibrary {
  /// The environment variable that names a folder of patterns to search first.
  static let variable = "HAPTIC_PATTERNS"

  /// The folders to search, in order, including missing ones.
  let folders: [String]

  /// The library of the installed program, or of the checkout that it was built in.
  init() {
    var folders: [String] = []
    if let folder = SystemCall.environment(Self.variable) { folders.append(folder) }
    if let program = SystemPath.resolved("/proc/self/exe") {
      folders += Self.folders(beside: program).filter { !folders.contains($0) }
    }
    self.folders = folders
  }

  /// Returns the pattern folders for a program at `path`: `PREFIX/share/haptic/patterns` for
  /// `PREFIX/bin/haptic`, and `Patterns` next to a build folder.
  private static func folders(beside path: String) -> [String] {
    let parts = path.split(separator: "/").dropLast()
    if let build = parts.lastIndex(where: { $0.hasPrefix(".build") }) {
      return ["/" + (parts[..<build] + ["Patterns"]).joined(separator: "/")]
    }
    return ["/" + (parts.dropLast() + ["share", "haptic", "patterns"]).joined(separator: "/")]
  }

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
    let names = SystemCall.names(inFolder: folder.isEmpty ? "." : folder) ?? []
    return names.compactMap { name in
      if name.hasSuffix(ending) { return folder + name }
      return SystemCall.isFolder(folder + name) ? folder + name + "/" : nil
    }
  }
}
