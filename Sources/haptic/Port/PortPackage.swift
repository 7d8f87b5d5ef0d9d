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
    for name in ["Sources", "Tests"] { removeFiles(in: "\(folder)/\(name)") }
    removeModules(except: Set(package.files.map(\.path)))
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
      case .link(let target): try Self.link(whole, to: target)
      }
    }
  }

  static func link(_ path: String, to target: String) throws(Failure) {
    let code = unsafe SystemPath.withCString(target) { target in
      unsafe SystemPath.withCString(path) { unsafe symlink(target, $0) }
    }
    if code != 0 { throw Failure(.cannotCreate, "\(path.printable): \(SystemText.error(errno))") }
  }

  /// Removes the links and files in `folder`, which an earlier package has made.
  private func removeFiles(in folder: String) {
    for name in SystemCall.names(inFolder: folder) ?? [] { Self.remove("\(folder)/\(name)") }
  }

  static func remove(_ path: String) {
    _ = unsafe SystemPath.withCString(path) { unsafe unlink($0) }
  }

  /// Removes the modules that only an earlier package had, with what was built from them, so that the compiler does not
  /// find them.
  private func removeModules(except files: Set<String>) {
    let build = "\(folder)/.build/debug/Modules"
    for name in SystemCall.names(inFolder: "\(folder)/Modules") ?? []
    where !files.contains("Modules/\(name)/\(name).swift") {
      Self.remove("\(folder)/Modules/\(name)/\(name).swift")
      _ = unsafe SystemPath.withCString("\(folder)/Modules/\(name)") { unsafe rmdir($0) }
      for ending in ["swiftmodule", "swiftdoc", "abi.json", "swiftsourceinfo"] {
        Self.remove("\(build)/\(name).\(ending)")
      }
    }
  }

  /// Waits until no other process uses the package, and reserves it until the lock is released.
  func lock() throws -> FileLock? {
    let code = SystemCall.makeFolder(folder)
    if code != 0 { throw Failure(.cannotCreate, "\(folder.printable): \(SystemText.error(code))") }
    // The file does not exist, so the lock is that of the folder.
    return try FileLock.hold("\(folder)/lock", patience: .seconds(Self.patience))
  }

  /// How long to wait for another check of the same project, in seconds.
  ///
  /// Our choice: the first check builds the phone, which takes minutes on a small machine.
  private static let patience = 900

  /// The folder for the packages of `check`, one for each place of the project.
  static func cache(for project: LinuxPackage.Project) throws(Failure) -> String {
    guard let base = UserFolder.cache.path else {
      throw Failure(
        .cannotCreate, "no folder for the modules; set \(UserFolder.cache.variable) to its path")
    }
    let place =
      switch project {
      case .path(let path): path
      case .repository(let url, _): url
      }
    let name = place.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return base + "/haptic/port/" + String(name.suffix(200))
  }
}
