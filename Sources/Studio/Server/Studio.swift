internal import AudioOutput
private import Glibc
internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import Realtime
internal import TextFormats

/// The opened folder, and those of its files that pages have opened.
actor Studio {
  nonisolated let folder: StudioFolder
  /// The file that a page opens first; nil for the first file of the list.
  nonisolated let firstFile: String?
  /// The folder in which the histories of files are kept.
  nonisolated let histories: String
  let profile: Profile
  /// The folders of the pattern library, whose patterns scenarios can play.
  let library: [String]
  private var files: [String: StudioFile] = [:]
  /// The scenario files that pages have opened, by path.
  var phones: [String: PhoneFile] = [:]
  private let sounds = SoundImport()
  /// The small pictures of the files.
  nonisolated let thumbnails = Thumbnails()
  /// The patterns that new files can start from.
  nonisolated let presets: PresetShelf
  /// The list of the files.
  nonisolated let list: FolderList

  /// Opens `folder`, with the histories of its files in the folder `histories`.
  ///
  /// New files can begin with the patterns in the folders `library`.
  init(
    _ folder: StudioFolder, first: String?, histories: String, library: [String] = [],
    profile: Profile
  ) {
    (self.folder, firstFile, self.histories, self.profile) = (folder, first, histories, profile)
    self.library = library
    (presets, list) = (PresetShelf(library), FolderList(folder))
  }

  /// Returns the file called `name`, and opens the file if no page has opened it yet.
  ///
  /// - Throws: `StudioError` if the name is refused, or if the file is not a pattern.
  func file(_ name: String) throws(StudioError) -> StudioFile {
    let path = try path(of: name)
    if let file = files[path] { return file }
    guard FileKind(named: path) == .pattern else {
      throw StudioError("\(name.printable): only .ahap files can be edited")
    }
    let file = try StudioFile(
      name: name, path: path, journal: journal(of: path), profile: profile
    ) { [weak self] in await self?.forget(path) }
    files[path] = file
    // A text that was corrected is a pattern now.
    phones[path] = nil
    return file
  }

  /// Creates a pattern file called `name` from a notation, and opens it.
  ///
  /// - Throws: `StudioError` if the file exists, or if the notation is not valid.
  func create(_ name: String, notation: String) throws(StudioError) -> StudioFile {
    let path = try path(of: name)
    let bytes: [UInt8]
    do throws(EditError) {
      bytes = AHAP.encode(try HapticPattern(typed: notation))
      try StudioFile.checkLength(of: try EditDocument(bytes, file: name))
    } catch {
      throw StudioError(error.reason)
    }
    return try write(bytes, to: path, named: name)
  }

  /// Creates a pattern file called `name` with the content `bytes`, and opens it.
  ///
  /// - Throws: `StudioError` if the file exists, or if it cannot be written.
  func create(_ name: String, _ bytes: [UInt8]) throws(StudioError) -> StudioFile {
    try write(bytes, to: try path(of: name), named: name)
  }

  /// Closes the file at `path`, which has another name now.
  func forget(_ path: String) { (files[path], phones[path]) = (nil, nil) }

  /// Replaces the content of the file called `name` by a pattern from `sound`, or creates the file.
  ///
  /// - Throws: `StudioError` if the sound cannot be read, or if the file cannot be written.
  func listen(
    to sound: String, _ settings: SoundImport.Settings, file name: String
  ) async throws(StudioError) -> StudioFile {
    let base = sound.fileName
    let pattern = try await sounds.pattern(of: try path(of: sound), named: base, settings)
    let path = try path(of: name)
    if files[path] == nil, SystemPath.resolved(path) == nil {
      return try write(AHAP.encode(pattern), to: path, named: name)
    }
    let file = try file(name)
    try await file.replace(with: pattern, label: "listen to \(base.printable)")
    return file
  }

  /// Creates the file called `name` at `path`.
  private func write(
    _ bytes: [UInt8], to path: String, named name: String
  ) throws(StudioError) -> StudioFile {
    // A link can lead to a file of another kind.
    guard [name, path].allSatisfy({ FileKind(named: $0) == .pattern }) else {
      throw StudioError("the name must end in .ahap")
    }
    do throws(OutputError) {
      try PendingFile.write(bytes, to: path, existing: .isKept)
    } catch {
      throw StudioError("\(name.printable) cannot be created: \(error)")
    }
    return try file(name)
  }

  /// Writes a sound file called `name`, which the page has received.
  ///
  /// - Throws: `StudioError` if a file with this name exists, if the name is not that of a sound, or if the content cannot
  ///   be read as a sound.
  func add(_ bytes: [UInt8], named name: String) throws(StudioError) {
    guard FileKind(named: name) == .sound else {
      let endings = FileKind.sound.endings.map { "." + $0 }.joined(separator: ", ")
      throw StudioError(
        "\(name.printable): only sounds can be imported (\(endings)); ffmpeg converts other files")
    }
    let path = try path(of: name)
    do throws(OutputError) {
      try PendingFile.write(bytes, to: path, existing: .isKept)
    } catch {
      throw StudioError("\(name.printable) cannot be created: \(error)")
    }
    do throws(SoundDecodingError) {
      _ = try SoundFileStream(path: path).next()
    } catch {
      _ = unsafe SystemPath.withCString(path) { unsafe unlink($0) }
      throw StudioError("\(name.printable) is not imported: \(error)")
    }
  }

  /// Returns the bytes of the block of a sound at `address`, or of the tile of a lane, if an open file has it.
  func bytes(at address: String) async -> [UInt8]? {
    let isTile = address.contains("/")
    for file in files.values {
      if isTile {
        // Other requests are answered while a tile is computed.
        for tiles in await file.tiles {
          if let tile = await tiles.tile(at: address) { return tile }
        }
        continue
      }
      if let bytes = await file.bytes(at: address) { return bytes }
    }
    for file in phones.values {
      if let bytes = await file.bytes(at: address) { return bytes }
    }
    return nil
  }

  /// How the folder was shown last.
  nonisolated var layout: StudioLayout { StudioLayout(at: layoutPath) }

  /// Shows the folder as `layout` from now on.
  ///
  /// - Throws: `StudioError` if the layout cannot be saved.
  nonisolated func show(_ layout: StudioLayout) throws(StudioError) {
    try layout.write(to: layoutPath)
  }

  private nonisolated var layoutPath: String {
    "\(histories)/\(folder.path.fileName)-\(Self.digest(of: folder.path)).layout.json"
  }

  nonisolated func path(of name: String) throws(StudioError) -> String {
    do throws(StudioFolder.Refusal) {
      return try folder.file(name)
    } catch {
      throw StudioError(error.description)
    }
  }

  func journal(of path: String) -> String {
    "\(histories)/\(path.fileName)-\(Self.digest(of: path)).jsonl"
  }

  static func digest(of path: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
