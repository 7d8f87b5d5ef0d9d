#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// The folders of the pattern library, which is shipped with the programs.
package enum PatternFolders {
  /// The environment variable that names a folder of patterns to search first.
  package static let variable = "HAPTIC_PATTERNS"

  /// The folders to search, in order, including missing ones: those of the installed program, or of the checkout that
  /// it was built in.
  package static var all: [String] {
    var folders: [String] = []
    // SAFETY: the programs do not change their environments.
    if let value = unsafe getenv(variable) {
      let folder = unsafe SystemPath.text(of: value)
      if !folder.isEmpty { folders.append(folder) }
    }
    if let program = SystemPath.resolved("/proc/self/exe") {
      folders += Self.folders(beside: program).filter { !folders.contains($0) }
    }
    return folders
  }

  /// Returns the pattern folders for a program at `path`: `PREFIX/share/haptic/Patterns` for
  /// `PREFIX/bin/haptic`, and `Patterns` next to a build folder.
  private static func folders(beside path: String) -> [String] {
    let parts = path.split(separator: "/").dropLast()
    if let build = parts.lastIndex(where: { $0.hasPrefix(".build") }) {
      return ["/" + (parts[..<build] + ["Patterns"]).joined(separator: "/")]
    }
    return ["/" + (parts.dropLast() + ["share", "haptic", "Patterns"]).joined(separator: "/")]
  }
}
