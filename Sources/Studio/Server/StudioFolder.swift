internal import TextFormats

/// The folder that the studio has opened: the only files that the page can read or change.
struct StudioFolder: Sendable {
  /// A reason why the file of a name is not served.
  struct Refusal: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  /// The path without links.
  let path: String

  /// Opens the folder at `path`.
  ///
  /// - Throws: `Refusal` if it does not exist.
  init(_ path: String) throws(Refusal) {
    guard let real = SystemPath.resolved(path) else {
      throw Refusal(description: "\(path.printable): no such folder")
    }
    self.path = real
  }

  /// Returns the path of the file called `name`, relative to the folder.
  ///
  /// The file may be missing, but its folder must exist.
  ///
  /// - Throws: `Refusal` for a name that leads outside the folder, whether by `..`, as an absolute path or through a
  ///   link, and for hidden files, which hold other programs' settings.
  func file(_ name: String) throws(Refusal) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, !last.isEmpty, !name.utf8.contains(0) else {
      throw Refusal(description: "the name of the file is empty or not valid")
    }
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw Refusal(
        description:
          "\(name.printable): only files in the opened folder are served, except hidden files")
    }
    let parent = ([path] + parts.dropLast().map(String.init)).joined(separator: "/")
    guard let folder = SystemPath.resolved(parent), isInside(folder) else {
      throw Refusal(description: "\(name.printable): no such folder in the opened folder")
    }
    let file = folder + "/" + last
    // A link can lead outside the folder, even if its target does not exist yet.
    let followed = SystemPath.followed(file)
    let target = SystemPath.resolved(followed) ?? Self.resolvedFolder(of: followed)
    guard let target, isInside(target) else {
      throw Refusal(description: "\(name.printable): a link leads outside the opened folder")
    }
    return target
  }

  /// Returns the path of a missing file without links and `..`; nil if its folder is missing as well.
  private static func resolvedFolder(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), path[path.index(after: slash)...] != ".." else {
      return nil
    }
    return SystemPath.resolved(String(path[...slash])).map { $0 + path[slash...] }
  }

  /// Returns whether the path, which does not have links, leads to the folder or into it.
  func isInside(_ path: String) -> Bool {
    path == self.path || path.hasPrefix(self.path == "/" ? "/" : self.path + "/")
  }
}
