import ArgumentParser
import AudioOutput
import Glibc
import TextFormats

/// Files that a command creates, and replaces only at the user's request.
enum NewFiles {
  /// The help text of `--force`.
  static let forceHelp: ArgumentHelp = "Replace an existing file."

  /// Checks that a file does not exist at `path`.
  ///
  /// - Throws: `Failure` of status 73 if a file exists, unless `force` is true.
  static func check(_ path: String, force: Bool) throws(Failure) {
    guard !force, let mode = SystemCall.mode(at: path), mode == S_IFREG || mode == S_IFDIR else {
      return
    }
    throw Failure(.cannotCreate, "\(path.printable): the file exists; --force replaces it")
  }

  /// Checks that a file at `path`, if it exists, is empty or of the kind that is written, so that it may be replaced.
  ///
  /// - Throws: `Failure` of status 73 if the file has other content.
  static func check(_ path: String, replacing kind: FileKind) throws(Failure) {
    guard SystemCall.isFile(path), !kind.mayReplace(path) else { return }
    throw Failure(
      .cannotCreate,
      "\(path.printable): the file exists and is not \(kind.name); choose another name, or remove the file"
    )
  }

  /// Checks that a pattern in AHAP may be written to `path`; `-` is standard output.
  ///
  /// - Throws: `Failure` of usage if the extension is that of another kind of file, and of status 73 if a file
  ///   exists, unless `force` is true.
  static func checkPattern(_ path: String, force: Bool) throws(Failure) {
    if path == "-" { return }
    if let failure = FileKind.failure(writingPatternTo: path) { throw failure }
    try check(path, force: force)
  }

  /// Writes files that belong together.
  ///
  /// All contents are on the disk before any file appears under its name.
  ///
  /// - Throws: `Failure` of status 73 if one of the files exists, unless `force` is true, or `OutputError` if a
  ///   file cannot be written.
  static func write(_ files: [(path: String, bytes: [UInt8])], force: Bool) throws {
    for file in files { try check(file.path, force: force) }
    TerminationSignals.cleanUpFiles()
    try PendingFile.write(files, existing: force ? .isReplaced : .isKept)
  }
}
