private import AudioOutput
private import Glibc
internal import HapticCharts
internal import HapticEditing
internal import HapticEngine
private import Realtime
internal import TextFormats

extension Studio {
  /// Answers a request about the library.
  ///
  /// - Throws: `StudioError` if a file does not exist, or cannot be written.
  func answer(_ request: LibraryRequest) async throws(StudioError) -> LibraryAnswer {
    var answer = LibraryAnswer()
    switch request {
    case .presets: answer.presets = await presets.rows
    case .thumbnails(let files):
      var paths: [String: String] = [:]
      for name in files.prefix(Thumbnails.maximumCount) { paths[name] = try? path(of: name) }
      answer.thumbnails = await thumbnails.pictures(of: paths)
    case .start(let name, let preset):
      _ = try create(name, try presets.bytes(of: preset))
    case .duplicate(let name, let source): try await duplicate(source, as: name)
    case .rename(let name, let new): try await rename(name, to: new)
    case .delete(let name): try await (try document(name)).remove()
    case .restore(let name): try await (try document(name)).restore()
    }
    return answer
  }

  /// Returns the pattern or scenario called `name`.
  private func document(_ name: String) throws(StudioError) -> any LibraryFile {
    if FileKind(named: name) == .scenario { return try phone(name) }
    return try file(name)
  }

  /// Creates a file of the same kind with the content of the file called `source`.
  private func duplicate(_ source: String, as name: String) async throws(StudioError) {
    let bytes = await (try document(source)).bytes
    if FileKind(named: source) == .scenario {
      guard FileKind(named: name) == .scenario else {
        throw StudioError("the name must end in .yaml")
      }
      _ = try write(bytes, as: name, in: folder.path)
    } else {
      _ = try create(name, bytes)
    }
  }

  /// Gives the file called `name` and its history the name `new`.
  ///
  /// - Throws: `StudioError` if a file has this name already.
  private func rename(_ name: String, to new: String) async throws(StudioError) {
    guard let kind = FileKind(named: name), FileKind(named: new) == kind else {
      throw StudioError(
        "the name must end in \(FileKind(named: name) == .scenario ? ".yaml" : ".ahap")")
    }
    let file = try document(name)
    let path = try path(of: new)
    try await file.rename(to: new, path: path, journal: journal(of: path))
    forget(file.path)
  }
}

/// A pattern or scenario that can be deleted, restored and renamed together with its history.
protocol LibraryFile: Actor {
  /// The path on the disk.
  nonisolated var path: String { get }
  /// The present content.
  var bytes: [UInt8] { get }

  func remove() throws(StudioError)
  func restore() throws(StudioError)
  func rename(to new: String, path: String, journal: String) throws(StudioError)
}

extension PhoneFile: LibraryFile {
  var bytes: [UInt8] { stored.history.document.bytes }

  func remove() throws(StudioError) {
    try stored.remove()
    compare()
  }

  func restore() throws(StudioError) {
    try stored.exclusively { stored throws(StudioError) in try stored.restore() }
    compare()
  }

  func rename(to new: String, path: String, journal: String) throws(StudioError) {
    try stored.rename(to: new, path: path, journal: journal)
    leave(for: new)
  }
}

extension StudioFile: LibraryFile {
  var bytes: [UInt8] { stored.history.document.bytes }

  func remove() throws(StudioError) {
    try stored.remove()
    compare()
  }

  func restore() throws(StudioError) {
    try stored.exclusively { stored throws(StudioError) in try stored.restore() }
    compare()
  }

  func rename(to new: String, path: String, journal: String) throws(StudioError) {
    try stored.rename(to: new, path: path, journal: journal)
    leave(for: new)
  }
}

extension StoredFile {
  /// Deletes the file; its history remains, so that `restore` can write it again.
  ///
  /// - Throws: `StudioError` if the file cannot be deleted, or if it is not valid at the moment.
  func remove() throws(StudioError) {
    try exclusively { stored throws(StudioError) in
      if let problem = stored.problem { throw StudioError(problem) }
      let code = unsafe SystemPath.withCString(path) { unsafe unlink($0) == 0 ? 0 : errno }
      if code != 0 {
        throw StudioError("\(name.printable) cannot be deleted: \(SystemError(code: code))")
      }
    }
  }

