import AppPorting
import AudioOutput
import Glibc
import TextFormats

/// A package of `haptic port` on the disk.
struct PortPackage {
  /// The folder.
  let folder: String

  /// Writes the files of `package` that are new or have changed, and removes the other files of the same folders.
  ///
  /// - Throws: `Failure` if a file cannot be written.
  func write(_ package: LinuxPackage) throws {
    for name in ["Modules", "Sources", "Tests"] { removeLinks(in: "\(folder)/\(name)") }
    for (path, file) in package.files {
      let whole = "\(folder)/\(path)"
      let parent = whole.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      let code = SystemCall.makeFolder(parent)
      if code != 0 {
        throw Failure(.cannotCreate, "\(parent.printable): \(SystemText.error(code))")
      }
      switch file {
      case .text(let text):
        let bytes = Array(text.utf8)
        if (try? InputFile.bytes(of: whole, maximumBytes: 1 << 20)) == bytes { continue }
        try PendingFile.write(bytes, to: whole, existing: .isReplaced)
      case .link(let target): try link(whole, to: target)
      }
    }
  }

  private func link(_ path: String, to target: String) throws(Failure) {
    let code = unsafe SystemPath.withCString(target) { target in
      unsafe SystemPath.withCString(path) { unsafe symlink(target, $0) }
    }
    if code != 0 { throw Failure(.cannotCreate, "\(path.printable): \(SystemText.error(errno))") }
  }

  /// Removes the links in `folder`, which an earlier package has made.
  private func removeLinks(in folder: String) {
    for name in SystemCall.names(inFolder: folder) ?? []
    where SystemCall.isLink("\(folder)/\(name)") {
      _ = unsafe SystemPath.withCString("\(folder)/\(name)") { unsafe unlink($0) }
    }
  }

  /// The folder for the packages of `check`, one for each place of the project.
  ///
  /// Source: XDG Base Directory Specification, `XDG_CACHE_HOME`.
  static func cache() throws(Failure) -> String {
    let base =
      SystemCall.environment("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (SystemCall.environment("HOME") ?? "/tmp") + "/.cache"
    return base + "/haptic/port"
  }
}
