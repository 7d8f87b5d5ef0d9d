import Glibc

/// A file that appears under its name whole or not at all.
///
/// It is written under another name in the same folder, and renamed when it is whole. Devices, pipes
/// and standard output (`-`) are written as they are.
final class OutputFile {
  /// What happens to a file of that name that is there already.
  enum Existing {
    case isReplaced
    case isKept
  }

  /// Where to write.
  let descriptor: Int32
  /// The name as it was given.
  let path: String
  private let existing: Existing
  /// The file being written, and the name it will get; nil where there is nothing to rename.
  private var partial: (path: String, final: String)?
  private var isOpen = true

  /// Begins a file at `path`.
  ///
  /// - Throws: `Failure` if there is one that is kept, or the folder cannot be written to.
  init(_ path: String, existing: Existing = .isReplaced) throws(Failure) {
    self.path = path
    self.existing = existing
    if path == "-" {
      descriptor = STDOUT_FILENO
      return
    }
    let mode = SystemCall.mode(at: path)
    if mode == S_IFDIR { throw Failure(.cannotCreate, "\(path): this is a folder") }
    if mode != nil && existing == .isKept { throw Self.kept(path) }
    if mode != nil && mode != S_IFREG {
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw Failure(.cannotCreate, "\(path): \(SystemCall.words(errno))") }
      return
    }
    // The file a link leads to is replaced, not the link.
    let final = SystemCall.resolved(path) ?? path
    do throws(Failure) {
      let file = try PartialFiles.make(in: Self.folder(of: final))
      descriptor = file.descriptor
      partial = (file.path, final)
    } catch {
      throw Failure(error.status, "\(path): \(error.message)")
    }
  }

  deinit { discard() }

  /// Writes `bytes`.
  func write(_ bytes: [UInt8]) throws(Failure) {
    let code = bytes.withUnsafeBytes { unsafe SystemCall.write($0, to: descriptor) }
    if code != 0 { throw failure(code) }
  }

  /// What an `errno` of a write to the file means.
  func failure(_ code: Int32) -> Failure {
    if path == "-" { return StandardOutput.failure(code) }
    return code == EPIPE
      ? Failure(.done) : Failure(.cannotCreate, "\(path): \(SystemCall.words(code))")
  }

  /// Closes the whole file and gives it its name.
  func finish() throws(Failure) {
    // A full disk may be noticed only now.
    if let code = close() {
      discard()
      throw failure(code)
    }
    guard let (path, final) = partial else { return }
    partial = nil
    if existing == .isKept {
      guard try PartialFiles.renameToNew(path, to: final) else { throw Self.kept(self.path) }
    } else {
      try PartialFiles.rename(path, to: final)
    }
  }

  /// Closes and removes what there is of the file.
  func discard() {
    _ = close()
    if let partial { PartialFiles.remove(partial.path) }
    partial = nil
  }

  private func close() -> Int32? {
    guard isOpen, path != "-" else { return nil }
    isOpen = false
    return Glibc.close(descriptor) == 0 ? nil : errno
  }

  private static func kept(_ path: String) -> Failure {
    Failure(.cannotCreate, "\(path): this file is there already; --force replaces it")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