  /// Gives the file and its history another name.
  ///
  /// If there is a history with this name, it continues with the present content.
  ///
  /// - Throws: `StudioError` if a file has this name already, or if the file cannot be renamed.
  func rename(to new: String, path: String, journal: String) throws(StudioError) {
    try exclusively { stored throws(StudioError) in
      if let problem = stored.problem { throw StudioError(problem) }
      let code = Self.move(self.path, to: path)
      if code == EEXIST { throw StudioError("a file called \(new.printable) exists already") }
      if code != 0 {
        throw StudioError("\(name.printable) cannot be renamed: \(SystemError(code: code))")
      }
      _ = Self.move(journalPath, to: journal)
    }
  }

  /// Gives the file at `path` the path `new`, unless a file is there.
  ///
  /// - Returns: 0, or the reason as an error number.
  private static func move(_ path: String, to new: String) -> Int32 {
    unsafe SystemPath.withCString(path) { old in
      unsafe SystemPath.withCString(new) { new in
        // Unlike rename, link does not replace a file that another program has just created.
        unsafe link(old, new) == 0 && unlink(old) == 0 ? 0 : errno
      }
    }
  }
}

/// The presets, and the patterns of the library that is installed with the program.
actor PresetShelf {
  /// The folders of the library; a pattern of an earlier folder hides one of the same name.
  private let folders: [String]

  init(_ folders: [String]) { self.folders = folders }

  /// The patterns that new files can start from: the presets, and then the library by name.
  private(set) lazy var rows: [PresetRow] =
    HapticPreset.allCases.map { preset in
      PresetRow(
        name: preset.name, meaning: preset.meaning, thumbnail: PatternThumbnail(of: preset.pattern))
    }
    + names.compactMap { name in
      guard let pattern = (try? bytes(of: name)).flatMap({ AHAP.read($0, file: name).pattern })
      else { return nil }
      return PresetRow(
        name: name, meaning: pattern.text("Description") ?? "",
        thumbnail: PatternThumbnail(of: pattern))
    }

  /// The names of the patterns of the library, in order.
  private nonisolated var names: [String] {
    let files = folders.compactMap { try? StudioFolder($0) }.flatMap(FileSearch.files)
    return Set(files.filter { $0.kind == .pattern && !$0.name.contains("/") }.map(\.name.fileStem))
      .sorted()
  }

  /// Returns the text of the pattern called `name`.
  ///
  /// - Throws: `StudioError` if the pattern does not exist.
  nonisolated func bytes(of name: String) throws(StudioError) -> [UInt8] {
    if let preset = HapticPreset(named: name) { return AHAP.encode(preset.pattern) }
    for folder in folders {
      guard let path = try? StudioFolder(folder).file(name + ".ahap"),
        let bytes = try? TextFile.bytes(of: path, maximumBytes: AHAP.maximumFileSize)
      else { continue }
      return bytes
    }
    throw StudioError("no preset is called \(name.printable)")
  }
}

/// The small pictures of files, which are made again only when a file has changed.
actor Thumbnails {
  /// The maximum number of pictures in one answer.
  static let maximumCount = 64
  /// The maximum number of pictures that are kept.
  ///
  /// Our choice: those of all files that the list has, about 3 MB.
  private static let keptCount = 2_000
  /// The maximum size of a file that is sketched, in bytes.
  ///
  /// Our choice: reading it takes a few milliseconds; an hour of taps has about this size.
  private static let maximumBytes = 4 << 20

  /// The properties by which a changed file is recognized.
  private struct Stamp: Hashable {
    let size: off_t
    let seconds: Int
    let nanoseconds: Int
  }

  private var kept: [String: (stamp: Stamp, picture: PatternThumbnail)] = [:]

  /// Returns the pictures of the files at `paths`, by the same names.
  func pictures(of paths: [String: String]) -> [String: PatternThumbnail] {
    paths.compactMapValues(picture)
  }

  private func picture(of path: String) -> PatternThumbnail? {
    var status = stat()
    guard unsafe SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    let stamp = Stamp(
      size: status.st_size, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    if let known = kept[path], known.stamp == stamp { return known.picture }
    guard let bytes = try? TextFile.bytes(of: path, maximumBytes: Self.maximumBytes),
      let pattern = AHAP.read(bytes, file: path).pattern
    else { return nil }
    let picture = PatternThumbnail(of: pattern)
    if kept.count >= Self.keptCount { kept.removeAll() }
    kept[path] = (stamp, picture)
    return picture
  }
}
